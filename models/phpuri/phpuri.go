package phpuri

import (
	_ "embed" // embeds the rules
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// A Dialect models Uri\Rfc3986\Uri or Uri\WhatWg\Url of one release of PHP. The zero Dialect models Uri\Rfc3986\Uri of
// the newest supported release. It implements [reading.Releases] and [reading.Named].
type Dialect struct {
	URL bool // Uri\WhatWg\Url instead of Uri\Rfc3986\Uri

	older uint8 // index into table
}

// A row says how a release of PHP differs from the newest release.
type row struct {
	model.Release
	old bool // Uri\WhatWg\Url has the bugs that the package documentation lists under "Before PHP 8.6"
}

// table lists the releases, newest first.
var table = model.Releases[row]{{Release: "8.6.0RC3"}, {Release: "8.5.7", old: true}}

// Read sets r to the reading of url. The components are the results of the getters, which normalize them. For
// Uri\WhatWg\Url, the host is the result of getAsciiHost. In the input, the span of a component contains its raw value,
// such as the result of getRawHost. If there is no userinfo, username and password are absent.
func (d Dialect) Read(r *reading.Reading, url string) {
	if d.URL {
		if r.Reset(url) {
			d.readURL(r, url, nil)
		}
	} else if ref, ok := model.Parse(r, url, d.parse); ok {
		d.readURI(r, ref, ref.Path())
	}
}

// parse parses url for Uri\Rfc3986\Uri.
func (d Dialect) parse(url string) (rfc3986.Ref, error) {
	ref, err := rfc3986.Parse(url)
	if err == nil {
		err = d.checkPort(ref)
	}
	return ref, model.Renamed(err, d.Name())
}

// Resolve resolves ref against base with the method resolve of the class. It returns the result of toString or
// toAsciiString for the target.
func (d Dialect) Resolve(base, ref string) (string, error) {
	var r reading.Reading
	if !r.Reset(ref) {
		return "", r.Err()
	}
	if !d.URL {
		err := d.resolve(&r, base, ref)
		return r.Href(), model.Renamed(err, d.Name())
	}
	var b reading.Reading
	if d.Read(&b, base); b.Err() != nil {
		return "", b.Err()
	}
	d.readURL(&r, ref, &b)
	return r.Href(), r.Err()
}

// Name returns the name of the dialect: "php-uri" or "php-url".
func (d Dialect) Name() string {
	if d.URL {
		return "php-url"
	}
	return "php-uri"
}

// Release returns the release, such as "8.5.7".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the supported releases, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns d with the given release, such as "8.5.7" or "8.5". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	older, err := table.Find(d.Name(), release)
	if err != nil {
		return nil, err
	}
	return Dialect{d.URL, older}, nil
}

func (d Dialect) fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: d.Name(), Input: input, Offset: offset, Component: component, Rule: rule}
}

//go:embed rules.tsv
var rulesText string

// rules has the rules that the standards do not have.
var rules = cite.ParseTable(rulesText, nil)

var (
	rulePort   = *rules.Named("port")
	ruleBase   = *rules.Named("absolute base")
	ruleDomain = *rules.Named("domain")
)

// writeHost writes the authority. A userinfo always has a password, which may be empty.
func writeHost(w *model.Writer, userinfo model.Part, host, port string) {
	w.Add("//")
	w.PutAuthority(userinfo, model.Present(host), part(port, port != ""))
	if user, ok := w.At.Get(urlerr.Userinfo); ok && !strings.Contains(userinfo.Text, ":") {
		w.At.Set(urlerr.Password, user.End, user.End)
	}
}

// part returns the Part of a result of a method of Reading.
func part(text string, ok bool) model.Part { return model.Part{Text: text, OK: ok} }
