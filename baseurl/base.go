package baseurl

import (
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"earl.example/urlerr"
)

// A Source is where a base URL comes from: one of the four of RFC 3986 §5.1,
// the nearest first.
type Source uint8

// The sources. NoSource is that of the zero Base: no base is known.
const (
	NoSource   Source = iota
	Content           // embedded in the content (§5.1.1): base href, xml:base, a field of the header
	Entity            // the base of the entity that encloses the document (§5.1.2)
	Retrieval         // the URL by which it was retrieved, the last one after redirects (§5.1.3)
	Default           // what the application gives (§5.1.4)
	numSources = iota
)

var sourceNames = [numSources]string{"none", "content", "entity", "retrieval", "default"}

// String returns the source in a word, such as "retrieval", or "none".
func (s Source) String() string {
	if int(s) < len(sourceNames) {
		return sourceNames[s]
	}
	return "source " + strconv.Itoa(int(s))
}

// MarshalText is String.
func (s Source) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Base is the base URL of a document, and how it came to be that. It does not
// change. The zero Base says that none is known (RFC 1808 §3.4), which is
// something else than any URL.
type Base struct{ b *base }

type base struct {
	url    string
	source Source
	where  string
	offset int64
	outer  Base
	passed []Passed
}

// A Passed is a nearer source that did not give the base.
type Passed struct {
	Source Source
	Where  string // as that of Base; "" if there is nothing
	Raw    string // what stands there
	Offset int64  // of it, in bytes, as that of Reference; -1 if it is not in the document
	Err    error  // why it is no base; nil if the source has nothing to say
}

// String says what was passed over and why, without passwords.
func (p Passed) String() string {
	if p.Err == nil {
		return p.Source.String() + ": none"
	}
	return p.Source.String() + ": " + p.Where + " is no base: " + p.Err.Error()
}

// LogValue is String, for log/slog.
func (p Passed) LogValue() slog.Value { return slog.StringValue(p.String()) }

// IsZero reports whether no base is known.
func (b Base) IsZero() bool { return b.b == nil }

// URL returns the base URL, which is absolute, or "" if none is known. By
// rfc3986 it has no fragment (§5.1).
func (b Base) URL() string {
	if b.b == nil {
		return ""
	}
	return b.b.url
}

// String is URL. It holds the password if there is one; for logs there are
// [Base.LogValue] and [Base.Explain].
func (b Base) String() string { return b.URL() }

// Source returns which source gave the base.
func (b Base) Source() Source {
	if b.b == nil {
		return NoSource
	}
	return b.b.source
}

// Where names what gave the base within its source: "base href", "xml:base", or
// the name of a field of a header, and "" for sources outside the document.
func (b Base) Where() string {
	if b.b == nil {
		return ""
	}
	return b.b.where
}

// Offset returns where in the document the base stands, in bytes, as the offset
// of a [Reference]; -1 if it does not stand there.
func (b Base) Offset() int64 {
	if b.b == nil {
		return -1
	}
	return b.b.offset
}

// Outer returns, for a base in the content, the one that would hold without it,
// against which it was resolved; and for that of the enclosing entity the same
// base as that entity has it, which knows where it comes from. Others have
// none.
func (b Base) Outer() Base {
	if b.b == nil {
		return Base{}
	}
	return b.b.outer
}

// Passed returns the nearer sources, the nearest first, and why each did not
// give the base. A candidate that was no base is listed with its error, if it is
// among the first 16, and a source without a candidate with none.
func (b Base) Passed() []Passed {
	if b.b == nil {
		return nil
	}
	return slices.Clone(b.b.passed)
}

// Explain says in one line which source gave the base, and why the nearer ones
// did not. It shows no passwords.
func (b Base) Explain() string {
	if b.b == nil {
		return "no base is known"
	}
	var s strings.Builder
	for at := b; ; at = at.b.outer {
		s.WriteString(at.b.source.String())
		if at.b.where != "" {
			s.WriteString(" (" + at.b.where + ")")
		}
		if at.b.source != Entity || at.b.outer.IsZero() {
			break
		}
		s.WriteString(": ")
	}
	for _, p := range b.b.passed {
		s.WriteString("; ")
		s.WriteString(p.String())
	}
	return s.String()
}

// LogValue gives log/slog the base without its password.
func (b Base) LogValue() slog.Value {
	return slog.GroupValue(slog.String("url", urlerr.Redact(b.URL())), slog.String("source", b.Source().String()))
}

