package nodejs

import (
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models url.parse and url.resolve of one release of Node.js. The zero Dialect models the newest supported
// release. It implements [reading.Releases] and [reading.Resolver]. Unlike Read, Resolve parses "//h" as a host.
type Dialect = model.ResolvingDialect[program]

type program struct{}

const dialect = "nodejs-legacy"

func (program) Name() string       { return dialect }
func (program) Table() model.Table { return table }

type row struct {
	model.Release
	badPort   bool // a colon without a port after it ends the host, and is not an error
	oldDomain bool // uses ada 2.9.2, which checks Punycode in ASCII names
	cString   bool // a host ends at the first NUL of its ASCII form
}

var table = model.Releases[row]{
	{Release: "26.10.0"},
	{Release: "24.21.0", badPort: true},
	{Release: "22.23.3", badPort: true, oldDomain: true},
	{Release: "20.20.2", badPort: true, oldDomain: true, cString: true},
}

// Read sets r to the result of url.parse(url).
func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], in: url}
	if err := p.run(); err != nil {
		return err
	}
	var w model.Writer
	p.u.write(&w)
	href := w.Len()
	if p.u.hasAuth { // the href has the userinfo in escaped form
		username, password, ok := strings.Cut(p.u.auth, ":")
		w.PutUserinfo(model.Present(username), model.Part{Text: password, OK: ok})
	}
	w.Accept(r, href, &p.at)
	return nil
}

// Resolve returns url.resolve(base, ref).
func (program) Resolve(release uint8, base, ref string) (string, error) {
	b, u, err := model.ParseBoth(func(url string) (*parser, error) {
		p := &parser{row: &table[release], in: url, slashesHost: true}
		return p, p.run()
	}, base, ref)
	if err != nil {
		return "", err
	}
	target := resolve(b.u, u.u)
	var w model.Writer
	target.write(&w)
	return w.String(), nil
}

const docs = "https://nodejs.org/api/"

var (
	ruleAuth = cite.Page("URIError", docs+"url.html#urlparseurlstring-parsequerystring-slashesdenotehost",
		"userinfo that decodeURIComponent can decode", "http://%ff@h/", urlerr.BadUserinfo)
	ruleHost = cite.Page("ERR_INVALID_URL", docs+"errors.html#err_invalid_url", "host", "http://[h/", urlerr.BadHost)
	rulePort = cite.Page("ERR_INVALID_ARG_VALUE", docs+"deprecations.html#dep0170-invalid-port-when-using-urlparse",
		"port number", "http://h:8a/", urlerr.BadPort)
)

func fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: rule}
}
