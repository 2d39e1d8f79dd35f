package baseurl

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// A Source is one of the four sources of a base URL (RFC 3986 §5.1), in order of precedence.
type Source uint8

// The sources. NoSource is the source of the zero Base.
const (
	NoSource  Source = iota
	Content          // the content of the document (§5.1.1): base href, xml:base, a header field
	Entity           // the base of the enclosing entity (§5.1.2)
	Retrieval        // the URL from which the document was retrieved, after redirects (§5.1.3)
	Default          // a URL that the application supplies (§5.1.4)
)

var sourceNames = [...]string{"none", "content", "entity", "retrieval", "default"}

// String returns the name of the source, such as "retrieval" or "none".
func (s Source) String() string { return marshal.Name(sourceNames[:], s, "source") }

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

// A Passed describes a source that was skipped. It was considered before the source of the base. If the source had no
// candidate, Where is "", Offset is -1 and Err is nil.
type Passed struct {
	Source Source
	Candidate
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

// Format prints String for every verb of package fmt, so that no verb prints a password.
func (p Passed) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), p.String()) }

// MarshalText returns String, so that JSON has no passwords. The error is nil.
func (p Passed) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (b Base) get() base {
	if b.b == nil {
		return base{offset: -1}
	}
	return *b.b
}

// IsZero reports whether no base is known.
func (b Base) IsZero() bool { return b.b == nil }

// URL returns the base URL, which is absolute, or "" if no base is known. In rfc3986 it has no fragment (§5.1).
func (b Base) URL() string { return b.get().url }

// String returns the same text as URL, including any password. For logs, use [Base.LogValue] or [Base.Explain].
func (b Base) String() string { return b.URL() }

// Source returns the source of the base.
func (b Base) Source() Source { return b.get().source }

// Where names the declaration of the base: "base href", "xml:base", or the name of a header field. It is "" for sources
// outside the document.
func (b Base) Where() string { return b.get().where }

// Offset returns the offset of the declaration in the document, like [Reference].Offset, or -1 if the document does not
// contain it.
func (b Base) Offset() int64 { return b.get().offset }

// Outer returns the base from which b was derived. For source Content, it is the base that the document would have
// without the declaration; the declaration was resolved against it. For source Entity, it is the base of the enclosing
// entity, with its own source. For other sources, it is the zero Base.
func (b Base) Outer() Base { return b.get().outer }

// Passed returns the sources that precede the source of b, and why each was skipped. It lists the first 16 rejected
// candidates, each with its error. A source without a candidate has a nil error.
func (b Base) Passed() []Passed { return slices.Clone(b.get().passed) }

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

// LogValue returns the base for log/slog, without its secrets; see [urlerr.RedactQuery].
func (b Base) LogValue() slog.Value {
	return slog.GroupValue(slog.String("url", urlerr.RedactQuery(b.URL())), slog.String("source", b.Source().String()))
}

// A Candidate is a base URL that the content of a document declares, or that a Context contains.
type Candidate struct {
	Where  string // kind of declaration, such as "base href"
	Raw    string // text of the declaration, perhaps relative
	Offset int64  // offset of the declaration, like Reference.Offset; -1 if the document does not contain it
	Err    error  // why the candidate is invalid, if that is known
}

// A Context describes where a document comes from.
type Context struct {
	// Entity is the base of the message, archive or document that encloses the document. If Enclosed is true, the
	// document is enclosed even if that entity has no base.
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
	b, _, err := r.embedded(outer, candidates)
	if !b.IsZero() {
		return b, nil
	}
	for i := 0; err == nil && i < len(passed); i++ {
		err = passed[i].Err
	}
	return Base{}, err
}

// fallback returns the base of a document whose content declares no base, and the skipped sources.
func (r *resolver) fallback(c Context) (Base, []Passed) {
	if !c.Entity.IsZero() {
		return Base{&base{url: c.Entity.URL(), source: Entity, offset: -1, outer: c.Entity}}, nil
	}
	passed := []Passed{{Entity, Candidate{Offset: -1}}, {Retrieval, Candidate{Offset: -1}}}
	if !c.Enclosed && len(c.Retrieval) > 0 {
		url, bad, err := r.chain(c.Retrieval)
		if err == nil {
			return Base{&base{url: url, source: Retrieval, offset: -1, passed: passed[:1]}}, nil
		}
		passed[1].Candidate = Candidate{"the URL of retrieval", bad, -1, err}
	}
	if c.Default != "" {
		url, err := r.absolute(c.Default)
		if err == nil {
			return Base{&base{url: url, source: Default, offset: -1, passed: passed}}, passed
		}
		passed = append(passed, Passed{Default, Candidate{"the default", c.Default, -1, err}})
	}
	return Base{}, passed
}

// maxPassed limits the number of rejected candidates in a Base, since each reference has a Base.
const maxPassed = 16

// embedded returns the base and the index of the first usable candidate. If no candidate is usable, it returns outer,
// with the candidates as skipped sources, and the error of the first candidate.
func (r *resolver) embedded(outer Base, candidates []Candidate) (b Base, index int, err error) {
	var passed []Passed
	for i, c := range candidates {
		url := ""
		if c.Err == nil {
			// RFC 1808 requires an absolute candidate; the other dialects accept a relative one (RFC 3986 §5.1, HTML §4.2.3).
			if _, ok := r.dialect.Options().(rfc1808.Dialect); ok {
				url, c.Err = r.absolute(c.Raw)
			} else {
				url, c.Err = r.against(outer.URL(), c.Raw)
			}
		}
		if c.Err == nil {
			return Base{&base{url, Content, c.Where, c.Offset, outer, passed}}, i, nil
		}
		if len(passed) < maxPassed {
			passed = append(passed, Passed{Content, c})
		}
	}
	if len(candidates) == 0 {
		passed = []Passed{{Content, Candidate{Offset: -1}}}
	}
	if outer.b != nil {
		all := *outer.b
		all.passed = slices.Concat(passed, all.passed)
		outer.b = &all
	}
	return outer, -1, passed[0].Err
}

// chain resolves each URL of a retrieval against the previous URL, and returns the last one. If a URL cannot be made
// absolute, chain returns it in bad. As in Fetch, a redirect without a fragment keeps the previous fragment.
func (r *resolver) chain(urls []string) (url, bad string, err error) {
	for i, next := range urls {
		_, fragment, ok := strings.Cut(url, "#")
		if i == 0 {
			url, err = r.absolute(next)
		} else {
			url, err = r.against(url, next)
		}
		if err != nil {
			return "", next, err
		}
		if ok && !strings.Contains(url, "#") {
			url += "#" + fragment
		}
	}
	return url, "", nil
}
