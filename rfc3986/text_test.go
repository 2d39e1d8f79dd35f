package rfc3986_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"unsafe"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// What every value does, checked by the compiler.
var (
	_ encoding.TextAppender    = rfc3986.Ref{}
	_ encoding.TextMarshaler   = rfc3986.Ref{}
	_ encoding.TextUnmarshaler = (*rfc3986.Ref)(nil)
	_ driver.Valuer            = rfc3986.Ref{}
	_ sql.Scanner              = (*rfc3986.Ref)(nil)
	_ slog.LogValuer           = rfc3986.Ref{}
	_ encoding.TextAppender    = rfc3986.URI{}
	_ encoding.TextMarshaler   = rfc3986.URI{}
	_ encoding.TextUnmarshaler = (*rfc3986.URI)(nil)
	_ driver.Valuer            = rfc3986.URI{}
	_ sql.Scanner              = (*rfc3986.URI)(nil)
	_ slog.LogValuer           = rfc3986.URI{}
)

func TestSize(t *testing.T) {
	t.Parallel()
	if n := unsafe.Sizeof(rfc3986.Ref{}); n > 32 { // more than that is not kept in registers
		t.Errorf("a Ref has %d bytes", n)
	}
	if unsafe.Sizeof(rfc3986.URI{}) != unsafe.Sizeof(rfc3986.Ref{}) {
		t.Error("a URI is larger than a Ref")
	}
}

func TestZero(t *testing.T) {
	t.Parallel()
	empty, err := rfc3986.Parse("")
	if err != nil || empty != (rfc3986.Ref{}) || !empty.IsZero() || !rfc3986.Valid("") {
		t.Errorf("the empty reference is %+v, %v", splitOf(empty), err)
	}
	if u, err := rfc3986.ParseURI(""); err == nil || !u.IsZero() || rfc3986.ValidURI("") {
		t.Error("the empty text is a URI")
	}
	if !(rfc3986.URI{}).IsZero() || rfc3986.MustParseURI("a:").IsZero() {
		t.Error("IsZero is wrong")
	}
}

func TestComparable(t *testing.T) {
	t.Parallel()
	text := []byte("http://h/a?b")
	a, _ := rfc3986.Parse(string(text))
	b := rfc3986.MustParse("http://h/a?b")
	seen := map[rfc3986.Ref]int{a: 1}
	text[0] = 'x'
	if a != b || seen[b] != 1 || a.String() != "http://h/a?b" {
		t.Error("equal texts are different values")
	}
	big := strings.Repeat("x", 1000) + "s:a"
	u := rfc3986.MustParseURI(big[1000:]).Clone()
	if u.String() != "s:a" || unsafe.StringData(u.String()) == unsafe.StringData(big[1000:]) {
		t.Error("a clone shares the text")
	}
}

