package rfc1808

import (
	_ "embed" // embeds the rules

	"earl.example/internal/cite"
	"earl.example/urlerr"
)

//go:embed rules.tsv
var rulesText string

var rules = cite.ParseTable(rulesText, func(_, section string) string { return cite.Address("1808", section) })

var (
	ruleAbsPath  = rules.Named("abs_path")
	ruleNetLoc   = rules.Named("net_loc")
	rulePchar    = rules.Named("pchar")
	ruleParam    = rules.Named("param")
	ruleQuery    = rules.Named("query")
	ruleFragment = rules.Named("fragment")
	ruleEscape   = rules.Named("escape")
	ruleBase     = rules.Named("base URL is absolute")
	ruleNever    = rules.Named("scheme is used with relative URLs")
	ruleRelative = rules.Named("target is absolute")
	ruleLength   = rules.Named("length of the result fits an int")
	ruleScan     = rules.Named("value of a database is text or NULL")
)

// Rules returns the rules that an error of this package can name.
func Rules() (all []urlerr.Rule) {
	for _, r := range rules {
		all = append(all, r)
		if both := RFC2068.rule(&r); both != r {
			all = append(all, both)
		}
	}
	return all
}

// rule returns the rule of g that corresponds to r, a rule of RFC 1808.
func (g Grammar) rule(r *urlerr.Rule) urlerr.Rule {
	rule := *r
	if g == RFC2068 && r.Section == "§2.2" {
		rule.Section = "RFC 2068 §3.2.1"
		rule.Address = cite.Address("", rule.Section)
	}
	return rule
}

func fail(r *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return RFC1808.fail(r, input, offset, component)
}

func (g Grammar) fail(r *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	g = max(g, RFC1808)
	return &urlerr.Error{Dialect: g.String(), Input: input, Offset: offset, Component: component, Rule: g.rule(r)}
}
