package rfc1808_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// TestR007NoDelimitersInComponents and the next tests show statements that are not rows of a table.
func TestR007NoDelimitersInComponents(t *testing.T) {
	t.Parallel()
	p := sixOf(rfc1808.Parse(rfcBase))
	if want := (six{
		component{"http", true}, component{"a", true}, component{"p", true}, component{"q", true}, component{"f", true},
		"b/c/d", true,
	}); p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
}

func TestR008TheURLOfAText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"g?y#s": "g?y", "#": "", "a": "a", "a#b#c": "a"} {
		if got := rfc1808.Parse(in).WithoutFragment(); got != rfc1808.Parse(want) {
			t.Errorf("%q is %q without its fragment", in, got)
		}
	}
}

// TestR037ClassesDivideASCII: R-037 for RFC 1808, R-187 for RFC 2068. Each octet outside all classes is invalid
// everywhere, and so are national and punctuation in RFC 1808, and unsafe in RFC 2068.
func TestR037ClassesDivideASCII(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		grammar rfc1808.Grammar
		valid   int
	}{
		{rfc1808.RFC1808, 52 + 10 + 5 + 6 + 7}, // letters, digits, safe, extra, reserved
		{rfc1808.RFC2068, 62 + 4 + 6 + 137 + 8},
	} {
		n := 0
		for c := range 256 {
			b := string([]byte{byte(c)})
			anywhere, everywhere := false, true
			for _, s := range []string{"//h" + b, "/a" + b, "/;" + b, "/?" + b, "#" + b} {
				valid := test.grammar.Valid(s)
				anywhere, everywhere = anywhere || valid, everywhere && valid
			}
			if anywhere != everywhere && b != "#" {
				t.Errorf("%v: %q is valid in some components only", test.grammar, b)
			}
			if everywhere {
				n++
			}
		}
		if n != test.valid {
			t.Errorf("%v: %d octets are valid, want %d", test.grammar, n, test.valid)
		}
	}
}

// schemes are some of each category.
var schemes = []string{"x", "http", "mailto", "wais", "1", "+.-"}

// TestSchemesDoNotMatter: R-038, the validator does not look at the scheme; R-047,
// nor does the parser; R-043, nor does resolving.
func TestSchemesDoNotMatter(t *testing.T) {
	t.Parallel()
	for _, seed := range seeds {
		first := rfc1808.Parse("y:" + seed)
		for _, scheme := range schemes {
			s := scheme + ":" + seed
			for _, g := range grammars {
				if g.Valid(s) != g.Valid("y:"+seed) {
					t.Errorf("R-038: %v: %q is valid: %v", g, s, g.Valid(s))
				}
			}
			p, want := sixOf(rfc1808.Parse(s)), sixOf(first)
			want.scheme.text = scheme
			if p != want {
				t.Errorf("R-047: %q is %+v, want %v", s, p, want)
			}
			for _, ref := range seeds {
				if rfc1808.Parse(ref).IsAbsoluteURL() {
					continue
				}
				u, err := rfc1808.Resolve(rfc1808.Parse(s), rfc1808.Parse(ref))
				v, err2 := rfc1808.Resolve(first, rfc1808.Parse(ref))
				if rest := strings.TrimPrefix(u.String(), scheme+":"); err != nil || err2 != nil ||
					rest != strings.TrimPrefix(v.String(), "y:") {
					t.Errorf("R-043: %q and %q give %q, but %q and it %q", s, ref, u, first, v)
				}
			}
		}
	}
}

// TestCategories. Only the schemes of the first list are rejected as a base.
func TestCategories(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, schemes string
		never         bool
	}{
		{"R-039", "mailto news telnet", true},
		{"R-040", "gopher prospero wais", false},
		{"R-041", "file ftp http nntp", false},
		{"R-042", "https x-new urn 1", false},
	} {
		for scheme := range strings.FieldsSeq(test.schemes) {
			for _, s := range []string{scheme, strings.ToUpper(scheme)} {
				for _, g := range append(grammars, 0) {
					err := g.CheckBase(rfc1808.Parse(s + "://h/a"))
					if (err != nil) != test.never || err != nil && !errors.Is(err, urlerr.NoBase) {
						t.Errorf("%s: %s: %v, want an error: %t", test.name, s, err, test.never)
					}
				}
			}
		}
	}
}

