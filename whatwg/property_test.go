package whatwg_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// words has the parts of generated inputs: all characters and strings that some state treats specially.
var words = strings.Split("http:|https:|ws:|wss:|ftp:|file:|HTTP:|foo:|a:|data:|blob:|mailto:|javascript:|//|/|\\|?|#|@|:|.|..|%2e|%2E|./|../|%2e%2e/|"+
	"a|b|c|C:|C\\||c:|c\\|/|h|example.com|EXAMPLE|localhost|LOCALHOST|u:p@|user@|:80|:443|:8080|:0|:00080|:65536|:x|[::1]|[1:2::127.0.0.1]|[|]|::|"+
	"127.0.0.1|\u2460.1|1.2|0x7f.1|0x|09|256|1.2.3.4.5|a.0|a.0x|1.|..|xn--|xn--a|xn--1ca.|é|ß|faß.de|中|。|\u00ad|\u200d|\ufffd|\ud7ff|\U0010ffff|%|%4|%41|%zz|%C3%A9|%ff|%00|%5b|"+
	" |\t|\n|\r|\x00|\x1f|\x7f|\"|'|<|>|^|`|{|}|~|!|$|&|=|+|;|,|_|-|*|(|)|\xff|\xed\xa0\x80|\xa0|\x80|\xe2\x82|\xf0\x9f|a=1|&b=2|file://|http://|https://|foo://|//h|///|/.//|"+
	"https://example.com/|http://h|/a/b/c.html|/.hidden|/..hidden/|/%2ehidden|path?query#frag|?q|#f|aaaaaaaa|aaaaaaaa/.|/aaaaaaa/./b|0.0.0.0", "|")

// A generator returns random texts. They are reproducible.
type generator struct{ r *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 3986))} }

func (g generator) text(most int) string {
	var b strings.Builder
	for range g.r.IntN(most + 1) {
		// An escaped bar in words is one word: two halves.
		word := words[g.r.IntN(len(words))]
		b.WriteString(strings.ReplaceAll(word, "\\", []string{"\\", "|"}[g.r.IntN(2)]))
	}
	return b.String()
}

// url returns a text that is more often a URL.
func (g generator) url() string {
	schemes := []string{"http://", "https://", "ws://", "file://", "file:///", "foo://", "foo:/", "foo:", "HTTPS:", "ftp://u:p@", "HTTP://", " wss:/\\", "\tFile://", "hTtp:\\\\EXAMPLE."}
	if g.r.IntN(4) == 0 {
		return g.text(6)
	}
	return schemes[g.r.IntN(len(schemes))] + []string{"h", "example.com", "1.2.3.4", "", "h:81", "[::1]"}[g.r.IntN(6)] + g.text(5)
}

// checkParse checks that all ways to parse input, on base if it is not nil, agree, and that the result parses again.
func checkParse(t *testing.T, input string, base *string) {
	t.Helper()
	var opt whatwg.ParseOptions
	if base != nil {
		b, err := whatwg.Parse(*base)
		if err != nil {
			return
		}
		opt.Base = b
	}
	u, err := opt.Base.Resolve(input)
	if base == nil {
		u, err = whatwg.Parse(input)
		if whatwg.CanParse(input) != (err == nil) {
			t.Fatalf("CanParse(%q) differs from Parse: %v", input, err)
		}
	}
	if again, err2 := opt.Parse(input); again != u || !reflect.DeepEqual(err2, err) {
		t.Fatalf("ParseOptions.Parse(%q) on %q gives %q, %v, Parse %q, %v", input, opt.Base, again, err2, u, err)
	}
	var violations []*urlerr.Error
	opt.Violation = func(e *urlerr.Error) { violations = append(violations, e) }
	if again, err2 := opt.Parse(input); again != u || !reflect.DeepEqual(err2, err) {
		t.Fatalf("%q on %q: %q, %v with a listener, %q, %v without", input, opt.Base, again, err2, u, err)
	}
	for _, e := range violations {
		if e.Input != input || e.Offset < 0 || e.Offset > len(input) {
			t.Fatalf("%q on %q: violation %+v", input, opt.Base, e)
		}
	}
	if err == nil {
		checkURL(t, u)
		return
	}
	last := violations[len(violations)-1]
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Rule != last.Rule || e.Offset != last.Offset && !isUnlocated(e) || !u.IsZero() {
		t.Fatalf("%q on %q: %q, error %v, last violation %v", input, opt.Base, u, err, last)
	}
}

