package rfc3986

import (
	"earl.example/urlerr"
)

// dialect is this package's name in errors.
const dialect = "rfc3986"

// standard is the address of the RFC.
const standard = "https://www.rfc-editor.org/rfc/rfc3986"

// The rules that this package's errors name, most of them by the name of the
// rule of the grammar.
var (
	ruleEscape = urlerr.Rule{
		Name: "pct-encoded", Section: "§2.1", Address: standard + "#section-2.1",
		Example: "http://h/100%", Kind: urlerr.BadEscape,
	}
	ruleURI = urlerr.Rule{
		Name: "URI", Section: "§3", Address: standard + "#section-3",
		Example: "/a", Kind: urlerr.BadScheme,
	}
	ruleScheme = urlerr.Rule{
		Name: "scheme", Section: "§3.1", Address: standard + "#section-3.1",
		Example: "1a:b", Kind: urlerr.BadScheme,
	}
	ruleUserinfo = urlerr.Rule{
		Name: "userinfo", Section: "§3.2.1", Address: standard + "#section-3.2.1",
		Example: "http://a b@h/", Kind: urlerr.BadUserinfo,
	}
	ruleLiteral = urlerr.Rule{
		Name: "IP-literal", Section: "§3.2.2", Address: standard + "#section-3.2.2",
		Example: "http://[::1/", Kind: urlerr.BadHost,
	}
	ruleIPv6 = urlerr.Rule{
		Name: "IPv6address", Section: "§3.2.2", Address: standard + "#section-3.2.2",
		Example: "http://[1:2:3]/", Kind: urlerr.BadHost,
	}
	ruleFuture = urlerr.Rule{
		Name: "IPvFuture", Section: "§3.2.2", Address: standard + "#section-3.2.2",
		Example: "http://[v1]/", Kind: urlerr.BadHost,
	}
	ruleZone = urlerr.Rule{
		Name: "no zone identifiers in URIs", Section: "RFC 9844", Address: "https://www.rfc-editor.org/rfc/rfc9844",
		Example: "http://[fe80::1%25en1]/", Kind: urlerr.BadHost,
	}
	ruleZoneID = urlerr.Rule{
		Name: "ZoneID", Section: "RFC 6874 §2", Address: "https://www.rfc-editor.org/rfc/rfc6874#section-2",
		Example: "http://[fe80::1%en1]/", Kind: urlerr.BadHost,
	}
	ruleName = urlerr.Rule{
		Name: "reg-name", Section: "§3.2.2", Address: standard + "#section-3.2.2",
		Example: "http://a b/", Kind: urlerr.BadHost,
	}
	ruleDomain = urlerr.Rule{
		Name: "domain name of DNS", Section: "§3.2.2", Address: standard + "#section-3.2.2",
		Example: "a_b.example", Kind: urlerr.BadHost,
	}
	rulePort = urlerr.Rule{
		Name: "port", Section: "§3.2.3", Address: standard + "#section-3.2.3",
		Example: "http://h:8a/", Kind: urlerr.BadPort,
	}
	rulePath = urlerr.Rule{
		Name: "pchar", Section: "§3.3", Address: standard + "#section-3.3",
		Example: "http://h/a b", Kind: urlerr.BadPath,
	}
	ruleQuery = urlerr.Rule{
		Name: "query", Section: "§3.4", Address: standard + "#section-3.4",
		Example: "http://h/?a[]=1", Kind: urlerr.BadQuery,
	}
	ruleFragment = urlerr.Rule{
		Name: "fragment", Section: "§3.5", Address: standard + "#section-3.5",
		Example: "http://h/#a#b", Kind: urlerr.BadFragment,
	}
	ruleAbsolute = urlerr.Rule{
		Name: "absolute-URI", Section: "§4.3", Address: standard + "#section-4.3",
		Example: "http://h/#a", Kind: urlerr.BadFragment,
	}
	ruleBase = urlerr.Rule{
		Name: "base URI", Section: "§5.1", Address: standard + "#section-5.1",
		Example: "../a", Kind: urlerr.NoBase,
	}
	rulePortRange = urlerr.Rule{
		Name: "port number is at most 65535", Section: "§3.2.3", Address: standard + "#section-3.2.3",
		Example: "http://h:65536/", Kind: urlerr.BadPort,
	}
	ruleText = urlerr.Rule{
		Name: "octets are UTF-8", Section: "§2.5", Address: standard + "#section-2.5",
		Example: "%E9", Kind: urlerr.BadText,
	}
	ruleScan = urlerr.Rule{
		Name: "value of a database is text or NULL", Section: "Scan", Address: "https://pkg.go.dev/database/sql#Scanner",
		Example: "1", Kind: urlerr.BadValue,
	}
	ruleNUL = urlerr.Rule{
		Name: "no NUL where it is not expected", Section: "§7.3", Address: standard + "#section-7.3",
		Example: "a%00", Kind: urlerr.BadText,
	}
	ruleAuthority = urlerr.Rule{
		Name: "userinfo and port stand beside a host", Section: "§3.2", Address: standard + "#section-3.2",
		Example: "80", Kind: urlerr.BadHost,
	}
	ruleRemove = urlerr.Rule{
		Name: "a component that can be removed", Section: "§3", Address: standard + "#section-3",
		Example: "password", Kind: urlerr.BadValue,
	}
	ruleAbEmpty = urlerr.Rule{
		Name: "path-abempty", Section: "§3.3", Address: standard + "#section-3.3",
		Example: "a", Kind: urlerr.BadPath,
	}
	ruleSegment = urlerr.Rule{
		Name: "segment-nz", Section: "§3.3", Address: standard + "#section-3.3",
		Example: "", Kind: urlerr.BadPath,
	}
	ruleDots = urlerr.Rule{
		Name: "dot segments are no data", Section: "§3.3", Address: standard + "#section-3.3",
		Example: "..", Kind: urlerr.BadPath,
	}
	ruleRelative = urlerr.Rule{
		Name: "target has a relative reference", Section: "§5.2.4", Address: standard + "#section-5.2.4",
		Example: "http://a/b/../c", Kind: urlerr.BadPath,
	}
	ruleRefused = urlerr.Rule{
		Name: "refusal by net/url", Section: "url.Parse", Address: "https://pkg.go.dev/net/url#Parse",
		Example: "http://[v1.x]/", Kind: urlerr.BadValue,
	}
	ruleReadOtherwise = urlerr.Rule{
		Name: "another reading by net/url", Section: "url.URL", Address: "https://pkg.go.dev/net/url#URL",
		Example: "//evil.example/x", Kind: urlerr.BadValue,
	}
	ruleStep = urlerr.Rule{
		Name: "step of the ladder", Section: "§6.2", Address: standard + "#section-6.2",
		Example: "case,up", Kind: urlerr.UnknownName,
	}
	ruleLength = urlerr.Rule{
		Name: "length is within the limit", Section: "RFC 9110 §4.1", Address: "https://www.rfc-editor.org/rfc/rfc9110#section-4.1", // which says how long URIs are to be expected
		Example: "http://example.com/", Kind: urlerr.TooLong,
	}
)

// Rules returns every rule that an error of this package can name.
func Rules() []urlerr.Rule {
	return []urlerr.Rule{
		ruleEscape, ruleURI, ruleScheme, ruleUserinfo, ruleLiteral, ruleIPv6, ruleFuture, ruleZone, ruleZoneID,
		ruleName, ruleDomain, rulePort, rulePath, ruleQuery, ruleFragment, ruleAbsolute, ruleBase, rulePortRange, ruleText, ruleNUL,
		ruleAuthority, ruleRemove, ruleAbEmpty, ruleSegment, ruleDots, ruleRelative, ruleRefused, ruleReadOtherwise, ruleScan, ruleStep, ruleLength,
	}
}
