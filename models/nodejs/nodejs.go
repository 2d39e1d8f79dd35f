package nodejs

import (
	"slices"
	"strings"

	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect is url.parse and url.resolve of one release of Node.js. The zero Dialect is the newest release that the
// model has. It implements [reading.Dialect] and [reading.Releases].
type Dialect struct {
	older uint8 // index into table
}

var _ reading.Releases = Dialect{}

// A row says how a release differs from the newest one.
type row struct {
	name      string
	badPort   bool // a colon that no port follows ends the host, and is not an error
	oldDomain bool // ada 2.9.2: Punycode in ASCII names is checked
	cString   bool // a host ends at the first NUL of its ASCII form
}

// table has the releases, newest first.
var table = [...]row{
	{name: "26.10.0"},
	{name: "24.21.0", badPort: true},
	{name: "22.23.3", badPort: true, oldDomain: true},
	{name: "20.20.2", badPort: true, oldDomain: true, cString: true},
}

// Read sets r to the reading of url by url.parse(url).
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	p := parser{row: &table[d.older], in: url}
	if err := p.run(false); err != nil {
		r.Reject(err)
		return
	}
	var room [1024]byte // on the stack
	var spans reading.Spans
	text, href := p.u.append(room[:0], &spans)
	if len(text) == href && string(text) == url {
		*r.AcceptSame(url) = spans
		return
	}
	at, in := r.Accept(string(text), href)
	*at, *in = spans, p.spans
}

// CanParse reports whether Read accepts url.
func (d Dialect) CanParse(url string) bool {
	p := parser{row: &table[d.older], in: url}
	return p.run(false) == nil
}

// Resolve returns url.resolve(base, ref). It reads "//h" as a host, unlike Read.
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, r := parser{row: &table[d.older], in: base}, parser{row: &table[d.older], in: ref}
	if err := b.run(true); err != nil {
		return "", err
	}
	if err := r.run(true); err != nil {
		return "", err
	}
	target := resolve(b.u, r.u)
	text, href := target.append(nil, new(reading.Spans))
	return string(text[:href]), nil
}

// Release returns the release, such as "26.10.0".
func (d Dialect) Release() string { return table[d.older].name }

// Releases returns the releases that the model has, oldest first.
func (d Dialect) Releases() []string {
	var all []string
	for _, row := range slices.Backward(table[:]) {
		all = append(all, row.name)
	}
	return all
}

// At returns the dialect of a release: "20.20.2", or "20" or "20.20" for the newest such release that the model has.
// The error for a release that the model does not have is of kind [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	for i := range table {
		if strings.HasPrefix(table[i].name+".", release+".") {
			return Dialect{uint8(i)}, nil
		}
	}
	return nil, fault(release, 0, urlerr.NoComponent, ruleRelease)
}

const address = "https://nodejs.org/api/"

var (
	ruleAuth = urlerr.Rule{Name: "userinfo that decodeURIComponent can decode", Section: "URIError",
		Address: address + "url.html#urlparseurlstring-parsequerystring-slashesdenotehost", Example: "http://%ff@h/",
		Kind: urlerr.BadUserinfo}
	ruleHost = urlerr.Rule{Name: "host", Section: "ERR_INVALID_URL", Address: address + "errors.html#err_invalid_url",
		Example: "http://[h/", Kind: urlerr.BadHost}
	rulePort = urlerr.Rule{Name: "port number", Section: "ERR_INVALID_ARG_VALUE",
		Address: address + "deprecations.html#dep0170-invalid-port-when-using-urlparse", Example: "http://h:8a/",
		Kind: urlerr.BadPort}
	ruleRelease = urlerr.Rule{Name: "release that the model knows", Section: "Releases",
		Address: "https://nodejs.org/en/about/previous-releases", Example: "4", Kind: urlerr.UnknownName}
)

// fault returns the error for input, which breaks rule at offset.
func fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "nodejs-legacy", Input: input, Offset: offset, Component: component, Rule: rule}
}