// A Candidate is what a document has for a base in its content.
type Candidate struct {
	Where  string // what it is, such as "base href"
	Raw    string // as it stands there, perhaps relative
	Offset int64  // where, as that of Reference
	Err    error  // why it is no base, if that is known already
}

// A Context is what is known of a document without looking into it.
type Context struct {
	// Entity is the base of the message, archive or document that encloses the
	// document. If Enclosed is true, the document is enclosed even if that
	// entity has no base.
	Entity   Base
	Enclosed bool

	// Retrieval is the URL by which the document was retrieved, and behind it
	// the targets of the redirects, each of which may be relative to the one
	// before. A document that is enclosed is never based on it.
	Retrieval []string

	// Default is the base that the application gives if there is no other.
	Default string
}

// Establish returns the base of a document with those candidates, in order of
// precedence, in its content: the first of them that is absolute, or becomes
// that when it is resolved against what holds without them; else the enclosing
// entity's; else the URL of retrieval, the last one after redirects; else the
// default. Without any it is the zero Base, and the error says why the nearest
// that there was is none; it is nil if there was nothing at all.
func (o Options) Establish(candidates ...Candidate) (Base, error) {
	r := o.resolver(NoType)
	outer, passed := r.fallback(o.Context)
	b, _, inner := r.embedded(outer, candidates)
	if !b.IsZero() {
		return b, nil
	}
	passed = append(inner, passed...)
	if outer.IsZero() {
		return Base{}, worst(passed)
	}
	return outer.withPassed(inner), nil
}

// worst returns the first error of those passed over.
func worst(passed []Passed) error {
	for _, p := range passed {
		if p.Err != nil {
			return p.Err
		}
	}
	return nil
}

// withPassed returns b with more that was passed over, before what was already.
func (b Base) withPassed(inner []Passed) Base {
	if b.b == nil || len(inner) == 0 {
		return b
	}
	c := *b.b
	c.passed = slices.Concat(inner, c.passed)
	return Base{&c}
}

// fallback returns the base of a document without one in its content, and what
// was passed over.
func (r *resolver) fallback(c Context) (Base, []Passed) {
	var passed []Passed
	made := func(source Source, url string, outer Base) (Base, []Passed) {
		return Base{&base{url: url, source: source, offset: -1, outer: outer, passed: passed}}, passed
	}
	if !c.Entity.IsZero() {
		return made(Entity, c.Entity.URL(), c.Entity)
	}
	passed = append(passed, Passed{Source: Entity, Offset: -1})
	if !c.Enclosed && len(c.Retrieval) > 0 {
		url, bad, err := r.chain(c.Retrieval)
		if err == nil {
			return made(Retrieval, url, Base{})
		}
		passed = append(passed, Passed{Retrieval, "the URL of retrieval", bad, -1, err})
	} else {
		passed = append(passed, Passed{Source: Retrieval, Offset: -1})
	}
	if c.Default != "" {
		url, err := r.absolute(c.Default)
		if err == nil {
			return made(Default, url, Base{})
		}
		passed = append(passed, Passed{Default, "the default", c.Default, -1, err})
	}
	return Base{}, passed
}

// maxPassed is how many candidates that are no base are listed. What explains a
// base goes with each reference.
const maxPassed = 16

// embedded returns the first candidate that is a base and its index, or the
// zero Base and what was passed over.
func (r *resolver) embedded(outer Base, candidates []Candidate) (b Base, index int, passed []Passed) {
	for i, c := range candidates {
		url, err := "", c.Err
		if err == nil {
			url, err = r.from(outer.URL(), c.Raw)
		}
		if err == nil {
			return Base{&base{url, Content, c.Where, c.Offset, outer, passed}}, i, nil
		}
		if len(passed) < maxPassed {
			passed = append(passed, Passed{Content, c.Where, c.Raw, c.Offset, err})
		}
	}
	if len(candidates) == 0 {
		passed = []Passed{{Source: Content, Offset: -1}}
	}
	return Base{}, -1, passed
}

// chain returns the last URL of a retrieval with redirects. If one of them
// cannot be made absolute, that is bad. As Fetch has it, a redirect without a
// fragment keeps the one there was.
func (r *resolver) chain(urls []string) (url, bad string, err error) {
	for i, next := range urls {
		fragment := ""
		if at := strings.IndexByte(url, '#'); at >= 0 {
			fragment = url[at:]
		}
		if i == 0 {
			url, err = r.absolute(next)
		} else {
			url, err = r.against(url, next)
		}
		if err != nil {
			return "", next, err
		}
		if fragment != "" && !strings.Contains(url, "#") {
			url += fragment
		}
	}
	return url, "", nil
}
