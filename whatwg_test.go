package earl

import (
	"errors"
	"strings"
	"testing"

	"earl.example/whatwg"
)

func TestWhatwgParse(t *testing.T) {
	t.Parallel()
	none := Part{}
	for _, tt := range []parseTest{
		{name: "everything", in: " HTTP:\\\\u:p%40:@Example.COM:081\\a/b;c?d'#e", href: "http://u:p%40%3A@example.com:81/a/b;c?d%27#e",
			want: [...]Part{Some("http"), Some("u:p%40%3A@example.com:81"), Some("u:p%40%3A"), Some("u"), Some("p%40%3A"), Some("example.com"), Some("81"), Some("/a/b;c"), none, Some("d%27"), Some("e")}},
		{name: "empty parts and default port", in: "http://@h:80?#", href: "http://h/?#",
			want: [...]Part{Some("http"), Some("h"), none, Some(""), Some(""), Some("h"), none, Some("/"), none, Some(""), Some("")}},
		{name: "username alone", in: "x://u@h",
			want: [...]Part{Some("x"), Some("u@h"), Some("u"), Some("u"), Some(""), Some("h"), none, Some(""), none, none, none}},
		{name: "password alone", in: "x://:p@[::1]?a/b@c",
			want: [...]Part{Some("x"), Some(":p@[::1]"), Some(":p"), Some(""), Some("p"), Some("[::1]"), none, Some(""), none, Some("a/b@c"), none}},
		{name: "empty host", in: "file:///a",
			want: [...]Part{Some("file"), Some(""), none, Some(""), Some(""), Some(""), none, Some("/a"), none, none, none}},
		{name: "no host", in: "x:/.//a@b",
			want: [...]Part{Some("x"), none, none, Some(""), Some(""), none, none, Some("//a@b"), none, none, none}},
		{name: "opaque path", in: "mailto:a@b",
			want: [...]Part{Some("mailto"), none, none, Some(""), Some(""), none, none, Some("a@b"), none, none, none}},
		{name: "base", in: "../d", opt: ParseOptions{Base: Some("http://h/a/b")}, href: "http://h/d",
			want: [...]Part{Some("http"), Some("h"), none, Some(""), Some(""), Some("h"), none, Some("/d"), none, none, none}},
	} {
		tt.dialect = "whatwg"
		t.Run(tt.name, tt.run)
	}
}

func TestWhatwgErrors(t *testing.T) {
	t.Parallel()
	living := MustParseDialect("whatwg")
	parts, err := Parse(living, "http://user:secret@h:99999/")
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, BadPort) || e.Dialect != "whatwg" || parts != (Parts{}) || strings.Contains(Message(err), "secret") {
		t.Errorf("%+v, %v", parts, err)
	}
	for _, base := range []string{"", "h", "mailto:h"} {
		parts := Parts{Href: "old"}
		err := living.ParseInto(&parts, "a", ParseOptions{Base: Some(base)})
		if !errors.Is(err, NoBase) || parts != (Parts{}) {
			t.Errorf("base %q: %+v, %v", base, parts, err)
		}
	}
}

