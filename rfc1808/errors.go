package rfc1808

import (
	"earl.example/internal/cite"
	"earl.example/urlerr"
)

// Rules of both grammars.
var (
	ruleAbsPath = cite.RFC("1808", "abs_path", "§2.2", "//h//a", urlerr.BadPath,
		"empty first segment in path", "remove one of the slashes")
	ruleNetLoc = cite.RFC("1808", "net_loc", "§2.2", "//h h", urlerr.BadHost,
		"invalid character %c in host", "percent-encode it as %e")
	rulePchar = cite.RFC("1808", "pchar", "§2.2", "a b", urlerr.BadPath,
		"invalid character %c in path", "percent-encode it as %e")
	ruleParam = cite.RFC("1808", "param", "§2.2", ";a b", urlerr.BadPath,
		"invalid character %c in params", "percent-encode it as %e")
	ruleQuery = cite.RFC("1808", "query", "§2.2", "?a b", urlerr.BadQuery,
		"invalid character %c in query", "percent-encode it as %e")
	ruleFragment = cite.RFC("1808", "fragment", "§2.2", "#a#b", urlerr.BadFragment,
		"invalid character %c in fragment", "percent-encode it as %e")
	ruleEscape = cite.RFC("1808", "escape", "§2.2", "%4G", urlerr.BadEscape,
		"invalid percent-encoding in %i", `write two hexadecimal digits after "%", or a literal "%" as %25`)
)

var (
	ruleBase = cite.RFC("1808", "base URL is absolute", "§3", "../a", urlerr.NoBase,
		"base URL is not absolute", "give a base with a scheme")
	ruleNever = cite.RFC("1808", "scheme is used with relative URLs", "§2.3", "mailto:a@b", urlerr.NoBase,
		"base URL of a scheme without relative URLs", `give a base such as "http://example.com/"`)
	ruleRelative = cite.RFC("1808", "target is absolute", "§4", "a", urlerr.BadScheme,
		"target is not absolute", `add a scheme such as "https:"`)
	ruleLength = cite.RFC("1808", "length of the result fits an int", "§4", "", urlerr.TooLong,
		"result is too long", "")
	ruleScan = cite.RFC("1808", "value of a database is text or NULL", "sql.Scanner", "1", urlerr.BadValue,
		"database value that is neither text nor NULL", "")
	ruleAccepted = cite.RFC("1808", "accepted by net/url", "url.Parse", "http://h:x/", urlerr.BadValue,
		"net/url rejects the URL", "")
	ruleSame = cite.RFC("1808", "read the same by net/url", "url.URL", "//h?a/b", urlerr.BadValue,
		"net/url reads the URL differently", "")
)

// Rules returns the rules that an error of this package can name.
func Rules() []urlerr.Rule {
	var all []urlerr.Rule
	for _, r := range [...]*urlerr.Rule{
		&ruleAbsPath, &ruleNetLoc, &rulePchar, &ruleParam, &ruleQuery, &ruleFragment, &ruleEscape,
	} {
		all = append(all, *r, RFC2068.rule(r))
	}
	return append(all, ruleBase, ruleNever, ruleRelative, ruleLength, ruleScan, ruleAccepted, ruleSame)
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
