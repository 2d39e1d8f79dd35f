package rfc1808_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// A URL implements these interfaces.
var (
	_ encoding.TextAppender    = rfc1808.URL{}
	_ encoding.TextMarshaler   = rfc1808.URL{}
	_ encoding.TextUnmarshaler = (*rfc1808.URL)(nil)
	_ driver.Valuer            = rfc1808.URL{}
	_ sql.Scanner              = (*rfc1808.URL)(nil)
	_ slog.LogValuer           = rfc1808.URL{}
)

func TestValue(t *testing.T) {
	t.Parallel()
	check := func(name string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	check("the size of a URL is at most 56", unsafe.Sizeof(rfc1808.URL{}) <= 56, true)
	check("Parse of the empty text", rfc1808.Parse(""), rfc1808.URL{})
	check("IsZero of the empty text", rfc1808.Parse("").IsZero(), true)
	check("Valid of the empty text", rfc1808.RFC1808.Valid(""), true)

	text := []byte("http://h/a?b")
	a, b := rfc1808.Parse(string(text)), rfc1808.Parse("http://h/a?b")
	text[0] = 'x'
	check("the text after its buffer changed", a.String(), "http://h/a?b")
	check("a URL with the same text", a, b)
	check("the value for it as a key", map[rfc1808.URL]int{a: 1}[b], 1)

	big := strings.Repeat("x", 1000) + "s:a"
	u := rfc1808.Parse(big[1000:]).Clone()
	check("Clone", u, rfc1808.Parse("s:a"))
	check("Clone shares the text", unsafe.StringData(u.String()) == unsafe.StringData(big[1000:]), false)

	check(`HasScheme("http") of HTTP:`, rfc1808.Parse("HTTP:").HasScheme("http"), true)
	check(`HasScheme("http") of http`, rfc1808.Parse("http").HasScheme("http"), false)
	check(`HasScheme("") of a`, rfc1808.Parse("a").HasScheme(""), false)
}

func TestMarshal(t *testing.T) {
	t.Parallel()
	for _, s := range seeds {
		u := rfc1808.Parse(s)
		b, err := u.MarshalText()
		if err != nil {
			t.Errorf("MarshalText of %q = %v, want no error", s, err)
		}
		var got rfc1808.URL
		if err := got.UnmarshalText(b); err != nil || got != u {
			t.Errorf("UnmarshalText(%q) = %q, %v, want %q", b, got, err, u)
		}
		if b, err := u.AppendText([]byte("x")); err != nil || string(b) != "x"+s {
			t.Errorf("AppendText(%q) = %q, %v, want %q", "x", b, err, "x"+s)
		}
		value, err := u.Value()
		if err != nil {
			t.Errorf("Value of %q = %v, want no error", s, err)
		}
		for _, src := range []any{value, []byte(s)} {
			got = rfc1808.Parse("before")
			if err := got.Scan(src); err != nil || got != u {
				t.Errorf("Scan(%v) = %q, %v, want %q", src, got, err, u)
			}
		}
	}
	u := rfc1808.Parse("a")
	if err := u.Scan(nil); err != nil || !u.IsZero() {
		t.Errorf("Scan(nil) = %q, %v, want the zero URL", u, err)
	}
	u = rfc1808.Parse("a")
	if err := u.Scan(7); !errors.Is(err, urlerr.BadValue) || u.String() != "a" {
		t.Errorf("Scan(7) = %q, %v, want %q and %v", u, err, "a", urlerr.BadValue)
	}
}

// TestMarshalInto uses URLs as a field, as a key and as the value of a flag.
func TestMarshalInto(t *testing.T) {
	t.Parallel()
	type record struct {
		URL  rfc1808.URL         `json:"url"`
		Keys map[rfc1808.URL]int `json:"keys"`
	}
	in := record{rfc1808.Parse("//h?y"), map[rfc1808.URL]int{rfc1808.Parse(";x"): 1}}
	const want = `{"url":"//h?y","keys":{";x":1}}`
	data, err := json.Marshal(in)
	if err != nil || string(data) != want {
		t.Errorf("json.Marshal = %s, %v, want %s", data, err, want)
	}
	var got record
	if err := json.Unmarshal([]byte(want), &got); err != nil || !reflect.DeepEqual(got, in) {
		t.Errorf("json.Unmarshal = %v, %v, want %v", got, err, in)
	}
	var u rfc1808.URL
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.TextVar(&u, "u", rfc1808.URL{}, "")
	if err := set.Parse([]string{"-u", "x;y"}); err != nil || u.String() != "x;y" {
		t.Errorf("the flag is %q, %v, want %q", u, err, "x;y")
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"password", "http://u:secret@h/", "http://u:***@h/"},
		{"slash in it", "http://u:sec/ret@h/", "http://u:***@h/"},
		{"none", "http://u@h/", "http://u@h/"},
	} {
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).Info("x", "url", rfc1808.Parse(test.in))
		if got := rfc1808.Parse(test.in).Redacted(); got != test.want || !strings.Contains(b.String(), "url="+test.want) {
			t.Errorf("%s: %q, logged as %s", test.name, got, b.String())
		}
	}
}

// TestSecrets: neither Redacted, nor a log, nor an error shows a password,
// wherever in a URL some reader could find one.
func TestSecrets(t *testing.T) {
	t.Parallel()
	for _, s := range urltest.SecretURLs() {
		urltest.HidesSecret(t, s, rfc1808.Parse(s))
		for _, more := range []string{" ", "%zz", "\xff", "[", "#a#b", "@h h"} {
			u := rfc1808.Parse(s + more)
			if err := rfc1808.RFC1808.Check(u.String()); err != nil {
				urltest.HidesSecret(t, s+more, err)
			} else {
				t.Errorf("%q is valid", u)
			}
			if _, err := u.NetURL(); err != nil {
				urltest.HidesSecret(t, s+more, err)
			}
		}
	}
}

