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

// The rules that a URL can break.
var (
	ruleBackslash = rule("backslash in the authority", `http://a\b/`, urlerr.BadHost)
	ruleBrackets  = rule("invalid address in brackets", "http://[::1]a/", urlerr.BadHost)
	ruleNFKC      = rule("the authority does not contain / ? # @ : or % under NFKC", "http://\u2100/", urlerr.BadHost)
	ruleInvisible = rule("invisible character in the host", "http://a\u00adb/", urlerr.BadHost)
	ruleIDNA      = rule("not a name by IDNA 2008 or IDNA 2003", "http://é..a/", urlerr.BadHost)
	ruleNoHost    = rule("http, https, ws, wss and ftp need a host", "http://u@/", urlerr.BadHost)
	rulePort      = rule("port that is not a number up to 65535", "http://h:65536/", urlerr.BadPort)
)

func rule(name, example string, kind urlerr.Kind) urlerr.Rule {
	const address = "https://yarl.aio-libs.org/en/stable/api/#yarl.URL"
	return urlerr.Rule{Name: name, Section: "URL", Address: address, Example: example, Kind: kind}
}
