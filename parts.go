package earl

import (
	"encoding/json"
	"errors"
	"log/slog"

	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Part is one part of a URL, which may be absent: "http://h" has no query,
// "http://h?" has an empty one. Whether a dialect keeps the two apart is its
// affair. The zero Part is absent.
type Part struct {
	Value   string // "" if the part is absent
	Present bool
}

// Some returns the part that is present with the given value.
func Some(value string) Part { return Part{value, true} }

// String returns the value, "" if the part is absent.
func (p Part) String() string { return p.Value }

// MarshalJSON gives null for an absent part, and for another its value as a
// JSON string. Bytes that are not UTF-8 are escaped without loss: FF is
// \udcff, a surrogate in its three-byte form is its escape.
func (p Part) MarshalJSON() ([]byte, error) {
	if !p.Present {
		return []byte("null"), nil
	}
	return jsontext.AppendQuote(nil, p.Value), nil
}

// UnmarshalJSON takes null or a string.
func (p *Part) UnmarshalJSON(data []byte) error {
	text := string(data)
	if text == "null" {
		*p = Part{}
		return nil
	}
	end, _, err := jsontext.String(text, 0)
	if err != nil {
		return err
	}
	if end != len(text) {
		return errors.New("earl: a part is a JSON string or null")
	}
	*p = Some(string(jsontext.AppendUnquote(nil, text[1:end-1])))
	return nil
}

// Parts is a URL taken apart, its password included, which package fmt prints
// with the rest; [Parts.LogValue] hides it. Its JSON is the part of a record of the command
// earl that describes the URL.
type Parts struct {
	// Href is the URL put together again as the dialect does it.
	Href string `json:"href"`

	Scheme    Part `json:"scheme"`
	Authority Part `json:"authority"` // userinfo, host and port as they stand
	Userinfo  Part `json:"userinfo"`  // username and password as they stand
	Username  Part `json:"username"`
	Password  Part `json:"password"`
	Host      Part `json:"host"`
	Port      Part `json:"port"` // decimal digits, perhaps none
	Path      Part `json:"path"`
	Params    Part `json:"params"` // of the last segment of the path
	Query     Part `json:"query"`
	Fragment  Part `json:"fragment"`

	// PortErr says why the port cannot be read, for a dialect that takes the
	// URL all the same. Port is then absent.
	PortErr error `json:"-"`
}

// LogValue is Href with the password replaced by "***", for log/slog; without an
// Href it is empty. See [urlerr.Redact].
func (p Parts) LogValue() slog.Value { return slog.StringValue(urlerr.Redact(p.Href)) }

// MarshalJSON gives an object of href and the parts, escaped as those of
// [Part.MarshalJSON] are.
func (p Parts) MarshalJSON() ([]byte, error) {
	type plain Parts
	return json.Marshal(struct {
		Href Part `json:"href"`
		plain
	}{Some(p.Href), plain(p)})
}

// UnmarshalJSON takes what MarshalJSON gives.
func (p *Parts) UnmarshalJSON(data []byte) error {
	type plain Parts
	var object struct {
		Href Part `json:"href"`
		plain
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	*p = Parts(object.plain)
	p.Href = object.Href.Value
	return nil
}

// PartNames returns the JSON names of the parts, from scheme to fragment in the
// order in which Parts declares them.
func PartNames() [11]string {
	return [...]string{
		"scheme", "authority", "userinfo", "username", "password", "host", "port",
		"path", "params", "query", "fragment",
	}
}

// List returns the parts in the order of PartNames.
func (p *Parts) List() [11]*Part {
	return [...]*Part{
		&p.Scheme, &p.Authority, &p.Userinfo, &p.Username, &p.Password, &p.Host, &p.Port,
		&p.Path, &p.Params, &p.Query, &p.Fragment,
	}
}

// ParseOptions are what some dialects can be told about parsing. What a dialect
// cannot be told is an error of kind [BadValue].
type ParseOptions struct {
	// DefaultScheme is the scheme of a URL that has none: for urllib,
	// urlparse's parameter scheme.
	DefaultScheme string

	// Base, if present, is what the URL is resolved against first, as Resolve
	// does.
	Base Part

	// NoFragments makes "#" an ordinary character: for urllib,
	// allow_fragments=False.
	NoFragments bool

	// Strict refuses what is not valid by the grammar: for rfc1808 and rfc2068,
	// which take any text apart otherwise.
	Strict bool

	// NoHref leaves Parts.Href empty. It saves time in dialects that have to put
	// the URL together for it.
	NoHref bool
}

// standard reports whether opt, whose Base is dealt with, asks for nothing by which
// a dialect would read a URL in another way.
func (opt *ParseOptions) standard() bool {
	return opt.DefaultScheme == "" && !opt.NoFragments && !opt.Strict
}

// ResolveOptions are what some dialects can be told about resolving. What a
// dialect cannot be told is an error of kind [BadValue].
type ResolveOptions struct {
	// NoFragments is that of ParseOptions, for base and reference.
	NoFragments bool

	// BackwardCompatible ignores a scheme of the reference that is the base's:
	// for rfc3986, the form of §5.2.2 that is not strict.
	BackwardCompatible bool

	// Strict refuses a reference that is not valid by the grammar, and to
	// resolve a relative one against a base that is not a valid generic-RL of a
	// scheme that relative URLs are used with: for rfc1808 and rfc2068.
	Strict bool
}

// Parse takes url apart as dialect d does. On an error, which is an [*Error] or
// wraps one, the parts are zero; the zero Dialect gives one of kind [UnknownName].
//
// For urllib the parts are those of urlparse: scheme, authority (its netloc),
// path, params, query and fragment are always present, if only as the empty
// string; username, password, host (its hostname) and port are absent where
// Python says None, and userinfo is absent without an "@".
//
// For rfc3986 the parts are as they are written, and a part is present if its
// delimiter is; the path always is, and params, which that RFC does not know,
// never are. The same holds for rfc1808 and rfc2068, which do know params:
// authority is the net_loc, and what stands in it is told as RFC 1738 §3.1 does.
//
// For whatwg the parts are those of the URL record (§4.1), as they stand in the
// href: scheme, username, password and path are always present, if only as the
// empty string; host, port, query and fragment are absent where the standard
// says null, as it does of the default port of a scheme. Authority is present
// if the host is, and userinfo if there is a username or a password, of which
// the standard has no such parts.
//
// For net/url they are its fields: username and password are decoded, the host has
// no brackets, and an empty fragment is absent. For libcurl they are what
// curl_url_get gives: the scheme may be a guess, the host is decoded, and the path
// has no dot segments.
func Parse(d Dialect, url string) (Parts, error) { return d.Parse(url, ParseOptions{}) }

// Parse is the function Parse, with options.
func (d Dialect) Parse(url string, opt ParseOptions) (Parts, error) {
	var p Parts
	err := d.ParseInto(&p, url, opt)
	return p, err
}

// ParseInto is Parse for a loop: it sets *p instead of returning all of it.
func (d Dialect) ParseInto(p *Parts, url string, opt ParseOptions) error {
	*p = Parts{}
	if d.IsZero() {
		return dialectError("", 0, "not a dialect")
	}
	url, err := d.onBase(url, &opt)
	if err != nil {
		return err
	}
	if b, ok := d.impl.(bridge); ok {
		err = b.law.parse(p, url, opt)
	} else if impl, no := d.withOptions(opt, ResolveOptions{}); no != nil {
		err = no
	} else {
		var r reading.Reading
		impl.Read(&r, url)
		if err = r.Err(); err == nil {
			p.Href, p.PortErr = r.Href(), r.PortErr()
			for i, part := range p.List() {
				part.Value, part.Present = r.Get(urlerr.Component(i + 1))
			}
		}
	}
	if opt.NoHref {
		p.Href = ""
	}
	return err
}

// CanParse reports whether Parse with these options takes url. It costs less.
func (d Dialect) CanParse(url string, opt ParseOptions) bool {
	if d.IsZero() {
		return false
	}
	url, err := d.onBase(url, &opt)
	if err != nil {
		return false
	}
	if b, ok := d.impl.(bridge); ok {
		return b.law.takes(url, opt)
	}
	impl, err := d.withOptions(opt, ResolveOptions{})
	return err == nil && impl.CanParse(url)
}

// onBase resolves url against the base of opt, which it takes away, if there is one.
func (d Dialect) onBase(url string, opt *ParseOptions) (string, error) {
	base := opt.Base
	if !base.Present {
		return url, nil
	}
	opt.Base = Part{}
	return d.Resolve(base.Value, url, ResolveOptions{NoFragments: opt.NoFragments, Strict: opt.Strict})
}

// Resolve resolves ref, which may be relative, against base as dialect d does. An
// error is one of reading either of them, or of kind [NoBase] where a relative ref
// has no base that the dialect can use.
func Resolve(d Dialect, base, ref string) (string, error) {
	return d.Resolve(base, ref, ResolveOptions{})
}

// Resolve is the function Resolve, with options.
func (d Dialect) Resolve(base, ref string, opt ResolveOptions) (string, error) {
	if d.IsZero() {
		return "", dialectError("", 0, "not a dialect")
	}
	if b, ok := d.impl.(bridge); ok {
		return b.law.resolve(base, ref, opt)
	}
	impl, err := d.withOptions(ParseOptions{}, opt)
	if err != nil {
		return "", err
	}
	return impl.Resolve(base, ref)
}

// Resolver returns what Resolve does with one base, for many references: dialects
// in which a base has to be read do so once. Several goroutines may use it at the
// same time. What is wrong with the base is an error of each reference.
func (d Dialect) Resolver(base string, opt ResolveOptions) func(ref string) (string, error) {
	if b, ok := d.impl.(bridge); ok {
		if l, ok := b.law.(reader); ok {
			return l.resolver(base, opt)
		}
	}
	impl, _ := d.withOptions(ParseOptions{}, opt)
	if l, ok := impl.(reading.BaseResolver); ok {
		return l.Resolver(base)
	}
	return func(ref string) (string, error) { return d.Resolve(base, ref, opt) }
}

// A reader is a law that reads a base before it resolves against it.
type reader interface {
	resolver(base string, opt ResolveOptions) func(ref string) (string, error)
}

// Read sets r to the reading of url. It is [Parse] for a loop: r can be used again.
func (d Dialect) Read(r *reading.Reading, url string) {
	if d.IsZero() {
		r.Reset(url)
		r.Reject(dialectError("", 0, "not a dialect"))
		return
	}
	d.impl.Read(r, url)
}
