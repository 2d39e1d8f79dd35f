package urllib_test

import (
	"fmt"
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
		first := one.GetURL()
		two, err2 := py.Split(first, urllib.SplitOptions{})
		if second := two.GetURL(); first != test.first || second != test.second || err1 != nil || err2 != nil {
			t.Errorf("%s: %q gives %q, and that %q; want %q, %q; %v, %v", test.name, test.url, first, second, test.first,
				test.second, err1, err2)
		}
	}
}

// TestResultsAreTuples is U-129: fields, equality and repr of a result, of which a copy can be changed.
func TestResultsAreTuples(t *testing.T) {
	t.Parallel()
	r, err := urllib.Split("HTTP://h/p?q#f")
	if want := (urllib.SplitResult[string]{Scheme: "http", Netloc: "h", Path: "/p", Query: "q", Fragment: "f"}); r != want || err != nil {
		t.Errorf("Split returns %v, %v, want %v", r, err, want)
	}
	other := r
	other.Path = "/q" // _replace
	if other == r || other.GetURL() != "http://h/q?q#f" {
		t.Errorf("the copy is %v", other)
	}
	if got, want := r.String(), "SplitResult(scheme='http', netloc='h', path='/p', query='q', fragment='f')"; got != want {
		t.Errorf("String returns %s, want %s", got, want)
	}
}

// TestResultsKnowTheirRelease calls the methods of results of two releases that differ.
func TestResultsKnowTheirRelease(t *testing.T) {
	t.Parallel()
	old, newest := urllib.Python{Version: urllib.MustParseVersion("3.8.8")}, urllib.Python{Version: urllib.MustParseVersion("3.14")}
	port := func(py urllib.Python, url string) string {
		r, err := py.Parse(url, urllib.SplitOptions{})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(r.Port())
	}
	octetPort := func(py urllib.Python, netloc string) string {
		r, _ := urllib.Interpreter[[]byte](py).Split(nil, urllib.SplitOptions{})
		r.Netloc = []byte(netloc)
		return fmt.Sprint(r.Port())
	}
	const notANumber = "0 false urllib: port is not a number at byte 4 of \"//h:\": use digits only " +
		"(urlparse, port is a number) [ValueError]"
	for _, test := range []struct{ name, got, want string }{
		{"port of 3.8", port(old, "//h:8_0"), "80 true <nil>"},
		{"port of 3.14", port(newest, "//h:8_0"), notANumber},
		{"digits beyond ASCII of 3.8", port(old, "//h:٨٠"), "80 true <nil>"},
		{"digits beyond ASCII in bytes of 3.8", octetPort(old, "h:٨٠"), notANumber},
		{"digits beyond ASCII of 3.14", port(newest, "//h:٨٠"), notANumber},
		{"URL of 3.8", must(old.Split("http:p", urllib.SplitOptions{})).GetURL(), "http:///p"},
		{"URL of 3.14", must(newest.Split("http:p", urllib.SplitOptions{})).GetURL(), "http:p"},
		{"URL of 3.8 without fragment", must(old.Defrag("http:////h#")).GetURL(), "http://h"},
		{"text of 3.8", must(old.Split("🫩", urllib.SplitOptions{})).String(), `SplitResult(scheme='', netloc='', path='\U0001fae9', query='', fragment='')`},
		{"text of 3.14", must(newest.Split("🫩", urllib.SplitOptions{})).String(), "SplitResult(scheme='', netloc='', path='🫩', query='', fragment='')"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", test.name, test.got, test.want)
		}
	}
	a, b := must(old.Split("//h", urllib.SplitOptions{})), must(old.Split("//H", urllib.SplitOptions{}))
	if b.Netloc = "h"; a != b {
		t.Error("equal results of one release differ")
	}
	if default1, default2 := must(urllib.Split("//h")), must(urllib.Python{Version: urllib.MustParseVersion("3.13")}.Split("//h", urllib.SplitOptions{})); default1 != default2 {
		t.Error("equal results of the default release differ")
	}
}

// TestMethodsThatAClassLacks calls methods and functions that Python does not have for a type (U-157).
func TestMethodsThatAClassLacks(t *testing.T) {
	t.Parallel()
	_, err := must(urllib.Parse("x")).Decode(urllib.CodecOptions{})
	if got, want := outcome("", err), "AttributeError: 'ParseResult' object has no attribute 'decode'"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err = must(bytesPython.Defrag([]byte("x"))).Encode(urllib.CodecOptions{})
	if got, want := outcome("", err), "AttributeError: 'DefragResultBytes' object has no attribute 'encode'"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, text := range []string{"a+b", ""} {
		got, err := bytesPython.UnquotePlus([]byte(text), urllib.UnquoteOptions{})
		if want := "TypeError: a bytes-like object is required, not 'str'"; outcome(got, err) != want {
			t.Errorf("UnquotePlus of bytes returns %q, %v, want %s", got, err, want)
		}
	}
}
