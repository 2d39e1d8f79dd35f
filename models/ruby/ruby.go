package ruby

import (
	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models URI.parse and URI.join of one release of Ruby's library uri. The zero Dialect models the newest
// supported release. It implements [reading.Releases] and [reading.Resolver].
type Dialect = model.ResolvingDialect[program]

type program struct{}

func (program) Name() string       { return "ruby" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release
	noSlash      bool // to_s does not write a slash between an authority and a relative path
	strictPath   bool // a relative reference with "//" must have an authority
	noEmptyHost  bool // an empty host of a relative reference is nil
	keepPassword bool // URI.join keeps the password of the base if the reference has a user name without one
}

var table = model.Releases[row]{
	{Release: "1.1.1"},
	{Release: "1.0.4"},
	{Release: "0.13.3", noSlash: true},
	{Release: "0.12.5", noSlash: true, strictPath: true, noEmptyHost: true},
	{Release: "0.12.4", noSlash: true, strictPath: true, noEmptyHost: true, keepPassword: true},
}

func parse(release uint8, url string) (parser, error) {
	p := parser{row: &table[release], in: url}
	err := p.run()
	return p, err
}

// Read sets r to the result of URI.parse(url).
func (program) Read(r *reading.Reading, release uint8, url string) error {
	p, err := parse(release, url)
	if err != nil {
		return err
	}
	var w model.Writer
	href := p.u.write(&w, p.row)
	w.Accept(r, href, &p.at)
	return nil
}

// Resolve returns URI.join(base, ref).to_s.
func (program) Resolve(release uint8, base, ref string) (string, error) {
	of := func(url string) (parser, error) { return parse(release, url) }
	b, r, err := model.ParseBoth(of, base, ref)
	if err != nil {
		return "", err
	}
	u := b.u
	if rule := u.merge(r.u, b.row); rule.Kind != 0 {
		return "", fault(ref, 0, urlerr.NoComponent, rule)
	}
	var w model.Writer
	href := u.write(&w, b.row)
	return w.String()[:href], nil
}

const docs = "https://docs.ruby-lang.org/en/master/URI/"

var (
	ruleSyntax = cite.Page("URI::InvalidURIError", docs+"InvalidURIError.html",
		"grammar", "http://a b/", urlerr.BadText)
	ruleComponent = cite.Page("URI::InvalidComponentError", docs+"InvalidComponentError.html",
		"addresses", "mailto:a", urlerr.BadPath)
	ruleRelative = cite.Page("URI::BadURIError", docs+"BadURIError.html", "an absolute base", "a", urlerr.NoBase)
	ruleFTP      = cite.Page("NoMethodError", docs+"FTP.html",
		"URI::FTP#merge takes no string, which URI.join passes", "ftp://h/", urlerr.NoBase)
)

func fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "ruby", Input: input, Offset: offset, Component: component, Rule: rule}
}
