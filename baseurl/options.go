package baseurl

import (
	"strings"

	"earl.example"
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urllib"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// Limits of Options where they are 0.
const (
	defaultMaxToken = 64 << 20
	defaultMaxHeld  = 64 << 20
	defaultMaxDepth = 100
	defaultMaxBase  = 64 << 10
)

// Options are how documents are read. The zero value is what the standards of
// each kind of document say, for a document of which nothing is known but its
// content.
type Options struct {
	// Context is where the document comes from.
	Context Context

	// Dialect resolves bases and references. Zero stands for the URL Standard
	// (whatwg) in HTML, XML and CSS, also where those are parts of something
	// else, and for RFC 3986 in headers of messages, in text and in Establish.
	Dialect earl.Dialect

	// Charset is the encoding that the transport named, such as the parameter
	// charset of Content-Type; "" if it named none. In HTML and CSS only a byte
	// order mark goes before it, and a name that is not known is passed over.
	Charset string

	// NoScript reads HTML as programs do that do not run scripts: noscript has
	// elements in it, not text.
	NoScript bool

	// HeadOnly looks for a base of HTML in the head alone, where it should be
	// (RFC 1808 §10), as the HTML Standard does not. References in the body
	// need not wait then.
	HeadOnly bool

	// ContentLocation lets the fields Content-Base and Content-Location of a
	// response of HTTP give the base, as RFC 2068 §14.15 had it, and RFC 7231
	// and RFC 9110 §8.7 no longer do. In messages of mail they always do.
	ContentLocation bool

	// Find is how references are found in plain text.
	Find urltext.FindOptions

	// MaxToken is how many bytes a token may have: a tag with its attributes,
	// the text between two tags, a declaration of CSS, a header, which may not
	// have more than 1 MiB besides. 0 means 64 MiB. Since an
	// attribute takes memory however short it is, a tag may have one for each
	// 1,024 bytes of this, and always 256. A document in an attribute of a
	// document that is in one itself may be half as long, and so on, since each is
	// read again.
	MaxToken int

	// MaxHeld is how many bytes of references, with 256 for each, may wait for a
	// base that a document, which cannot be read twice, may still have. Where
	// there are more, it is taken to have none: a base that comes after all is
	// an error, and is not used. 0 means 64 MiB.
	MaxHeld int

	// MaxDepth is how deep parts of messages, documents in attributes, and
	// scopes of xml:base may be nested, at most 10,000. 0 means 100.
	MaxDepth int

	// MaxBase is how many bytes a base may have. Each reference that is resolved
	// against it may be that long, so that without a limit a document could be
	// small and all that it refers to large beyond measure. 0 means 64 KiB.
	MaxBase int
}

// deepest is the limit of MaxDepth: each level takes room on the stack.
const deepest = 10_000

func orDefault(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}

func (o *Options) maxToken() int { return orDefault(o.MaxToken, defaultMaxToken) }
func (o *Options) maxAttrs() int { return max(o.maxToken()/1024, 256) }
func (o *Options) maxHeld() int  { return orDefault(o.MaxHeld, defaultMaxHeld) }
func (o *Options) maxDepth() int { return min(orDefault(o.MaxDepth, defaultMaxDepth), deepest) }
func (o *Options) maxBase() int  { return orDefault(o.MaxBase, defaultMaxBase) }

// A resolver resolves references in a document, or a part of one.
type resolver struct {
	dialect  earl.Dialect
	encoding string // the label of the encoding of queries, for whatwg
	base     string
	parsed   whatwg.URL // base, by whatwg
	maxBase  int        // how long it may be
}

// resolver returns a resolver for documents of a type, without a base.
func (o *Options) resolver(t Type) resolver {
	d := o.Dialect
	switch {
	case !d.IsZero():
	case t == HTML || t == XML || t == CSS:
		d = earl.WHATWG()
	default:
		d = earl.RFC3986()
	}
	return resolver{dialect: d, maxBase: o.maxBase()}
}

// setBase sets the base of what is resolved from here on.
func (r *resolver) setBase(url string) {
	r.base = url
	r.parsed = whatwg.URL{}
	if _, ok := r.dialect.Options().(whatwg.Dialect); ok {
		r.parsed, _ = whatwg.Parse(url) // one by another dialect may be none here, and is none
	}
}

// resolve resolves a reference against the base.
func (r *resolver) resolve(ref string) (string, error) {
	switch r.dialect.Options().(type) {
	case whatwg.Dialect:
		u, err := whatwg.ParseOptions{Base: r.parsed, Encoding: r.encoding}.Parse(ref)
		return u.Href(), err
	case rfc3986.Dialect:
		if r.base == "" && strings.HasPrefix(ref, "#") {
			_, err := rfc3986.Parse(ref) // it means the document itself, of whatever base (§5.1)
			return ref, err
		}
	case rfc1808.Dialect:
		if err := r.suitable(ref); err != nil {
			return "", err
		}
	case urllib.Dialect:
	default:
		if r.base == "" {
			return r.alone(ref)
		}
	}
	return earl.Resolve(r.dialect, r.base, ref)
}

// alone resolves a reference without a base, in a dialect that requires one.
func (r *resolver) alone(ref string) (string, error) {
	var read reading.Reading
	r.dialect.Read(&read, ref)
	if err := read.Err(); err != nil {
		return "", err
	}
	if scheme, _ := read.Scheme(); scheme == "" {
		return "", refuse(ruleNoBase, ref, 0)
	}
	return read.Href(), nil
}

// suitable rejects a relative reference if relative URLs are never used with the scheme of the base (RFC 1808 §2.3).
func (r *resolver) suitable(ref string) error {
	base := rfc1808.Parse(r.base)
	if !base.IsAbsolute() || rfc1808.Parse(ref).IsAbsolute() {
		return nil
	}
	return rfc1808.Grammar(0).CheckBase(base)
}

// absolute returns a URL that can be a base, or says why it is none.
func (r *resolver) absolute(url string) (string, error) {
	if len(url) > r.maxBase {
		return "", refuse(ruleBaseLong, url, r.maxBase)
	}
	var read reading.Reading
	r.dialect.Read(&read, url)
	if err := read.Err(); err != nil {
		return "", err
	}
	if scheme, _ := read.Scheme(); scheme == "" {
		return "", refuse(ruleAbsolute, url, 0)
	}
	switch r.dialect.Options().(type) {
	case whatwg.Dialect:
		return read.Href(), nil
	case rfc3986.Dialect:
		url, _, _ = strings.Cut(url, "#")
	}
	return url, nil
}

// from returns the base that a candidate is in a document whose base is outer
// without it. RFC 1808 wants it absolute; the others take a relative one (RFC
// 3986 §5.1, HTML §4.2.3).
func (r *resolver) from(outer, raw string) (string, error) {
	if _, ok := r.dialect.Options().(rfc1808.Dialect); ok {
		return r.absolute(raw)
	}
	return r.against(outer, raw)
}

// against returns the base that raw is where outer holds.
func (r *resolver) against(outer, raw string) (string, error) {
	if len(raw) > r.maxBase {
		return "", refuse(ruleBaseLong, raw, r.maxBase)
	}
	in := *r
	in.setBase(outer)
	url, err := in.resolve(raw)
	if err != nil {
		return "", err
	}
	return r.absolute(url)
}
