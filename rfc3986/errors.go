package rfc3986

import (
	"strings"

	"earl.example/urlerr"
)

// dialect is the name of this package in errors.
const dialect = "rfc3986"

// A rule is a requirement on references. Its section is one of RFC 3986, such as "§3.3", of another RFC, such as
// "RFC 6874 §2", or a name of the standard library, such as "url.Parse". Rules of the grammar have their names there.
type rule struct {
	name, section, example string
	kind                   urlerr.Kind
}

// The rules, by section.
var (
	ruleEscape    = rule{"pct-encoded", "§2.1", "http://h/100%", urlerr.BadEscape}
	ruleText      = rule{"octets are UTF-8", "§2.5", "%E9", urlerr.BadText}
	ruleURI       = rule{"URI", "§3", "/a", urlerr.BadScheme}
	ruleRemove    = rule{"component that can be removed", "§3", "password", urlerr.BadValue}
	ruleScheme    = rule{"scheme", "§3.1", "1a:b", urlerr.BadScheme}
	ruleAuthority = rule{"userinfo and port need a host", "§3.2", "80", urlerr.BadHost}
	ruleUserinfo  = rule{"userinfo", "§3.2.1", "http://a b@h/", urlerr.BadUserinfo}
	ruleLiteral   = rule{"IP-literal", "§3.2.2", "http://[::1/", urlerr.BadHost}
	ruleIPv6      = rule{"IPv6address", "§3.2.2", "http://[1:2:3]/", urlerr.BadHost}
	ruleFuture    = rule{"IPvFuture", "§3.2.2", "http://[v1]/", urlerr.BadHost}
	ruleName      = rule{"reg-name", "§3.2.2", "http://a b/", urlerr.BadHost}
	ruleDomain    = rule{"domain name of DNS", "§3.2.2", "a_b.example", urlerr.BadHost}
	rulePort      = rule{"port", "§3.2.3", "http://h:8a/", urlerr.BadPort}
	rulePortRange = rule{"port number is at most 65535", "§3.2.3", "http://h:65536/", urlerr.BadPort}
	rulePath      = rule{"pchar", "§3.3", "http://h/a b", urlerr.BadPath}
	ruleAbEmpty   = rule{"path-abempty", "§3.3", "a", urlerr.BadPath}
	ruleSegment   = rule{"segment-nz", "§3.3", "", urlerr.BadPath}
	ruleDots      = rule{"dot segments are not data", "§3.3", "..", urlerr.BadPath}
	ruleQuery     = rule{"query", "§3.4", "http://h/?a[]=1", urlerr.BadQuery}
	ruleFragment  = rule{"fragment", "§3.5", "http://h/#a#b", urlerr.BadFragment}
	ruleBase      = rule{"base URI", "§5.1", "../a", urlerr.NoBase}
	ruleRelative  = rule{"target has a relative reference", "§5.2.4", "http://a/b/../c", urlerr.BadPath}
	ruleStep      = rule{"step of the ladder", "§6.2", "case,up", urlerr.UnknownName}
	ruleZoneID    = rule{"ZoneID", "RFC 6874 §2", "http://[fe80::1%en1]/", urlerr.BadHost}
	ruleLength    = rule{"length is at most 4 GiB - 16", "RFC 9110 §4.1", "", urlerr.TooLong}
	ruleZone      = rule{"no zone identifiers in URIs", "RFC 9844", "http://[fe80::1%25en1]/", urlerr.BadHost}
	ruleScan      = rule{"value of a database is text or NULL", "sql.Scanner", "1", urlerr.BadValue}
	ruleAccepted  = rule{"accepted by net/url", "url.Parse", "http://[v1.x]/", urlerr.BadValue}
	ruleSame      = rule{"read the same by net/url", "url.URL", "//evil.example/x", urlerr.BadValue}
)

