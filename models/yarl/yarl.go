package yarl

import (
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the class URL of yarl 1.25.1. It implements [reading.Releases] and [reading.Resolver].
type Dialect struct{}

var table = model.Releases[model.Release]{"1.25.1"}

// neverAbsent is the set of components that are never absent: their attributes are a str in Python and never None.
const neverAbsent = 1<<urlerr.Scheme | 1<<urlerr.Authority | 1<<urlerr.Path | 1<<urlerr.Query | 1<<urlerr.Fragment

func parse(url string) (parser, error) {
	p := parser{url: url}
	err := p.run()
	return p, err
}

// Read sets r to the reading of url.
func (Dialect) Read(r *reading.Reading, url string) {
	p, ok := model.Parse(r, url, parse)
	if !ok {
		return
	}
	var w model.Writer
	href := p.write(&w)
	p.in.Map(p.offsets.Start, p.offsets.End)
	w.Accept(r, href, &p.in)
	r.SetNeverAbsent(neverAbsent)
}

// CanParse reports whether URL accepts url.
func (Dialect) CanParse(url string) bool {
	_, err := parse(url)
	return err == nil
}

// Resolve returns str(URL(base).join(URL(ref))).
func (Dialect) Resolve(base, ref string) (string, error) {
	b, u, err := model.ParseBoth(parse, base, ref)
	if err != nil {
		return "", err
	}
	to, err := b.join(&u)
	if err != nil {
		return "", err
	}
	var w model.Writer
	href := to.write(&w)
	return w.String()[:href], nil
}

// Release returns "1.25.1".
func (Dialect) Release() string { return string(table[0]) }

// Releases returns the one supported release.
func (Dialect) Releases() []string { return table.Names() }

// At returns d if the given release means 1.25.1, such as "1.25.1" or "1.25". For any other release, it returns an
// error of kind [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	return table.At("yarl", release, func(uint8) reading.Dialect { return d })
}

const address = "https://yarl.aio-libs.org/en/stable/api/#yarl.URL"

// The rules that a URL can break.
var (
	ruleBackslash = urlerr.Rule{Name: "backslash in the authority", Section: "URL", Address: address,
		Example: `http://a\b/`, Kind: urlerr.BadHost}
	ruleBrackets = urlerr.Rule{Name: "invalid address in brackets", Section: "URL", Address: address,
		Example: "http://[::1]a/", Kind: urlerr.BadHost}
	ruleNFKC = urlerr.Rule{Name: "the authority does not contain / ? # @ : or % under NFKC", Section: "URL",
		Address: address, Example: "http://\u2100/", Kind: urlerr.BadHost}
	ruleInvisible = urlerr.Rule{Name: "invisible character in the host", Section: "URL", Address: address,
		Example: "http://a\u00adb/", Kind: urlerr.BadHost}
	ruleIDNA = urlerr.Rule{Name: "not a name by IDNA 2008 or IDNA 2003", Section: "URL", Address: address,
		Example: "http://é..a/", Kind: urlerr.BadHost}
	ruleNoHost = urlerr.Rule{Name: "http, https, ws, wss and ftp need a host", Section: "URL", Address: address,
		Example: "http://u@/", Kind: urlerr.BadHost}
	rulePort = urlerr.Rule{Name: "port that is not a number up to 65535", Section: "URL", Address: address,
		Example: "http://h:65536/", Kind: urlerr.BadPort}
)
