package javanet

import (
	"earl.example/internal/cite"
	"earl.example/urlerr"
)

// A fault is an error: a rule, and the offset at which the text breaks the rule. The zero fault means that there is no
// error.
type fault struct {
	offset    int
	component urlerr.Component
	rule      *urlerr.Rule
}

const (
	pages   = "https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/"
	uriPage = pages + "URI.html"
	urlPage = pages + "URL.html"
	encode  = "percent-encode it as %e"
	inURI   = "URISyntaxException"
	inURL   = "MalformedURLException"
	inModel = "models/javanet"
)

// The rules of java.net.URI.
var (
	ruleScheme = cite.Help(inURI, uriPage, "scheme", "1a:b", urlerr.BadScheme, "invalid character %c in scheme",
		`a scheme is a letter, then letters, digits, "+", "-" and "."`)
	ruleEmpty = cite.Help(inURI, uriPage, "scheme-specific part, or authority", "mailto:", urlerr.BadText,
		"nothing follows", "write the rest, or remove the delimiter")
	ruleOpaque = cite.Help(inURI, uriPage, "opaque part", "a:b c", urlerr.BadText,
		"invalid character %c in opaque part", encode)
	ruleAuthority = cite.Help(inURI, uriPage, "authority", "http://a b/", urlerr.BadHost,
		"invalid character %c in authority", encode)
	ruleUserinfo = cite.Help(inURI, uriPage, "user-info", "http://[@h/", urlerr.BadUserinfo,
		"invalid character %c in userinfo", encode)
	ruleHost = cite.Help(inURI, uriPage, "hostname", "http://a[/", urlerr.BadHost, "invalid character %c in host",
		"remove it")
	ruleIPv6 = cite.Help(inURI, uriPage, "IPv6address", "http://[1]/", urlerr.BadHost, "invalid IPv6 address",
		`write eight groups of up to four hexadecimal digits, or "::" once for zeros`)
	ruleScope = cite.Help(inURI, uriPage, "scope_id", "http://[::1%]/", urlerr.BadHost,
		"invalid scope of an IPv6 address", `write letters, digits, "_" and "." after "%"`)
	ruleUnchecked = cite.Help(inURI, uriPage, "NumberFormatException, which is unchecked",
		"http://[::9999999999.1.1.1]/", urlerr.BadHost, "number out of range in an IPv4 address",
		"the maximum is 255")
	rulePort = cite.Help(inURI, uriPage, "port", "http://[::1]:a/", urlerr.BadPort, "invalid port",
		"use digits only, at most 2147483647")
	rulePath = cite.Help(inURI, uriPage, "path", "http://h/a b", urlerr.BadPath, "invalid character %c in path",
		encode)
	ruleQuery = cite.Help(inURI, uriPage, "query", "http://h/?a b", urlerr.BadQuery,
		"invalid character %c in query", encode)
	ruleFragment = cite.Help(inURI, uriPage, "fragment", "http://h/#a#b", urlerr.BadFragment,
		"invalid character %c in fragment", encode)
	ruleEscape = cite.Help(inURI, uriPage, "escaped", "http://h/100%", urlerr.BadEscape, "invalid percent-encoding",
		`write two hexadecimal digits after "%", or a literal "%" as %25`)
)

// The rules of java.net.URL, and the rules that only the model has.
var (
	ruleProtocol = cite.Help(inURL, urlPage, "no protocol", "//h/", urlerr.BadScheme, "missing scheme",
		`add one such as "https:"`)
	ruleUnknown = cite.Help(inURL, urlPage, "unknown protocol", "x://h/", urlerr.BadScheme,
		"scheme without a handler", "use http, https, ftp or file")
	ruleHandler = cite.Help(inModel, uriPage, "protocol that the model has", "jar:file:/a!/b", urlerr.NotModelled,
		"scheme whose handler is not modelled", "use http, https, ftp or file")
	ruleCharacter = cite.Help(inURL, urlPage, "Illegal character", "http://a\tb/", urlerr.BadHost,
		"invalid character %c in %i", "remove it")
	ruleLiteral = cite.Help(inURL, urlPage, "Invalid host", "http://[::1/", urlerr.BadHost,
		"invalid IPv6 address in brackets", `write "]" after the address, then nothing but a port`)
	ruleNumber = cite.Help(inURL, urlPage, "Invalid port number", "http://h:a/", urlerr.BadPort, "invalid port",
		"use digits only, at most 2147483647")
)
