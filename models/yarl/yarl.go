package yarl

import (
	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the class URL of one release of yarl. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver].
type Dialect struct {
	older uint8 // index into table
}

// A row says how a release differs from the newest release.
type row struct {
	model.Release

	// lax means that text next to brackets is ignored, and that a backslash or an invisible character is accepted in an
	// authority. A percent sign from NFKC is accepted, too. A colon in a relative path is not escaped.
	lax bool

	// urlsplit means that URLs are split and joined by the functions of CPython 3.11.7. The attributes of the authority
	// are read from the normalized authority. The default port is written.
	urlsplit bool

	// rootless means that ".." can remove the slash at the beginning of a path, and that port 0 is not written.
	rootless bool
}

var table = model.Releases[row]{
	{Release: "1.25.1"},
	{Release: "1.22.0", lax: true},
	{Release: "1.20.1", lax: true},
	{Release: "1.18.3", lax: true},
	{Release: "1.9.4", lax: true, urlsplit: true},
	{Release: "1.8.2", lax: true, urlsplit: true, rootless: true},
}

// python is the release of CPython for int and lower.
var python = str.Release{Minor: 13}

// neverAbsent is the set of components that are never absent: their attributes are a str in Python and never None.
const neverAbsent = 1<<urlerr.Scheme | 1<<urlerr.Authority | 1<<urlerr.Path | 1<<urlerr.Query | 1<<urlerr.Fragment

func (d Dialect) parse(url string) (parser, error) {
	p := parser{row: &table[d.older], url: url}
	err := p.run()
	return p, err
}

// Read sets r to the reading of url.
func (d Dialect) Read(r *reading.Reading, url string) {
	p, ok := model.Parse(r, url, d.parse)
	if !ok {
		return
	}
	var w model.Writer
	href := p.write(&w)
	p.in.Map(p.offsets.Start, p.offsets.End)
	w.Accept(r, href, &p.in)
	r.SetPortErr(p.portErr)
	r.SetNeverAbsent(neverAbsent)
}

// Resolve returns str(URL(base).join(URL(ref))).
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, u, err := model.ParseBoth(d.parse, base, ref)
	if err != nil {
		return "", err
	}
	return b.join(&u)
}

// Release returns the release, such as "1.25.1".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the supported releases, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns the dialect for a release, such as "1.22.0" or "1.22". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	return table.At("yarl", release, func(older uint8) reading.Dialect { return Dialect{older} })
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
	ruleNoSlash   = rule("a path after a host begins with a slash", "http://h/../x", urlerr.BadPath)
)

func rule(name, example string, kind urlerr.Kind) urlerr.Rule {
	const address = "https://yarl.aio-libs.org/en/stable/api/#yarl.URL"
	return urlerr.Rule{Name: name, Section: "URL", Address: address, Example: example, Kind: kind}
}