func TestMustParsePanics(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(){
		"Ref": func() { rfc3986.MustParse(" ") },
		"URI": func() { rfc3986.MustParseURI("a") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

type record struct {
	Ref  rfc3986.Ref            `json:"ref"`
	URI  rfc3986.URI            `json:"uri"`
	Keys map[rfc3986.Ref]string `json:"keys"`
}

func TestJSON(t *testing.T) {
	t.Parallel()
	in := record{rfc3986.MustParse("../a?b"), rfc3986.MustParseURI("http://h/#"),
		map[rfc3986.Ref]string{rfc3986.MustParse("?"): "x"}}
	text, err := json.Marshal(in)
	const want = `{"ref":"../a?b","uri":"http://h/#","keys":{"?":"x"}}`
	if err != nil || string(text) != want {
		t.Fatalf("json.Marshal = %s, %v, want %s", text, err, want)
	}
	var out record
	if err := json.Unmarshal(text, &out); err != nil || out.Ref != in.Ref || out.URI != in.URI ||
		out.Keys[rfc3986.MustParse("?")] != "x" {
		t.Errorf("json.Unmarshal = %+v, %v, want %+v", out, err, in)
	}
	if err := json.Unmarshal([]byte(`{"ref":"","uri":""}`), &out); err != nil || !out.Ref.IsZero() || !out.URI.IsZero() {
		t.Errorf("json.Unmarshal of empty texts = %+v, %v, want empty values", out, err)
	}
	before := out
	before.Ref, before.URI = in.Ref, in.URI
	out = before
	if err := json.Unmarshal([]byte(`{"ref":"a b"}`), &out); offsetOf(err, urlerr.BadPath) != 1 || out.Ref != in.Ref {
		t.Errorf("%+v, %v, want an error at byte 1 and the value kept", out.Ref, err)
	}
	if err := json.Unmarshal([]byte(`{"uri":"a"}`), &out); offsetOf(err, urlerr.BadScheme) != 1 || out.URI != in.URI {
		t.Errorf("%+v, %v, want an error at byte 1 and the value kept", out.URI, err)
	}
}

func TestTextAndFlag(t *testing.T) {
	t.Parallel()
	r, u := rfc3986.MustParse("a?b"), rfc3986.MustParseURI("s:a")
	data, _ := r.MarshalText()
	more, _ := r.AppendText([]byte("x"))
	var r2 rfc3986.Ref
	if err := r2.UnmarshalText(data); err != nil || r2 != r || string(more) != "xa?b" {
		t.Errorf("%q, %q, %v, want %q, and x before it", r2, more, err, r)
	}
	data, _ = u.MarshalText()
	more, _ = u.AppendText([]byte("x"))
	var u2 rfc3986.URI
	if err := u2.UnmarshalText(data); err != nil || u2 != u || string(more) != "xs:a" {
		t.Errorf("%q, %q, %v, want %q, and x before it", u2, more, err, u)
	}
	if more, _ = u.AppendText(nil); string(more) != "s:a" {
		t.Errorf("AppendText = %q, want s:a", more)
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&u2, "u", u, "")
	if err := flags.Parse([]string{"-u", "t:x"}); err != nil || u2.String() != "t:x" {
		t.Errorf("-u t:x = %q, %v, want t:x", u2, err)
	}
	if err := flags.Parse([]string{"-u", "x"}); err == nil {
		t.Error("a flag takes what is no URI")
	}
}

func TestSQL(t *testing.T) {
	t.Parallel()
	r, u := rfc3986.MustParse("a"), rfc3986.MustParseURI("s:a")
	for _, src := range []any{nil, "", []byte(nil)} {
		r, u := r, u
		if err := r.Scan(src); err != nil || !r.IsZero() {
			t.Errorf("Scan(%v) = %q, %v, want nothing", src, r, err)
		}
		if err := u.Scan(src); err != nil || !u.IsZero() {
			t.Errorf("Scan(%v) = %q, %v, want nothing", src, u, err)
		}
	}
	for _, src := range []any{"s:/", []byte("s:/")} {
		r, u := r, u
		if err := r.Scan(src); err != nil || r.String() != "s:/" {
			t.Errorf("Scan(%v) = %q, %v, want s:/", src, r, err)
		}
		if err := u.Scan(src); err != nil || u.String() != "s:/" {
			t.Errorf("Scan(%v) = %q, %v, want s:/", src, u, err)
		}
	}
	for _, src := range []any{1, "a b"} {
		if r.Scan(src) == nil || u.Scan(src) == nil || r.String() != "a" || u.String() != "s:a" {
			t.Errorf("Scan(%v): %q, %q, want an error and the values kept", src, r, u)
		}
	}
	if v, err := r.Value(); v != "a" || err != nil {
		t.Errorf("Value = %v, %v, want a", v, err)
	}
	if v, err := u.Value(); v != "s:a" || err != nil {
		t.Errorf("Value = %v, %v, want s:a", v, err)
	}
	if v, err := (rfc3986.URI{}).Value(); v != nil || err != nil {
		t.Errorf("Value of no URI = %v, %v, want nil", v, err)
	}
}

func TestRedacted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"ftp://joe:a:b@h/", "ftp://joe:***@h/"}, // G-050
		{"ftp://joe:@h/", "ftp://joe:@h/"},       // G-050: no password
		{"ftp://joe@h:80/a:b@c", "ftp://joe@h:***@c"},
		{"//:secret@h", "//:***@h"},
		{"a:b@c", "a:***@c"},
		{"ftp://joe@h:80/a", "ftp://joe@h:80/a"},
		{"", ""},
	} {
		r := rfc3986.MustParse(test.in)
		if got := r.Redacted(); got != test.want {
			t.Errorf("%s is shown as %s, want %v", test.in, got, test.want)
		}
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, nil))
		logger.Info("", "ref", r)
		if u, ok := r.URI(); ok {
			logger.Info("", "uri", u)
			if u.Redacted() != test.want {
				t.Errorf("%s is shown as %s", u, u.Redacted())
			}
		}
		if strings.Contains(log.String(), "a:b@h") || strings.Contains(log.String(), "secret") {
			t.Errorf("the log has the password: %s", &log)
		}
	}
	_, err := rfc3986.Parse("ftp://joe:secret@h h/")
	_, err2 := rfc3986.MustParse("//joe:secret@h").WithPath("a")
	_, err3 := rfc3986.FromNetURL(&url.URL{User: url.UserPassword("joe", "secret"), RawQuery: "a#b"})
	_, err4 := rfc3986.Edit{Userinfo: new("joe:secret word")}.Apply(rfc3986.MustParse("//h"))
	_, err5 := rfc3986.Edit{Userinfo: new("joe:secret")}.Apply(rfc3986.MustParse("a"))
	_, err6 := rfc3986.MustParse("//h").WithHost("joe:secret@h:x")
	_, err7 := rfc3986.Decode("secret%FF")
	_, err8 := rfc3986.Edit{Userinfo: new("secret@"), Host: new("")}.Apply(rfc3986.Ref{})
	_, _, _, err9 := rfc3986.MustParse("//joe:secret%FF@h").DecodedUserinfo()
	for _, err := range []error{err, err2, err3, err4, err5, err6, err7, err8, err9} {
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v, want an error without the password", err)
		}
	}
}

