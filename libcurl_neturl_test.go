package earl

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

func TestLibcurlAndNetURL(t *testing.T) {
	t.Parallel()
	none := Part{}
	for _, tt := range []parseTest{
		{name: "libcurl, everything", dialect: "libcurl", in: "HTTP://u:p%40@Example.COM:080/a/../b;c?d#e", href: "http://u:p%40@Example.COM:80/b;c?d#e",
			want: [...]Part{Some("http"), Some("u:p%40@Example.COM:80"), Some("u:p%40"), Some("u"), Some("p%40"), Some("Example.COM"), Some("80"), Some("/b;c"), none, Some("d"), Some("e")}},
		{name: "libcurl, a guess", dialect: "libcurl", in: "h", href: "http://h/",
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/"), none, none, none}},
		{name: "libcurl, zone", dialect: "libcurl@8.22", in: "x://[fe80::1%eth0]", href: "x://[fe80::1%25eth0]/",
			want: [...]Part{Some("x"), Some("[fe80::1%25eth0]"), none, none, none, Some("[fe80::1]"), none, Some("/"), none, none, none}},
		{name: "libcurl, file", dialect: "libcurl@7.88.1", in: "file:///a?", href: "file:///a",
			want: [...]Part{Some("file"), none, none, none, none, none, none, Some("/a"), none, Some(""), none}},
		{name: "libcurl, base", dialect: "libcurl", in: "../d", opt: ParseOptions{Base: Some("http://h/a/b")}, href: "http://h/d",
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/d"), none, none, none}},
		{name: "net/url, everything", dialect: "net/url", in: "HTTP://u:p%40@Example.COM:080/a%2Fb;c?d#e", href: "http://u:p%40@Example.COM:080/a%2Fb;c?d#e",
			want: [...]Part{Some("http"), Some("u:p%40@Example.COM:080"), Some("u:p%40"), Some("u"), Some("p@"), Some("Example.COM"), Some("080"), Some("/a%2Fb;c"), none, Some("d"), Some("e")}},
		{name: "net/url, opaque", dialect: "net/url", in: "mailto:a@b?",
			want: [...]Part{Some("mailto"), none, none, none, none, none, none, Some("a@b"), none, Some(""), none}},
		{name: "net/url, empty authority", dialect: "net/url", in: "http:///a",
			want: [...]Part{Some("http"), Some(""), none, none, none, Some(""), none, Some("/a"), none, none, none}},
		{name: "net/url, none", dialect: "net/url", in: "///a",
			want: [...]Part{none, none, none, none, none, none, none, Some("///a"), none, none, none}},
		{name: "net/url, base", dialect: "net/url", in: "//x", opt: ParseOptions{Base: Some("http://h/a/b")}, href: "http://x",
			want: [...]Part{Some("http"), Some("x"), none, none, none, Some("x"), none, Some(""), none, none, none}},
	} {
		t.Run(tt.name, tt.run)
	}
}

// TestNetURLErrors: what net/url refuses is named without what it quotes.
func TestNetURLErrors(t *testing.T) {
	t.Parallel()
	d := MustParseDialect("net/url")
	for _, tt := range []struct {
		url       string
		kind      Kind
		component Component
		offset    int
	}{
		{"http://h/a\tb", BadText, NoComponent, 10},
		{":a", BadScheme, Scheme, 0},
		{"a b:c", BadPath, Path, 3},
		{"http://u\"@h/", BadUserinfo, Userinfo, 8},
		{"http://u:secret/@h/", BadPort, Port, 8},
		{"http://[h/", BadHost, Host, 7},
		{"http://[scheme]/", BadHost, Host, 7},
		{"http://h/%25%zz", BadEscape, Path, 12},
	} {
		_, err := d.Parse(tt.url, ParseOptions{})
		_, from := Resolve(d, "http://h/", tt.url)
		_, of := Resolve(d, tt.url, "x")
		for _, err := range []error{err, from, of} {
			e, ok := errors.AsType[*Error](err)
			if !ok || !errors.Is(err, tt.kind) || e.Component != tt.component || e.Offset != tt.offset || e.Input != tt.url || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v, %+v", tt.url, err, e)
			}
		}
	}
}

func TestNetURLRelease(t *testing.T) {
	t.Parallel()
	d := MustParseDialect("net/url")
	if !strings.Contains(runtime.Version(), d.Release()) || d.Release() == "" {
		t.Errorf("%s is not of %s", d.Release(), runtime.Version())
	}
	for _, name := range []string{"net/url@", "net/url@1", "net/url@1.2.3"} {
		if _, err := ParseDialect(name); (name == "net/url@1") != (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"net/url", "libcurl"} {
		d := MustParseDialect(name)
		if _, err := d.Parse("http://h/", ParseOptions{Strict: true}); !errors.Is(err, BadValue) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := d.Resolve("http://h/", "a", ResolveOptions{Strict: true}); !errors.Is(err, BadValue) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := d.Resolve("http://h/", "http://[", ResolveOptions{}); err == nil {
			t.Errorf("%s takes a bracket", name)
		}
	}
}
