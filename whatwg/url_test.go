package whatwg_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unsafe"

	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

func TestValue(t *testing.T) {
	t.Parallel()
	if n := unsafe.Sizeof(whatwg.URL{}); n > 56 {
		t.Errorf("a URL takes %d bytes, want at most 56", n)
	}
	a, b := must(whatwg.Parse("HTTP://h:80/x/../?#")), must(whatwg.Parse("http://h/?#"))
	if a != b || map[whatwg.URL]int{a: 1}[b] != 1 {
		t.Errorf("%q and %q differ", a, b)
	}
	c := must(whatwg.Parse("http://h/?"))
	if a == c || a.WithoutFragment() != c.WithoutFragment() {
		t.Errorf("%q and %q do not differ as they should", a, c)
	}
	var zero whatwg.URL
	if !zero.IsZero() || zero.String() != "" || zero.Protocol() != "" || zero.Host() != "" || zero.Pathname() != "" ||
		zero.Search() != "" || zero.Hash() != "" || zero.Origin().String() != "null" || zero.HostKind() != reading.NoHost || zero.Username() != "" || zero.Password() != "" {
		t.Error("the zero URL has parts")
	}
	if _, err := zero.Resolve("x"); !errors.Is(err, urlerr.NoBase) {
		t.Errorf("the zero URL is a base: %v", err)
	}
	if u := whatwg.MustParse("http://h"); u.Href() != "http://h/" {
		t.Errorf("MustParse gives %s", u)
	}
	func() {
		defer func() {
			if err, _ := recover().(error); !errors.Is(err, urlerr.BadHost) {
				t.Errorf("MustParse panics with %v", err)
			}
		}()
		whatwg.MustParse("http://a b/")
	}()
	if clone := a.Clone(); clone != a || unsafe.StringData(clone.Href()) == unsafe.StringData(a.Href()) {
		t.Errorf("the clone of %q is %q", a, clone)
	}
}

// TestShares checks that a URL in normal form shares the memory of the input.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"https://example.com/", "http://example.com:8080/a/b.c?d=e#f", "https://u:p@example.com/", "http://127.0.0.1/", "http://[::1]:81/",
		"ws://h/", "wss://h/", "ftp://u@h/x", "file:///C:/x", "file://h/x", "mailto:a@b", "data:text/plain,x", "foo://H:80/%41", "foo:/a/b", "foo:",
		"http://h/%41?%zz#%", "http://xn--fa-hia.de/", "http://a_b.c/~x/!", "http://h/a.b/.c/..d?e",
	} {
		u, err := whatwg.Parse(s)
		if err != nil || u.Href() != s || unsafe.StringData(u.Href()) != unsafe.StringData(s) {
			t.Errorf("Parse(%q) = %q, %v, and not the same text", s, u, err)
		}
	}
}

func TestGetters(t *testing.T) {
	t.Parallel()
	u := must(whatwg.Parse("https://user:pass@xn--fa-hia.example:1234/foo/bar?baz#quux"))
	query, hasQuery := u.Query()
	fragment, hasFragment := u.Fragment()
	port, hasPort := u.PortNumber()
	got := fmt.Sprint(u.Scheme(), u.IsSpecial(), u.Username(), u.Password(), u.HasCredentials(), u.Host(), u.UnicodeHostname(), port, hasPort,
		u.Pathname(), query, hasQuery, fragment, hasFragment, u.WithoutFragment().Href(), u.Origin(), u.Redacted())
	want := fmt.Sprint("https", true, "user", "pass", true, "xn--fa-hia.example:1234", "faß.example", 1234, true,
		"/foo/bar", "baz", true, "quux", true, "https://user:pass@xn--fa-hia.example:1234/foo/bar?baz", "https://xn--fa-hia.example:1234",
		"https://user:***@xn--fa-hia.example:1234/foo/bar?baz#quux")
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for href, want := range map[string]string{
		"http://127.0.0.1/": "127.0.0.1 true 80 true", "http://[::ffff:1.2.3.4]:0/": "::ffff:1.2.3.4 true 0 true", "http://h/": "invalid IP false 80 true",
		"foo://h/": "invalid IP false 0 false", "ftp://1/": "0.0.0.1 true 21 true", "foo:/": "invalid IP false 0 false",
	} {
		u := must(whatwg.Parse(href))
		addr, ok := u.Addr()
		port, hasPort := u.PortNumber()
		if got := fmt.Sprint(addr, ok, port, hasPort); got != want {
			t.Errorf("%q: %s, want %s", href, got, want)
		}
	}
	if got := must(whatwg.Parse("https://xn--8i7caa/")).UnicodeHostname(); got != "xn--8i7caa" {
		t.Errorf("a name that UTS #46 refuses is shown as %q, want xn--8i7caa", got)
	}
}