// checkURL checks the properties of any parsed URL.
func checkURL(t *testing.T, u whatwg.URL) {
	t.Helper()
	again, err := whatwg.Parse(u.Href())
	if err != nil || again != u {
		t.Fatalf("%q parses again as %q, %v", u, again, err)
	}
	if !whatwg.CanParse(u.Href()) {
		t.Fatalf("CanParse rejects %q", u)
	}
}

// parseBase is new URL(s, base) of JavaScript.
func parseBase(s, base string) (whatwg.URL, error) {
	b, err := whatwg.Parse(base)
	if err != nil {
		return whatwg.URL{}, err
	}
	return b.Resolve(s)
}

// rounds returns the number of generated cases to try: all only in exhaustive tests.
func rounds(all int) int {
	switch {
	case urltest.IsExhaustive():
		return all
	case testing.Short():
		return all / 40
	}
	return all / 4
}

func TestParse(t *testing.T) {
	t.Parallel()
	g := newGenerator(1)
	for _, url := range slices.Concat(corners, lengths(), eightBytes()) {
		checkParse(t, url, nil)
	}
	for range rounds(240000) {
		checkParse(t, g.url(), nil)
		base := g.url()
		checkParse(t, g.text(5), &base)
		checkSetter(t, g.url(), setters[g.r.IntN(len(setters))], g.text(4))
	}
}

// lengths returns URLs with an output that is about as long as the room of a rewriter, which has 256 bytes.
func lengths() (all []string) {
	for _, start := range []int{0, 210} {
		for n := start; n < start+40; n++ {
			for _, end := range []string{"", "\U0001f600", " \u4e2d\u00e9", "/..", "/./a\tb", "?\xff#\U0001f600", "\x80\x80\x80"} {
				all = append(all, "HTTP://h/ "+strings.Repeat("a", n)+end)
			}
		}
	}
	return all
}

// eightBytes returns URLs with dots and bytes that are percent-encoded at each place of the eight bytes that the parser
// reads at once.
func eightBytes() (all []string) {
	for n := range 17 {
		for _, segment := range []string{"/.a", "/..a/", "/%2ea", "/...", "/.", "/..", "/%2e/", ""} {
			for _, end := range []string{"", "\"b", " ", "\u00e9", "/./b", "?q", "#f", "bbbbbbbb|"} {
				all = append(all, "http://h/"+strings.Repeat("a", n)+segment+end)
			}
		}
	}
	return all
}

