package whatwg_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/whatwg"
)

// TestAllocs checks the documented numbers of allocations.
func TestAllocs(t *testing.T) {
	if urltest.RaceDetector {
		t.Skip("the race detector allocates")
	}
	var u whatwg.URL
	var text string
	var ok bool
	base := must(whatwg.Parse("https://example.com/a/b?c"))
	full := must(whatwg.Parse("https://user:pass@example.com:81/a/b?c=d&e%20f=g#h"))
	list := whatwg.NewSearchParams("a=b+c&d=%C3%A9&f")
	parse := func(s string) func() { return func() { u, _ = whatwg.Parse(s) } }
	resolve := func(s string) func() { return func() { u, _ = base.Resolve(s) } }
	can := func(s string) func() { return func() { ok = whatwg.CanParse(s) } }
	for _, test := range []struct {
		name   string
		allocs float64
		do     func()
	}{
		{"normal form", 0, parse("https://example.com:8080/a/b.html?c=d%20#e")},
		{"normal form with credentials", 0, parse("https://u:p@example.com/")},
		{"normal form with an IPv6 address", 0, parse("https://u:p@[2001:db8::1]:81/")},
		{"normal form of a file", 0, parse("file:///C:/a%20b")},
		{"normal form, opaque", 0, parse("mailto:a@b?c")},
		{"normal form, long", 0, parse("https://example.com/" + strings.Repeat("a/b", 1000))},
		{"normal form between spaces", 0, parse(" https://example.com/ \n")},
		{"a slash is missing", 1, parse("https://example.com")},
		{"case", 1, parse("HTTPS://Example.com/")},
		{"default port", 1, parse("https://example.com:443/")},
		{"dots", 1, parse("https://example.com/a/./b/../c")},
		{"spaces", 1, parse("https://example.com/a b?c d#e f")},
		{"non-ASCII path", 1, parse("https://example.com/\u00e9")},
		{"short IPv4 address", 1, parse("https://127.1/")},
		{"one slash, and a dot behind an IPv4 address", 1, parse("https:/127.0.0.1./")},
		{"long IPv6 address", 1, parse("https://[1:0:0:0:0:0:0:1]/")},
		{"long", 2, parse("https://example.com/" + strings.Repeat("a b", 1000))},
		{"long, one space", 2, parse("https://example.com/" + strings.Repeat("a", 400) + " " + strings.Repeat("b", 100))},
		{"long, many escapes", 1, parse("https://example.com/" + strings.Repeat("^", 400))},
		{"long, segments with some escapes", 2, parse("https://example.com/" + strings.Repeat("a b/", 1000))},
		{"long, segments of escapes", 1, parse("https://example.com/" + strings.Repeat("\x01\x02\x03\x04\x05\x06/", 100))},
		{"very long, segments with some escapes", 3, parse("https://example.com/" + strings.Repeat("a b/", 2000))},
		{"very long, segments of escapes", 2, parse("https://example.com/" + strings.Repeat("\x01\x02\x03\x04\x05\x06/", 1000))},
		{"backslashes", 1, parse(`https:\\example.com\a`)},
		{"tabs", 1, parse("https://example\t.com/")},
		{"not special, a long scheme in capitals", 1, parse(strings.Repeat("FOO", 20) + "://h/a b")},
		{"path reference", 1, resolve("/x/y?z")},
		{"relative reference", 1, resolve("../x y")},
		{"query reference", 1, resolve("?q")},
		{"absolute reference", 0, resolve("http://h/x")},
		{"CanParse", 0, can("https://example.com:443/a b")},
		{"CanParse of what is rewritten", 0, can("HTTPS://Example.com/a b")},
		{"CanParse of spaces, backslashes and an address", 0, can(" WSS:\\\\User:P@[1:0:0:0:0:0:0:1]:0443\\a b ")},
		{"getters", 0, func() {
			text = full.Href()
			text, text = full.Username(), full.Password()
			text, text, text = full.Host(), full.Hostname(), full.Port()
			text = full.Pathname()
			text = full.Search()
			text = full.Hash()
			text, ok = full.Query()
		}},
		{"looking a parameter up", 0, func() { text, ok = full.SearchParams().Get("e f") }},
		{"pairs with percent signs of no escape", 0, func() {
			for name, value := range whatwg.ParseForm("a%=100%&b%zz=5%") {
				text, ok = name, value != ""
			}
		}},
		{"a list of pairs as text", 0, func() { text = list.String() }},
		{"encoding nothing", 0, func() { text = whatwg.PathSet.Encode("abc") }},
		{"decoding nothing", 0, func() { text = whatwg.PercentDecode("abc%") }},
		{"a setter", 1, func() { v := base; v.SetHash("abc"); u = v }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, test.do); got != test.allocs {
				t.Errorf("%v allocations, want %v", got, test.allocs)
			}
		})
	}
	_, _, _ = u, text, ok
}

// TestAllocsOfFailures: Parse allocates its error, and CanParse nothing.
func TestAllocsOfFailures(t *testing.T) {
	if urltest.RaceDetector {
		t.Skip("the race detector allocates")
	}
	for _, s := range []string{
		"", "/a/b", "a/b", "https://", "https://:80/", "https://a b/", "https://h:x", "https://h:65536/", "https://256.1.1.1/", "https://1.2.3.4.5/",
		"https://[::1::]/", "https://[::1", "http://u@/", "foo://a b/", strings.Repeat("FOO", 20) + "://a b/",
	} {
		t.Run(s, func(t *testing.T) {
			var u whatwg.URL
			var err error
			var ok bool
			if got := testing.AllocsPerRun(100, func() { u, err = whatwg.Parse(s) }); got != 1 || err == nil {
				t.Errorf("%v allocations of Parse, %v, %v", got, u, err)
			}
			if got := testing.AllocsPerRun(100, func() { ok = whatwg.CanParse(s) }); got != 0 || ok {
				t.Errorf("%v allocations of CanParse, %v", got, ok)
			}
		})
	}
}

// TestAllocsOfMappedHosts: mapping a non-ASCII host does not allocate, except for the error of IDNA.
func TestAllocsOfMappedHosts(t *testing.T) {
	if urltest.RaceDetector {
		t.Skip("the race detector allocates")
	}
	for _, test := range []struct {
		s          string
		parse, can float64
	}{
		{"https://\u00fcber.example.com/", 1, 0},
		{"https://a.\u00fc.b.\u00fc.c.\u00fc/a", 1, 0},
		{"https://fa\u00df\u0080.example.com/", 2, 1},
	} {
		t.Run(test.s, func(t *testing.T) {
			var u whatwg.URL
			var err error
			var ok bool
			if got := testing.AllocsPerRun(100, func() { u, err = whatwg.Parse(test.s) }); got != test.parse {
				t.Errorf("%v allocations of Parse, want %v: %v, %v", got, test.parse, u, err)
			}
			if got := testing.AllocsPerRun(100, func() { ok = whatwg.CanParse(test.s) }); got != test.can {
				t.Errorf("%v allocations of CanParse, want %v: %v", got, test.can, ok)
			}
		})
	}
}
