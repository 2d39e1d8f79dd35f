package rfc3986

import (
	"strings"

	"earl.example/internal/cite"
	"earl.example/urlerr"
)

const (
	dialect    = "rfc3986"
	dialectIRI = "rfc3987"
)

// encodeFix is the fix of the rules for components that can have percent-encodings.
const encodeFix = "percent-encode it as %e"

// The rules, by section.
var (
	ruleEscape = cite.RFC("3986", "pct-encoded", "§2.1", "http://h/100%", urlerr.BadEscape,
		"invalid percent-encoding in %i", `write two hexadecimal digits after "%", or a literal "%" as %25`)
	ruleText = cite.RFC("3986", "octets are UTF-8", "§2.5", "%E9", urlerr.BadText,
		"percent-encoding of bytes that are not UTF-8", "")
	ruleURI = cite.RFC("3986", "URI", "§3", "/a", urlerr.BadScheme,
		"missing scheme", `add one such as "https:"`)
	ruleRemove = cite.RFC("3986", "component that can be removed", "§3", "password", urlerr.BadValue,
		"component that cannot be removed", "")
	ruleScheme = cite.RFC("3986", "scheme", "§3.1", "1a:b", urlerr.BadScheme,
		"invalid character %c in scheme", `a scheme is a letter, then letters, digits, "+", "-" and "."`)
	ruleAuthority = cite.RFC("3986", "userinfo and port need a host", "§3.2", "80", urlerr.BadHost,
		"%i without a host", "add a host")
	ruleUserinfo = cite.RFC("3986", "userinfo", "§3.2.1", "http://a b@h/", urlerr.BadUserinfo,
		"invalid character %c in userinfo", encodeFix)
	ruleLiteral = cite.RFC("3986", "IP-literal", "§3.2.2", "http://[::1/", urlerr.BadHost,
		"invalid IP address in brackets", `write "]" after the address, then nothing but a port`)
	ruleIPv6 = cite.RFC("3986", "IPv6address", "§3.2.2", "http://[1:2:3]/", urlerr.BadHost,
		"invalid IPv6 address", `write eight groups of up to four hexadecimal digits, or "::" once for zeros`)
	ruleFuture = cite.RFC("3986", "IPvFuture", "§3.2.2", "http://[v1]/", urlerr.BadHost,
		"invalid IPvFuture address", `write "v", hexadecimal digits, "." and the address`)
	ruleName = cite.RFC("3986", "reg-name", "§3.2.2", "http://a b/", urlerr.BadHost,
		"invalid character %c in host", encodeFix)
	ruleDomain = cite.RFC("3986", "domain name of DNS", "§3.2.2", "a_b.example", urlerr.BadHost,
		"host is no domain name of DNS", `use letters, digits and "-"`)
	rulePort = cite.RFC("3986", "port", "§3.2.3", "http://h:8a/", urlerr.BadPort,
		"invalid character %c in port", "use digits only")
	rulePortRange = cite.RFC("3986", "port number is at most 65535", "§3.2.3", "http://h:65536/", urlerr.BadPort,
		"port out of range", "the maximum is 65535")
	rulePath = cite.RFC("3986", "pchar", "§3.3", "http://h/a b", urlerr.BadPath,
		"invalid character %c in path", encodeFix)
	ruleAbEmpty = cite.RFC("3986", "path-abempty", "§3.3", "a", urlerr.BadPath,
		`path without "/" after an authority`, `begin it with "/"`)
	ruleSegment = cite.RFC("3986", "segment-nz", "§3.3", "", urlerr.BadPath,
		"empty first segment in a path without an authority", "give it a name, or add an authority")
	ruleDots = cite.RFC("3986", "dot segments are not data", "§3.3", "..", urlerr.BadPath,
		`"." or ".." as a path segment`, "a path cannot hold them as data")
	ruleQuery = cite.RFC("3986", "query", "§3.4", "http://h/?a[]=1", urlerr.BadQuery,
		"invalid character %c in query", encodeFix)
	ruleFragment = cite.RFC("3986", "fragment", "§3.5", "http://h/#a#b", urlerr.BadFragment,
		"invalid character %c in fragment", encodeFix)
	ruleBase = cite.RFC("3986", "base URI", "§5.1", "../a", urlerr.NoBase,
		"no base URL for a relative reference", "give a base with a scheme")
	ruleRelative = cite.RFC("3986", "target has a relative reference", "§5.2.4", "http://a/b/../c", urlerr.BadPath,
		"no relative reference to this target", "")
	ruleStep = cite.RFC("3986", "step of the ladder", "§6.2", "case,up", urlerr.UnknownName,
		"unknown step", "")
	ruleZoneID = cite.RFC("3986", "ZoneID", "RFC 6874 §2", "http://[fe80::1%en1]/", urlerr.BadHost,
		"invalid zone identifier", `write "%25", then letters, digits, "-", "." or "_"`)
	ruleLength = cite.RFC("3986", "length is at most 4 GiB - 16", "RFC 9110 §4.1", "", urlerr.TooLong,
		"URL longer than 4 GiB", "")
	ruleZone = cite.RFC("3986", "no zone identifiers in URIs", "RFC 9844", "http://[fe80::1%25en1]/", urlerr.BadHost,
		"zone identifier in host", "remove it")
	ruleUCSChar = cite.RFC("3986", "ucschar", "RFC 3987 §2.2", "http://h/\uFFFF", urlerr.BadPath,
		"character %c in %i, which IRIs do not have", encodeFix)
	rulePrivate = cite.RFC("3986", "iprivate only in queries", "RFC 3987 §2.2", "http://h/\uE000", urlerr.BadPath,
		"private character %c in %i", encodeFix)
	ruleBidi = cite.RFC("3986", "no bidirectional formatting characters", "RFC 3987 §4.1", "http://h/\u202E",
		urlerr.BadPath, "bidirectional formatting character %c in %i", encodeFix)
	ruleScan = cite.RFC("3986", "value of a database is text or NULL", "sql.Scanner", "1", urlerr.BadValue,
		"database value that is neither text nor NULL", "")
	ruleAccepted = cite.RFC("3986", "accepted by net/url", "url.Parse", "http://[v1.x]/", urlerr.BadValue,
		"net/url rejects the URL", "")
	ruleSame = cite.RFC("3986", "read the same by net/url", "url.URL", "//evil.example/x", urlerr.BadValue,
		"net/url reads the URL differently", "")
)