func FuzzErrorsHidePasswords(f *testing.F) {
	f.Add(" ")
	f.Add("@x y")
	f.Add("?http://u:p@[")
	f.Fuzz(func(t *testing.T, rest string) {
		const password = "hunter22hunter22"
		if strings.Contains(rest, "2h") {
			return
		}
		for _, text := range []string{"s://u:" + password + "@h" + rest, "//" + password[:8] + ":" + password + "@" + rest} {
			r, err := rfc3986.Parse(text)
			shown := r.Redacted()
			if err != nil {
				shown = err.Error()
			}
			if strings.Contains(shown, password) {
				t.Errorf("%q is shown as %s", text, shown)
			}
		}
	})
}

// TestNetURL: references that net/url holds, and the list of the others.
func TestNetURL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"all", "http://u:p@h:80/a%2Fb?q=%20#f%41", "http://u:p@h:80/a%2Fb?q=%20#f%41"},
		{"rootless", "mailto:a@b?c", "mailto:a@b?c"},
		{"empty query", "http://h/?", "http://h/?"},
		{"guarded", "s:/.//x", "s:/.//x"},
		{"empty host", "file:///x", "file:///x"},
		{"relative", "./a:b", "./a:b"},
		{"case of the scheme", "HTTP://h", "http://h"},
		{"empty fragment", "http://h/#", "http://h/"},
		{"empty authority", "s://", "s:"},
		{"userinfo", "http://a!@h", "http://a%21@h"},
		{"case of the host's triplets", "http://%c3%a9", "http://%C3%A9"},
		{"triplet in the host", "http://%41/", "error: URL that net/url accepts"},
		{"IPvFuture", "http://[v1.x]/", "error: URL that net/url accepts"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rfc3986.MustParse(test.in)
			u, err := r.NetURL()
			if uri, ok := r.URI(); ok {
				u2, err2 := uri.NetURL()
				if (err == nil) != (err2 == nil) || err == nil && *u2 != *u && u.User == nil {
					t.Errorf("%v, %v as a URI", u2, err2)
				}
			}
			if err != nil {
				if got := result(r, err); got != test.want || u != nil {
					t.Errorf("%s, want %s", got, test.want)
				}
				return
			}
			back, err := rfc3986.FromNetURL(u)
			if got := result(back, err); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
	for _, test := range []struct {
		name string
		u    url.URL
		want string
	}{
		{"path as authority", url.URL{Path: "//evil.example/x"}, "error: URL that net/url reads the same"},
		{"path as authority, with a scheme", url.URL{Scheme: "s", Path: "a:1"}, "error: URL that net/url reads the same"},
		{"opaque as authority", url.URL{Scheme: "s", Opaque: "//evil.example"}, "error: URL that net/url reads the same"},
		{"opaque with another host", url.URL{Scheme: "s", Host: "good.example", Opaque: "//evil.example"},
			"error: URL that net/url reads the same"},
		{"opaque without the host", url.URL{Scheme: "s", Host: "h", Opaque: "a"}, "error: URL that net/url reads the same"},
		{"opaque with the host", url.URL{Scheme: "s", Host: "h:80", Opaque: "//h:80/%2F"}, "s://h:80/%2F"},
		{"opaque without the userinfo", url.URL{Scheme: "s", User: url.User("u"), Opaque: "a"},
			"error: URL that net/url reads the same"},
		{"opaque with another userinfo", url.URL{Scheme: "s", User: url.User("u"), Opaque: "//v@"},
			"error: URL that net/url reads the same"},
		{"opaque with a second query", url.URL{Scheme: "s", Opaque: "a?b", RawQuery: "c"}, "error: URL that net/url reads the same"},
		{"host beyond ASCII", url.URL{Host: "é:1"}, "//%C3%A9:1"},
		{"query with a fragment", url.URL{RawQuery: "a#b"}, "error: URL that net/url reads the same"},
		{"query with another fragment", url.URL{RawQuery: "a#b", Fragment: "c"}, "error: fragment"},
		{"no fragment", url.URL{Path: "a", RawFragment: "b"}, "a"},
		{"opaque with a query", url.URL{Scheme: "s", Opaque: "a?b"}, "error: URL that net/url reads the same"},
		{"scheme with a slash", url.URL{Scheme: "x/y"}, "error: URL that net/url reads the same"},
		{"bad query", url.URL{RawQuery: "a b"}, "error: query"},
		{"bad host", url.URL{Host: "a<b"}, "error: reg-name"},
		{"path of a host", url.URL{Host: "h", Path: "a b"}, "//h/a%20b"},
		{"empty", url.URL{}, ""},
		{"query alone", url.URL{ForceQuery: true}, "?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := result(rfc3986.FromNetURL(&test.u)); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
	if got, want := result(rfc3986.FromNetURL(nil)), "error: URL that net/url reads the same"; got != want {
		t.Errorf("nil: %s, want %s", got, want)
	}
}

func FuzzMarshallingLosesNothing(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := rfc3986.Parse(s)
		if err != nil {
			return
		}
		text, _ := r.MarshalText()
		var back rfc3986.Ref
		if err := back.UnmarshalText(text); err != nil || back != r {
			t.Errorf("%q comes back as %q, %v", r, back, err)
		}
		if u, ok := r.URI(); ok {
			value, _ := u.Value()
			var back rfc3986.URI
			if err := back.Scan(value); err != nil || back != u || back.Ref() != r {
				t.Errorf("%q comes back as %q, %v", u, back, err)
			}
		}
		if r.Clone() != r {
			t.Errorf("%q is not its clone", r)
		}
		if u, err := r.NetURL(); err == nil {
			if _, err := rfc3986.FromNetURL(u); err != nil {
				t.Errorf("%q does not come back: %v", r, err)
			}
		}
		if shown := r.Redacted(); urlerr.Redact(shown) != shown {
			t.Errorf("%q is shown as %q", r, shown)
		}
	})
}
