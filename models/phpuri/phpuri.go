package phpuri

import (
	"errors"
	"strings"

	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// A Dialect is Uri\Rfc3986\Uri, or Uri\WhatWg\Url, of one release of PHP. The zero Dialect is Uri\Rfc3986\Uri of the
// newest release that the model has. It implements [reading.Releases] and [reading.Named].
type Dialect struct {
	URL bool // Uri\WhatWg\Url

	older uint8 // index into table
}

var _ interface {
	reading.Releases
	reading.Named
} = Dialect{}

// A row says how a release of PHP differs from the newest one.
type row struct {
	model.Release
	old bool // Uri\WhatWg\Url has errors that were mended: see package documentation
}

// table has the releases, newest first.
var table = model.Releases[row]{{Release: "8.6.0RC3"}, {Release: "8.5.7", old: true}}

// Read sets r to the reading of url. The values are the results of the getters, which normalize. The host of Url is the
// result of getAsciiHost. The results of getRawHost and the like are in the input. Without userinfo, there is neither
// username nor password.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	if d.URL {
		d.readURL(r, url, nil)
		return
	}
	ref, err := rfc3986.Parse(url)
	if err == nil {
		err = d.checkPort(ref)
	}
	if err != nil {
		r.Reject(d.own(err))
		return
	}
	d.readURI(r, ref, ref.Path())
}

// CanParse reports whether the constructor accepts url.
func (d Dialect) CanParse(url string) bool {
	var r reading.Reading
	d.Read(&r, url)
	return r.Err() == nil
}

// Resolve returns ref resolved against base, as by resolve of the class, then toString or toAsciiString.
func (d Dialect) Resolve(base, ref string) (string, error) {
	var r reading.Reading
	if !r.Reset(ref) {
		return "", r.Err()
	}
	if !d.URL {
		if err := d.resolve(&r, base, ref); err != nil {
			return "", d.own(err)
		}
		return r.Href(), nil
	}
	var b reading.Reading
	if d.Read(&b, base); b.Err() != nil {
		return "", b.Err()
	}
	d.readURL(&r, ref, &b)
	return r.Href(), r.Err()
}

// own returns an error of a standard's package as an error of d.
func (d Dialect) own(err error) error {
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		same := *e
		same.Dialect = d.Name()
		return &same
	}
	return err
}

// Name returns the name of the dialect: "php-uri" or "php-url".
func (d Dialect) Name() string {
	if d.URL {
		return "php-url"
	}
	return "php-uri"
}

// Release returns the release, such as "8.5.7".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the releases that the model has, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns the dialect of a release: "8.5.7", or "8.5" for the newest 8.5 that the model has. The error for a release
// that the model does not have is of kind [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	older, err := table.Find(d.Name(), release)
	if err != nil {
		return nil, err
	}
	d.older = older
	return d, nil
}

func (d Dialect) fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: d.Name(), Input: input, Offset: offset, Component: component, Rule: rule}
}

const manual = "https://www.php.net/manual/en/"

// The rules that are not rules of the standard.
var (
	rulePort = urlerr.Rule{Name: "port", Section: "InvalidUriException", Address: manual + "class.uri-rfc3986-uri.php",
		Example: "http://h:9223372036854775808", Kind: urlerr.BadPort, Problem: "port out of range",
		Fix: "use at most 20 digits, and at most 9223372036854775807"}
	ruleBase = urlerr.Rule{Name: "absolute base", Section: "InvalidUriException",
		Address: manual + "class.uri-rfc3986-uri.php",
		Example: "//h/", Kind: urlerr.NoBase, Problem: "base without a scheme", Fix: `add one such as "https:"`}
	ruleDomain = urlerr.Rule{Name: "domain", Section: "InvalidUrlException", Address: manual + "class.uri-whatwg-url.php",
		Example: "http://xn--a/", Kind: urlerr.BadHost, Problem: "invalid domain",
		Fix: "remove invalid Punycode, and characters that IDNA of Unicode 17 does not allow"}
)

// A writer writes a URL component by component, and notes the spans.
type writer struct {
	strings.Builder
	at reading.Spans
}

// put writes prefix and component c.
func (w *writer) put(prefix string, c urlerr.Component, value string) {
	w.WriteString(prefix)
	w.at.Set(c, w.Len(), w.Len()+len(value))
	w.WriteString(value)
}

// host writes the authority. With userinfo, the password is not absent.
func (w *writer) host(userinfo string, hasUserinfo bool, host, port string) {
	w.WriteString("//")
	start := w.Len()
	if hasUserinfo {
		w.put("", urlerr.Userinfo, userinfo)
		name, password, _ := strings.Cut(userinfo, ":")
		w.at.Set(urlerr.Username, start, start+len(name))
		w.at.Set(urlerr.Password, w.Len()-len(password), w.Len())
		w.WriteByte('@')
	}
	w.put("", urlerr.Host, host)
	if port != "" {
		w.put(":", urlerr.Port, port)
	}
	w.at.Set(urlerr.Authority, start, w.Len())
}

// rest writes path, query and fragment of r.
func (w *writer) rest(r *reading.Reading, path string) {
	w.put("", urlerr.Path, path)
	if query, ok := r.Query(); ok {
		w.put("?", urlerr.Query, query)
	}
	if fragment, ok := r.Fragment(); ok {
		w.put("#", urlerr.Fragment, fragment)
	}
}
