package rfc3986_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// literalResolve is §5.2.2 line by line, on the components of appendix B.
func literalResolve(base, ref string, strict bool) split {
	b, r := splitByB(base), splitByB(ref)
	var t split
	if !strict && asciiLower(r.scheme.text) == asciiLower(b.scheme.text) {
		r.scheme = component{}
	}
	if r.scheme.defined {
		t.scheme = r.scheme
		t.authority = r.authority
		t.path.text = literalRemove(r.path.text)
		t.query = r.query
	} else {
		if r.authority.defined {
			t.authority = r.authority
			t.path.text = literalRemove(r.path.text)
			t.query = r.query
		} else {
			if r.path.text == "" {
				t.path = b.path
				if r.query.defined {
					t.query = r.query
				} else {
					t.query = b.query
				}
			} else {
				if strings.HasPrefix(r.path.text, "/") {
					t.path.text = literalRemove(r.path.text)
				} else {
					t.path.text = literalMerge(b, r)
					t.path.text = literalRemove(t.path.text)
				}
				t.query = r.query
			}
			t.authority = b.authority
		}
		t.scheme = b.scheme
	}
	t.fragment = r.fragment
	t.path.defined = true
	return t
}

// literalMerge is §5.2.3.
func literalMerge(b, r split) string {
	if b.authority.defined && b.path.text == "" {
		return "/" + r.path.text
	}
	return b.path.text[:strings.LastIndexByte(b.path.text, '/')+1] + r.path.text
}

// literalRemove is remove_dot_segments of §5.2.4.
func literalRemove(input string) (output string) {
	removeLast := func() {
		output = output[:max(0, strings.LastIndexByte(output, '/'))]
	}
	for input != "" {
		switch {
		case strings.HasPrefix(input, "../"):
			input = input[3:]
		case strings.HasPrefix(input, "./"):
			input = input[2:]
		case strings.HasPrefix(input, "/./"):
			input = "/" + input[3:]
		case input == "/.":
			input = "/"
		case strings.HasPrefix(input, "/../"):
			input = "/" + input[4:]
			removeLast()
		case input == "/..":
			input = "/"
			removeLast()
		case input == "." || input == "..":
			input = ""
		default:
			n := strings.IndexByte(input[1:], '/') + 1
			if n == 0 {
				n = len(input)
			}
			output, input = output+input[:n], input[n:]
		}
	}
	return output
}

// guarded is recompose, but for a path that would be read as an authority.
func (p split) guarded() string {
	p.path.text = guardOf(p) + p.path.text
	return p.recompose()
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] |= 0x20
		}
	}
	return string(b)
}

// checkResolve compares Resolve with the literal algorithm.
func checkResolve(t *testing.T, base rfc3986.URI, ref rfc3986.Ref) {
	t.Helper()
	parts := literalResolve(base.String(), ref.String(), true)
	want := parts.guarded()
	got, err := rfc3986.Resolve(base, ref)
	if err != nil || got.String() != want {
		t.Errorf("%q + %q = %q, %v, want %q", base, ref, got, err, want)
	}
	parsed, err := rfc3986.ParseURI(want)
	if err != nil || parsed != got {
		t.Errorf("%q + %q = %q: %v; its layout is %+v, want %+v", base, ref, want, err, splitOf(got.Ref()),
			splitOf(parsed.Ref()))
	}
	after := splitOf(parsed.Ref())
	after.path.text = strings.TrimPrefix(after.path.text, guardOf(parts))
	if after != parts {
		t.Errorf("%q + %q = %q, which has components %v, want %v", base, ref, want, after, parts)
	}
	want = literalResolve(base.String(), ref.String(), false).guarded()
	compatible, err := rfc3986.Dialect{BackwardCompatible: true}.Resolve(base.String(), ref.String())
	if err != nil || compatible != want {
		t.Errorf("%q + %q = %q, %v when backward compatible, want %q", base, ref, compatible, err, want)
	}
	same := literalResolve(base.String(), ref.String(), true)
	same.fragment = component{}
	text, _, _ := strings.Cut(base.String(), "#")
	if got := ref.IsSameDocument(base); got != (same.guarded() == text) {
		t.Errorf("%q is the same document as %q: %v", ref, base, got)
	}
}

