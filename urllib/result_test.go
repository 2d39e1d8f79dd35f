package urllib_test

import (
	"encoding/json"
	"fmt"
	"strings"
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
		opt           urllib.URLOptions
		first, second string
	}{
		{"a host appears", "http:////a", old, urllib.URLOptions{}, "http://a", "http://a"},
		{"slashes go", "////", old, urllib.URLOptions{}, "//", ""},
		{"fixed", "http:////a", fixed, urllib.URLOptions{}, "http:////a", "http:////a"},
		{"slashes stay", "////", fixed, urllib.URLOptions{}, "////", "////"},
		{"default scheme", "a", fixed, urllib.URLOptions{Scheme: new("HTTP")}, "HTTP:a", "http:a"},
	} {
		py := urllib.Python{Version: test.version}
		one, err1 := py.Split(test.url, test.opt)
		first := one.GetURL()
		two, err2 := py.Split(first, urllib.URLOptions{})
		if second := two.GetURL(); first != test.first || second != test.second || err1 != nil || err2 != nil {
			t.Errorf("%s: %q gives %q, and that %q; want %q, %q; %v, %v", test.name, test.url, first, second, test.first,
				test.second, err1, err2)
		}
	}
}

// TestResultsAreTuples is U-129: fields, equality and repr of a result. A copy of it can be changed.
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
		r, err := py.Parse(url, urllib.URLOptions{})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(r.Port())
	}
	octetPort := func(py urllib.Python, netloc string) string {
		r, _ := urllib.Interpreter[[]byte](py).Split(nil, urllib.URLOptions{})
		r.Netloc = []byte(netloc)
		return fmt.Sprint(r.Port())
	}
	const notANumber = "0 false urllib: port is not a number at byte 4 of \"//h:\": use digits only " +
		"(urlparse, port is a number) [ValueError]"
	const outOfRange = "0 false urllib: port out of range at byte 4 of \"//h:\": the maximum is 65535 " +
		"(urlparse, port is at most 65535) [ValueError]"
	for _, test := range []struct{ name, got, want string }{
		{"port of 3.8", port(old, "//h:8_0"), "80 true <nil>"},
		{"port of 3.14", port(newest, "//h:8_0"), notANumber},
		{"digits beyond ASCII of 3.8", port(old, "//h:٨٠"), "80 true <nil>"},
		{"digits beyond ASCII in bytes of 3.8", octetPort(old, "h:٨٠"), notANumber},
		{"digits beyond ASCII of 3.14", port(newest, "//h:٨٠"), notANumber},
		{"superscript of 3.14", port(newest, "//h:²"), notANumber},
		{"plus sign of 3.14", port(newest, "//h:+80"), notANumber},
		{"minus sign of 3.14", port(newest, "//h:-0"), notANumber},
		{"space before the port of 3.14", port(newest, "//h: 80"), notANumber},
		{"NUL after the port of 3.14", port(newest, "//h:8\x00"), notANumber},
		{"leading zeros of 3.14", port(newest, "//h:0080"), "80 true <nil>"},
		{"no port of 3.14", port(newest, "//h:"), "0 false <nil>"},
		{"largest port of 3.14", port(newest, "//h:65535"), "65535 true <nil>"},
		{"thirty digits of 3.14", port(newest, "//h:"+strings.Repeat("9", 30)), outOfRange},
		{"URL of 3.8", must(old.Split("http:p", urllib.URLOptions{})).GetURL(), "http:///p"},
		{"URL of 3.14", must(newest.Split("http:p", urllib.URLOptions{})).GetURL(), "http:p"},
		{"URL of 3.8 without fragment", must(old.Defrag("http:////h#", urllib.URLOptions{})).GetURL(), "http://h"},
		{"text of 3.8", must(old.Split("🫩", urllib.URLOptions{})).String(), `SplitResult(scheme='', netloc='', path='\U0001fae9', query='', fragment='')`},
		{"text of 3.14", must(newest.Split("🫩", urllib.URLOptions{})).String(), "SplitResult(scheme='', netloc='', path='🫩', query='', fragment='')"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", test.name, test.got, test.want)
		}
	}
	a, b := must(old.Split("//h", urllib.URLOptions{})), must(old.Split("//H", urllib.URLOptions{}))
	if b.Netloc = "h"; a != b {
		t.Error("equal results of one release differ")
	}
	if default1, default2 := must(urllib.Split("//h")), must(urllib.Python{Version: urllib.MustParseVersion("3.15")}.Split("//h", urllib.URLOptions{})); default1 != default2 {
		t.Error("equal results of the default release differ")
	}
}

