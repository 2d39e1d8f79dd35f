package rfc1808

import (
	"earl.example/urlerr"
)

// The addresses of the RFCs.
const (
	address1808 = "https://www.rfc-editor.org/rfc/rfc1808"
	address2068 = "https://www.rfc-editor.org/rfc/rfc2068"
)

// The rules that errors name beside those of the grammars.
var (
	ruleBase = urlerr.Rule{
		Name: "base URL is absolute", Section: "§3", Address: address1808 + "#section-3",
		Example: "../a", Kind: urlerr.NoBase,
	}
	ruleNever = urlerr.Rule{
		Name: "scheme is used with relative URLs", Section: "§2.3", Address: address1808 + "#section-2.3",
		Example: "mailto:a@b", Kind: urlerr.NoBase,
	}
	ruleLength = urlerr.Rule{
		Name: "414 (Request-URI Too Long)", Section: "RFC 2068 §3.2.1", Address: address2068 + "#section-3.2.1",
		Example: "http://example.com/", Kind: urlerr.TooLong,
	}
	ruleRelative = urlerr.Rule{
		Name: "target is absolute", Section: "§4", Address: address1808 + "#section-4",
		Example: "a", Kind: urlerr.BadScheme,
	}
	ruleProduction = urlerr.Rule{
		Name: "rule of the grammar", Section: "§2.2", Address: address1808 + "#section-2.2",
		Example: "authority", Kind: urlerr.UnknownName,
	}
	ruleRefused = urlerr.Rule{
		Name: "refusal by net/url", Section: "url.Parse", Address: "https://pkg.go.dev/net/url#Parse",
		Example: "http://h:x/", Kind: urlerr.BadValue,
	}
	ruleReadOtherwise = urlerr.Rule{
		Name: "another reading by net/url", Section: "url.URL", Address: "https://pkg.go.dev/net/url#URL",
		Example: "//h?a/b", Kind: urlerr.BadValue,
	}
	ruleScan = urlerr.Rule{
		Name: "value of a database is text or NULL", Section: "Scan", Address: "https://pkg.go.dev/database/sql#Scanner",
		Example: "1", Kind: urlerr.BadValue,
	}
)

// rule returns the rule of a grammar that p is.
func (p *production) rule(g Grammar) urlerr.Rule {
	r := urlerr.Rule{Name: p.name(g), Section: "§2.2", Address: address1808 + "#section-2.2", Example: p.example, Kind: p.kind}
	if g == RFC2068 {
		r.Section, r.Address = "RFC 2068 §3.2.1", address2068+"#section-3.2.1"
	}
	return r
}

// Rules returns every rule that an error of this package can name: those of the
// grammar, whose examples [Grammar.Match] refuses, and some that both share.
func (g Grammar) Rules() []urlerr.Rule {
	var all []urlerr.Rule
	for i := range productions {
		if p := &productions[i]; p.name(g) != "" {
			all = append(all, p.rule(g))
		}
	}
	return append(all, ruleBase, ruleNever, ruleLength, ruleRelative, ruleProduction, ruleRefused, ruleReadOtherwise, ruleScan)
}

// Rules returns every rule that an error of this package can name: those of
// both grammars and the others.
func Rules() []urlerr.Rule {
	all := RFC1808.Rules()
	return append(all, RFC2068.Rules()[:len(RFC2068.Productions())]...)
}

// fail makes the error for an input that breaks rule at offset.
func fail(rule *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return RFC1808.fail(*rule, input, offset, component)
}

// fail is the function fail, for an input that g refuses.
func (g Grammar) fail(rule urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{Dialect: g.String(), Input: input, Offset: offset, Component: component, Rule: rule}
}

// failPart is fail for an input that need not be a whole URL, so that messages
// cannot mask what is secret in it and do not show it.
func (g Grammar) failPart(rule urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{
		Dialect: g.String(), Input: input, Offset: offset, Component: component, Rule: rule, Private: true,
	}
}
