package rfc1808

import (
	"strings"

	"earl.example/urlerr"
)

// A rule is a requirement on URLs. Its section is "§3" of RFC 1808, "RFC 2068 §3.2.1", or a name such as "url.Parse".
type rule struct {
	name, section, example string
	kind                   urlerr.Kind
	problem, fix           string // see urlerr.Rule
}

// Rules of both grammars.
var (
	ruleAbsPath = rule{"abs_path", "§2.2", "//h//a", urlerr.BadPath,
		"empty first segment in path", "remove one of the slashes"}
	ruleNetLoc = rule{"net_loc", "§2.2", "//h h", urlerr.BadHost,
		"invalid character %c in host", "percent-encode it as %e"}
	rulePchar = rule{"pchar", "§2.2", "a b", urlerr.BadPath,
		"invalid character %c in path", "percent-encode it as %e"}
	ruleParam = rule{"param", "§2.2", ";a b", urlerr.BadPath,
		"invalid character %c in params", "percent-encode it as %e"}
	ruleQuery = rule{"query", "§2.2", "?a b", urlerr.BadQuery,
		"invalid character %c in query", "percent-encode it as %e"}
	ruleFragment = rule{"fragment", "§2.2", "#a#b", urlerr.BadFragment,
		"invalid character %c in fragment", "percent-encode it as %e"}
	ruleEscape = rule{"escape", "§2.2", "%4G", urlerr.BadEscape,
		"invalid percent-encoding in %i", `write two hexadecimal digits after "%", or a literal "%" as %25`}
)

var (
	ruleBase = rule{"base URL is absolute", "§3", "../a", urlerr.NoBase,
		"base URL is not absolute", "give a base with a scheme"}
	ruleNever = rule{"scheme is used with relative URLs", "§2.3", "mailto:a@b", urlerr.NoBase,
		"base URL of a scheme without relative URLs", `give a base such as "http://example.com/"`}
	ruleRelative = rule{"target is absolute", "§4", "a", urlerr.BadScheme,
		"target is not absolute", `add a scheme such as "https:"`}
	ruleLength = rule{"length of the result fits an int", "§4", "", urlerr.TooLong,
		"result is too long", ""}
	ruleScan = rule{"value of a database is text or NULL", "sql.Scanner", "1", urlerr.BadValue,
		"database value that is neither text nor NULL", ""}
	ruleAccepted = rule{"accepted by net/url", "url.Parse", "http://h:x/", urlerr.BadValue,
		"net/url rejects the URL", ""}
	ruleSame = rule{"read the same by net/url", "url.URL", "//h?a/b", urlerr.BadValue,
		"net/url reads the URL differently", ""}
)

// Rules returns the rules that an error of this package can name.
func Rules() []urlerr.Rule {
	var all []urlerr.Rule
	for _, r := range [...]*rule{
		&ruleAbsPath, &ruleNetLoc, &rulePchar, &ruleParam, &ruleQuery, &ruleFragment, &ruleEscape,
	} {
		all = append(all, r.of(RFC1808), r.of(RFC2068))
	}
	for _, r := range [...]*rule{
		&ruleBase, &ruleNever, &ruleRelative, &ruleLength, &ruleScan, &ruleAccepted, &ruleSame,
	} {
		all = append(all, r.of(RFC1808))
	}
	return all
}

func (r *rule) of(g Grammar) urlerr.Rule {
	full := urlerr.Rule{Name: r.name, Section: r.section, Example: r.example, Kind: r.kind,
		Problem: r.problem, Fix: r.fix}
	if g == RFC2068 && r.section == "§2.2" {
		full.Section = "RFC 2068 §3.2.1"
	}
	rfc, section, ok := strings.Cut(full.Section, "§")
	switch {
	case !ok:
		pkg, name, _ := strings.Cut(full.Section, ".")
		folder := map[string]string{"url": "net", "sql": "database"}[pkg]
		full.Address = "https://pkg.go.dev/" + folder + "/" + pkg + "#" + name
	case rfc == "":
		full.Address = "https://www.rfc-editor.org/rfc/rfc1808#section-" + section
	default:
		full.Address = "https://www.rfc-editor.org/rfc/rfc2068#section-" + section
	}
	return full
}

func fail(r *rule, input string, offset int, component urlerr.Component) error {
	return RFC1808.fail(r, input, offset, component)
}

func (g Grammar) fail(r *rule, input string, offset int, component urlerr.Component) error {
	g = max(g, RFC1808)
	return &urlerr.Error{Dialect: g.String(), Input: input, Offset: offset, Component: component, Rule: r.of(g)}
}
