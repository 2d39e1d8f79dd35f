package baseurl

import (
	"cmp"
	"strings"

	"earl.example"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// Options control how documents are read. The zero value follows the standard of each type of document, and assumes an
// unknown origin.
type Options struct {
	// Context is the origin of the document.
	Context Context

	// Dialect resolves bases and references. Zero means the URL Standard (whatwg) for HTML, XML, CSS, JSON, tables and
	// plain text, also inside other documents, and for the header of an HTTP response. It means RFC 3986 for the headers
	// of mail, Establish, and text that is read by RFC 3986 appendix C.
	Dialect earl.Dialect

	// Charset is the encoding that the transport declares, such as the parameter charset of Content-Type. "" means that
	// it declares none. In HTML and CSS, a byte order mark overrides it. An unknown name is ignored.
	Charset string

	// NoScript reads HTML like a program that does not run scripts: a noscript element contains elements, not text.
	NoScript bool

	// HeadOnly ignores base elements outside the head, where RFC 1808 §10 does not allow them. The HTML Standard
	// accepts them. With HeadOnly, references in the body are not held.
	HeadOnly bool

	// XMLBase also reports xml:base attributes as references. Without it, only an xml:base that does not resolve is
	// reported, as an error.
	XMLBase bool

	// ContentLocation lets the fields Content-Base and Content-Location of an HTTP response declare the base, as in RFC
	// 2068 §14.15. RFC 7231 and RFC 9110 §8.7 removed this rule. In mail messages, these fields always declare the
	// base.
	ContentLocation bool

	// Find controls how references are found in plain text, in the strings of JSON and in the cells of tables.
	Find urltext.FindOptions

	// Text, if it is not nil, receives the document in UTF-8, in pieces with their offsets. It receives a piece before
	// the references in it are reported. Messages are not passed, because the offsets of a part are not offsets in the
	// message.
	Text func(offset int64, piece []byte)

	// MaxToken is the maximum length in bytes of a token: a tag with its attributes, the text between two tags, a CSS
	// declaration, or a header, which is also limited to 1 MiB. 0 means 64 MiB.
	//
	// Every attribute takes memory, however short it is. A tag may have one attribute for every 1,024 bytes of MaxToken,
	// and at least 256 attributes. A document in an attribute is read again. So its length is limited to MaxToken, and
	// the limit halves at each further level of nesting.
	MaxToken int

	// MaxHeld limits the references that are held until the base is known. It counts bytes, plus 256 for each reference.
	// If the limit is exceeded and the document cannot be read twice, the document has no base: a later declaration is an
	// error, and is not used. 0 means 64 MiB. If the document can be read twice, the limit is at most 1 MiB.
	MaxHeld int

	// MaxDepth limits the nesting of message parts, of documents in attributes, and of xml:base scopes. The maximum is
	// 10,000. 0 means 100.
	MaxDepth int

	// MaxBase is the maximum length of a base in bytes. Every resolved reference can be as long as its base, so without
	// a limit a small document could have an enormous output. 0 means 64 KiB.
	MaxBase int
}

// deepest is the largest effective MaxDepth: each level uses the stack.
const deepest = 10_000

func (o *Options) maxToken() int { return cmp.Or(max(o.MaxToken, 0), 64<<20) }
func (o *Options) maxAttrs() int { return max(o.maxToken()/1024, 256) }
func (o *Options) maxHeld() int  { return cmp.Or(max(o.MaxHeld, 0), 64<<20) }
func (o *Options) maxDepth() int { return min(cmp.Or(max(o.MaxDepth, 0), 100), deepest) }
func (o *Options) maxBase() int  { return cmp.Or(max(o.MaxBase, 0), 64<<10) }

// A resolver resolves the references in a document, or in a part of a document.
type resolver struct {
	dialect  earl.Dialect
	encoding string // encoding of queries, for whatwg
	base     string
	parsed   whatwg.URL // base, parsed by whatwg
	maxBase  int        // maximum length of a base
}

// resolver returns a resolver for documents of type t, without a base.
func (o *Options) resolver(t Type) resolver {
	d := o.Dialect
	switch {
	case !d.IsZero():
	case t == HTML || t == XML || t == CSS || (t == Text || t == JSON || t == CSV || t == TSV) && !o.Find.AppendixC:
		d = earl.WHATWG()
	default:
		d = earl.RFC3986()
	}
	return resolver{dialect: d, maxBase: o.maxBase()}
}

func (r *resolver) setBase(url string) {
	r.base = url
	r.parsed = whatwg.URL{}
	if _, ok := r.dialect.Options().(whatwg.Dialect); ok {
		r.parsed, _ = whatwg.Parse(url) // if whatwg rejects url, there is no base
	}
}

func (r *resolver) resolve(ref string) (string, error) {
	switch r.dialect.Options().(type) {
	case whatwg.Dialect:
		u, err := whatwg.ParseOptions{Base: r.parsed, Encoding: r.encoding}.Parse(ref)
		return u.Href(), err
	case rfc3986.Dialect:
		if r.base == "" && strings.HasPrefix(ref, "#") {
			_, err := rfc3986.Parse(ref) // ref means the document itself, whatever the base is (§5.1)
			return ref, err
		}
	case rfc1808.Dialect:
		// Relative URLs are never used with some schemes of bases (§2.3).
		if base := rfc1808.Parse(r.base); base.IsAbsoluteURL() && !rfc1808.Parse(ref).IsAbsoluteURL() {
			if err := rfc1808.Grammar(0).CheckBase(base); err != nil {
				return "", err
			}
		}
	case urllib.Dialect:
	default:
		if r.base == "" {
			return r.href(ref, ruleNoBase)
		}
	}
	return earl.Resolve(r.dialect, r.base, ref)
}

// href parses url and returns its normalised form. A relative URL breaks the given rule.
func (r *resolver) href(url string, absolute urlerr.Rule) (string, error) {
	read, err := earl.Parse(r.dialect, url)
	if err != nil {
		return "", err
	}
	if scheme, _ := read.Scheme(); scheme == "" {
		return "", textFault(absolute, url, 0)
	}
	return read.Href(), nil
}

// absolute converts url to a base. The error says why url cannot be a base.
func (r *resolver) absolute(url string) (string, error) {
	if len(url) > r.maxBase {
		return "", textFault(ruleBaseLong, url, r.maxBase)
	}
	href, err := r.href(url, ruleAbsolute)
	if err != nil {
		return "", err
	}
	switch r.dialect.Options().(type) {
	case whatwg.Dialect:
		return href, nil
	case rfc3986.Dialect:
		url, _, _ = strings.Cut(url, "#")
	}
	return url, nil
}

// against returns raw, resolved against outer, as a base.
func (r *resolver) against(outer, raw string) (string, error) {
	if len(raw) > r.maxBase {
		return "", textFault(ruleBaseLong, raw, r.maxBase)
	}
	in := *r
	in.setBase(outer)
	url, err := in.resolve(raw)
	if err != nil {
		return "", err
	}
	return r.absolute(url)
}