// TestTranscodedResultsKnowTheirRelease encodes and decodes results. U+1FAE9 is printable since 3.14, and "8_0" is a port
// before 3.10.9.
func TestTranscodedResultsKnowTheirRelease(t *testing.T) {
	t.Parallel()
	old := urllib.Python{Version: urllib.MustParseVersion("3.8.8")}
	octets := urllib.Interpreter[[]byte](old)
	utf8 := urllib.CodecOptions{Encoding: new("utf-8")}
	split := urllib.ResultOf(octets, urllib.SplitResult[[]byte]{Path: []byte("🫩")})
	parsed := urllib.ResultOf(octets, urllib.ParseResult[[]byte]{Path: []byte("🫩")})
	defrag := urllib.ResultOf(octets, urllib.DefragResult[[]byte]{URL: []byte("🫩")})
	port := func(r interface{ Port() (int, bool, error) }) string { return fmt.Sprint(r.Port()) }
	for _, test := range []struct{ name, got, want string }{
		{"SplitResult.Encode", port(must(must(old.Split("//h:8_0", urllib.URLOptions{})).Encode(utf8))), "80 true <nil>"},
		{"ParseResult.Encode", port(must(must(old.Parse("//h:8_0", urllib.URLOptions{})).Encode(utf8))), "80 true <nil>"},
		{"DefragResult.Encode", must(must(must(old.Defrag("🫩", urllib.URLOptions{})).Encode(utf8)).Decode(utf8)).String(),
			`DefragResult(url='\U0001fae9', fragment='')`},
		{"SplitResult.Decode", must(split.Decode(utf8)).String(),
			`SplitResult(scheme='', netloc='', path='\U0001fae9', query='', fragment='')`},
		{"ParseResult.Decode", must(parsed.Decode(utf8)).String(),
			`ParseResult(scheme='', netloc='', path='\U0001fae9', params='', query='', fragment='')`},
		{"DefragResult.Decode", must(defrag.Decode(utf8)).String(), `DefragResult(url='\U0001fae9', fragment='')`},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", test.name, test.got, test.want)
		}
	}
}

// TestMethodsThatAClassLacks calls methods and functions that Python does not have for a type (U-157).
func TestMethodsThatAClassLacks(t *testing.T) {
	t.Parallel()
	_, err := must(urllib.Parse("x")).Decode(urllib.CodecOptions{})
	if got, want := outcome("", err), "AttributeError: 'ParseResult' object has no attribute 'decode'"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err = must(bytesPython.Defrag([]byte("x"), urllib.URLOptions{})).Encode(urllib.CodecOptions{})
	if got, want := outcome("", err), "AttributeError: 'DefragResultBytes' object has no attribute 'encode'"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, text := range []string{"a+b", ""} {
		got, err := bytesPython.UnquotePlus([]byte(text), urllib.CodecOptions{})
		if want := "TypeError: a bytes-like object is required, not 'str'"; outcome(got, err) != want {
			t.Errorf("UnquotePlus of bytes returns %q, %v, want %s", got, err, want)
		}
	}
}

// TestResultsKnowTheirLists calls the methods of results of an interpreter with a scheme list of its own.
func TestResultsKnowTheirLists(t *testing.T) {
	t.Parallel()
	const url = "postgres:///db"
	for _, release := range (urllib.Dialect{}).Releases() {
		lists := urllib.Python{}.Schemes()
		lists.UsesNetloc = append(lists.UsesNetloc, "postgres")
		py := urllib.Python{Version: urllib.MustParseVersion(release), Lists: &lists}
		split, parsed := must(py.Split(url, urllib.URLOptions{})), must(py.Parse(url, urllib.URLOptions{}))
		octets := must(urllib.Interpreter[[]byte](py).Split([]byte(url), urllib.URLOptions{}))
		encoded := must(split.Encode(urllib.CodecOptions{}))
		other := must(urllib.Python{Version: py.Version}.Split(url, urllib.URLOptions{}))
		renamed := must(py.Split("http:///db", urllib.URLOptions{}))
		renamed.Scheme = "postgres" // _replace
		for _, test := range []struct{ name, got, want string }{
			{"SplitResult.GetURL", split.GetURL(), url},
			{"ParseResult.GetURL", parsed.GetURL(), url},
			{"SplitResult.LogValue", split.LogValue().String(), url},
			{"ParseResult.LogValue", parsed.LogValue().String(), url},
			{"GetURL of bytes", string(octets.GetURL()), url},
			{"GetURL after Encode", string(encoded.GetURL()), url},
			{"GetURL after Decode", must(encoded.Decode(urllib.CodecOptions{})).GetURL(), url},
			{"GetURL with another scheme", renamed.GetURL(), url},
			{"GetURL of a literal", urllib.ResultOf(py, urllib.SplitResult[string]{Scheme: "postgres", Path: "/db"}).GetURL(), url},
			{"GetURL without the list", other.GetURL(), "postgres:/db"},
		} {
			if test.got != test.want {
				t.Errorf("%s: %s = %q, want %q", release, test.name, test.got, test.want)
			}
		}
		if again := must(py.Split(url, urllib.URLOptions{})); split != again || split == other || !urllib.Equal(split, other) {
			t.Errorf("%s: results of the same interpreter differ with ==, or Equal looks at the lists", release)
		}
	}
	// The lists are variables of the module, so a result sees a later change.
	lists := urllib.Python{}.Schemes()
	r := must(urllib.Python{Lists: &lists}.Split(url, urllib.URLOptions{}))
	if lists.UsesNetloc = append(lists.UsesNetloc, "postgres"); r.GetURL() != url {
		t.Errorf("GetURL() after the list changed = %q, want %q", r.GetURL(), url)
	}
}