func TestNetURL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, host, path, query, fragment string }{
		{"params", "http://u:p@h:80/a;b?c#d", "h:80", "/a;b", "c", "d"},
		{"empty net_loc", "file:///a", "", "/a", "", ""},
		{"relative", "a/b?c", "", "a/b", "c", ""},
		{"query in a path", "/a?b?c", "", "/a", "b?c", ""},
		{"nothing but slashes", "//", "", "", "", ""},
	} {
		v, err := rfc1808.Parse(test.in).NetURL()
		if err != nil || v.Host != test.host || v.Path != test.path || v.RawQuery != test.query ||
			v.Fragment != test.fragment {
			t.Errorf("%s: %q is %#v, %v", test.name, test.in, v, err)
		} else if u, err := rfc1808.FromNetURL(v); err != nil || test.in != "//" && u.String() != test.in {
			t.Errorf("%s: %q comes back as %q, %v", test.name, test.in, u, err)
		}
	}
	for _, test := range []struct {
		name, in string
		at       int
		rule     string
	}{
		{"question mark in net_loc", "http://h?a/b", 8, "read the same by net/url"},
		{"empty net_loc", "///a", 0, "read the same by net/url"},
		{"scheme that begins with a digit", "1:b", 1, "accepted by net/url"},
		{"broken escape", "a%zz", 1, "accepted by net/url"},
	} {
		v, err := rfc1808.Parse(test.in).NetURL()
		var e *urlerr.Error
		if v != nil || !errors.As(err, &e) || e.Offset != test.at || e.Rule.Name != test.rule ||
			!errors.Is(err, urlerr.BadValue) || (e.Err != nil) != (test.rule == "accepted by net/url") {
			t.Errorf("%s: %q is %v, %v", test.name, test.in, v, err)
		}
	}
}

// TestFromNetURL: the URL has the parts of the other, or there is an error.
func TestFromNetURL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		in   url.URL
		want string // "" for an error
	}{
		{"all", url.URL{Scheme: "http", User: url.UserPassword("u", "p@"), Host: "h:80", Path: "/a;b", RawQuery: "c",
			Fragment: "d"}, "http://u:p%40@h:80/a;b?c#d"},
		{"escaped host", url.URL{Scheme: "s", Host: "é", Path: "/"}, "s://%C3%A9/"},
		{"opaque", url.URL{Scheme: "mailto", Opaque: "u@h"}, "mailto:u@h"},
		{"empty query", url.URL{Path: "a", ForceQuery: true}, "a?"},
		{"path that is a net_loc", url.URL{Path: "//evil.example/x"}, ""},
		{"opaque instead of the host", url.URL{Scheme: "http", Host: "h", Opaque: "//evil.example/x"}, ""},
		{"query in the net_loc", url.URL{Scheme: "http", Host: "h", RawQuery: "q"}, ""},
		{"fragment in the query", url.URL{Path: "a", RawQuery: "q#f"}, ""},
		{"userinfo of an opaque", url.URL{Scheme: "s", Host: "h", Opaque: "//@h/"}, ""},
		{"query of an opaque", url.URL{Scheme: "s", Opaque: "x?"}, ""},
		{"scheme in the path", url.URL{Opaque: "s:x"}, ""},
	} {
		u, err := rfc1808.FromNetURL(&test.in)
		if u.String() != test.want || (err == nil) != (test.want != "") || err != nil && !errors.Is(err, urlerr.BadValue) {
			t.Errorf("%s: %q, %v, want %q", test.name, u, err, test.want)
		}
	}
	if u, err := rfc1808.FromNetURL(nil); !u.IsZero() || !errors.Is(err, urlerr.BadValue) {
		t.Errorf("nil becomes %q, %v", u, err)
	}
}

// FuzzNetURLHasTheComponents: net/url reads an accepted URL as the same
// components.
func FuzzNetURLHasTheComponents(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u := rfc1808.Parse(s)
		v, err := u.NetURL()
		if err != nil {
			return
		}
		netLoc, _ := u.NetLoc()
		query, _ := u.Query()
		fragment, _ := u.Fragment()
		scheme := strings.ToLower(u.Scheme())
		if (v.Host != "" || v.User != nil) != (netLoc != "") || v.RawQuery != query ||
			(v.Fragment != "") != (fragment != "") || v.Scheme != scheme {
			t.Errorf("%q is %#v", s, v)
		}
	})
}

// TestNetURLKeepsPath: net/url sends the path that u has, and does not read an authority in it.
func TestNetURLKeepsPath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, host, path string }{
		{"encoded slashes and dots", "http://h/a%2F..%2F..%2Fadmin|x", "h", "/a%2F..%2F..%2Fadmin%7Cx"},
		{"encoded slash first", "foo:/%2Fevil.example/a|b", "", "/%2Fevil.example/a%7Cb"},
		{"params", "http://h/a%2Fb;c|d", "h", "/a%2Fb;c%7Cd"},
		{"ordinary", "http://h/a;b?c", "h", "/a;b"},
	} {
		v, err := rfc1808.Parse(tt.url).NetURL()
		if err != nil || v.Host != tt.host || v.EscapedPath() != tt.path {
			t.Errorf("%s: %v, %v, want %s, %s", tt.name, v, err, tt.host, tt.path)
			continue
		}
		if again, err := url.Parse(v.String()); err != nil || again.Host != tt.host || again.EscapedPath() != tt.path {
			t.Errorf("%s: %v is sent as %v, %v", tt.name, v, again, err)
		}
	}
}
