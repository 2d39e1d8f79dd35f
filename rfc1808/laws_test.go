package rfc1808_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// TestR007NoDelimitersInComponents and what follows show statements that are no rows of a table.
func TestR007NoDelimitersInComponents(t *testing.T) {
	t.Parallel()
	p := sixOf(rfc1808.Parse(rfcBase))
	if want := (six{
		component{"http", true}, component{"a", true}, component{"p", true}, component{"q", true}, component{"f", true}, "b/c/d", true,
	}); p != want {
		t.Errorf("%+v", p)
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

// TestR037ClassesDivideASCII: R-037 for RFC 1808, R-187 for RFC 2068.
func TestR037ClassesDivideASCII(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		grammar rfc1808.Grammar
		classes map[string]int
		inNone  int
	}{
		{rfc1808.RFC1808, map[string]int{"alpha": 52, "digit": 10, "safe": 5, "extra": 6, "national": 9, "reserved": 7, "punctuation": 5}, 256 - 94},
		{rfc1808.RFC2068, map[string]int{"safe": 4, "extra": 6, "national": 137, "reserved": 8, "unsafe": 39}, 62},
	} {
		sizes := map[string]int{}
		none := 0
		for c := range 256 {
			s := string([]byte{byte(c)})
			in := 0
			for class := range test.classes {
				if test.grammar.Match(class, s) == nil {
					sizes[class]++
					in++
				}
			}
			switch {
			case in == 0:
				none++
				if err := test.grammar.Check("a" + s); test.grammar == rfc1808.RFC1808 && err == nil {
					t.Errorf("%q is in no class, and valid", s)
				}
			case in > 1:
				t.Errorf("%v: %q is in %d classes", test.grammar, s, in)
			}
		}
		for class, want := range test.classes {
			if sizes[class] != want {
				t.Errorf("%v: %s has %d characters, want %d", test.grammar, class, sizes[class], want)
			}
		}
		if none != test.inNone {
			t.Errorf("%v: %d octets are in no class, want %d", test.grammar, none, test.inNone)
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
				t.Errorf("R-047: %q is %+v", s, p)
			}
			for _, ref := range seeds {
				if rfc1808.Parse(ref).IsAbsolute() {
					continue
				}
				u, err := rfc1808.Resolve(rfc1808.Parse(s), rfc1808.Parse(ref))
				v, err2 := rfc1808.Resolve(first, rfc1808.Parse(ref))
				if rest := strings.TrimPrefix(u.String(), scheme+":"); err != nil || err2 != nil || rest != strings.TrimPrefix(v.String(), "y:") {
					t.Errorf("R-043: %q and %q give %q, but %q and it %q", s, ref, u, first, v)
				}
			}
		}
	}
}

// TestCategories.
func TestCategories(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		schemes  string
		category rfc1808.Category
		text     string
	}{
		{"R-039", "mailto news telnet", rfc1808.NeverRelative, "never relative"},
		{"R-040", "gopher prospero wais", rfc1808.SometimesGeneric, "sometimes generic"},
		{"R-041", "file ftp http nntp", rfc1808.AlwaysGeneric, "always generic"},
		{"R-042", "https x-new urn 1", rfc1808.Unlisted, "unlisted"},
	} {
		for scheme := range strings.FieldsSeq(test.schemes) {
			if got := rfc1808.CategoryOf(scheme); got != test.category || rfc1808.CategoryOf(strings.ToUpper(scheme)) != got {
				t.Errorf("%s: %s is %v", test.name, scheme, got)
			}
			listed := slices.Contains(rfc1808.Schemes(), rfc1808.SchemeCategory{Scheme: scheme, Category: test.category})
			if listed != (test.category != rfc1808.Unlisted) {
				t.Errorf("%s: %s is listed: %v", test.name, scheme, listed)
			}
		}
		if test.category.String() != test.text {
			t.Errorf("%s: %q", test.name, test.category)
		}
	}
	clear(rfc1808.Schemes()) // a copy
	if slices.Contains(rfc1808.Schemes(), rfc1808.SchemeCategory{}) {
		t.Error("Schemes gives its own list away")
	}
	if len(rfc1808.Schemes()) != 10 || rfc1808.Category(9).String() != "category out of range" {
		t.Error("there are other categories")
	}
}

// TestBases: R-004, and what is not a base.
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
			t.Errorf("%s: %q: %v", test.name, test.base, err)
		}
	}
	if u, err := rfc1808.Resolve(rfc1808.Parse("mailto:u@h"), rfc1808.Parse("g:h")); err != nil || u.String() != "g:h" {
		t.Errorf("R-004: g:h is %q, %v", u, err)
	}
	for _, ref := range []string{"g", "", "#s"} {
		u, err := rfc1808.Resolve(rfc1808.Parse("/b/c"), rfc1808.Parse(ref))
		if e, ok := errors.AsType[*urlerr.Error](err); !ok || !errors.Is(err, urlerr.NoBase) || !u.IsZero() || e.Offset != -1 || e.Input != "/b/c" {
			t.Errorf("X-116: %q is %q, %v", ref, u, err)
		}
	}
}

// TestDirectories.
func TestDirectories(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"ftp://h/d;type=d": true, "FTP://h/d;TYPE=D": true, "ftp://h/d/;type=d": false, "ftp://h/d/": false,
		"http://h/d;type=d": false, "ftp://h/d;type=a": false, "ftp://h": false,
	} {
		if got := rfc1808.Parse(in).HidesDirectory(); got != want {
			t.Errorf("R-172: %q hides a directory: %v", in, got)
		}
	}
}