// TestIn makes literals results of an old release.
func TestIn(t *testing.T) {
	t.Parallel()
	old := urllib.Python{Version: urllib.MustParseVersion("3.8")}
	port, ok, err := urllib.ResultOf(old, urllib.SplitResult[string]{Netloc: "h:8_0"}).Port()
	if port != 80 || !ok || err != nil {
		t.Errorf("Port() of SplitResult in 3.8 = %d, %v, %v, want 80", port, ok, err)
	}
	if port, ok, err = urllib.ResultOf(old, urllib.ParseResult[string]{Netloc: "h:8_0"}).Port(); port != 80 || !ok || err != nil {
		t.Errorf("Port() of ParseResult in 3.8 = %d, %v, %v, want 80", port, ok, err)
	}
	const want = `DefragResult(url='\U0001fae9', fragment='')`
	if got := urllib.ResultOf(old, urllib.DefragResult[string]{URL: "🫩"}).String(); got != want {
		t.Errorf("String() of DefragResult in 3.8 = %s, want %s", got, want)
	}
}

// TestEqual compares results as Python's == does.
func TestEqual(t *testing.T) {
	t.Parallel()
	missing := urllib.URLOptions{MissingAsNone: true}
	old, py := urllib.Python{Version: urllib.MustParseVersion("3.8")}, urllib.Python{}
	one := must(urllib.Split("http://h/?#"))
	text := urllib.SplitResult[string]{Query: "x", None: urllib.Query}
	for _, test := range []struct {
		name string
		r, s urllib.SplitResult[string]
		want bool
	}{
		{"another path", one, must(urllib.Split("http://h/x?#")), false},
		{"another release", one, must(old.Split("http://h/?#", urllib.URLOptions{})), true},
		{"with and without MissingAsNone", one, must(py.Split("http://h/?#", missing)), true},
		{"None and empty", must(urllib.Split("x?")), must(py.Split("x?", missing)), false},
		{"None that has a text", text, urllib.SplitResult[string]{Query: "x"}, true},
		{"two forms of a surrogate", urllib.SplitResult[string]{Path: "\xff"}, urllib.SplitResult[string]{Path: "\xed\xb3\xbf"}, true},
	} {
		if got := urllib.Equal(test.r, test.s); got != test.want || urllib.Equal(test.s, test.r) != got {
			t.Errorf("%s: Equal(%v, %v) = %v, want %v", test.name, test.r, test.s, got, test.want)
		}
	}
	if a, b := must(bytesPython.Parse([]byte("x?"), missing)), must(bytesPython.Parse([]byte("x?"), missing)); !urllib.Equal(a, b) {
		t.Errorf("Equal(%v, %v) = false, want true", a, b)
	}
	if r := (urllib.DefragResult[string]{None: ^urllib.Fragment}); !urllib.Equal(r, urllib.DefragResult[string]{}) {
		t.Errorf("a DefragResult without fragment that is None = %v, want no component that is None", r)
	}
	none, empty := must(py.Defrag("x", urllib.URLOptions{MissingAsNone: true})), must(py.Defrag("x", urllib.URLOptions{}))
	if urllib.Equal(none, empty) || !urllib.Equal(none, none) {
		t.Errorf("Equal(%v, %v) = %v, want false", none, empty, urllib.Equal(none, empty))
	}
}

// TestNoneAndText assigns components of a result of MissingAsNone.
func TestNoneAndText(t *testing.T) {
	t.Parallel()
	r := must(urllib.Python{}.Parse("http://h/p", urllib.URLOptions{MissingAsNone: true}))
	if want := urllib.Params | urllib.Query | urllib.Fragment; r.None != want {
		t.Errorf("None = %b, want %b", r.None, want)
	}
	r.Query = "q" // _replace(query="q")
	if got, want := r.GetURL(), "http://h/p?q"; got != want {
		t.Errorf("GetURL() = %q, want %q", got, want)
	}
	r.Query, r.None = "", r.None&^(urllib.Query|urllib.Fragment) // _replace(query="", fragment="")
	if got, want := r.GetURL(), "http://h/p?#"; got != want {
		t.Errorf("GetURL() = %q, want %q", got, want)
	}
	if got, want := r.LogValue().String(), "http://h/p?#"; got != want {
		t.Errorf("LogValue() = %q, want %q", got, want)
	}
	text, err := json.Marshal(must(urllib.Split("http://h/")))
	if want := `{"Scheme":"http","Netloc":"h","Path":"/","Query":"","Fragment":""}`; string(text) != want || err != nil {
		t.Errorf("json.Marshal = %s, %v, want %s", text, err, want)
	}
}
