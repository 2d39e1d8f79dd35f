package httpx

import (
	"strings"
	"sync"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// A Dialect models the class URL of one release of httpx, for a request. The zero Dialect models the newest supported
// release. It implements [reading.Releases] and [reading.Resolver].
type Dialect = model.ResolvingDialect[program]

// A Dialect2 models httpx2, the successor of httpx, like [Dialect].
type Dialect2 = model.ResolvingDialect[program2]

type program struct{}

func (program) Name() string       { return "httpx" }
func (program) Table() model.Table { return table }

type program2 struct{}

func (program2) Name() string       { return "httpx2" }
func (program2) Table() model.Table { return table2 }

type row struct {
	model.Release

	// sets has the characters that are not encoded, such as `"` in a path.
	sets func() *sets

	// firstAt means that the userinfo ends at the first "@", and that the host can contain "@". In a URL without an
	// authority, dot segments are not removed.
	firstAt bool

	// display means that a label that begins with "xn--" may be any text. If there is one anywhere in the host, the other
	// labels must be valid by IDNA 2008. Without display, all labels must be valid if the host begins with "xn--".
	display bool
}

var table = model.Releases[row]{
	{Release: "0.28.1", sets: current},
	{Release: "0.27.2", sets: older},
	{Release: "0.24.1", sets: oldest, firstAt: true},
}

var table2 = model.Releases[row]{{Release: "2.16.2", sets: current, display: true}}

// The release of CPython that runs httpx.
var (
	python  = str.Release{Minor: 13}
	cpython = sync.OnceValue(func() urllib.Version { return urllib.MustParseVersion("3.13.0") })
)

// Read sets r to the reading of url. The components are the attributes of ParseResult. The host is raw_host, which is
// not decoded.
func (p program) Read(r *reading.Reading, release uint8, url string) error {
	return read(r, p.Name(), &table[release], url)
}

// Read is like the method of program.
func (p program2) Read(r *reading.Reading, release uint8, url string) error {
	return read(r, p.Name(), &table2[release], url)
}

func read(r *reading.Reading, name string, of *row, url string) error {
	p := parser{dialect: name, row: of, url: url}
	if err := p.run(); err != nil {
		return err
	}
	host := p.host.Text
	if at, _ := p.in.Get(urlerr.Host); ascii.Prefix(host) < len(host) { // a zone, which Request encodes in ASCII
		return p.fault(at.Start, urlerr.Host, ruleIPv6)
	}
	if (of.display && strings.Contains(host, "xn--") || strings.HasPrefix(host, "xn--")) &&
		!idna.CanDecodeIDNA2008(host, of.display) {
		at, _ := p.in.Get(urlerr.Host)
		return p.fault(at.Start, urlerr.Host, ruleALabel)
	}
	var w model.Writer
	href := p.write(&w)
	w.Accept(r, href, &p.in)
	r.SetNeverAbsent(1 << urlerr.Path)
	return nil
}

// Resolve returns str(URL(base).join(ref)).
func (p program) Resolve(release uint8, base, ref string) (string, error) {
	return resolve(p.Name(), &table[release], base, ref)
}

// Resolve is like the method of program.
func (p program2) Resolve(release uint8, base, ref string) (string, error) {
	return resolve(p.Name(), &table2[release], base, ref)
}

func resolve(name string, of *row, base, ref string) (string, error) {
	b, u, err := model.ParseBoth(func(url string) (string, error) { return parse(name, of, url) }, base, ref)
	if err != nil {
		return "", err
	}
	joined, err := urllib.Dialect{Version: cpython()}.Resolve(b, u)
	if err != nil {
		return "", err
	}
	return parse(name, of, joined)
}

// parse returns str(URL(url)).
func parse(name string, of *row, url string) (string, error) {
	p := parser{dialect: name, row: of, url: url}
	if err := p.run(); err != nil {
		return "", err
	}
	var w model.Writer
	href := p.write(&w)
	return w.String()[:href], nil
}

const docs = "https://www.python-httpx.org/api/#url"

var (
	ruleLength    = cite.Page("URL", docs, "URL too long", "", urlerr.TooLong)
	ruleControl   = cite.Page("URL", docs, "non-printable ASCII character", "http://h/\n", urlerr.BadText)
	ruleSurrogate = cite.Page("URL", docs, "text without a UTF-8 form", "http://h/\xff", urlerr.BadText)
	ruleIPv4      = cite.Page("URL", docs, "invalid IPv4 address", "http://1.1.1.256/", urlerr.BadHost)
	ruleIPv6      = cite.Page("URL", docs, "invalid IPv6 address", "http://[a]/", urlerr.BadHost)
	ruleIDNA      = cite.Page("URL", docs, "invalid IDNA host name", "http://\u2460/", urlerr.BadHost)
	ruleALabel    = cite.Page("Request", docs, "label that idna decodes", "http://xn--a/", urlerr.BadHost)
	rulePort      = cite.Page("URL", docs, "invalid port", "http://h:x/", urlerr.BadPort)
	rulePath      = cite.Page("URL", docs, "path that begins with // or a colon", "::", urlerr.BadPath)
)
