package rfc1808_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// breakers tells for each rule how its example breaks it, where that is not by
// Match.
var breakers = map[string]func(example string) error{
	"base URL is absolute":                func(s string) error { _, err := rfc1808.Resolve(rfc1808.Parse(s), rfc1808.Parse("a")); return err },
	"scheme is used with relative URLs":   func(s string) error { return rfc1808.RFC1808.CheckBase(rfc1808.Parse(s)) },
	"414 (Request-URI Too Long)":          func(s string) error { _, err := rfc1808.ParseOptions{MaxLength: 10}.Parse(s); return err },
	"target is absolute":                  func(s string) error { _, err := rfc1808.Relative(rfc1808.Parse("a:"), rfc1808.Parse(s)); return err },
	"rule of the grammar":                 func(s string) error { return rfc1808.RFC1808.Match(s, "") },
	"refusal by net/url":                  func(s string) error { _, err := rfc1808.Parse(s).NetURL(); return err },
	"another reading by net/url":          func(s string) error { _, err := rfc1808.Parse(s).NetURL(); return err },
	"value of a database is text or NULL": func(s string) error { return new(rfc1808.URL).Scan(len(s)) },
}

// TestRules: the example of each rule breaks it.
func TestRules(t *testing.T) {
	t.Parallel()
	seen := map[urlerr.Rule]bool{}
	for _, rule := range rfc1808.Rules() {
		if seen[rule] || rule.Section == "" || rule.Kind == 0 || !strings.HasPrefix(rule.Address, "https://") {
			t.Errorf("%+v is not complete, or not the first of its name", rule)
		}
		seen[rule] = true
		g := rfc1808.RFC1808
		if strings.HasPrefix(rule.Section, "RFC 2068") && breakers[rule.Name] == nil {
			g = rfc1808.RFC2068
		}
		breaks := breakers[rule.Name]
		if breaks == nil {
			breaks = func(s string) error { return g.Match(rule.Name, s) }
		}
		err := breaks(rule.Example)
		var e *urlerr.Error
		if !errors.As(err, &e) || e.Rule != rule || e.Dialect != g.String() || e.Input != rule.Example && rule.Name != "value of a database is text or NULL" || !errors.Is(err, rule.Kind) {
			t.Errorf("%s and %q: %v", rule.Name, rule.Example, err)
		}
	}
	for name := range breakers {
		if !slices.ContainsFunc(rfc1808.Rules(), func(r urlerr.Rule) bool { return r.Name == name }) {
			t.Errorf("there is no rule %q", name)
		}
	}
	for _, g := range grammars {
		for _, rule := range g.Rules() {
			if !seen[rule] {
				t.Errorf("%v has a rule %q that is not in Rules", g, rule.Name)
			}
		}
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
			if !errors.As(err, &e) || e.Offset != test.at || e.Rule.Name != test.rule || e.Component != test.component || !errors.Is(err, test.kind) {
				t.Errorf("%s: %v: %v in %v", test.name, g, err, e.Component)
			}
		}
	}
}

func TestNoSecrets(t *testing.T) {
	t.Parallel()
	const text = "http://u:secret@h h//"
	errs := []error{rfc1808.RFC1808.Check(text), rfc1808.RFC1808.Match("net_loc", "u:secret@ "), rfc1808.RFC2068.CheckBase(rfc1808.Parse(text))}
	_, err := rfc1808.ParseOptions{MaxLength: 20}.Parse(text)
	_, err2 := rfc1808.Resolve(rfc1808.Parse("//u:secret@h"), rfc1808.Parse("a"))
	_, err3 := rfc1808.Parse("http://u:secret@h:x/").NetURL()
	for _, err := range append(errs, err, err2, err3) {
		var e *urlerr.Error
		if !errors.As(err, &e) || strings.Contains(err.Error()+e.LogValue().String(), "secret") {
			t.Errorf("%v", err)
		}
	}
}
