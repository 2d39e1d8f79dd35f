package urllib_test

import (
	"slices"
	"testing"

	"earl.example/urllib"
)

// TestGetURLIsNoFixedPoint is U-124: what geturl() gives of what geturl() gave.
// It is the same since urlunsplit was fixed (U-075), but for a default
// scheme in capitals.
func TestGetURLIsNoFixedPoint(t *testing.T) {
	t.Parallel()
	old, fixed := urllib.MustParseVersion("3.8.8"), urllib.MustParseVersion("3.13")
	for _, test := range []struct {
		name, url     string
		version       urllib.Version
		opt           urllib.SplitOptions
		first, second string
	}{
		{"a host appears", "http:////a", old, urllib.SplitOptions{}, "http://a", "http://a"},
		{"slashes go", "////", old, urllib.SplitOptions{}, "//", ""},
		{"fixed", "http:////a", fixed, urllib.SplitOptions{}, "http:////a", "http:////a"},
		{"slashes stay", "////", fixed, urllib.SplitOptions{}, "////", "////"},
		{"default scheme", "a", fixed, urllib.SplitOptions{Scheme: "HTTP"}, "HTTP:a", "http:a"},
	} {
		py := urllib.Python{Version: test.version}
		one, err1 := py.Split(test.url, test.opt)
		first := py.Unsplit(one)
		two, err2 := py.Split(first, urllib.SplitOptions{})
		if second := py.Unsplit(two); first != test.first || second != test.second || err1 != nil || err2 != nil {
			t.Errorf("%s: %q gives %q, and that %q; want %q, %q; %v, %v", test.name, test.url, first, second, test.first, test.second, err1, err2)
		}
	}
}

// TestResultsAreTuples is U-129: what a named tuple of Python can do beside its
// attributes, each by its Go name.
func TestResultsAreTuples(t *testing.T) {
	t.Parallel()
	r, err := urllib.Split("HTTP://h/p?q#f")
	if err != nil {
		t.Fatal(err)
	}
	var names, values []string
	for name, value := range r.All() { // _fields, _asdict()
		names, values = append(names, name), append(values, value)
	}
	if want := []string{"scheme", "netloc", "path", "query", "fragment"}; !slices.Equal(names, want) {
		t.Errorf("All has the names %q, want %q", names, want)
	}
	tuple := r.Tuple() // iteration, indexing
	if want := []string{"http", "h", "/p", "q", "f"}; !slices.Equal(values, want) || !slices.Equal(tuple[:], want) {
		t.Errorf("All has the values %q, Tuple %q, want %q", values, tuple, want)
	}
	if back := urllib.MakeSplitResult(tuple); back != r { // _make(iterable), comparison
		t.Errorf("MakeSplitResult gives %v, want %v", back, r)
	}
	other := r
	other.Path = "/q"
	if r.Compare(other) >= 0 || other.Compare(r) <= 0 || r.Compare(r) != 0 {
		t.Errorf("Compare orders %v and %v wrongly", r, other)
	}
	x, err := urllib.Split("x")
	if want := "SplitResult(scheme='', netloc='', path='x', query='', fragment='')"; err != nil || x.Repr() != want { // repr
		t.Errorf("Repr gives %s, %v, want %s", x.Repr(), err, want)
	}
}
