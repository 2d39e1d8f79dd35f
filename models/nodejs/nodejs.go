package nodejs

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models url.parse and url.resolve of one release of Node.js. The zero Dialect models the newest supported
// release. It implements [reading.Releases] and [reading.Resolver].
type Dialect struct {
	older uint8 // index into table
}

// A row says how a release differs from the newest release.
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

func (d Dialect) parse(url string) (parser, error)        { return d.run(url, false) }
func (d Dialect) parseSlashes(url string) (parser, error) { return d.run(url, true) }

func (d Dialect) run(url string, slashesHost bool) (parser, error) {
	p := parser{row: &table[d.older], in: url, slashesHost: slashesHost}
	err := p.run()
	return p, err
}

// Read sets r to the result of url.parse(url).
func (d Dialect) Read(r *reading.Reading, url string) {
	p, ok := model.Parse(r, url, d.parse)
	if !ok {
		return
	}
	var w model.Writer
	p.u.write(&w)
	href := w.Len()
	if p.u.hasAuth { // the href has the userinfo in escaped form
		username, password, ok := strings.Cut(p.u.auth, ":")
		w.PutUserinfo(model.Present(username), model.Part{Text: password, OK: ok})
	}
	w.Accept(r, href, &p.at)
}

// Resolve returns url.resolve(base, ref). Unlike Read, it parses "//h" as a host.
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, r, err := model.ParseBoth(d.parseSlashes, base, ref)
	if err != nil {
		return "", err
	}
	target := resolve(b.u, r.u)
	var w model.Writer
	target.write(&w)
	return w.String(), nil
}

// Release returns the release, such as "26.10.0".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the supported releases, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns the dialect for a release, such as "20.20.2" or "20". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	return table.At("nodejs-legacy", release, func(older uint8) reading.Dialect { return Dialect{older} })
}

var (
	ruleAuth = rule("userinfo that decodeURIComponent can decode", "URIError", "url.html#urlparseurlstring-"+
		"parsequerystring-slashesdenotehost", "http://%ff@h/", urlerr.BadUserinfo)
	ruleHost = rule("host", "ERR_INVALID_URL", "errors.html#err_invalid_url", "http://[h/", urlerr.BadHost)
	rulePort = rule("port number", "ERR_INVALID_ARG_VALUE", "deprecations.html#dep0170-invalid-port-when-using-urlparse",
		"http://h:8a/", urlerr.BadPort)
)

func rule(name, section, page, example string, kind urlerr.Kind) urlerr.Rule {
	address := "https://nodejs.org/api/" + page
	return urlerr.Rule{Name: name, Section: section, Address: address, Example: example, Kind: kind}
}

func fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "nodejs-legacy", Input: input, Offset: offset, Component: component, Rule: rule}
}
