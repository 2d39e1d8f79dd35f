package rfc3986_test

import (
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func TestRelative(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, base, target, want string }{
		{"G-095 colon in the first segment", "http://a/b/c", "http://a/b/x:y", "./x:y"},
		{"G-095 empty segment", "http://a/b", "http://a//x", ".//x"},
		{"G-095 query to be lost", "http://a/b?q", "http://a/b", "b"},
		{"G-095 query to be lost, empty path", "http://a?q", "http://a", "//a"},
		{"G-095 query to be lost, nothing else", "s:?q", "s:", "s:"},
		{"itself", "http://a/b?q", "http://a/b?q", ""},
		{"fragment", "http://a/b?q#f", "http://a/b?q#g", "#g"},
		{"fragment to be lost", "http://a/b?q#f", "http://a/b?q", ""},
		{"query", "http://a/b/c?q", "http://a/b/c?r#", "?r#"},
		{"brother", "http://a/b/c", "http://a/b/d/e", "d/e"},
		{"folder", "http://a/b/c", "http://a/b/", "."},
		{"folder above", "http://a/b/c/d", "http://a/b/", ".."},
		{"folder above with a query", "http://a/b/c/d", "http://a/b/?q", "..?q"},
		{"cousin", "http://a/longer/c/d/e", "http://a/longer/x", "../../x"},
		{"as long from the root", "http://a/long/c/d", "http://a/long/x", "../x"},
		{"root is shorter", "http://a/b/c/d/e", "http://a/x", "/x"},
		{"root with a colon", "http://a/b", "http://a/c:d", "/c:d"},
		{"other host", "http://a/b", "http://x/b", "//x/b"},
		{"other scheme", "http://a/b", "https://a/b", "https://a/b"},
		{"other case of the scheme", "HTTP://a/b", "http://a/b", "http://a/b"},
		{"rootless", "urn:a:b", "urn:c:d", "./c:d"},
		{"rootless and no scheme", "s:x", "s:1:b", "./1:b"},
		{"rootless brother", "mailto:x@y", "mailto:g", "g"},
		{"nothing", "urn:a", "urn:", "urn:"},
		{"rootless from a folder", "foo:a/b/c", "foo:a/x", "../x"},
		{"no way up from a folder", "foo:a/b", "foo:x", "foo:x"},
		{"guarded", "foo:/a", "foo:/.//x", ".//x"},
		{"guarded after an authority", "http://a/b/c/d", "http://a//x", "/.//x"},
		{"guarded brother", "foo:/.//a/b", "foo:/.//a/c", "c"},
		{"guarded and far", "foo:/a/b/c", "foo:/.//x", "/.//x"},
		{"no path", "http://a/b", "http://a", "//a"},
		{"to a root", "http://a", "http://a/", "."},
		{"to a file of the root", "http://a?q", "http://a/b", "b"},
		{"dots that the base has", "http://a/b/../c", "http://a/b/../c?q", "?q"},
		{"no authority", "http://a/b", "http:/b", "http:/b"},
		{"unwanted dots", "http://a/b", "http://a/./c", "error: target has a relative reference"},
		{"no base", "", "http://a", "error: base URI"},
		{"no target", "http://a", "", "error: base URI"},
	} {
		t.Run(test.name, func(t *testing.T) {
			base, _ := rfc3986.MustParse(test.base).URI()
			target, _ := rfc3986.MustParse(test.target).URI()
			r, err := rfc3986.Relative(base, target)
			if got := result(r, err); got != test.want {
				t.Errorf("from %s to %s: %s, want %s", test.base, test.target, got, test.want)
			}
		})
	}
}

// TestRelativeIsShortest tries all references of up to seven bytes that can
// play a part.
func TestRelativeIsShortest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many references")
	}
	var refs []rfc3986.Ref // shortest first
	for texts := []string{""}; len(texts[0]) <= 6; {
		var longer []string
		for _, text := range texts {
			if r, err := rfc3986.Parse(text); err == nil {
				refs = append(refs, r)
			}
			for _, c := range []string{"/", ".", "a", ":", "?"} {
				longer = append(longer, text+c)
			}
		}
		texts = longer
	}
	for _, base := range []string{"a:", "a:a", "a:/", "a://a", "a://a/", "a://a/a", "a:a/a", "a:/a/a", "a://a/a/a",
		"a://a/a/a/a/a", "a:?", "a://a?", "a://a/a?", "a:/.//a", "a:a/../a", "a://a//a"} {
		u := rfc3986.MustParseURI(base)
		shortest := map[rfc3986.URI]rfc3986.Ref{}
		for _, r := range refs {
			target, err := rfc3986.Resolve(u, r)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := shortest[target]; !ok {
				shortest[target] = r
			}
		}
		for target, want := range shortest {
			got, err := rfc3986.Relative(u, target)
			if err != nil || len(got.String()) > len(want.String()) && !isNothing(target) {
				t.Errorf("from %s to %s: %q, %v, but %q is shorter", u, target, got, err, want)
			}
		}
	}
}

// isNothing reports whether u has an empty path and no authority, for which
// Relative does not write a dot.
func isNothing(u rfc3986.URI) bool { return u.PathForm() == "path-empty" }

func FuzzRelativeThenResolveGivesTheTarget(f *testing.F) {
	for _, e := range urltest.Resolutions() {
		f.Add("http://a/b/c/d;p?q", "http://a/b/c/d;p?q", e.Ref)
		f.Add("foo:a/b", "foo:c", e.Ref)
	}
	f.Fuzz(func(t *testing.T, base, other, ref string) {
		b, err1 := rfc3986.ParseURI(base)
		o, err2 := rfc3986.ParseURI(other)
		r, err3 := rfc3986.Parse(ref)
		if err1 != nil || err2 != nil || err3 != nil {
			return
		}
		// What resolving gave once, some reference gives again.
		for _, from := range []rfc3986.URI{b, o} {
			target, err := rfc3986.Resolve(from, r)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := rfc3986.Relative(b, target)
			if err != nil {
				if from == b || offsetOf(err, urlerr.BadPath) < 0 {
					t.Errorf("from %q to %q: %v", b, target, err)
				}
				continue
			}
			if got, err := rfc3986.Resolve(b, rel); err != nil || got != target {
				t.Errorf("from %q to %q is %q, which gives %q, %v", b, target, rel, got, err)
			}
			if from == b && len(rel.String()) > len(r.String()) && !isNothing(target) {
				t.Errorf("from %q to %q is %q, but %q is shorter", b, target, rel, r)
			}
		}
	})
}