func TestWhatwgResolve(t *testing.T) {
	t.Parallel()
	living := MustParseDialect("whatwg")
	tests := []struct {
		name, base, ref, want string
		kind                  Kind
	}{
		{"relative", "http://a/b/c/d;p?q", "../../../g", "http://a/g", 0},
		{"same scheme", "http://a/b/c/d;p?q", "http:g", "http://a/b/c/g", 0},
		{"backslashes", "http://a/b", `\\h\c`, "http://h/c", 0},
		{"fragment of an opaque path", "mailto:a", "#b", "mailto:a#b", 0},
		{"opaque path", "mailto:a", "b", "", NoBase},
		{"relative base", "a/b", "c", "", NoBase},
		{"relative base, absolute reference", "a/b", "x:c", "", NoBase},
		{"bad reference", "http://a/", "//[::1", "", BadHost},
	}
	for _, tt := range tests {
		got, err := Resolve(living, tt.base, tt.ref)
		if got != tt.want || (err != nil) != (tt.kind != 0) || err != nil && !errors.Is(err, tt.kind) {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

// TestWhatwgForeignOptions: what whatwg cannot be told is an error.
func TestWhatwgForeignOptions(t *testing.T) {
	t.Parallel()
	living := MustParseDialect("whatwg")
	_, noFragments := living.Parse("http://h/", ParseOptions{NoFragments: true})
	_, scheme := living.Parse("http://h/", ParseOptions{DefaultScheme: "http"})
	_, both := living.Parse("", ParseOptions{NoFragments: true, Base: Some("http://h/")})
	_, resolving := living.Resolve("http://h/", "", ResolveOptions{NoFragments: true})
	_, compatible := living.Resolve("http://h/", "", ResolveOptions{BackwardCompatible: true})
	for i, err := range []error{noFragments, scheme, both, resolving, compatible} {
		if !errors.Is(err, BadValue) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

var whatwgSeeds = []string{
	"http://u:p@h:1/a?b#c", "http://@h:80/?#", "mailto:a@b", "x:", "x://[::1]", "x://:@h/", "x://u@h?a@b/c#d@e", "x:/.//a@b",
	"file:///C|/", "http://u@v:w@h", "x://", "x://?/", "blob:http://h/", "\thttp:\\\\é\n", "x:a#b?c", "file://h/", "http://h:8x", "",
}

// FuzzPartsSerializeTheURL: the parts of whatwg, put together as §4.5 says, are
// the href, whose parse gives the same; and those of the authority are it.
func FuzzPartsSerializeTheURL(f *testing.F) {
	for _, s := range whatwgSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, url string) {
		living := MustParseDialect("whatwg")
		parts, err := Parse(living, url)
		if (err == nil) != whatwg.CanParse(url) {
			t.Fatalf("%q: %v", url, err)
		}
		if err != nil {
			return
		}
		var b strings.Builder
		add := func(before string, p Part) {
			if p.Present {
				b.WriteString(before + p.Value)
			}
		}
		b.WriteString(parts.Scheme.Value + ":")
		if parts.Host.Present {
			b.WriteString("//")
			start := b.Len()
			if parts.Userinfo.Present {
				add("", parts.Username)
				if parts.Password.Value != "" {
					add(":", parts.Password)
				}
				if got := b.String()[start:]; got != parts.Userinfo.Value {
					t.Fatalf("%q: userinfo %q, want %q", url, parts.Userinfo.Value, got)
				}
				b.WriteString("@")
			}
			add("", parts.Host)
			add(":", parts.Port)
			if got := b.String()[start:]; got != parts.Authority.Value {
				t.Fatalf("%q: authority %q, want %q", url, parts.Authority.Value, got)
			}
		} else if strings.HasPrefix(parts.Path.Value, "//") {
			b.WriteString("/.")
		}
		add("", parts.Path)
		add("?", parts.Query)
		add("#", parts.Fragment)
		if b.String() != parts.Href {
			t.Fatalf("%q: %q, want %q", url, b.String(), parts.Href)
		}
		if parts.Host.Present != parts.Authority.Present || parts.Params.Present || !parts.Username.Present || !parts.Password.Present {
			t.Fatalf("%q: %+v", url, parts)
		}
		if again, err := Parse(living, parts.Href); err != nil || again != parts {
			t.Fatalf("%q: %+v came back as %+v, %v", url, parts, again, err)
		}
	})
}

// FuzzParseResolvesItsBase: Parse with a base is Parse of what Resolve gives.
func FuzzParseResolvesItsBase(f *testing.F) {
	for _, ref := range append(whatwgSeeds, "../a", "#b", "?c", "//h") {
		for _, base := range []string{"http://a/b/c?d#e", "mailto:a", "a"} {
			f.Add(ref, base)
		}
	}
	f.Fuzz(func(t *testing.T, ref, base string) {
		for _, d := range Dialects() {
			got, err := d.Parse(ref, ParseOptions{Base: Some(base)})
			var want Parts
			target, wantErr := Resolve(d, base, ref)
			if wantErr == nil {
				want, wantErr = Parse(d, target)
			}
			// An error of the port is the same, but not the same pointer.
			if (got.PortErr == nil) == (want.PortErr == nil) {
				got.PortErr, want.PortErr = nil, nil
			}
			if got != want || (err == nil) != (wantErr == nil) {
				t.Fatalf("%v, %q on %q: %+v, %v; want %+v, %v", d, ref, base, got, err, want, wantErr)
			}
		}
	})
}