// Rules returns the rules that an error of this package can name.
func Rules() []urlerr.Rule {
	var all []urlerr.Rule
	for _, r := range [...]*rule{
		&ruleEscape, &ruleText, &ruleURI, &ruleRemove, &ruleScheme, &ruleAuthority, &ruleUserinfo, &ruleLiteral, &ruleIPv6,
		&ruleFuture, &ruleName, &ruleDomain, &rulePort, &rulePortRange, &rulePath, &ruleAbEmpty, &ruleSegment, &ruleDots,
		&ruleQuery, &ruleFragment, &ruleBase, &ruleRelative, &ruleStep, &ruleZoneID, &ruleLength, &ruleZone, &ruleScan,
		&ruleAccepted, &ruleSame,
	} {
		all = append(all, r.full())
	}
	return all
}

// full returns r with its address.
func (r *rule) full() urlerr.Rule {
	full := urlerr.Rule{Name: r.name, Section: r.section, Example: r.example, Kind: r.kind}
	const editor = "https://www.rfc-editor.org/rfc/rfc"
	rfc, section, ok := strings.Cut(r.section, "§")
	number, other := strings.CutPrefix(strings.TrimSuffix(rfc, " "), "RFC ")
	switch {
	case ok && other:
		full.Address = editor + number + "#section-" + section
	case ok:
		full.Address = editor + "3986#section-" + section
	case other:
		full.Address = editor + number
	default:
		pkg, name, _ := strings.Cut(r.section, ".")
		folder := map[string]string{"url": "net", "sql": "database"}[pkg]
		full.Address = "https://pkg.go.dev/" + folder + "/" + pkg + "#" + name
	}
	return full
}

// A fault is what the grammar forbids in a text; 0 means nothing.
type fault uint8

const (
	faultURI fault = iota + 1
	faultScheme
	faultUserinfo
	faultLiteral
	faultIPv6
	faultFuture
	faultZone
	faultZoneID
	faultName
	faultPort
	faultPath
	faultQuery
	faultFragment
	faultLength
)

// faults has the rule and the component of each fault. escapes reports that the component may have percent-encodings,
// so that an offending percent sign begins a broken one.
var faults = [...]struct {
	rule      *rule
	component urlerr.Component
	escapes   bool
}{
	faultURI:      {&ruleURI, urlerr.Scheme, false},
	faultScheme:   {&ruleScheme, urlerr.Scheme, false},
	faultUserinfo: {&ruleUserinfo, urlerr.Userinfo, true},
	faultLiteral:  {&ruleLiteral, urlerr.Host, false},
	faultIPv6:     {&ruleIPv6, urlerr.Host, false},
	faultFuture:   {&ruleFuture, urlerr.Host, false},
	faultZone:     {&ruleZone, urlerr.Host, false},
	faultZoneID:   {&ruleZoneID, urlerr.Host, false},
	faultName:     {&ruleName, urlerr.Host, true},
	faultPort:     {&rulePort, urlerr.Port, false},
	faultPath:     {&rulePath, urlerr.Path, true},
	faultQuery:    {&ruleQuery, urlerr.Query, true},
	faultFragment: {&ruleFragment, urlerr.Fragment, true},
	faultLength:   {&ruleLength, urlerr.NoComponent, false},
}

// error returns the error for input, which has the fault at offset at.
func (f fault) error(input string, at int) error {
	return fail(f.rule(input, at), input, at, faults[f].component)
}

// partError is error for an input that is a part of a reference.
func (f fault) partError(input string, at int) error {
	return failPart(f.rule(input, at), input, at, faults[f].component)
}

// rule returns the rule that input breaks at offset at.
func (f fault) rule(input string, at int) *rule {
	if faults[f].escapes && at < len(input) && input[at] == '%' {
		return &ruleEscape
	}
	return faults[f].rule
}

// failPart returns the error for an input that is a part of a reference, such as a password. Messages do not show it.
func failPart(r *rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: r.full(), Private: true,
	}
}

// fail returns the error for an input that breaks r at offset.
func fail(r *rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: r.full()}
}
