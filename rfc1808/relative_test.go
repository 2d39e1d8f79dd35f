package rfc1808_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

func TestRelative(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, base, target, want string }{
		{"R-170", rfcBase, "http://a/b/c/this:that", "./this:that"},
		{"R-170 no scheme", rfcBase, "http://a/b/c/this_:that", "./this_:that"},
		{"base", rfcBase, rfcBase, ""},
		{"fragment", rfcBase, "http://a/b/c/d;p?q#s", "#s"},
		{"no fragment", rfcBase, "http://a/b/c/d;p?q", "#"},
		{"query", rfcBase, "http://a/b/c/d;p?y#s", "?y#s"},
		{"params", rfcBase, "http://a/b/c/d;x", ";x"},
		{"no params", rfcBase, "http://a/b/c/d", "d"},
		{"sibling", rfcBase, "http://a/b/c/g;x?y#s", "g;x?y#s"},
		{"directory", rfcBase, "http://a/b/c/", "."},
		{"parent", rfcBase, "http://a/b/", ".."},
		{"up and down", rfcBase, "http://a/b/x", "../x"},
		{"root", rfcBase, "http://a/", "/"},
		{"empty segment", rfcBase, "http://a/b/c//x", ".//x"},
		{"surplus", rfcBase, "http://a/../g", "/../g"},
		{"dots stay", rfcBase, "http://a/b/c/./g", "/b/c/./g"},
		{"host", rfcBase, "http://g/x", "//g/x"},
		{"empty host", rfcBase, "http:///x", "http:///x"},
		{"scheme", rfcBase, "ftp://a/b/c/d", "ftp://a/b/c/d"},
		{"case of scheme", rfcBase, "HTTP://a/b/c/d", "HTTP://a/b/c/d"},
		{"empty component", rfcBase, "http://a/b/c/g?", "http://a/b/c/g?"},
		{"base without path", "http://a", "http://a/g", "g"},
		{"base without net_loc", "http:b/c", "http:b/d", "d"},
		{"base with dots", "http://a/b/../c/d", "http://a/c/e", "e"},
		{"guarded", "http:/b/c", "http:////g", "..//g"},
		{"guarded, from the root", "http:/", "http:////g", ".//g"},
		{"slashes at the root", "http://a", "http://a//.", "////."},
		{"dots in a base without a slash", "http:.//b", "http:/g", "g"},
		{"no fragment, and nothing else", "http://a#f", "http://a", "#"},
		{"other root", "http:b/c", "http:/b/d", "/b/d"},
		{"relative base", "/b", "http://a/", "http://a/"},
		{"no base", "", "g", "g"},
	} {
		r, err := rfc1808.Relative(rfc1808.Parse(test.base), rfc1808.Parse(test.target))
		if err != nil || r.String() != test.want {
			t.Errorf("%s: %q seen from %q is %q, %v, want %q", test.name, test.target, test.base, r, err, test.want)
		}
		checkRelative(t, test.base, test.target)
	}
}

// checkRelative holds Relative against Resolve.
func checkRelative(t *testing.T, base, target string) {
	t.Helper()
	b, u := rfc1808.Parse(base), rfc1808.Parse(target)
	r, err := rfc1808.Relative(b, u)
	if base != "" && !u.IsAbsoluteURL() {
		if !errors.Is(err, urlerr.BadScheme) || !r.IsZero() {
			t.Errorf("%q seen from %q is %q, %v", target, base, r, err)
		}
		return
	}
	again, err2 := rfc1808.Resolve(b, r)
	if err != nil || err2 != nil || again != u || len(r.String()) > len(target) {
		t.Errorf("%q seen from %q is %q, %v, which is %q, %v", target, base, r, err, again, err2)
	}
}

// texts returns all texts of up to n bytes of an alphabet, the shorter ones first.
func texts(alphabet string, n int) []string {
	all := []string{""}
	longest := all
	for range n {
		var longer []string
		for _, s := range longest {
			for _, c := range alphabet {
				longer = append(longer, s+string(c))
			}
		}
		longest = longer
		all = append(all, longer...)
	}
	return all
}

// mayBeRelative reports whether Relative may return r, by its comment.
func mayBeRelative(r rfc1808.URL) bool {
	first, _, _ := strings.Cut(r.Path(), "/")
	return r.IsAbsoluteURL() || !strings.Contains(first, ":")
}

// TestRelativeIsTheShortest resolves all short references, and compares Relative with the shortest one for each target.
func TestRelativeIsTheShortest(t *testing.T) {
	t.Parallel()
	var refs []rfc1808.URL
	length := 3
	if urltest.IsExhaustive() {
		length = 4
	}
	for _, s := range texts("/.ab?;#:", length) {
		if r := rfc1808.Parse(s); mayBeRelative(r) {
			refs = append(refs, r)
		}
	}
	for _, prefix := range []string{"s:", "s://h", "s://h/", "s://", "s:/a/b/", "s:a/", "s://h/;", "s://h/?", "s://h?b#"} {
		for _, s := range texts("/.a;?#", length-2) {
			base := rfc1808.Parse(prefix + s)
			shortest := map[rfc1808.URL]rfc1808.URL{}
			for _, r := range refs {
				u, err := rfc1808.Resolve(base, r)
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := shortest[u]; !ok {
					shortest[u] = r
				}
			}
			for target, want := range shortest {
				if got, err := rfc1808.Relative(base, target); err != nil || len(got.String()) > len(want.String()) {
					t.Errorf("Relative(%q, %q) = %q, %v, want %q or as short a reference", base, target, got, err, want)
				}
			}
		}
	}
}

func FuzzRelativeThenResolveGivesTheTarget(f *testing.F) {
	for _, e := range resolutions {
		f.Add(e.base, e.want)
	}
	f.Fuzz(func(t *testing.T, base, target string) {
		checkRelative(t, base, target)
		if u, err := rfc1808.Resolve(rfc1808.Parse(base), rfc1808.Parse(target)); err == nil {
			checkRelative(t, base, u.String())
		}
	})
}