// corners has seeds of the fuzz targets.
var corners = []string{
	"", "https://example.com/a/b?c#d", "HTTP://U:P@EXAMPLE.COM:080/a/./b/../c", "file:///C|/x", "//h/p", "/p", "?q", "#f", "data:x y ?a b#c d",
	"http://h/\xf4\r\x8b\x91\xbc\xed\n\xa0\t\x80>", "http://[1:2::3]:81/", "foo://h%41/", "web+demo:/.//not-a-host/", "http://\u00e9/", "http://1.0x2/", "mailto:a@b", "foo://%\x7f\th/", "http://a@b@c/",
	" HTTP:/\\Example.COM:80\\a?b#c ", "FILE://H/C|/x", "wSs:\\\\h\\..?'#`", "\x1fhttp://A\tB/ c\n",
	"http://[1:", "http://[1:]", "http://[::1.02.3.4]", "http://[::1.2.3.]", "http://[::1.256.1.1]", "http://[::.1]", "http://[::1.2.3.4.5]", `/\x`, `\/x`, `file:/\h`, `\\h\p`,
	"http://h/\xe0\x9f\xe0\xa0\x80\xef\xbf\xf0\x8f\xf0\x90\x80\x80\xf1\x80\xf4\x90", "http://\u203e/?\u203e",
	"http://a<\u0338/", "http://A<\u0338@h", "HTTP\x1a//h", "http:\x0f/h", "WS:/\\H:00080?", "http://h \t\n", "http:///\t/h", "http://\\\t", "http://h:65536 ", "http://h:8 0/", "http://h:8a@H/", "http://h:\t8",
	"foo:a ?", "x: #", "foo://h:0080", "foo://H_%C3:99999#", "foo://h:1?'", "x:/\t/[", "x:\t//[", "x:\n", "foo:/a/..//p", "X:y", "a:?'`#`", "b:\x7f", "foo://:1", "foo://h:x", "foo://[::1]/", "foo://u@h", "foo:/\\h", "foo:\u00e9", "file:/\n/h", "FILE:/", "file:/C|/..", "file:\\x", "file:////h", "http:/\n/h", "https://u:p@h", "https://:p@H/", "https://u:@h/", "https://@h/", "https://u:p:q@h", "wss://u@[::1]:00/", "http://u@1.2:80?q", "HTTP://u@\u00e9", "http://u@h@H", "http:u@:1", "HTTP://H:", "HTTP://H:00", "http:h", "http:///h:080", "WS:/\\/1.2:x", "http://1.2.3.4.:80", "http://0x7F.1?q", "HTTP://[::1]:80#f", "http://[1:0:0:2::]\\", "http:[::0:1]:0/a b", "http://[::1/]", "http://[::1]]", "http://[::1]@h", "http://[::1\t]", "http://[::]:8\n0/", "ws://[::]", "https:/h/\n/..", "http://A<B:C", "http://a:b@", "http://h:1@",
	"http://u@/", "http://u@:1/", "http://[::1]:/", "http://[::1]x", "http://u@[::1]:0x", "http://[", "http://a[b]/", "http://1.0X7f:1/", "http://1.2.3.256:80/", "FILE://LOCALHOST/", "file://h:80/", "file://0x/", "file://c| ", "file:// ", "http://", "http:/ /h", "ws://h", "ws:// ",
	"http://h/!==[]=~=!/./@@@@@@@@..?", "http://h/========%2e/=======/..", "file:///|" + strings.Repeat("a", 300) + "/../|b", "file:///c|" + strings.Repeat("/=========", 30),
	"file://" + strings.Repeat("a", 246) + "/c|/x", "file://" + strings.Repeat("a", 247) + "/c|/x", "file://" + strings.Repeat("a", 248) + "/c|", "file://" + strings.Repeat("a", 249) + "/c|",
}

func FuzzParse(f *testing.F) {
	for _, s := range corners {
		f.Add(s, "https://example.com/x/y?z", true)
		f.Add(s, "file:///C:/x", true)
		f.Add(s, "foo:/a", true)
		f.Add(s, "", false)
	}
	f.Fuzz(func(t *testing.T, input, base string, hasBase bool) {
		if hasBase {
			checkParse(t, input, &base)
		} else {
			checkParse(t, input, nil)
		}
	})
}

// FuzzEncodingOfQueries checks that ParseOptions.Encoding only changes queries, and only for the schemes that the
// standard names.
func FuzzEncodingOfQueries(f *testing.F) {
	f.Add("http://h/?\u00e9#\u00e9")
	f.Add("ws://h/?\u00e9")
	f.Add("foo:?\u00e9")
	f.Fuzz(func(t *testing.T, input string) {
		u, err := whatwg.ParseOptions{Encoding: "windows-1252"}.Parse(input)
		want, err2 := whatwg.Parse(input)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%q: %v, want %v", input, err, err2)
		}
		switch want.Protocol() {
		case "http:", "https:", "ftp:", "file:":
			query, _ := u.Query()
			u.SetSearch("")
			want.SetSearch("")
			if strings.ContainsFunc(query, func(r rune) bool { return r >= 0x80 }) {
				t.Fatalf("%q has the query %q", input, query)
			}
		}
		if u != want {
			t.Fatalf("%q: %q, want %q", input, u, want)
		}
	})
}