// TestBases: R-004, and texts that are not a base.
func TestBases(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, base string
		grammar    rfc1808.Grammar
		kind       urlerr.Kind
		at         int
	}{
		{"http", "http://a/b;p?q", rfc1808.RFC1808, 0, 0},
		{"with a fragment", rfcBase, rfc1808.RFC1808, 0, 0},
		{"scheme alone", "http:", rfc1808.RFC1808, 0, 0},
		{"R-042 unlisted", "x-new://h/b", rfc1808.RFC1808, 0, 0},
		{"R-040 that fits", "wais://h/b/c", rfc1808.RFC1808, 0, 0},
		{"R-004 mailto", "mailto:u@h", rfc1808.RFC1808, urlerr.NoBase, 0},
		{"X-113 in upper case", "MAILTO:u@h", rfc1808.RFC2068, urlerr.NoBase, 0},
		{"X-116 relative", "/b/c", rfc1808.RFC1808, urlerr.NoBase, -1},
		{"R-098 unknown", "", rfc1808.RFC1808, urlerr.NoBase, -1},
		{"R-012 not generic-RL", "http://h//x", rfc1808.RFC1808, urlerr.BadPath, 9},
		{"X-117 not generic-RL", "http:////x", rfc1808.RFC2068, urlerr.BadPath, 8},
		{"national", "http://h/~u", rfc1808.RFC1808, urlerr.BadPath, 9},
		{"national in HTTP", "http://h/~u", rfc1808.RFC2068, 0, 0},
	} {
		err := test.grammar.CheckBase(rfc1808.Parse(test.base))
		var e *urlerr.Error
		if (err == nil) != (test.kind == 0) || errors.As(err, &e) && (e.Offset != test.at || !errors.Is(err, test.kind)) {
			t.Errorf("%s: %q: %v, want kind %v at byte %d", test.name, test.base, err, test.kind, test.at)
		}
	}
	if u, err := rfc1808.Resolve(rfc1808.Parse("mailto:u@h"), rfc1808.Parse("g:h")); err != nil || u.String() != "g:h" {
		t.Errorf("R-004: g:h is %q, %v", u, err)
	}
	for _, ref := range []string{"g", "", "#s"} {
		u, err := rfc1808.Resolve(rfc1808.Parse("/b/c"), rfc1808.Parse(ref))
		if e, ok := errors.AsType[*urlerr.Error](err); !ok || !errors.Is(err, urlerr.NoBase) || !u.IsZero() ||
			e.Offset != -1 || e.Input != "/b/c" {
			t.Errorf("X-116: %q is %q, %v", ref, u, err)
		}
	}
}

// TestR048NothingIsTrimmed: blanks are characters of the URL.
func TestR048NothingIsTrimmed(t *testing.T) {
	t.Parallel()
	if u := rfc1808.Parse(" g:h"); u.IsAbsoluteURL() || u.Path() != " g:h" {
		t.Errorf("%+v, want a path alone", sixOf(u))
	}
	if u := rfc1808.Parse("<URL:g>"); u.IsAbsoluteURL() || u.Path() != "<URL:g>" {
		t.Errorf("%+v, want a path alone", sixOf(u))
	}
}

// TestResolvingLaws: R-099 and the others are in checkResolve; here are the laws of
// params, R-120, and what §5.2 says in words, R-152 and R-163.
func TestResolvingLaws(t *testing.T) {
	t.Parallel()
	for _, e := range resolutions {
		if e.base == "" {
			continue
		}
		b, r := literalParse(e.base), literalParse(e.ref)
		u, err := rfc1808.Resolve(rfc1808.Parse(e.base), rfc1808.Parse(e.ref))
		if err != nil {
			t.Fatal(err)
		}
		if b.params = (component{}); r.path != "" || r.slash {
			if v, err := rfc1808.Resolve(rfc1808.Parse(b.text()), rfc1808.Parse(e.ref)); err != nil || v != u {
				t.Errorf("R-120: %q without params and %q give %q, %v, want %q", e.base, e.ref, v, err, u)
			}
		}
		if r.scheme.defined && u.String() != e.ref {
			t.Errorf("R-163: %q becomes %q", e.ref, u)
		}
	}
	for _, name := range []string{"...", ".g", "g..", "..g", "g.", "%2e", "%2e%2e", ".%2e"} {
		for _, form := range []string{name, "x/" + name, name + "/x", "./" + name} {
			u, err := rfc1808.Resolve(rfc1808.Parse("http://a/b"), rfc1808.Parse(form))
			if want := "http://a/" + strings.TrimPrefix(form, "./"); err != nil || u.String() != want {
				t.Errorf("R-152: %q gives %q, %v", form, u, err)
			}
		}
	}
}

// TestHTTP.
func TestHTTP(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{"HTTP:": true, "http:": true, "FTP://h": true, "/http:": false, "": false} {
		if rfc1808.Parse(in).IsAbsoluteURL() != want {
			t.Errorf("R-179: %q is absolute: %v", in, !want)
		}
	}
	every := make([]byte, 0, 256)
	for c := range 256 {
		every = append(every, byte(c))
	}
	if u, err := rfc1808.Resolve(rfc1808.Parse("http://h"), rfc1808.Parse("/"+string(every))); err != nil ||
		u.String() != "http://h/"+string(every) {
		t.Errorf("R-190: %q, %v, want every byte kept", u, err)
	}
	long := "/" + strings.Repeat("a", 1<<20)
	if u := rfc1808.Parse(long); u.String() != long || rfc1808.RFC2068.Check(long) != nil {
		t.Error("R-192: a megabyte is too long")
	}
}

// TestLogin: R-065 and the like, by Dialect.
func TestLogin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"host", "//h/", "host=h"},
		{"R-065", "//u:p@h:80/", "userinfo=u:p username=u password=p host=h port=80"},
		{"user", "//u@h", "userinfo=u username=u host=h"},
		{"empty ones", "//:@:", "userinfo=: username= password= host= port="},
		{"at sign and colon in a password", "//u:p@:q@h", "userinfo=u:p@:q username=u password=p@:q host=h"},
		{"no digits", "//h:8a", "host=h:8a"},
		{"IP literal", "//[::1]", "host=[::1]"},
		{"IP literal and port", "//[::1]:80", "host=[::1] port=80"},
		{"what is a query elsewhere", "//h?u@x", "userinfo=h?u username=h?u host=x"},
		{"none", "/u@h", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r reading.Reading
			rfc1808.Dialect{}.Read(&r, test.in)
			var got []string
			for _, c := range []urlerr.Component{urlerr.Userinfo, urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Port} {
				if value, ok := r.Get(c); ok {
					got = append(got, c.String()+"="+value)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q is %v", test.in, got)
			}
		})
	}
}
