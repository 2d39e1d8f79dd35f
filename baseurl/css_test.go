package baseurl_test

import (
	"strings"
	"testing"

	"earl.example/baseurl"
)

// TestCSS has the tokens of CSS Syntax §4 that matter to references.
// A cssTest is a sheet, and its references as "what raw".
type cssTest struct {
	name, css string
	want      []string
}

func TestCSS(t *testing.T) {
	t.Parallel()
	testCSS(t, []cssTest{
		{"unquoted", "a{b:url(x)}", []string{"url x"}},
		{"space", "a{b:url( \n x\t)}", []string{"url x"}},
		{"quoted", `a{b:url( "x y" )}`, []string{"url x y"}},
		{"single quotes", `a{b:url('x)')}`, []string{"url x)"}},
		{"empty", "a{b:url()}", []string{"url "}},
		{"empty and quoted", `a{b:url("")}`, []string{"url "}},
		{"capitals", "a{b:URL(x)}", []string{"url x"}},
		{"escaped name", `a{b:u\72l(x)}`, []string{"url x"}},
		{"escaped letter before the parenthesis", `a{b:ur\l(x)}`, []string{"url x"}},
		{"escaped name of another function", `a{b:s\72 c("x")}`, []string{"url x"}},
		{"escape of six digits", `a{b:url(a\0000299)}`, []string{"url a)9"}},
		{"escape of a multibyte character", `a{b:url(a\é\))}`, []string{"url aé)"}},
		{"escapes", `a{b:url(a\29 b\(c\000064 e\0)}`, []string{"url a)b(cde\ufffd"}},
		{"escapes in a string", "a{b:url('a\\\nb\\27 c\\\r\nd')}", []string{"url ab'cd"}},
		{"escape beyond Unicode", `a{b:url(\110000 \d800 )}`, []string{"url \ufffd\ufffd"}},
		{"modifiers", `a{b:url("x" foo("y"))}`, []string{"url x"}},
		{"several", "a{b:url(x),url(y)}", []string{"url x", "url y"}},
		{"not closed", "a{b:url(x", []string{"url x"}},
		{"string not closed", "a{b:url('x", []string{"url x"}},
		{"bad, with a quote", "a{b:url(x'y)url(z)}", []string{"url z"}},
		{"bad, with a space", "a{b:url(x y)url(z)}", []string{"url z"}},
		{"bad, with a parenthesis", "a{b:url(x(y)url(z)}", []string{"url z"}},
		{"bad, with an escape", `a{b:url(x\` + "\n" + `y)url(z)}`, []string{"url z"}},
		{"bad, with a line that goes on", "a{b:url(x\\\n)url(z)}", []string{"url z"}},
		{"bad, with DEL", "a{b:url(x\x7fy)url(z)}", []string{"url z"}},
		{"bad, escaped parenthesis", `a{b:url(x y\)z)url(z)}`, []string{"url z"}},
		{"string of one line", "a{b:'url(x\n;c:url(y)}", []string{"url y"}},
		{"in a string", "a{b:'url(x)'}", nil},
		{"in a comment", "/* url(x) @import 'y'; */", nil},
		{"comment that is not closed", "a{b:url(x)} /* url(y)", []string{"url x"}},
		{"stars", "/***/a{b:url(x)}/**/", []string{"url x"}},
		{"function behind a comment", "/**/url(x)", []string{"url x"}},
		{"string behind a hash", "a{b:#c'url(x)'}", nil},
		{"string behind a dimension", "a{b:1px'url(x)'}", nil},
		{"string behind an at-keyword", "@a'url(x)'", nil},
		{"comment in url", "a{b:url(/*x*/)}", []string{"url /*x*/"}},
		{"other name", "a{b:curl(x)url-prefix(y)-url(z)}", nil},
		{"space before the parenthesis", "a{b:url (x)}", nil},
		{"dimension", "a{b:1url(x)}", nil},
		{"hash", "a{b:#url(x)}", nil},
		{"font face", "@font-face{src:url(a.woff) format('woff'),url(b.ttf)}", []string{"url a.woff", "url b.ttf"}},
		{"src", `a{b:src("x") src(var(--y))}`, []string{"url x"}},
		{"image-set", `a{b:image-set("x" 1x, url(y) type("image/png"), "z" 2x);c:"q"}`, []string{"url x", "url y", "url z"}},
		{"old image-set", `a{b:-webkit-image-set("x" 1x)}`, []string{"url x"}},
		{"calc in image-set", `a{b:image-set(linear-gradient("q") 1x, "z" 2x)}`, []string{"url z"}},
		{"many functions", "a{b:image-set(" + strings.Repeat("c(", 300) + "'no'" + strings.Repeat(")", 300) +
			"'x' 1x);d:'no'}", []string{"url x"}},
		{"not ASCII", "a{b:url(é)}", []string{"url é"}},
		{"CDO", "<!-- a{b:url(x)} -->", []string{"url x"}},
		{"function behind CDO", "<!--url(x)", []string{"url x"}},
		{"NUL", "a{b:url(x\x00y)url(z)}", []string{"url x\ufffdy", "url z"}},
		{"NUL in a name", "a{b:\x00url(x)}", nil},
		{"control character", "a{b:url(x\x01y)url(z)}", []string{"url z"}},
		{"bad string in url", "a{b:url('x\n) url(y)}", []string{"url y"}},
		{"bad string in src", "a{b:src(\"x\r) url(y)}", []string{"url y"}},
	})
}

func TestAtRulesOfCSS(t *testing.T) {
	t.Parallel()
	testCSS(t, []cssTest{
		{"import", "@import 'x';", []string{"@import x"}},
		{"import of a url", `@import url(x);@IMPORT url("y") print;`, []string{"@import x", "@import y"}},
		{"import with a layer", `@import "x" layer(l) supports(display: "y");`, []string{"@import x"}},
		{"import twice", `@import "x"; @import "y"`, []string{"@import x", "@import y"}},
		{"no import", `a{@imports "x"; b:"y"}`, nil},
		{"import with a string elsewhere", `@import{"x"} @import a("y") print; @import [z] "x"`, []string{"@import x"}},
		{"namespace", `@namespace "x"; @namespace p url(y); a{b:url(z)}`, []string{"url z"}},
		{"namespace with another url", `@namespace p url(x) url(y); a{b:url(z)}`, []string{"url z"}},
		{"charset", `@charset "utf-8"; a{b:url(x)}`, []string{"url x"}},
		{"NUL in a string", "@import '\x00'", []string{"@import \ufffd"}},
		{"bad string in import", "@import 'x\n 'y'; a{b:url(z)}", []string{"url z"}},
		{"line that goes on in import", "@import 'x\\\ny'", []string{"@import xy"}},
		{"import not closed", "@import 'x", []string{"@import x"}},
	})
}

func testCSS(t *testing.T, tests []cssTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for ref, err := range at("http://h/").References(baseurl.CSS, strings.NewReader(test.css)) {
				if err != nil {
					t.Error(err)
				}
				got = append(got, ref.Attribute+" "+ref.Raw)
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestCSSStream has a style sheet longer than the window, with
// references where that ends.
func TestCSSStream(t *testing.T) {
	t.Parallel()
	for shift := range 12 {
		doc := strings.Repeat(" ", shift) + strings.Repeat("a{b:url(x\\29 y) 12px #cdef}/* url(no) */ @import 'z';\n", 2000)
		n := 0
		for ref, err := range at("http://h/").References(baseurl.CSS, stream(doc)) {
			if err != nil {
				t.Fatal(err)
			}
			want := "x)y"
			if n++; n%2 == 0 {
				want = "z"
			}
			if ref.Raw != want || doc[ref.Offset] != want[0] || doc[ref.End-1] != want[len(want)-1] {
				t.Fatalf("%d: %+v, want the raw text %q, where the offsets say", n, ref, want)
			}
		}
		if n != 4000 {
			t.Fatalf("%d references, want 4000", n)
		}
	}
	opt := at("http://h/")
	opt.MaxToken = 1 << 10
	check(t, opt, baseurl.CSS, "a{b:url(x)} c{d:url("+strings.Repeat("y", 2000)+")}", " [url] x = http://h/x",
		" []  ! a token within the limit @16")
}

// TestCSSCharset: a mark, the transport, and @charset say how to read CSS.
func TestCSSCharset(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ charset, css, want string }{
		"rule":    {"", "@charset \"windows-1251\";a{b:url(\xe0)}", "http://h/%D0%B0"},
		"label":   {"windows-1251", "a{b:url(\xe0)}", "http://h/%D0%B0"},
		"mark":    {"windows-1251", "\xef\xbb\xbfa{b:url(é)}", "http://h/%C3%A9"},
		"UTF-16":  {"", "@charset \"utf-16le\";a{b:url(é)}", "http://h/%C3%A9"},
		"default": {"", "a{b:url(é)}", "http://h/%C3%A9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := at("http://h/")
			opt.Charset = test.charset
			for ref, err := range opt.References(baseurl.CSS, strings.NewReader(test.css)) {
				if ref.URL != test.want || err != nil {
					t.Errorf("%q, %v, want %q", ref.URL, err, test.want)
				}
			}
		})
	}
	opt := at("http://h/")
	opt.Charset = "x-unknown"
	check(t, opt, baseurl.CSS, "a{b:url(c)}", " []  ! charset @0", " [url] c = http://h/c")
}
