package earl

import (
	"errors"
	"testing"
)

func TestRFC1808Parse(t *testing.T) {
	t.Parallel()
	none := Part{}
	for _, test := range []struct {
		name, in string
		want     [11]Part
	}{
		{"everything", "HTTP://u:p%40:@Example.COM:080/a/b;c/d?e#f",
			[...]Part{Some("HTTP"), Some("u:p%40:@Example.COM:080"), Some("u:p%40:"), Some("u"), Some("p%40:"), Some("Example.COM"), Some("080"), Some("/a/b"), Some("c/d"), Some("e"), Some("f")}},
		{"nothing", "", [...]Part{none, none, none, none, none, none, none, Some(""), none, none, none}},
		{"all empty", "//@:/;?#", [...]Part{none, Some("@:"), Some(""), Some(""), none, Some(""), Some(""), Some("/"), Some(""), Some(""), Some("")}},
		{"empty net_loc", "///a", [...]Part{none, Some(""), none, none, none, Some(""), none, Some("/a"), none, none, none}},
		{"no net_loc", "mailto:a@b", [...]Part{Some("mailto"), none, none, none, none, none, none, Some("a@b"), none, none, none}},
		{"any text", " \xff", [...]Part{none, none, none, none, none, none, none, Some(" \xff"), none, none, none}},
	} {
		for _, name := range []string{"rfc1808", "rfc2068"} {
			parts, err := Parse(MustParseDialect(name), test.in)
			if err != nil || parts.Href != test.in {
				t.Errorf("%s, %s: %q, %v", name, test.name, parts.Href, err)
			}
			for i, part := range parts.List() {
				if *part != test.want[i] {
					t.Errorf("%s, %s: %s is %+v, want %+v", name, test.name, PartNames()[i], *part, test.want[i])
				}
			}
		}
	}
}

func TestRFC1808Strict(t *testing.T) {
	t.Parallel()
	old, http := MustParseDialect("rfc1808"), MustParseDialect("rfc2068")
	for _, test := range []struct {
		name, in  string
		old, http Kind
	}{
		{"valid", "http://h/a;b?c#d", 0, 0},
		{"national", "/~u", BadPath, 0},
		{"blank", "//h h", BadHost, BadHost},
		{"escape", "%4", BadEscape, BadEscape},
	} {
		for d, kind := range map[Dialect]Kind{old: test.old, http: test.http} {
			parts, err := d.Parse(test.in, ParseOptions{Strict: true})
			if (err != nil) != (kind != 0) || err != nil && (!errors.Is(err, kind) || parts != (Parts{})) {
				t.Errorf("%s, %v: %+v, %v", test.name, d, parts, err)
			}
		}
	}
	for _, test := range []struct {
		name, base, ref, want, strictly string
		kind, strictKind                Kind
	}{
		{"surplus dots", "http://a/b/c/d;p?q", "../../../g", "http://a/../g", "http://a/../g", 0, 0},
		{"no base", "", "g", "g", "", 0, NoBase},
		{"no base, absolute", "", "g:h", "g:h", "g:h", 0, 0},
		{"relative base", "/b", "g", "", "", NoBase, NoBase},
		{"never relative", "mailto:a@b", "g", "mailto:g", "", 0, NoBase},
		{"never relative, absolute", "mailto:a@b", "g:h", "g:h", "g:h", 0, 0},
		{"not generic-RL", "http://h//x", "g", "http://h//g", "", 0, BadPath},
		{"bad reference", "http://h/x", "a b", "http://h/a b", "", 0, BadPath},
	} {
		got, err := old.Resolve(test.base, test.ref, ResolveOptions{})
		strictly, err2 := old.Resolve(test.base, test.ref, ResolveOptions{Strict: true})
		if got != test.want || strictly != test.strictly || !kindIs(err, test.kind) || !kindIs(err2, test.strictKind) {
			t.Errorf("%s: %q, %v; strictly %q, %v", test.name, got, err, strictly, err2)
		}
	}
}

// kindIs reports whether err is of a kind, and nil if that is 0.
func kindIs(err error, kind Kind) bool {
	if kind == 0 {
		return err == nil
	}
	return errors.Is(err, kind)
}

// TestRFC1808Options: what a dialect cannot be told is an error.
func TestRFC1808Options(t *testing.T) {
	t.Parallel()
	for _, opt := range []ParseOptions{{NoFragments: true}, {DefaultScheme: "x"}} {
		if _, err := MustParseDialect("rfc1808").Parse("a", opt); !errors.Is(err, BadValue) {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	for _, opt := range []ResolveOptions{{NoFragments: true}, {BackwardCompatible: true}} {
		if _, err := MustParseDialect("rfc2068").Resolve("a:", "b", opt); !errors.Is(err, BadValue) {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	for _, name := range []string{"urllib", "rfc3986"} {
		d := MustParseDialect(name)
		_, err := d.Parse("a", ParseOptions{Strict: true})
		_, err2 := d.Resolve("a:", "b", ResolveOptions{Strict: true})
		if !errors.Is(err, BadValue) || !errors.Is(err2, BadValue) {
			t.Errorf("%s: %v, %v", name, err, err2)
		}
	}
}
