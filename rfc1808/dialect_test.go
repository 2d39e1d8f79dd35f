package rfc1808_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

var _ reading.Dialect = rfc1808.Dialect{}

// checkReading compares the reading of s with the components of the URL.
func checkReading(t *testing.T, s string) {
	t.Helper()
	for _, g := range []rfc1808.Grammar{0, rfc1808.RFC1808, rfc1808.RFC2068} {
		var r reading.Reading
		d := rfc1808.Dialect{Strict: g}
		d.Read(&r, s)
		if valid := g.Valid(s); (r.Err() == nil) != valid {
			t.Fatalf("%v: Read(%q): %v, Valid is %v", g, s, r.Err(), valid)
		}
		if r.Err() != nil {
			continue
		}
		u := rfc1808.Parse(s)
		for c, want := range map[urlerr.Component]func() (string, bool){
			urlerr.Scheme:    func() (string, bool) { return u.Scheme(), u.IsAbsoluteURL() },
			urlerr.Authority: u.NetLoc,
			urlerr.Path:      func() (string, bool) { return u.Path(), true },
			urlerr.Params:    u.Params,
			urlerr.Query:     u.Query,
			urlerr.Fragment:  u.Fragment,
		} {
			value, ok := r.Get(c)
			if text, present := want(); value != text || ok != present {
				t.Errorf("Read(%q): %v is %q, %v; want %q, %v", s, c, value, ok, text, present)
			}
			if span, in := r.InInput(c); in != ok || s[span.Start:span.End] != value {
				t.Errorf("Read(%q): %v is at %v", s, c, span)
			}
		}
		checkLogin(t, u, &r)
	}
}

// checkLogin checks that userinfo, host and port make up the net_loc.
func checkLogin(t *testing.T, u rfc1808.URL, r *reading.Reading) {
	t.Helper()
	text := ""
	username, hasUsername := r.Username()
	password, hasPassword := r.Password()
	if hasUsername {
		text = username
	}
	if hasPassword {
		text += ":" + password
	}
	if userinfo, ok := r.Userinfo(); ok != hasUsername || userinfo != text {
		t.Errorf("Read(%q): userinfo is %q, %v", u, userinfo, ok)
	} else if ok {
		text += "@"
	}
	host, hasHost := r.Host()
	text += host
	if port, ok := r.Port(); ok {
		text += ":" + port
		if strings.Trim(port, "0123456789") != "" {
			t.Errorf("Read(%q): port is %q", u, port)
		}
	}
	if netLoc, ok := u.NetLoc(); netLoc != text || ok != hasHost {
		t.Errorf("Read(%q): net_loc is %q, %v", u, text, hasHost)
	}
}

func FuzzReadingHasTheComponents(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkReading(t, s) })
}

func TestDialectResolve(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, base, ref string
		strict          rfc1808.Grammar
		want            string
		kind            urlerr.Kind
	}{
		{"any text", "http://a/b", "c d", 0, "http://a/c d", 0},
		{"invalid reference", "http://a/b", "c d", rfc1808.RFC2068, "", urlerr.BadPath},
		{"invalid base", "http://a/~b", "c", rfc1808.RFC1808, "", urlerr.BadPath},
		{"valid in HTTP", "http://a/~b", "c", rfc1808.RFC2068, "http://a/c", 0},
		{"base that is not needed", "http://a/~b", "x:c", rfc1808.RFC1808, "x:c", 0},
		{"scheme without relative URLs", "mailto:a", "b", rfc1808.RFC1808, "", urlerr.NoBase},
		{"scheme without relative URLs, not strict", "mailto:a", "b", 0, "mailto:b", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := rfc1808.Dialect{Strict: row.strict}.Resolve(row.base, row.ref)
			e, _ := errors.AsType[*urlerr.Error](err)
			if got != row.want || (e == nil) != (row.kind == 0) || e != nil && e.Rule.Kind != row.kind {
				t.Errorf("%q, %v, want %q, kind %v", got, err, row.want, row.kind)
			}
		})
	}
}
