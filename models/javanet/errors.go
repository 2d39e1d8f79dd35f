package javanet

import "earl.example/urlerr"

// A fault is an error: a rule, and the offset at which the text breaks the rule. The zero fault means that there is no
// error.
type fault struct {
	offset    int
	component urlerr.Component
	rule      *urlerr.Rule
}

const (
	address = "https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/"
	encode  = "percent-encode it as %e"
	inURI   = "URISyntaxException"
	inURL   = "MalformedURLException"
	inModel = "models/javanet"
)

func rule(section string, kind urlerr.Kind, name, example, problem, fix string) urlerr.Rule {
	class := "URI"
	if section == inURL {
		class = "URL"
	}
	return urlerr.Rule{Name: name, Section: section, Address: address + class + ".html", Example: example, Kind: kind,
		Problem: problem, Fix: fix}
}

// The rules of java.net.URI.
var (
	ruleScheme = rule(inURI, urlerr.BadScheme, "scheme", "1a:b", "invalid character %c in scheme",
		`a scheme is a letter, then letters, digits, "+", "-" and "."`)
	ruleEmpty = rule(inURI, urlerr.BadText, "scheme-specific part, or authority", "mailto:", "nothing follows",
		"write the rest, or remove the delimiter")
	ruleOpaque    = rule(inURI, urlerr.BadText, "opaque part", "a:b c", "invalid character %c in opaque part", encode)
	ruleAuthority = rule(inURI, urlerr.BadHost, "authority", "http://a b/", "invalid character %c in authority", encode)
	ruleUserinfo  = rule(inURI, urlerr.BadUserinfo, "user-info", "http://[@h/", "invalid character %c in userinfo",
		encode)
	ruleHost = rule(inURI, urlerr.BadHost, "hostname", "http://a[/", "invalid character %c in host", "remove it")
	ruleIPv6 = rule(inURI, urlerr.BadHost, "IPv6address", "http://[1]/", "invalid IPv6 address",
		`write eight groups of up to four hexadecimal digits, or "::" once for zeros`)
	ruleScope = rule(inURI, urlerr.BadHost, "scope_id", "http://[::1%]/", "invalid scope of an IPv6 address",
		`write letters, digits, "_" and "." after "%"`)
	ruleUnchecked = rule(inURI, urlerr.BadHost, "NumberFormatException, which is unchecked",
		"http://[::9999999999.1.1.1]/", "number out of range in an IPv4 address", "the maximum is 255")
	rulePort = rule(inURI, urlerr.BadPort, "port", "http://[::1]:a/", "invalid port",
		"use digits only, at most 2147483647")
	rulePath     = rule(inURI, urlerr.BadPath, "path", "http://h/a b", "invalid character %c in path", encode)
	ruleQuery    = rule(inURI, urlerr.BadQuery, "query", "http://h/?a b", "invalid character %c in query", encode)
	ruleFragment = rule(inURI, urlerr.BadFragment, "fragment", "http://h/#a#b", "invalid character %c in fragment", encode)
	ruleEscape   = rule(inURI, urlerr.BadEscape, "escaped", "http://h/100%", "invalid percent-encoding",
		`write two hexadecimal digits after "%", or a literal "%" as %25`)
)

// The rules of java.net.URL, and the rules that only the model has.
var (
	ruleProtocol = rule(inURL, urlerr.BadScheme, "no protocol", "//h/", "missing scheme", `add one such as "https:"`)
	ruleUnknown  = rule(inURL, urlerr.BadScheme, "unknown protocol", "x://h/", "scheme without a handler",
		"use http, https, ftp or file")
	ruleHandler = rule(inModel, urlerr.BadScheme, "protocol that the model has", "jar:file:/a!/b",
		"scheme whose handler is not modelled", "use http, https, ftp or file")
	ruleCharacter = rule(inURL, urlerr.BadHost, "Illegal character", "http://a\tb/", "invalid character %c in %i",
		"remove it")
	ruleLiteral = rule(inURL, urlerr.BadHost, "Invalid host", "http://[::1/", "invalid IPv6 address in brackets",
		`write "]" after the address, then nothing but a port`)
	ruleNumber = rule(inURL, urlerr.BadPort, "Invalid port number", "http://h:a/", "invalid port",
		"use digits only, at most 2147483647")
	ruleMethod = rule(inModel, urlerr.BadValue, "method of java.net.URI", "", "java.net.URL has no such method",
		"use java.net.URI")
)