// TestR048NothingIsTrimmed: blanks are characters of the URL.
func TestR048NothingIsTrimmed(t *testing.T) {
	t.Parallel()
	if u := rfc1808.Parse(" g:h"); u.IsAbsolute() || u.Path() != " g:h" {
		t.Errorf("%+v", sixOf(u))
	}
	if u := rfc1808.Parse("<URL:g>"); u.IsAbsolute() || u.Path() != "<URL:g>" {
		t.Errorf("%+v", sixOf(u))
	}
}

// TestResolvingLaws: R-099 and the others are in checkResolve; here are those of
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
				t.Errorf("R-120: %q without params and %q give %q, %v, not %q", e.base, e.ref, v, err, u)
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
		if rfc1808.Parse(in).IsAbsolute() != want {
			t.Errorf("R-179: %q is absolute: %v", in, !want)
		}
	}
	every := make([]byte, 0, 256)
	for c := range 256 {
		every = append(every, byte(c))
	}
	if u, err := rfc1808.Resolve(rfc1808.Parse("http://h"), rfc1808.Parse("/"+string(every))); err != nil || u.String() != "http://h/"+string(every) {
		t.Errorf("R-190: %q, %v", u, err)
	}
	long := "/" + strings.Repeat("a", 1<<20)
	if u, err := (rfc1808.ParseOptions{MaxLength: 1}).Parse("ab"); err == nil {
		t.Errorf("R-193: %q has more than one byte", u)
	}
	if u, err := (rfc1808.ParseOptions{}).Parse(long); err != nil || u.String() != long || rfc1808.RFC2068.Check(long) != nil {
		t.Errorf("R-192: %v", err)
	}
	for _, test := range []struct{ name, in string }{{"bytes", "/0123456789"}, {"not characters", "/ééééé"}} {
		if u, err := (rfc1808.ParseOptions{MaxLength: len(test.in)}).Parse(test.in); err != nil || u.String() != test.in {
			t.Errorf("R-193 %s: %v", test.name, err)
		}
		u, err := rfc1808.ParseOptions{MaxLength: len(test.in) - 1}.Parse(test.in)
		if e, ok := errors.AsType[*urlerr.Error](err); !ok || !u.IsZero() || !errors.Is(err, urlerr.TooLong) || e.Offset != len(test.in)-1 ||
			!strings.Contains(err.Error(), fmt.Sprint(http.StatusRequestURITooLong)) {
			t.Errorf("R-193 %s: %q, %v", test.name, u, err)
		}
	}
	for n, want := range map[int]bool{0: false, 255: false, 256: true} {
		_, err := rfc1808.ParseOptions{MaxLength: rfc1808.AdvisedLength}.Parse(strings.Repeat("a", n))
		if errors.Is(err, urlerr.TooLong) != want {
			t.Errorf("R-194: of %d bytes: %v", n, err)
		}
	}
}

// TestResolveOptions: the limit is of the result before dot segments go.
func TestResolveOptions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, base, ref string }{
		{"path", "http://a/b", "c"}, {"dots", "http://a/b", "./c/../d"}, {"absolute", "http://a/b", "x:y"},
		{"base itself", "http://a/b", ""}, {"slash between", "http://a", "c"}, {"no base", "", "abc"},
	} {
		b, r := rfc1808.Parse(test.base), rfc1808.Parse(test.ref)
		u, err := rfc1808.Resolve(b, r)
		if err != nil {
			t.Fatal(err)
		}
		most := len(u.String())
		if test.name == "dots" {
			most = len("http://a/./c/../d")
		}
		if v, err := (rfc1808.ResolveOptions{MaxLength: most}).Resolve(b, r); err != nil || v != u {
			t.Errorf("%s: %q, %v", test.name, v, err)
		}
		opt := rfc1808.ResolveOptions{MaxLength: most - 1}
		v, err := opt.Resolve(b, r)
		text, err2 := opt.AppendResolve([]byte("x"), b, r)
		e, _ := errors.AsType[*urlerr.Error](err)
		if !errors.Is(err, urlerr.TooLong) || !errors.Is(err2, urlerr.TooLong) || !v.IsZero() || string(text) != "x" || e.Offset != -1 || e.Input != test.ref {
			t.Errorf("%s: %q, %v; %q, %v", test.name, v, err, text, err2)
		}
	}
}

func TestLogin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		want     rfc1808.Login
		userinfo string
	}{
		{"host", "//h/", rfc1808.Login{Host: "h"}, ""},
		{"R-065", "//u:p@h:80/", rfc1808.Login{"u", "p", "h", "80", true, true, true}, "u:p"},
		{"user", "//u@h", rfc1808.Login{User: "u", Host: "h", HasUser: true}, "u"},
		{"empty ones", "//:@:", rfc1808.Login{HasUser: true, HasPassword: true, HasPort: true}, ":"},
		{"at sign and colon in a password", "//u:p@:q@h", rfc1808.Login{User: "u", Password: "p@:q", Host: "h", HasUser: true, HasPassword: true}, "u:p@:q"},
		{"no digits", "//h:8a", rfc1808.Login{Host: "h:8a"}, ""},
		{"IP literal", "//[::1]", rfc1808.Login{Host: "[::1]"}, ""},
		{"IP literal and port", "//[::1]:80", rfc1808.Login{Host: "[::1]", Port: "80", HasPort: true}, ""},
		{"what is a query elsewhere", "//h?u@x", rfc1808.Login{User: "h?u", Host: "x", HasUser: true}, "h?u"},
		{"none", "/u@h", rfc1808.Login{}, ""},
	} {
		u := rfc1808.Parse(test.in)
		userinfo, ok := u.Userinfo()
		if got := u.Login(); got != test.want || userinfo != test.userinfo || ok != got.HasUser {
			t.Errorf("%s: %q is %+v with %q, %v", test.name, test.in, got, userinfo, ok)
		}
	}
}