func TestHostKind(t *testing.T) {
	t.Parallel()
	for href, want := range map[string]string{
		"mailto:a@b": "none", "file:///": "empty", "foo:///": "empty", "http://h/": "name", "http://1/": "ipv4",
		"foo://[::1]/": "ipv6", "foo://1/": "opaque",
	} {
		if got := must(whatwg.Parse(href)).HostKind().String(); got != want {
			t.Errorf("%q: %s, want %s", href, got, want)
		}
	}
	if got := reading.HostKind(9).String(); got != "host kind 9" {
		t.Errorf("kind 9 is %s, want host kind 9", got)
	}
}

func TestIsValidDomain(t *testing.T) {
	t.Parallel()
	for domain, want := range map[string]bool{
		"example.com": true, "EXAMPLE.com": true, "fa\u00df.de": true, "xn--fa-hia.de": true, "a-b.c": true,
		"": false, ".": false, "a..b": false, "a_b.c": false, "-a.b": false, "a b": false, "a%41": false, "xn--a": false, "\xff": false,
		"1.2.3.4": false, "a.1": false, "a.0x": false, strings.Repeat("a", 63) + ".b": true, strings.Repeat("a", 64) + ".b": false, "[::1]": false,
	} {
		if got := whatwg.IsValidDomain(domain); got != want {
			t.Errorf("%q: %v, want %v", domain, got, want)
		}
	}
}

