package earl

import (
	"strings"

	"earl.example/rfc1808"
)

// A Dialect is a law by which URLs are read, and for a dialect that changed
// over time the release of it. Dialects are comparable: the same name and
// release are equal. The zero Dialect is none, and refuses every URL.
//
// "urllib" and "urllib@3.13" are different dialects even while they behave the
// same, since the first follows this module's default.
type Dialect struct{ law law }

// RFC3986 returns the dialect rfc3986: the generic syntax of URIs, as package
// [earl.example/rfc3986] has it.
func RFC3986() Dialect { return Dialect{generic{}} }

// Urllib returns the dialect urllib in its default release: CPython's urlparse
// and urljoin, as package [earl.example/urllib] has them. For another release
// see [ParseDialect].
func Urllib() Dialect { return Dialect{python{}} }

// WHATWG returns the dialect whatwg: the URL Standard, what browsers do, as
// package [earl.example/whatwg] has it.
func WHATWG() Dialect { return Dialect{living{}} }

// RFC1808 returns the dialect rfc1808: relative URLs of 1995, as package
// [earl.example/rfc1808] has them.
func RFC1808() Dialect { return Dialect{relative{rfc1808.RFC1808}} }

// RFC2068 returns the dialect rfc2068: the same in the HTTP/1.1 of 1997, as
// package [earl.example/rfc1808] has it.
func RFC2068() Dialect { return Dialect{relative{rfc1808.RFC2068}} }

// NetURL returns the dialect net/url, the package [net/url] of the Go release
// that built the program.
func NetURL() Dialect { return Dialect{goURL{}} }

// Libcurl returns the dialect libcurl in its default release: what curl
// connects to, as package [earl.example/models/libcurl] has it. For another release
// see [ParseDialect].
func Libcurl() Dialect { return Dialect{client{}} }

// A law is what a dialect can do. Its dynamic types are comparable. A new
// dialect is one such type in a file of its own, and one row of laws.
type law interface {
	name() string
	release() string // "" if the dialect has no releases
	pinned() bool    // whether the release was asked for
	releases() []string
	parse(p *Parts, url string, opt ParseOptions) error
	takes(url string, opt ParseOptions) bool // whether parse gives no error
	resolve(base, ref string, opt ResolveOptions) (string, error)
	writing() writing // where it looks for the parts
}

// A reader is a law that reads a base before it resolves against it.
type reader interface {
	resolver(base string, opt ResolveOptions) func(ref string) (string, error)
}

// laws has a row for each dialect: the law of its default release, a sentence
// about it, and how a release is chosen (nil if there are none).
var laws = [...]struct {
	law   law
	about string
	at    func(release string) (law, error)
}{
	{generic{}, "RFC 3986: the generic syntax of URIs, strict and lossless", nil},
	{python{}, "CPython's urllib.parse (urlparse, urljoin)", pythonAt},
	{living{}, "the URL Standard of the WHATWG: what browsers do", nil},
	{relative{rfc1808.RFC1808}, "RFC 1808: relative URLs of 1995, six components", nil},
	{relative{rfc1808.RFC2068}, "RFC 2068: the same in the HTTP/1.1 of 1997, which takes more characters", nil},
	{goURL{}, "package net/url of the Go release that built this program", goURLAt},
	{client{}, "libcurl, what curl connects to: a model of its parser", clientAt},
}

// Dialects returns the dialects that this module has, each in its default
// release.
func Dialects() []Dialect {
	all := make([]Dialect, len(laws))
	for i, row := range laws {
		all[i] = Dialect{row.law}
	}
	return all
}

// ParseDialect reads a dialect by name, as "urllib", or with a release, as
// "urllib@3.9" (the newest one known of 3.9) or "urllib@3.9.18". An unknown
// name gives an error of kind [UnknownName] that lists the known ones.
func ParseDialect(s string) (Dialect, error) {
	name, release, pinned := strings.Cut(s, "@")
	for _, row := range laws {
		switch {
		case row.law.name() != name:
		case !pinned:
			return Dialect{row.law}, nil
		case row.at == nil:
			return Dialect{}, dialectError(s, len(name), name+" has no releases")
		default:
			law, err := row.at(release)
			if err != nil {
				return Dialect{}, dialectError(s, len(name)+1, "not a known release of "+name)
			}
			return Dialect{law}, nil
		}
	}
	return Dialect{}, dialectError(s, 0, "not a dialect; there is "+strings.Join(names(), ", "))
}

// MustParseDialect is [ParseDialect] for a name in the program itself: it
// panics if that names no dialect.
func MustParseDialect(s string) Dialect {
	d, err := ParseDialect(s)
	if err != nil {
		panic(err)
	}
	return d
}

func names() []string {
	var all []string
	for _, row := range laws {
		all = append(all, row.law.name())
	}
	return all
}

// dialectError is the error for s, which names no dialect for a reason that
// begins at offset.
func dialectError(s string, offset int, reason string) error {
	return &Error{
		Dialect: "earl",
		Input:   s,
		Offset:  offset,
		Rule:    Rule{Name: reason, Kind: UnknownName, Example: "urllib@2.7"},
	}
}

// optionError is the error of an option that a dialect does not have.
func optionError(dialect string) error {
	return &Error{
		Dialect: dialect,
		Offset:  -1,
		Rule:    Rule{Name: "an option that the dialect does not have", Kind: BadValue},
	}
}

// IsZero reports whether d is no dialect.
func (d Dialect) IsZero() bool { return d.law == nil }

// Name returns the dialect's name without release, "" for the zero Dialect.
func (d Dialect) Name() string {
	if d.law == nil {
		return ""
	}
	return d.law.name()
}

// Release returns the release in full, such as "3.9.18", also where the
// default one is meant, or "" if the dialect has no releases.
func (d Dialect) Release() string {
	if d.law == nil {
		return ""
	}
	return d.law.release()
}

// Releases returns the newest known release of each line of development of the
// dialect, oldest first. ParseDialect may take more than these.
func (d Dialect) Releases() []string {
	if d.law == nil {
		return nil
	}
	return d.law.releases()
}

// About returns a few words on what the dialect is.
func (d Dialect) About() string {
	for _, row := range laws {
		if d.Name() == row.law.name() {
			return row.about
		}
	}
	return ""
}

// String returns the dialect as ParseDialect reads it: the name, and the
// release in full if one was asked for.
func (d Dialect) String() string {
	if d.law == nil || !d.law.pinned() {
		return d.Name()
	}
	return d.law.name() + "@" + d.law.release()
}

// MarshalText is String. There is no error.
func (d Dialect) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText is ParseDialect, with its errors. Empty text gives the zero Dialect.
func (d *Dialect) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = Dialect{}
		return nil
	}
	parsed, err := ParseDialect(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}