// Rules returns the rules that an error of this package can name.
func Rules() []urlerr.Rule {
	return []urlerr.Rule{
		ruleEscape, ruleText, ruleURI, ruleRemove, ruleScheme, ruleAuthority, ruleUserinfo, ruleLiteral, ruleIPv6,
		ruleFuture, ruleName, ruleDomain, rulePort, rulePortRange, rulePath, ruleAbEmpty, ruleSegment, ruleDots,
		ruleQuery, ruleFragment, ruleBase, ruleRelative, ruleStep, ruleZoneID, ruleLength, ruleZone, ruleUCSChar,
		rulePrivate, ruleBidi, ruleScan, ruleAccepted, ruleSame,
	}
}

// components has the component of each kind of broken grammar.
var components = [...]urlerr.Component{
	urlerr.BadScheme: urlerr.Scheme, urlerr.BadUserinfo: urlerr.Userinfo, urlerr.BadHost: urlerr.Host,
	urlerr.BadPort: urlerr.Port, urlerr.BadPath: urlerr.Path, urlerr.BadQuery: urlerr.Query,
	urlerr.BadFragment: urlerr.Fragment, urlerr.TooLong: urlerr.NoComponent,
}

// violation returns the error for a rule of g that parse finds broken at an offset of input. If the rule allows
// percent-encodings, "%" is a broken one.
func (g *grammar) violation(r *urlerr.Rule, input string, offset int) *urlerr.Error {
	component := components[r.Kind]
	if r.Fix == encodeFix && offset < len(input) && input[offset] == '%' {
		r = &ruleEscape
	}
	err := fail(r, input, offset, component)
	if g.iri {
		err.Dialect = dialectIRI
		if strings.HasPrefix(r.Section, "§") {
			err.Rule.Section = "RFC 3986 " + r.Section
		}
	}
	return err
}

func fail(r *urlerr.Rule, input string, offset int, component urlerr.Component) *urlerr.Error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: *r}
}

// failPart returns the error for an input that is only a part of a reference, such as a password. Messages do not show
// this input.
func failPart(r *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return private(fail(r, input, offset, component))
}

func private(err *urlerr.Error) error {
	err.Private = true
	return err
}
