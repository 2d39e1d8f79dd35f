package rfc1808_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// breakers break the rules that Check does not name, by their examples.
var breakers = map[string]func(example string) error{
	"base URL is absolute": func(s string) error {
		_, err := rfc1808.Resolve(rfc1808.Parse(s), rfc1808.Parse("a"))
		return err
	},
	"scheme is used with relative URLs": func(s string) error { return rfc1808.RFC1808.CheckBase(rfc1808.Parse(s)) },
	"target is absolute": func(s string) error {
		_, err := rfc1808.Relative(rfc1808.Parse("a:"), rfc1808.Parse(s))
		return err
	},
	"value of a database is text or NULL": func(s string) error { return new(rfc1808.URL).Scan(len(s)) },
}

// tooLong is the rule that nothing can break in a test: it needs texts that fill the memory.
const tooLong = "length of the result fits an int"

// TestRules: the example of each rule breaks it.
func TestRules(t *testing.T) {
	t.Parallel()
	seen := map[urlerr.Rule]bool{}
	for _, rule := range rfc1808.Rules() {
		t.Run(rule.Name+" "+rule.Section, func(t *testing.T) {
			if seen[rule] || rule.Section == "" || rule.Kind == 0 || !strings.HasPrefix(rule.Address, "https://") {
				t.Errorf("%+v is incomplete, or occurs twice", rule)
			}
			seen[rule] = true
			want := "rfc1808"
			if strings.HasPrefix(rule.Section, "RFC 2068") {
				want = "rfc2068"
			}
			if !strings.Contains(rule.Address, want) && (want == "rfc2068" || strings.HasPrefix(rule.Section, "§")) {
				t.Errorf("the address of %s is %s, want a section of %s", rule.Section, rule.Address, want)
			}
			g := rfc1808.RFC1808
			breaks := breakers[rule.Name]
			switch {
			case rule.Name == tooLong:
				return
			case breaks == nil && strings.HasPrefix(rule.Section, "RFC 2068"):
				g = rfc1808.RFC2068
				breaks = g.Check
			case breaks == nil:
				breaks = g.Check
			}
			err := breaks(rule.Example)
			var e *urlerr.Error
			if !errors.As(err, &e) || e.Rule != rule || e.Dialect != g.String() || !errors.Is(err, rule.Kind) {
				t.Errorf("%q: %v, want this rule", rule.Example, err)
			}
		})
	}
	for name := range breakers {
		if !slices.ContainsFunc(rfc1808.Rules(), func(r urlerr.Rule) bool { return r.Name == name }) {
			t.Errorf("there is no rule %q", name)
		}
	}
}

// TestNoGrammar: without a grammar, every text is valid. An error about a base names RFC 1808.
func TestNoGrammar(t *testing.T) {
	t.Parallel()
	var g rfc1808.Grammar
	if err := g.Check("%#["); err != nil {
		t.Errorf("Check = %v, want no error", err)
	}
	var e *urlerr.Error
	if err := g.CheckBase(rfc1808.Parse("a")); !errors.As(err, &e) || e.Dialect != "rfc1808" {
		t.Errorf("CheckBase = %+v, want an error of the dialect rfc1808", err)
	}
}

// TestCheckNamesTheRule: which rule of the grammar an error of Check names, and
// where.
func TestCheckNamesTheRule(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in  string
		at        int
		rule      string
		component urlerr.Component
		kind      urlerr.Kind
	}{
		{"path", "http://h/a b", 10, "pchar", urlerr.Path, urlerr.BadPath},
		{"before a colon", "a b:c", 1, "pchar", urlerr.Path, urlerr.BadPath},
		{"net_loc", "http://h h/", 8, "net_loc", urlerr.Authority, urlerr.BadHost},
		{"params", "/a;b c", 4, "param", urlerr.Params, urlerr.BadPath},
		{"query", "/a?b c", 4, "query", urlerr.Query, urlerr.BadQuery},
		{"fragment", "/a#b c", 4, "fragment", urlerr.Fragment, urlerr.BadFragment},
		{"second number sign", "/a#b#c", 4, "fragment", urlerr.Fragment, urlerr.BadFragment},
		{"escape", "/a?%4", 3, "escape", urlerr.Query, urlerr.BadEscape},
		{"X-120", "//h//p", 4, "abs_path", urlerr.Path, urlerr.BadPath},
		{"X-120 empty net_loc", "////p", 3, "abs_path", urlerr.Path, urlerr.BadPath},
		{"the byte before the slash", "//h h//p", 3, "net_loc", urlerr.Authority, urlerr.BadHost},
	} {
		for _, g := range grammars {
			err := g.Check(test.in)
			var e *urlerr.Error
			if !errors.As(err, &e) || e.Offset != test.at || e.Rule.Name != test.rule || e.Component != test.component ||
				!errors.Is(err, test.kind) {
				t.Errorf("%s: %v: %v in %v", test.name, g, err, e.Component)
			}
		}
	}
}

func TestNoSecrets(t *testing.T) {
	t.Parallel()
	const text = "http://u:secret@h h//"
	errs := []error{rfc1808.RFC1808.Check(text), rfc1808.RFC2068.CheckBase(rfc1808.Parse(text))}
	_, err2 := rfc1808.Resolve(rfc1808.Parse("//u:secret@h"), rfc1808.Parse("a"))
	for _, err := range append(errs, err2) {
		var e *urlerr.Error
		if !errors.As(err, &e) || strings.Contains(err.Error()+e.LogValue().String(), "secret") {
			t.Errorf("%v, want no password", err)
		}
	}
}
