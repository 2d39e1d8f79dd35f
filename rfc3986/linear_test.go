package rfc3986_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"earl.example/internal/urltest"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// hostileUnits are repeated up to megabytes.
var hostileUnits = []string{
	"a", "/", "//", ".", "./", "../", "a/../", "a/", ":", "@", "a@", "%41", "%", "%zz", "?", "#", "[", "]", "=", "&", "a=&", "!", "_", "+", "0", "1.", "0:", ";", "-",
	"\x00", "\xff", "é", " ",
}

// hostilePrefixes put them into each component.
var hostilePrefixes = []string{"", "a", "a:", "//", "//u@", "//h:", "//[", "//[v1.", "//[::", "http://h/", "?", "#", "http://u:p@h:80/?a="}

// A worker does the work of one function on one text, which parses as r and u
// if it does at all.
type worker struct {
	name string
	huge bool // also with the largest texts
	do   func(s string, b []byte, r rfc3986.Ref, u rfc3986.URI)
}

func workers() []worker {
	base := rfc3986.MustParseURI("http://h/a/b/c?d")
	onRef := func(name string, huge bool, do func(r rfc3986.Ref)) worker {
		return worker{name, huge, func(_ string, _ []byte, r rfc3986.Ref, _ rfc3986.URI) { do(r) }}
	}
	all := []worker{
		{"Parse", true, func(s string, _ []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.Parse(s) }},
		{"ParseURI", true, func(s string, _ []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.ParseURI(s) }},
		{"Valid", true, func(s string, _ []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.Valid(s) }},
		{"ValidBytes", true, func(_ string, b []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.ValidBytes(b) }},
		{"Decode", false, func(s string, _ []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.Decode(s) }},
		{"Encode", false, func(s string, _ []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.Encode(s) }},
		{"Encode, keep", false, func(s string, _ []byte, _ rfc3986.Ref, _ rfc3986.URI) { rfc3986.EncodeOptions{Keep: s}.Encode(s) }},
		{"Resolve, base", true, func(_ string, _ []byte, _ rfc3986.Ref, u rfc3986.URI) {
			rfc3986.Resolve(u, rfc3986.MustParse("../x/../y"))
		}},
		{"Resolve, both", true, func(_ string, _ []byte, r rfc3986.Ref, u rfc3986.URI) {
			rfc3986.ResolveOptions{BackwardCompatible: true}.Resolve(u, r)
		}},
		{"Relative, base", true, func(_ string, _ []byte, _ rfc3986.Ref, u rfc3986.URI) { rfc3986.Relative(u, base) }},
		{"Relative, both", true, func(_ string, _ []byte, _ rfc3986.Ref, u rfc3986.URI) {
			v, err := u.AppendPath("x")
			if err == nil {
				rfc3986.Relative(u, v)
				rfc3986.Relative(v, u)
			}
		}},
	}
	for name, edit := range edits {
		all = append(all, worker{"edit, " + name, false, func(s string, _ []byte, r rfc3986.Ref, _ rfc3986.URI) {
			edit(r, "x")
			edit(rfc3986.MustParse("s://h/?a=b"), s)
		}})
	}
	return append(all,
		onRef("Resolve, reference", true, func(r rfc3986.Ref) { rfc3986.Resolve(base, r) }),
		onRef("Relative, target", true, func(r rfc3986.Ref) {
			u, _ := rfc3986.Resolve(base, r)
			rfc3986.Relative(base, u)
		}),
		onRef("IsSameDocument", false, func(r rfc3986.Ref) { r.IsSameDocument(base) }),
		onRef("Segments", false, func(r rfc3986.Ref) {
			for range r.Segments() {
			}
		}),
		onRef("DecodedSegments", false, func(r rfc3986.Ref) {
			for range r.DecodedSegments() {
			}
		}),
		onRef("Pairs", false, func(r rfc3986.Ref) {
			for range r.Pairs() {
			}
		}),
		onRef("Lookup", false, func(r rfc3986.Ref) { r.Lookup("x") }),
		onRef("parts", false, func(r rfc3986.Ref) {
			r.HostKind()
			r.Addr()
			r.PortNumber()
			r.Credentials()
			r.DecodedHost()
			r.DecodedFragment()
			r.Redacted()
		}),
		onRef("Build", false, func(r rfc3986.Ref) { rfc3986.Build(componentsOf(r)) }),
	)
}

// TestTimeIsLinear gives every function hostile texts, and some of them very
// long ones. BenchmarkHostile tells the times.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	check := func(size int, units, prefixes []string) {
		for _, unit := range units {
			for _, prefix := range prefixes {
				text := urltest.Many(prefix, unit, "", size)
				for _, w := range workers() {
					if !w.huge && size > 1<<20 {
						continue
					}
					urltest.Linear(t, fmt.Sprintf("%s of %q and many of %q", w.name, prefix, unit), text, func(s string) {
						r, _ := rfc3986.Parse(s)
						u, _ := r.URI()
						w.do(s, []byte(s), r, u)
					})
				}
			}
		}
	}
	check(128<<10, hostileUnits, hostilePrefixes)
	check(8<<20, []string{"../", "a/../", "@"}, []string{"", "http://h/"})
}

// TestErrorsAreLinear prints errors about megabytes.
func TestErrorsAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"@", ":", "%", "a", "\xff", "%40", "%3A"} {
		for _, prefix := range []string{"http://u:secret@ ", "http://u:secret@h/ ", ""} {
			_, err := rfc3986.Parse(prefix + strings.Repeat(unit, 8<<20/len(unit)) + " ")
			var e *urlerr.Error
			if !errors.As(err, &e) {
				t.Fatalf("%q is accepted: %v", unit, err)
			}
			var text string
			took := urltest.Took(func() { text = err.Error() })
			if len(text) > 1000 || strings.Contains(text, "secret") {
				t.Errorf("%s", text)
			}
			if took > 5*time.Second {
				t.Errorf("Error() of %q takes %v", unit, took)
			}
		}
	}
}
