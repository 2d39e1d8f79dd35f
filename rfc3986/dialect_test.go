package rfc3986_test

import (
	"testing"

	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// checkReading compares the reading of s with the components of the Ref.
func checkReading(t *testing.T, s string) {
	t.Helper()
	var r reading.Reading
	d := rfc3986.Dialect{}
	d.Read(&r, s)
	ref, err := rfc3986.Parse(s)
	if (r.Err() == nil) != (err == nil) || err != nil && r.Err().Error() != err.Error() {
		t.Fatalf("Read(%q): %v, Parse: %v", s, r.Err(), err)
	}
	if err != nil {
		return
	}
	for c, want := range map[urlerr.Component]func() (string, bool){
		urlerr.Scheme:    func() (string, bool) { return ref.Scheme(), ref.IsURI() },
		urlerr.Authority: ref.Authority,
		urlerr.Userinfo:  ref.Userinfo,
		urlerr.Host:      ref.Host,
		urlerr.Port:      ref.Port,
		urlerr.Path:      func() (string, bool) { return ref.Path(), true },
		urlerr.Params:    func() (string, bool) { return "", false },
		urlerr.Query:     ref.Query,
		urlerr.Fragment:  ref.Fragment,
	} {
		value, ok := r.Get(c)
		if text, present := want(); value != text || ok != present {
			t.Errorf("Read(%q): %v is %q, %v; want %q, %v", s, c, value, ok, text, present)
		}
		if span, in := r.InInput(c); in != ok || s[span.Start:span.End] != value {
			t.Errorf("Read(%q): %v is at %v", s, c, span)
		}
	}
	if r.Href() != s {
		t.Errorf("Read(%q): href is %q", s, r.Href())
	}
}

func FuzzReadingHasTheComponents(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkReading(t, s) })
}

func TestDialectUserinfo(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, in, username, password string }{
		{"both", "//u:p@h", "u", "p"},
		{"colon in the password", "//u:p:q@h", "u", "p:q"},
		{"empty password", "//u:@h", "u", ""},
		{"no password", "//u@h", "u", "-"},
		{"no userinfo", "//h", "-", "-"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var r reading.Reading
			rfc3986.Dialect{}.Read(&r, row.in)
			or := func(s string, ok bool) string {
				if !ok {
					return "-"
				}
				return s
			}
			if username, password := or(r.Username()), or(r.Password()); username != row.username || password != row.password {
				t.Errorf("%q, %q, want %q, %q", username, password, row.username, row.password)
			}
		})
	}
}

func TestDialectResolve(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, base, ref string
		dialect         rfc3986.Dialect
		want            string
		kind            urlerr.Kind
	}{
		{"relative", "http://a/b/c", "../d", rfc3986.Dialect{}, "http://a/d", 0},
		{"strict", "http://a/b/c", "http:g", rfc3986.Dialect{}, "http:g", 0},
		{"backward compatible", "http://a/b/c", "http:g", rfc3986.Dialect{BackwardCompatible: true}, "http://a/b/g", 0},
		{"relative base", "/b", "g", rfc3986.Dialect{}, "", urlerr.NoBase},
		{"relative base and a URI", "/b", "g:h", rfc3986.Dialect{}, "g:h", 0},
		{"invalid base", "%", "g:h", rfc3986.Dialect{}, "", urlerr.BadEscape},
		{"invalid reference", "http://a/", "a b", rfc3986.Dialect{}, "", urlerr.BadPath},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := row.dialect.Resolve(row.base, row.ref)
			if got != row.want || kindOf(err) != row.kind {
				t.Errorf("%q, %v, want %q, kind %v", got, err, row.want, row.kind)
			}
		})
	}
}

func kindOf(err error) urlerr.Kind {
	if e, ok := err.(*urlerr.Error); ok {
		return e.Rule.Kind
	}
	return 0
}

var _ interface {
	reading.Dialect
	reading.BaseResolver
} = rfc3986.Dialect{}
