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
		}
	}
}
