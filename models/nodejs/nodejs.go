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

func (d Dialect) parse(url string, slashesHost bool) (parser, error) {
	p := parser{row: &table[d.older], in: url}
	err := p.run(slashesHost)
	return p, err
}

// Read sets r to the reading of url by url.parse(url).
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	p, err := d.parse(url, false)
	if err != nil {
		r.Reject(err)
		return
	}
	var room [1024]byte // on the stack
	var spans reading.Spans
	text := p.u.append(room[:0], &spans)
	href := len(text)
	if !p.u.hasAuth && string(text) == url {
		*r.AcceptSame(url) = spans
		return
	}
	all := string(append(text, p.u.auth...)) // the userinfo in the URL is escaped
	if p.u.hasAuth {
		spans.SetUserinfo(all, href, len(all))
	}
	at, in := r.Accept(all, href)
	*at, *in = spans, p.at
}

// CanParse reports whether Read accepts url.
func (d Dialect) CanParse(url string) bool {
	_, err := d.parse(url, false)
	return err == nil
}

// Resolve returns url.resolve(base, ref). It reads "//h" as a host, unlike Read.
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, err := d.parse(base, true)
	if err != nil {
		return "", err
	}
	r, err := d.parse(ref, true)
	if err != nil {
		return "", err
	}
	target := resolve(b.u, r.u)
	return string(target.append(nil, new(reading.Spans))), nil
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

var (
	ruleAuth = rule("userinfo that decodeURIComponent can decode", "URIError", "url.html#urlparseurlstring-"+
		"parsequerystring-slashesdenotehost", "http://%ff@h/", urlerr.BadUserinfo)
	ruleHost = rule("host", "ERR_INVALID_URL", "errors.html#err_invalid_url", "http://[h/", urlerr.BadHost)
	rulePort = rule("port number", "ERR_INVALID_ARG_VALUE", "deprecations.html#dep0170-invalid-port-when-using-urlparse",
		"http://h:8a/", urlerr.BadPort)
	ruleRelease = rule("release that the model knows", "Releases", "documentation.html", "4", urlerr.UnknownName)
)

func rule(name, section, page, example string, kind urlerr.Kind) urlerr.Rule {
	address := "https://nodejs.org/api/" + page
	return urlerr.Rule{Name: name, Section: section, Address: address, Example: example, Kind: kind}
}

// fault returns the error for input, which breaks rule at offset.
func fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "nodejs-legacy", Input: input, Offset: offset, Component: component, Rule: rule}
}
