package httpx

import (
	"sync"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// A Dialect models the class URL of one release of httpx. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver].
type Dialect = model.ResolvingDialect[program]

type program struct{}

func (program) Name() string       { return "httpx" }
func (program) Table() model.Table { return table }

// A row says how a release differs from the newest release.
type row struct {
	model.Release

	// sets has the characters that are not encoded, such as `"` in a path.
	sets func() *sets

	// firstAt means that the userinfo ends at the first "@", and that the host can contain "@". In a URL without an
	// authority, dot segments are not removed.
	firstAt bool
}

var table = model.Releases[row]{
	{Release: "0.28.1", sets: current},
	{Release: "0.27.2", sets: older},
	{Release: "0.24.1", sets: oldest, firstAt: true},
}

// The release of CPython that runs httpx.
var (
	python  = str.Release{Minor: 13}
	cpython = sync.OnceValue(func() urllib.Version { return urllib.MustParseVersion("3.13.0") })
)

// Read sets r to the reading of url. The components are the attributes of ParseResult. The host is raw_host, which is
// not decoded.
func (program) Read(r *reading.Reading, release uint8, url string) {
	p := parser{row: &table[release], url: url}
	if err := p.run(); err != nil {
		r.Reject(err)
		return
	}
	var w model.Writer
	href := p.write(&w)
	w.Accept(r, href, &p.in)
	r.SetNeverAbsent(1 << urlerr.Path)
}

// Resolve returns str(URL(base).join(ref)).
func (program) Resolve(release uint8, base, ref string) (string, error) {
	b, err := parse(release, base)
	if err != nil {
		return "", err
	}
	u, err := parse(release, ref)
	if err != nil {
		return "", err
	}
	joined, err := urllib.Dialect{Version: cpython()}.Resolve(b, u)
	if err != nil {
		return "", err
	}
	return parse(release, joined)
}

// parse returns str(URL(url)).
func parse(release uint8, url string) (string, error) {
	p := parser{row: &table[release], url: url}
	if err := p.run(); err != nil {
		return "", err
	}
	var w model.Writer
	href := p.write(&w)
	return w.String()[:href], nil
}

const docs = "https://www.python-httpx.org/api/#url"

// The rules that a URL can break.
var (
	ruleLength    = cite.Page("URL", docs, "URL too long", "", urlerr.TooLong)
	ruleControl   = cite.Page("URL", docs, "non-printable ASCII character", "http://h/\n", urlerr.BadText)
	ruleSurrogate = cite.Page("URL", docs, "text without a UTF-8 form", "http://h/\xff", urlerr.BadText)
	ruleIPv4      = cite.Page("URL", docs, "invalid IPv4 address", "http://1.1.1.256/", urlerr.BadHost)
	ruleIPv6      = cite.Page("URL", docs, "invalid IPv6 address", "http://[a]/", urlerr.BadHost)
	ruleIDNA      = cite.Page("URL", docs, "invalid IDNA host name", "http://\u2460/", urlerr.BadHost)
	rulePort      = cite.Page("URL", docs, "invalid port", "http://h:x/", urlerr.BadPort)
	rulePath      = cite.Page("URL", docs, "path that begins with // or a colon", "::", urlerr.BadPath)
)