func TestIsValid(t *testing.T) {
	t.Parallel()
	page, mail := must(whatwg.Parse("http://h/a/b")), must(whatwg.Parse("mailto:a@b"))
	tests := []struct {
		name, text string
		base       whatwg.URL
		want       bool
	}{
		{"absolute", "https://example.com/a?b#c", whatwg.URL{}, true},
		{"other characters", "https://\u00e9.example/\u00e9", whatwg.URL{}, true},
		{"opaque path", "mailto:a@b", whatwg.URL{}, true},
		{"IPv6 address", "foo://[::1]:80/", whatwg.URL{}, true},
		{"no validation error, empty segment", "http://h//a", whatwg.URL{}, true},
		{"no validation error, colon", "urn:a:b", whatwg.URL{}, true},
		{"no validation error, no host", "file://", whatwg.URL{}, true},
		{"no validation error, drive", "file://h/C:/a", whatwg.URL{}, true},
		{"relative without a base", "a", whatwg.URL{}, false},
		{"relative", "a/../b", page, true},
		{"relative to an opaque path", "a", mail, false},
		{"fragment of an opaque path", "#a", mail, true},
		{"space", "http://h/a b", whatwg.URL{}, false},
		{"leading space", " http://h/", whatwg.URL{}, false},
		{"backslash", `http:\\h\`, whatwg.URL{}, false},
		{"no slashes", "http:h", whatwg.URL{}, false},
		{"credentials", "http://u@h/", whatwg.URL{}, false},
		{"short IPv4 address", "http://1.2/", whatwg.URL{}, false},
		{"underscore in a domain", "http://a_b/", whatwg.URL{}, false},
		{"two fragments", "http://h/#a#b", whatwg.URL{}, false},
		{"percent sign", "http://h/%", whatwg.URL{}, false},
		{"noncharacter", "http://h/\ufdd0", whatwg.URL{}, false},
		{"ill-formed UTF-8", "http://h/\xff", whatwg.URL{}, false},
		{"failure", "http://[1/", whatwg.URL{}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			called := false
			opt := whatwg.ParseOptions{Base: test.base, Violation: func(*urlerr.Error) { called = true }}
			if got := opt.IsValid(test.text); got != test.want || called {
				t.Errorf("IsValid(%q) = %v, want %v; Violation was called: %v", test.text, got, test.want, called)
			}
		})
	}
}

// suffixes is a list of public suffixes.
type suffixes []string

func (s suffixes) PublicSuffix(domain string) string {
	best := domain[strings.LastIndexByte(domain, '.')+1:]
	for _, suffix := range s {
		if (domain == suffix || strings.HasSuffix(domain, "."+suffix)) && len(suffix) > len(best) {
			best = suffix
		}
	}
	return best
}

// TestRegistrableDomain has the table of §3.2.
func TestRegistrableDomain(t *testing.T) {
	t.Parallel()
	list := suffixes{"github.io"}
	for _, test := range []struct{ host, suffix, domain string }{
		{"com", "com", ""},
		{"example.com", "com", "example.com"},
		{"www.example.com", "com", "example.com"},
		{"sub.www.example.com", "com", "example.com"},
		{"EXAMPLE.COM", "com", "example.com"},
		{"example.com.", "com.", "example.com."},
		{"github.io", "github.io", ""},
		{"whatwg.github.io", "github.io", "whatwg.github.io"},
		{"إختبار", "xn--kgbechtv", ""},
		{"example.إختبار", "xn--kgbechtv", "example.xn--kgbechtv"},
		{"sub.example.إختبار", "xn--kgbechtv", "example.xn--kgbechtv"},
		{"[2001:0db8:85a3:0000:0000:8a2e:0370:7334]", "", ""},
		{"127.0.0.1", "", ""},
		{"a..com", "", ""},
		{"a.b..com", "", ""},
		{".com", "", ""},
		{"com..", "", ""},
		{".", "", ""},
	} {
		u := must(whatwg.Parse("https://" + test.host + ":8080/"))
		suffix, hasSuffix := u.PublicSuffix(list)
		domain, hasDomain := u.RegistrableDomain(list)
		if suffix != test.suffix || domain != test.domain || hasSuffix != (suffix != "") || hasDomain != (domain != "") {
			t.Errorf("%q: %q, %q, want %q, %q", test.host, suffix, domain, test.suffix, test.domain)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	list := suffixes{"github.io"}
	for _, test := range []struct {
		a, b                 string
		sameOrigin, sameSite bool
	}{
		{"https://a.example.com/", "https://a.example.com:443/x", true, true},
		{"https://a.example.com/", "https://b.example.com:81/", false, true},
		{"https://a.example.com/", "http://a.example.com/", false, false},
		{"https://a.github.io/", "https://b.github.io/", false, false},
		{"https://1.2.3.4/", "https://1.2.3.4:81/", false, true},
		{"https://1.2.3.4/", "https://2.1.3.4/", false, false},
		{"blob:https://h:81/x", "https://h:81/", true, true},
		{"blob:ftp://h/", "ftp://h/", false, false},
		{"data:x", "data:x", false, false},
		{"file:///x", "file:///x", false, false},
	} {
		a, b := must(whatwg.Parse(test.a)).Origin(), must(whatwg.Parse(test.b)).Origin()
		if a.SameOrigin(b) != test.sameOrigin || a.SameSite(b, list) != test.sameSite {
			t.Errorf("%q and %q: same origin %v, same site %v", test.a, test.b, a.SameOrigin(b), a.SameSite(b, list))
		}
	}
	o := must(whatwg.Parse("http://h:81/")).Origin()
	if o.IsOpaque() || o.String() != "http://h:81" {
		t.Errorf("origin %v", o)
	}
}

func TestMarshalling(t *testing.T) {
	t.Parallel()
	type record struct{ URL whatwg.URL }
	u := must(whatwg.Parse("http://u:p@h/?a=<b>"))
	text, err := json.Marshal(record{u})
	if err != nil || string(text) != `{"URL":"http://u:p@h/?a=%3Cb%3E"}` {
		t.Errorf("JSON is %s, %v", text, err)
	}
	var back record
	if err := json.Unmarshal(text, &back); err != nil || back.URL != u {
		t.Errorf("and gives %q, %v", back.URL, err)
	}
	if err := json.Unmarshal([]byte(`{"URL":"//h"}`), &back); !errors.Is(err, urlerr.NoBase) || back.URL != u {
		t.Errorf("a bad URL gives %q, %v", back.URL, err)
	}
	var v whatwg.URL
	if err := v.UnmarshalText(nil); err != nil || !v.IsZero() {
		t.Errorf("empty text gives %q, %v", v, err)
	}
	if value, err := u.Value(); value != u.Href() || err != nil {
		t.Errorf("for a database: %v, %v", value, err)
	}
	if value, err := v.Value(); value != nil || err != nil {
		t.Errorf("for a database the zero URL is %v, %v", value, err)
	}
	for _, src := range []any{u.Href(), []byte(u.Href())} {
		if err := v.Scan(src); err != nil || v != u {
			t.Errorf("Scan(%T) gives %q, %v", src, v, err)
		}
	}
	if err := v.Scan(7); !errors.Is(err, urlerr.BadValue) || v != u {
		t.Errorf("Scan(7) gives %q, %v", v, err)
	}
	if err := v.Scan(nil); err != nil || !v.IsZero() {
		t.Errorf("Scan(nil) gives %q, %v", v, err)
	}
	if got := u.LogValue().String(); got != "http://u:***@h/?a=%3Cb%3E" {
		t.Errorf("for a log: %s", got)
	}
	if got := must(whatwg.Parse("http://u@h:80/:x@y")).Redacted(); got != "http://u@h/:***@y" {
		t.Errorf("redacted: %s, want http://u@h/:***@y", got)
	}
}

func TestNetURL(t *testing.T) {
	t.Parallel()
	u := must(whatwg.Parse("http://u:p@h:81/a%2Fb?c#d"))
	std, err := u.NetURL()
	if err != nil || std.String() != u.Href() {
		t.Errorf("%q becomes %v, %v", u, std, err)
	}
	if back, err := whatwg.FromNetURL(std); err != nil || back != u {
		t.Errorf("and again %q, %v", back, err)
	}
	for href, want := range map[string]string{"http://h/#": "http://h/", "foo://": "foo:", "http://h/a|b": "http://h/a%7Cb"} {
		if std, err := must(whatwg.Parse(href)).NetURL(); err != nil || std.String() != want {
			t.Errorf("%q becomes %v, %v, want %q", href, std, err, want)
		}
	}
	for _, test := range []struct{ href, want, request string }{
		{"http://h/a%2F..%2F..%2Fadmin|x", "http://h/a%2F..%2F..%2Fadmin%7Cx", "/a%2F..%2F..%2Fadmin%7Cx"},
		{"foo:/%2Fevil.example/a|b", "foo:/%2Fevil.example/a%7Cb", "/%2Fevil.example/a%7Cb"},
		{"foo:///%2Fa|b", "foo:///%2Fa%7Cb", "/%2Fa%7Cb"},
		{"foo:/.//a|b", "foo:/.//a%7Cb", "/.//a%7Cb"},
		{`foo://h/%2e\`, "foo://h/%2e%5C", "/%2e%5C"},
		{"http://h/%7c%7E%41[|]", "http://h/%7c%7E%41[%7C]", "/%7c%7E%41[%7C]"},
		{"http://h/%2f?a|b", "http://h/%2f?a|b", "/%2f?a|b"},
		{"http://h/100%", "http://h/100%25", "/100%25"},
		{"http://u%:p%4@h/%zz%?%#%", "http://u%25:p%254@h/%25zz%25?%#%25", "/%25zz%25?%"},
		{"foo:a%?b%", "foo:a%25?b%", "a%25?b%"},
	} {
		std, err := must(whatwg.Parse(test.href)).NetURL()
		if err != nil || std.String() != test.want || std.RequestURI() != test.request {
			t.Errorf("%q becomes %v, %v, want %q", test.href, std, err, test.want)
		}
	}
	for href, cause := range map[string]error{"foo://u:secret@a%20b/": url.EscapeError("%20"), "": nil} {
		var v whatwg.URL
		if href != "" {
			v = must(whatwg.Parse(href))
		}
		var e *urlerr.Error
		if _, err := v.NetURL(); !errors.Is(err, urlerr.BadValue) || !errors.As(err, &e) || e.Err != cause || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, want a bad value without the password", href, err)
		}
	}
}

