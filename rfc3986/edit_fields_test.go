package rfc3986_test

import (
	"errors"
	"testing"

	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func TestEditAtOnce(t *testing.T) {
	t.Parallel()
	remove := func(c ...urlerr.Component) rfc3986.Edit { return rfc3986.Edit{Remove: c} }
	tests := []struct {
		name, in string
		edit     rfc3986.Edit
		want     string
	}{
		{"nothing", full, rfc3986.Edit{}, full},
		{"all", "", rfc3986.Edit{Scheme: new("S"), Userinfo: new("u"), Host: new("H"), Port: new("1"), Path: new("/p"),
			Query: new(""), Fragment: new("f")}, "s://u@h:1/p?#f"},
		{"host and path at once", "s:a", rfc3986.Edit{Host: new("h"), Path: new("/b")}, "s://h/b"},
		{"host without path", "s:a", rfc3986.Edit{Host: new("h")}, "error: path-abempty"},
		{"host and a path like an authority", "s:a", rfc3986.Edit{Host: new("h"), Path: new("//b")}, "s://h//b"},
		{"path like an authority", "s:a", rfc3986.Edit{Path: new("//b")}, "s:/.//b"},
		{"scheme and a path with a colon", "a", rfc3986.Edit{Scheme: new("s"), Path: new("b:c")}, "s:b:c"},
		{"no scheme and a path with a colon", "s:a",
			rfc3986.Edit{Path: new("b:c"), Remove: []urlerr.Component{urlerr.Scheme}}, "./b:c"},
		{"no authority and a rootless path", "s://h/a",
			rfc3986.Edit{Path: new("b"), Remove: []urlerr.Component{urlerr.Authority}}, "s:b"},
		{"removed and set", full, rfc3986.Edit{Host: new("x"), Remove: []urlerr.Component{urlerr.Authority}},
			"http://x/a/b?q=1#f"},
		{"remove all", full, remove(urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Query, urlerr.Fragment), ""},
		{"remove userinfo and port", full, remove(urlerr.Userinfo, urlerr.Port), "http://h/a/b?q=1#f"},
		{"remove the host", full, remove(urlerr.Host), "http://u:p@:80/a/b?q=1#f"},
		{"remove what is not there", "a", remove(urlerr.Scheme, urlerr.Authority, urlerr.Host, urlerr.Query), "a"},
		{"remove a username", full, remove(urlerr.Username), "error: component that can be removed"},
		{"userinfo without host", "a", rfc3986.Edit{Userinfo: new("u")}, "error: userinfo and port need a host"},
		{"port without host", "a", rfc3986.Edit{Port: new("1")}, "error: userinfo and port need a host"},
		{"bad scheme", full, rfc3986.Edit{Scheme: new("")}, "error: scheme"},
		{"bad userinfo", full, rfc3986.Edit{Userinfo: new("@")}, "error: userinfo"},
		{"bad host", full, rfc3986.Edit{Host: new("a/b")}, "error: reg-name"},
		{"bad port", full, rfc3986.Edit{Port: new("a")}, "error: port"},
		{"bad path", full, rfc3986.Edit{Path: new("?")}, "error: pchar"},
		{"bad query", full, rfc3986.Edit{Query: new("#")}, "error: query"},
		{"bad fragment", full, rfc3986.Edit{Fragment: new("#")}, "error: fragment"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := result(tt.edit.Apply(rfc3986.MustParse(tt.in))); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// parts are the components of a reference; an absent one is the text that none can be.
func parts(r rfc3986.Ref) [7]string {
	some := func(s string, ok bool) string {
		if !ok {
			return "(absent)"
		}
		return s
	}
	return [...]string{r.Scheme(), some(r.Userinfo()), some(r.Host()), some(r.Port()), r.Path(), some(r.Query()),
		some(r.Fragment())}
}

// FuzzEditSetsThatAlone: an edit sets the named component, and every
// other one keeps its bytes but for the dots that dotPrefix a path.
func FuzzEditSetsThatAlone(f *testing.F) {
	for i := range 7 {
		f.Add(full, uint8(i), "a")
		f.Add("//h", uint8(i), "/b:c")
		f.Add("a:b/c", uint8(i), "//x")
	}
	f.Fuzz(func(t *testing.T, in string, which uint8, value string) {
		r, err := rfc3986.Parse(in)
		if err != nil {
			return
		}
		i := int(which) % 7
		var e rfc3986.Edit
		*[...]**string{&e.Scheme, &e.Userinfo, &e.Host, &e.Port, &e.Path, &e.Query, &e.Fragment}[i] = &value
		got, err := e.Apply(r)
		if err != nil {
			if !errors.As(err, new(*urlerr.Error)) || !got.IsZero() {
				t.Fatalf("%v, %v, want a typed error and no value", got, err)
			}
			return
		}
		if again, err := rfc3986.Parse(got.String()); err != nil || again != got {
			t.Fatalf("%q with %d = %q: %q, read again %v, %v", in, i, value, got, again, err)
		}
		want := parts(r)
		switch want[i] = value; i {
		case 0:
			want[i] = ascii.ToLower(value)
		case 2:
			want[i], _ = got.Host() // the case of triplets is tested with FuzzBuildInvertsParse
		}
		have := parts(got)
		for _, dotPrefix := range []string{"/.", "./"} {
			if have[4] == dotPrefix+want[4] {
				have[4] = want[4]
			}
		}
		if have != want {
			t.Fatalf("%q with %d = %q: %q, want %v", in, i, value, have, want)
		}
	})
}
