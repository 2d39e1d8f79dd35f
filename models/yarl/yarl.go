package yarl

import (
	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the class URL of one release of yarl. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver]. Resolve returns str(URL(base).join(URL(ref))).
type Dialect = model.ResolvingDialect[program]

type program struct{}

func (program) Name() string       { return "yarl" }
func (program) Table() model.Table { return table }

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

func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], url: url}
	if err := p.run(); err != nil {
		return err
	}
	var w model.Writer
	href := p.write(&w)
	p.in.Map(p.offsets.Start, p.offsets.End)
	w.Accept(r, href, &p.in)
	r.SetPortErr(p.portErr)
	r.SetNeverAbsent(neverAbsent)
	return nil
}

// Resolve returns str(URL(base).join(URL(ref))).
func (program) Resolve(release uint8, base, ref string) (string, error) {
	b, u, err := model.ParseBoth(func(url string) (*parser, error) {
		p := &parser{row: &table[release], url: url}
		return p, p.run()
	}, base, ref)
	if err != nil {
		return "", err
	}
	return b.join(u)
}

const docs = "https://yarl.aio-libs.org/en/stable/api/#yarl.URL"

var (
	ruleBackslash = cite.Page("URL", docs, "backslash in the authority", `http://a\b/`, urlerr.BadHost)
	ruleBrackets  = cite.Page("URL", docs, "invalid address in brackets", "http://[::1]a/", urlerr.BadHost)
	ruleNFKC      = cite.Page("URL", docs, "the authority does not contain / ? # @ : or % under NFKC",
		"http://\u2100/", urlerr.BadHost)
	ruleInvisible = cite.Page("URL", docs, "invisible character in the host", "http://a\u00adb/", urlerr.BadHost)
	ruleIDNA      = cite.Page("URL", docs, "not a name by IDNA 2008 or IDNA 2003", "http://é..a/", urlerr.BadHost)
	ruleNoHost    = cite.Page("URL", docs, "http, https, ws, wss and ftp need a host", "http://u@/", urlerr.BadHost)
	rulePort      = cite.Page("URL", docs, "port that is not a number up to 65535", "http://h:65536/", urlerr.BadPort)
	ruleNoSlash   = cite.Page("URL", docs, "a path after a host begins with a slash", "http://h/../x", urlerr.BadPath)
)
