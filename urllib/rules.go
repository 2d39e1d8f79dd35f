package urllib

import (
	"strings"

	"earl.example/urlerr"
)

// address is the page of the module's documentation.
const address = "https://docs.python.org/3/library/urllib.parse.html"

// The rules that this package's errors name. The section is the entry of the
// module's documentation, or "CPython" where only the code has the rule.
var (
	ruleAddress = urlerr.Rule{
		Name: "square brackets hold an IPv6 or IPvFuture address", Section: "CPython", Address: "https://github.com/python/cpython/issues/103848",
		Example: "http://[foo]/", Kind: urlerr.BadHost,
	}
	ruleBesideBrackets = urlerr.Rule{
		Name: "nothing but userinfo and port stands beside square brackets", Section: "CPython", Address: "https://github.com/python/cpython/issues/105704",
		Example: "http://a.[::1]/", Kind: urlerr.BadHost,
	}
	rulePort = urlerr.Rule{
		Name: "port is a number", Section: "urlparse", Address: address + "#urllib.parse.urlparse",
		Example: "http://h:abc/", Kind: urlerr.BadPort,
	}
	rulePortRange = urlerr.Rule{
		Name: "port is at most 65535", Section: "urlparse", Address: address + "#urllib.parse.urlparse",
		Example: "http://h:65536/", Kind: urlerr.BadPort,
	}
	ruleASCII = urlerr.Rule{
		Name: "bytes are ASCII", Section: "Parsing ASCII Encoded Bytes", Address: address + "#parsing-ascii-encoded-bytes",
		Example: "http://h/\xe9", Kind: urlerr.BadText,
	}
	ruleSeparator = urlerr.Rule{
		Name: "separator is not empty", Section: "parse_qs", Address: address + "#urllib.parse.parse_qs",
		Example: "", Kind: urlerr.BadValue,
	}
	ruleMaxFields = urlerr.Rule{
		Name: "no more than max_num_fields fields", Section: "parse_qs", Address: address + "#urllib.parse.parse_qs",
		Example: "a=1&b=2", Kind: urlerr.TooLong,
	}
	ruleField = urlerr.Rule{
		Name: "with strict_parsing each field has a =", Section: "parse_qs", Address: address + "#urllib.parse.parse_qs",
		Example: "a=1&b", Kind: urlerr.BadQuery,
	}
	ruleQuoteBytes = urlerr.Rule{
		Name: "bytes are quoted without encoding and errors", Section: "quote", Address: address + "#urllib.parse.quote",
		Example: "a", Kind: urlerr.BadValue,
	}
	ruleUnquoteBytes = urlerr.Rule{
		Name: "unquote takes bytes since 3.9", Section: "unquote", Address: address + "#urllib.parse.unquote",
		Example: "a", Kind: urlerr.BadValue,
	}
	ruleQuery = urlerr.Rule{
		Name: "query is a mapping or a sequence of pairs", Section: "urlencode", Address: address + "#urllib.parse.urlencode",
		Example: "a", Kind: urlerr.BadValue,
	}
	ruleDecode = urlerr.Rule{
		Name: "octets are text in the encoding", Section: "unquote", Address: address + "#urllib.parse.unquote",
		Example: "%F1", Kind: urlerr.BadText,
	}
	ruleEncode = urlerr.Rule{
		Name: "text has octets in the encoding", Section: "quote", Address: address + "#urllib.parse.quote",
		Example: "\u20ac", Kind: urlerr.BadText,
	}
	ruleLookup = urlerr.Rule{
		Name: "encoding and errors name a text codec and an error handler", Section: "quote", Address: address + "#urllib.parse.quote",
		Example: "%41", Kind: urlerr.UnknownName,
	}
	ruleArgument = urlerr.Rule{
		Name: "arguments have values that Python takes", Section: "CPython", Address: address,
		Example: "%FF", Kind: urlerr.BadValue,
	}
	ruleVersion = urlerr.Rule{
		Name: "release is one of CPython 3.8 to 3.14", Section: "Version", Address: "https://devguide.python.org/versions/",
		Example: "2.7", Kind: urlerr.UnknownName,
	}
)

// A netlocRule is one rule of Python's about netloc, as a rule of its own for
// each part of it, so that the kind of an error tells which part is at fault.
type netlocRule struct{ userinfo, host, port urlerr.Rule }

var (
	ruleBrackets = netlocRule{
		urlerr.Rule{
			Name: "square brackets in userinfo match", Section: "urlsplit", Address: address + "#urllib.parse.urlsplit",
			Example: "http://u[@h/", Kind: urlerr.BadUserinfo,
		},
		urlerr.Rule{
			Name: "square brackets in netloc match", Section: "urlsplit", Address: address + "#urllib.parse.urlsplit",
			Example: "http://[::1/", Kind: urlerr.BadHost,
		},
		urlerr.Rule{
			Name: "square brackets in port match", Section: "urlsplit", Address: address + "#urllib.parse.urlsplit",
			Example: "http://h:8]/", Kind: urlerr.BadPort,
		},
	}
	ruleNFKC = netlocRule{
		urlerr.Rule{
			Name: "userinfo does not decompose into / ? # @ or : under NFKC", Section: "urlsplit", Address: address + "#urllib.parse.urlsplit",
			Example: "http://u\u2100@h/", Kind: urlerr.BadUserinfo,
		},
		urlerr.Rule{
			Name: "netloc does not decompose into / ? # @ or : under NFKC", Section: "urlsplit", Address: address + "#urllib.parse.urlsplit",
			Example: "http://ex\u2100b.com/", Kind: urlerr.BadHost,
		},
		urlerr.Rule{
			Name: "port does not decompose into / ? # @ or : under NFKC", Section: "urlsplit", Address: address + "#urllib.parse.urlsplit",
			Example: "http://h:8\u21000/", Kind: urlerr.BadPort,
		},
	}
)

// at returns the rule for the part of netloc to which the byte at offset
// belongs.
func (r *netlocRule) at(netloc string, offset int) urlerr.Rule {
	if offset < strings.LastIndexByte(netloc, '@') {
		return r.userinfo
	}
	if c := cutNetloc(netloc); c.port >= 0 && offset >= c.port {
		return r.port
	}
	return r.host
}

// netlocComponent returns the part of netloc that a rule is about.
func netlocComponent(rule urlerr.Rule) urlerr.Component {
	switch rule.Kind {
	case urlerr.BadUserinfo:
		return urlerr.Userinfo
	case urlerr.BadPort:
		return urlerr.Port
	}
	return urlerr.Host
}

// Rules returns every rule that an error of this package can name.
func Rules() []urlerr.Rule {
	return []urlerr.Rule{
		ruleBrackets.userinfo, ruleBrackets.host, ruleBrackets.port, ruleAddress, ruleBesideBrackets,
		ruleNFKC.userinfo, ruleNFKC.host, ruleNFKC.port, rulePort, rulePortRange, ruleASCII,
		ruleSeparator, ruleMaxFields, ruleField, ruleQuoteBytes, ruleUnquoteBytes, ruleQuery,
		ruleDecode, ruleEncode, ruleLookup, ruleArgument, ruleVersion,
	}
}