// guardOf returns what goes before a path that would be read as an authority.
func guardOf(p split) string {
	if !p.authority.defined && strings.HasPrefix(p.path.text, "//") {
		return "/."
	}
	return ""
}

// The examples show G-144, G-145, G-146, G-147, G-148, G-149, G-150 and G-151.
func TestExamplesOfTheRFC(t *testing.T) {
	t.Parallel()
	base := rfc3986.MustParseURI(urltest.ResolutionBase)
	examples := urltest.Resolutions()
	for _, e := range examples {
		if got, err := rfc3986.Resolve(base, rfc3986.MustParse(e.Ref)); err != nil || got.String() != e.Want {
			t.Errorf("%q gives %q, %v, want %q", e.Ref, got, err, e.Want)
		}
	}
	if len(examples) != 42 {
		t.Errorf("%d examples, the RFC has 42", len(examples))
	}
	compatible := rfc3986.Dialect{BackwardCompatible: true}
	if got, err := compatible.Resolve(base.String(), "http:g"); err != nil || got != "http://a/b/c/g" {
		t.Errorf("http:g gives %q, %v when backward compatible", got, err)
	}
}

// pieces make up paths in which everything can go wrong.
var pieces = []string{"", "/", ".", "..", "a", ":", "//", "./", "../", "/.", "/..", "?q", "#f", "//h", "?", "#"}

// TestResolveManyReferences: a sample of all pairs of a base and a reference of
// up to three pieces.
func TestResolveManyReferences(t *testing.T) {
	t.Parallel()
	if urltest.RaceDetector {
		t.Skip("one goroutine, and too much for the race detector")
	}
	var refs []rfc3986.Ref
	seen := map[rfc3986.Ref]bool{}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				for _, d := range []string{"", "s:", "S:", "t:"} {
					if r, err := rfc3986.Parse(d + a + b + c); err == nil && !seen[r] {
						refs = append(refs, r)
						seen[r] = true
					}
				}
			}
		}
	}
	oneOf := 2111
	switch {
	case testing.Short():
		oneOf = 10007
	case urltest.IsExhaustive():
		oneOf = 211
	}
	n := 0
	for i, base := range refs {
		u, ok := base.URI()
		if !ok || !u.HasScheme("s") {
			continue
		}
		for j, ref := range refs {
			if (i*7919+j*104729)%oneOf == 0 {
				n++
				checkResolve(t, u, ref)
			}
		}
	}
	t.Logf("%d references, %d pairs", len(refs), n)
}

func FuzzFastResolveIsTheAlgorithm(f *testing.F) {
	for _, e := range urltest.Resolutions() {
		f.Add("http://a/b/c/d;p?q", e.Ref)
	}
	f.Add("foo:bar", ".///bar")
	f.Add("foo:a/b/c?q#f", "../../../d")
	f.Add("http://a", "../g")
	f.Add("s:a/../b", "S:./c:d")
	f.Fuzz(func(t *testing.T, base, ref string) {
		u, err := rfc3986.ParseURI(base)
		if err != nil || len(base)+len(ref) > 2000 {
			return
		}
		r, err := rfc3986.Parse(ref)
		if err != nil {
			return
		}
		checkResolve(t, u, r)
	})
}

func TestResolveErrors(t *testing.T) {
	t.Parallel()
	for _, ref := range []string{"../a", "a", "#a", ""} {
		r := rfc3986.MustParse(ref)
		u, err := rfc3986.Resolve(rfc3986.URI{}, r)
		if !errors.Is(err, urlerr.NoBase) || !u.IsZero() {
			t.Errorf("%q: %q, %v, want no base", ref, u, err)
		}
	}
	if u, err := rfc3986.Resolve(rfc3986.URI{}, rfc3986.MustParse("a:/b/../c#d")); err != nil || u.String() != "a:/c#d" {
		t.Errorf("a URI needs no base: %q, %v", u, err)
	}
}