// TestNetURLOffset checks the offsets of errors after escapes that NetURL adds.
func TestNetURLOffset(t *testing.T) {
	t.Parallel()
	for href, want := range map[string]int{
		"foo://a%20b/": 7, "foo://a%:%@h%41x/": 12, "foo://%%%%%%@h%41/": 14, "foo://h%41/%?%#%": 7,
	} {
		var e *urlerr.Error
		if _, err := must(whatwg.Parse(href)).NetURL(); !errors.As(err, &e) || e.Offset != want {
			t.Errorf("%q: %v, want an error at %d", href, err, want)
		}
	}
}

// TestFromNetURL checks that FromNetURL returns a URL that net/http requests alike, or an error.
func TestFromNetURL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		std  url.URL
		want string // "" for an error
	}{
		{"path of two slashes", url.URL{Scheme: "http", Path: "//evil.example/x"}, ""},
		{"path without a host", url.URL{Scheme: "http", Path: "/evil.example/x"}, ""},
		{"no scheme", url.URL{Path: "/x"}, ""},
		{"scheme in the path", url.URL{Opaque: "http://evil.example/x"}, ""},
		{"scheme that holds a host", url.URL{Scheme: "http://evil.example/?", Host: "h"}, ""},
		{"opaque with another host", url.URL{Scheme: "http", Opaque: "//evil.example/x", Host: "h"}, ""},
		{"opaque with another port", url.URL{Scheme: "http", Opaque: "//h:81/x", Host: "h"}, ""},
		{"opaque with a host of its own", url.URL{Scheme: "http", Opaque: "//evil.example/x"}, ""},
		{"opaque without slashes", url.URL{Scheme: "http", Opaque: "evil.example/x", Host: "h"}, ""},
		{"opaque with a user", url.URL{Scheme: "http", Opaque: "//u@h/x", Host: "h"}, ""},
		{"opaque with another user", url.URL{Scheme: "http", Opaque: "//u@h/x", Host: "h", User: url.User("v")}, ""},
		{"opaque with another password", url.URL{Scheme: "http", Opaque: "//u:p@h/x", Host: "h", User: url.User("u")}, ""},
		{"opaque with the same authority", url.URL{Scheme: "http", Opaque: "//u:p@H:80/x", Host: "h", User: url.UserPassword("u", "p")}, ""},
		{"opaque", url.URL{Scheme: "mailto", Opaque: "a@b"}, "mailto:a@b"},
		{"case and port", url.URL{Scheme: "HTTP", Host: "EXAMPLE.com:80", Path: "/a b"}, "http://example.com/a%20b"},
		{"path without a slash", url.URL{Scheme: "http", Host: "h", Path: "a"}, ""},
		{"path of a star", url.URL{Scheme: "http", Host: "h", Path: "*"}, ""},
		{"dot segments", url.URL{Scheme: "http", Host: "h", Path: "/a/../admin"}, ""},
		{"encoded dot segment", url.URL{Scheme: "http", Host: "h", Path: "/a/./b", RawPath: "/a/%2e/b"}, ""},
		{"dot segment of an opaque host", url.URL{Scheme: "foo", Host: "h", Path: "/./a"}, ""},
		{"slash in a segment", url.URL{Scheme: "http", Host: "h", Path: "/a/b", RawPath: "/a%2Fb"}, "http://h/a%2Fb"},
		{"query with a fragment", url.URL{Scheme: "http", Host: "h", Path: "/a", RawQuery: "x=1#y"}, ""},
		{"query with another fragment", url.URL{Scheme: "http", Host: "h", Path: "/a", RawQuery: "x=1#y", Fragment: "z"}, ""},
		{"query with a newline", url.URL{Scheme: "http", Host: "h", RawQuery: "x=1\ny"}, ""},
		{"query with a space", url.URL{Scheme: "http", Host: "h", RawQuery: "a b"}, ""},
		{"query beyond ASCII", url.URL{Scheme: "http", Host: "h", RawQuery: "\u00e9"}, ""},
		{"query with an apostrophe", url.URL{Scheme: "http", Host: "h", RawQuery: "'"}, ""},
		{"query with an apostrophe, not special", url.URL{Scheme: "foo", Host: "h", RawQuery: "'"}, "foo://h?'"},
		{"query with brackets", url.URL{Scheme: "http", Host: "h", RawQuery: "a[]={|}^`"}, "http://h/?a[]={|}^`"},
		{"empty query", url.URL{Scheme: "http", Host: "h", ForceQuery: true}, "http://h/?"},
		{"fragment", url.URL{Scheme: "http", Host: "h", Fragment: "a b#\n"}, "http://h/#a%20b%23%0A"},
		{"fragment as written", url.URL{Scheme: "http", Host: "h", Fragment: "a/b", RawFragment: "a%2Fb"}, "http://h/#a%2Fb"},
		{"empty user", url.URL{Scheme: "http", Host: "h", User: url.User("")}, ""},
		{"empty user and password", url.URL{Scheme: "http", Host: "h", User: url.UserPassword("", "")}, ""},
		{"opaque with a query", url.URL{Scheme: "mailto", Opaque: "a?b"}, ""},
		{"opaque beyond ASCII", url.URL{Scheme: "mailto", Opaque: "\u00e9"}, ""},
		{"short address", url.URL{Scheme: "http", Host: "127.1"}, ""},
		{"hexadecimal address", url.URL{Scheme: "http", Host: "0x7f.1"}, ""},
		{"address of circled digits", url.URL{Scheme: "http", Host: "\u2460\u2461\u2466.\u24ea.\u24ea.\u2460"}, ""},
		{"soft hyphen", url.URL{Scheme: "http", Host: "loc\u00adalhost"}, ""},
		{"wide letters", url.URL{Scheme: "http", Host: "\uff48.example"}, ""},
		{"Kelvin sign", url.URL{Scheme: "http", Host: "\u212a.example"}, ""},
		{"wide full stop", url.URL{Scheme: "http", Host: "a\u3002example"}, ""},
		{"drive as the host", url.URL{Scheme: "file", Host: "C:", Path: "/a"}, ""},
		{"address", url.URL{Scheme: "http", Host: "127.0.0.1:81"}, "http://127.0.0.1:81/"},
		{"IPv6 address", url.URL{Scheme: "http", Host: "[0::0:1]:81"}, "http://[::1]:81/"},
		{"IPv6 address with an IPv4 address", url.URL{Scheme: "http", Host: "[::ffff:1.2.3.4]"}, "http://[::ffff:102:304]/"},
		{"Punycode", url.URL{Scheme: "http", Host: "XN--9CA.example"}, "http://xn--9ca.example/"},
		{"opaque host", url.URL{Scheme: "foo", Host: "A\u00e9"}, "foo://A%C3%A9"},
		{"beyond ASCII", url.URL{Scheme: "http", Host: "\u00e9.example"}, "http://xn--9ca.example/"},
		{"user", url.URL{Scheme: "ws", User: url.UserPassword("a@b", "/"), Host: "h"}, "ws://a%40b:%2F@h/"},
		{"file", url.URL{Scheme: "file", Path: "/a"}, "file:///a"},
		{"file of this computer", url.URL{Scheme: "file", Host: "localhost", Path: "/a"}, "file:///a"},
		{"path of two slashes, no host", url.URL{Scheme: "foo", Path: "//u@h/x"}, "foo:////u@h/x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u, err := whatwg.FromNetURL(&test.std)
			if u.Href() != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%#v becomes %q, %v", test.std, u, err)
			}
		})
	}
	if u, err := whatwg.FromNetURL(nil); !u.IsZero() || !errors.Is(err, urlerr.BadValue) {
		t.Errorf("nil becomes %q, %v", u, err)
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in, want string
		set            whatwg.EncodeSet
	}{
		{"controls", "a b\"\x7f\u203d", "a b\"%7F%E2%80%BD", whatwg.C0ControlSet},
		{"fragment", "a b\"#`'", "a%20b%22#%60'", whatwg.FragmentSet},
		{"query", "a b\"#`'", "a%20b%22%23`'", whatwg.QuerySet},
		{"special query", "a'`", "a%27`", whatwg.SpecialQuerySet},
		{"path", "?^`{}/|%", "%3F%5E%60%7B%7D/|%", whatwg.PathSet},
		{"userinfo", "Say what\u203d/:;=@[\\]|", "Say%20what%E2%80%BD%2F%3A%3B%3D%40%5B%5C%5D%7C", whatwg.UserinfoSet},
		{"component", "$%&+,!'()*-._~", "%24%25%26%2B%2C!'()*-._~", whatwg.ComponentSet},
		{"form", "a b!'()*-._~", "a+b%21%27%28%29*-._%7E", whatwg.FormSet},
		{"nothing", "abc", "abc", whatwg.FormSet},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.set.Encode(test.in); got != test.want {
				t.Errorf("%q becomes %q, want %q", test.in, got, test.want)
			}
			if got := string(test.set.AppendEncode([]byte("x"), test.in)); got != "x"+test.want {
				t.Errorf("%q is appended as %q", test.in, got)
			}
		})
	}
	// Sets that there are not.
	if got := whatwg.EncodeSet(99).Encode("a!%b "); got != "a!%25b%20" {
		t.Errorf("with no set: %q", got)
	}
	if got := string(whatwg.EncodeSet(8).AppendEncode(nil, "a!%b ")); got != "a!%25b%20" {
		t.Errorf("with no set: %q", got)
	}
	if got := whatwg.PercentDecode("\u203d%25%2E%s%1G"); got != "\u203d%.%s%1G" {
		t.Errorf("decoded: %q", got)
	}
}

func TestDialHost(t *testing.T) {
	t.Parallel()
	for href, want := range map[string]string{
		"http://[::1]:81/": "::1", "http://h:81/": "h", "http://1.2.3.4/": "1.2.3.4", "foo:a": "", "file:///a": "",
	} {
		if got := must(whatwg.Parse(href)).DialHost(); got != want {
			t.Errorf("%s has %q, want %q", href, got, want)
		}
	}
}
