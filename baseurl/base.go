package baseurl

import (
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"earl.example/urlerr"
)

// A Source is one of the four sources of a base URL (RFC 3986 §5.1), in order of precedence.
type Source uint8

// The sources. NoSource is the source of the zero Base.
const (
	NoSource   Source = iota
	Content           // the content of the document (§5.1.1): base href, xml:base, a header field
	Entity            // the base of the enclosing entity (§5.1.2)
	Retrieval         // the URL from which the document was retrieved, after redirects (§5.1.3)
	Default           // a URL that the application supplies (§5.1.4)
	numSources = iota
)

var sourceNames = [numSources]string{"none", "content", "entity", "retrieval", "default"}

// String returns the name of the source, such as "retrieval" or "none".
func (s Source) String() string {
	if int(s) < len(sourceNames) {
		return sourceNames[s]
	}
	return "source " + strconv.Itoa(int(s))
}

// MarshalText returns the result of String.
func (s Source) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Base is the base URL of a document and its origin. It is immutable. The zero Base means that no base is known (RFC
// 1808 §3.4); it differs from every URL.
type Base struct{ b *base }

type base struct {
	url    string
	source Source
	where  string
	offset int64
	outer  Base
	passed []Passed
}

// A Passed describes a source that was skipped. It was considered before the source of the base.
type Passed struct {
	Source Source
	Where  string // like Base.Where; "" if there was no candidate
	Raw    string // text of the candidate
	Offset int64  // offset of the candidate, like Reference.Offset; -1 if the document does not contain it
	Err    error  // why the candidate was rejected; nil if there was no candidate
}

// String returns the skipped source and the reason, without passwords.
func (p Passed) String() string {
	if p.Err == nil {
		return p.Source.String() + ": none"
	}
	return p.Source.String() + ": " + p.Where + " is no base: " + p.Err.Error()
}

// LogValue returns String for log/slog.
func (p Passed) LogValue() slog.Value { return slog.StringValue(p.String()) }

// IsZero reports whether no base is known.
func (b Base) IsZero() bool { return b.b == nil }

// URL returns the base URL, which is absolute, or "" if no base is known. In rfc3986 it has no fragment (§5.1).
func (b Base) URL() string {
	if b.b == nil {
		return ""
	}
	return b.b.url
}

// String returns the same text as URL, including any password. For logs, use [Base.LogValue] or [Base.Explain].
func (b Base) String() string { return b.URL() }

// Source returns the source of the base.
func (b Base) Source() Source {
	if b.b == nil {
		return NoSource
	}
	return b.b.source
}

// Where names the declaration of the base: "base href", "xml:base", or the name of a header field. It is "" for sources
// outside the document.
func (b Base) Where() string {
	if b.b == nil {
		return ""
	}
	return b.b.where
}

// Offset returns the offset of the declaration in the document, like [Reference].Offset, or -1 if the document does not
// contain it.
func (b Base) Offset() int64 {
	if b.b == nil {
		return -1
	}
	return b.b.offset
}

// Outer returns the base from which b was derived. For source Content, it is the base that the document would have
// without the declaration; the declaration was resolved against it. For source Entity, it is the base of the enclosing
// entity, with its own source. For other sources, it is the zero Base.
func (b Base) Outer() Base {
	if b.b == nil {
		return Base{}
	}
	return b.b.outer
}

// Passed returns the sources that precede the source of b, and why each was skipped. It lists the first 16 rejected
// candidates, each with its error. A source without a candidate has a nil error.
func (b Base) Passed() []Passed {
	if b.b == nil {
		return nil
	}
	return slices.Clone(b.b.passed)
}

// Explain returns one line with the source of the base and the reasons why earlier sources were skipped. It contains no
// passwords.
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

// LogValue returns the base for log/slog, without its password.
func (b Base) LogValue() slog.Value {
	return slog.GroupValue(slog.String("url", urlerr.Redact(b.URL())), slog.String("source", b.Source().String()))
}

// A Candidate is a base URL that the content of a document declares.
type Candidate struct {
	Where  string // kind of declaration, such as "base href"
	Raw    string // text of the declaration, perhaps relative
	Offset int64  // offset of the declaration, like Reference.Offset
	Err    error  // why the candidate is invalid, if the caller knows
}

// A Context describes where a document comes from.
type Context struct {
	// Entity is the base of the message, archive or document that encloses the
	// document. If Enclosed is true, the document is enclosed even if that
	// entity has no base.
	Entity   Base
	Enclosed bool

	// Retrieval is the URL from which the document was retrieved, then the targets of the redirects. Each target may be
	// relative to the previous URL. Retrieval is not used for an enclosed document.
	Retrieval []string

	// Default is the base to use if there is no other.
	Default string
}

// Establish returns the base of a document. The candidates are the declarations in the content of the document, in
// order of precedence. The base is the first usable one of these sources:
//  1. a candidate that is absolute, or becomes absolute when it is resolved against the base from sources 2 to 4
//  2. the base of the enclosing entity
//  3. the URL of retrieval, after redirects
//  4. the default
//
// If none is usable, Establish returns the zero Base and the error of the first source that is present. If no source is
// present, the error is nil.
func (o Options) Establish(candidates ...Candidate) (Base, error) {
	r := o.resolver(NoType)
	outer, passed := r.fallback(o.Context)
	b, _, inner := r.embedded(outer, candidates)
	if !b.IsZero() {
		return b, nil
	}
	passed = append(inner, passed...)
	if outer.IsZero() {
		return Base{}, firstError(passed)
	}
	return outer.withPassed(inner), nil
}

// firstError returns the first error in passed.
func firstError(passed []Passed) error {
	for _, p := range passed {
		if p.Err != nil {
			return p.Err
		}
	}
	return nil
}

// withPassed returns a copy of b whose list of skipped sources begins with inner.
func (b Base) withPassed(inner []Passed) Base {
	if b.b == nil || len(inner) == 0 {
		return b
	}
	c := *b.b
	c.passed = slices.Concat(inner, c.passed)
	return Base{&c}
}

// fallback returns the base of a document whose content declares no base, and the skipped sources.
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

// maxPassed limits the number of rejected candidates in a Base, since each reference has a Base.
const maxPassed = 16

// embedded returns the base and the index of the first usable candidate. If no candidate is usable, it returns the zero
// Base and the skipped candidates.
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

// chain resolves each URL of a retrieval against the previous URL, and returns the last one. If a URL cannot be made
// absolute, chain returns it in bad. As in Fetch, a redirect without a fragment keeps the previous fragment.
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
