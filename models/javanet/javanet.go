package javanet

import (
	_ "embed" // embeds the rules

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models java.net.URI or java.net.URL of one release of the JDK. The zero Dialect models java.net.URI of the
// newest supported release. It implements [reading.Releases] and [reading.Resolver].
type Dialect struct {
	URL bool // java.net.URL instead of java.net.URI

	older uint8 // index into table
}

// A row says how a release of the JDK differs from the newest release.
type row struct {
	model.Release

	// java.net.URI
	authorityStart  bool // every error in an authority has the offset of its first character
	uncheckedNumber bool // a large number in an IPv4 address within an IPv6 address throws NumberFormatException
	noSlash         bool // resolve does not insert a slash between an authority and a relative path

	// java.net.URL
	laxAuthority bool // userinfo may contain any character, and host any character except controls and delimiters
}

var table = model.Releases[row]{
	{Release: "27"},
	{Release: "25"},
	{Release: "21"},
	{Release: "17", authorityStart: true, uncheckedNumber: true, laxAuthority: true},
	{Release: "11", authorityStart: true, uncheckedNumber: true, laxAuthority: true, noSlash: true},
}

// Name returns the name of the class.
func (d Dialect) Name() string {
	if d.URL {
		return "java.net.URL"
	}
	return "java.net.URI"
}

// fault converts f to an error with an offset in input. It returns nil for the zero fault. The offset of f is an offset
// in the decoded input.
func (d Dialect) fault(input string, f fault) error {
	if f.rule == nil {
		return nil
	}
	return &urlerr.Error{
		Dialect: d.Name(), Input: input, Offset: model.Java.Origin(input, f.offset), Component: f.component, Rule: *f.rule,
	}
}

// Read sets r to the reading of url. The components are the results of getRawAuthority and the other methods for raw
// components. A component is absent if its method returns null. An opaque URI, such as mailto:a@b, has no path. Java
// does not split the userinfo. Username and password are the parts of the userinfo before and after the first colon.
func (d Dialect) Read(r *reading.Reading, url string) {
	var p *parser
	var w model.Writer
	if d.URL {
		u, ok := model.Parse(r, url, d.locator)
		if !ok {
			return
		}
		p = &u.parser
		u.write(&w)
	} else {
		u, ok := model.Parse(r, url, d.uri)
		if !ok {
			return
		}
		p = &u.parser
		w.Add(u.text)
		w.At = u.in
	}
	href := w.Len()
	if raw, _ := p.in.Get(urlerr.Port); p.text[raw.Start:raw.End] != p.port {
		w.Put("", urlerr.Port, model.Present(p.port))
	}
	if p.text != url {
		offset := func(at int) int { return model.Java.Origin(url, at) }
		p.in.Map(offset, offset)
	}
	if w.Accept(r, href, &p.in); d.URL {
		r.SetNeverAbsent(1<<urlerr.Host | 1<<urlerr.Path)
	}
}

func (d Dialect) parser(url string) parser {
	return parser{text: model.Java.Decode(url), row: &table[d.older]}
}

// uri returns new URI(url).
func (d Dialect) uri(url string) (*uri, error) {
	u := &uri{d.parser(url)}
	u.parse()
	return u, d.fault(url, u.err)
}

// locator returns new URL(url).
func (d Dialect) locator(url string) (*locator, error) { return d.relative(nil, url) }

// relative returns new URL(base, url).
func (d Dialect) relative(base *locator, url string) (*locator, error) {
	u := &locator{parser: d.parser(url)}
	u.parse(base)
	return u, d.fault(url, u.err)
}

// Resolve returns new URI(base).resolve(new URI(ref)), or new URL(new URL(base), ref).
func (d Dialect) Resolve(base, ref string) (string, error) {
	if !d.URL {
		return d.two(base, ref, resolve)
	}
	u, err := d.locator(base)
	if err == nil {
		u, err = d.relative(u, ref)
	}
	if err != nil {
		return "", err
	}
	var w model.Writer
	u.write(&w)
	return w.String(), nil
}

// Normalize returns new URI(url).normalize(): url without the empty segments and dot segments of its path.
func Normalize(url string) (string, error) {
	return Dialect{}.two(url, url, func(_, u *uri) string { return u.normalized() })
}

// two returns the result of method for the URIs base and url.
func (d Dialect) two(base, url string, method func(base, u *uri) string) (string, error) {
	b, u, err := model.ParseBoth(d.uri, base, url)
	if err != nil {
		return "", err
	}
	return method(b, u), nil
}

// Release returns the release, such as "17".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the supported releases, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns d with the given release, such as "17". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	older, err := table.Find(d.Name(), release)
	if err != nil {
		return nil, err
	}
	return Dialect{d.URL, older}, nil
}

// A fault is an error: a rule, and the offset at which the text breaks the rule. The zero fault means that there is no
// error.
type fault struct {
	offset    int
	component urlerr.Component
	rule      *urlerr.Rule
}

//go:embed rules.tsv
var rulesText string

// rules has the rules of java.net.URI, the rules of java.net.URL, and a rule that only the model has.
var rules = cite.ParseTable(rulesText, nil)

var (
	ruleScheme    = rules.Named("scheme")
	ruleEmpty     = rules.Named("scheme-specific part, or authority")
	ruleOpaque    = rules.Named("opaque part")
	ruleAuthority = rules.Named("authority")
	ruleUserinfo  = rules.Named("user-info")
	ruleHost      = rules.Named("hostname")
	ruleIPv6      = rules.Named("IPv6address")
	ruleScope     = rules.Named("scope_id")
	ruleUnchecked = rules.Named("NumberFormatException, which is unchecked")
	rulePort      = rules.Named("port")
	rulePath      = rules.Named("path")
	ruleQuery     = rules.Named("query")
	ruleFragment  = rules.Named("fragment")
	ruleEscape    = rules.Named("escaped")
	ruleProtocol  = rules.Named("no protocol")
	ruleUnknown   = rules.Named("unknown protocol")
	ruleHandler   = rules.Named("protocol that the model has")
	ruleCharacter = rules.Named("Illegal character")
	ruleLiteral   = rules.Named("Invalid host")
	ruleNumber    = rules.Named("Invalid port number")
)
