package libcurl

import (
	"slices"

	"earl.example/urlerr"
)

const dialect = "libcurl"

const address = "https://curl.se/libcurl/c/libcurl-errors.html#"

// The rules that a URL can break. The name of most rules is the CURLUcode that libcurl returns.
var (
	ruleMalformed = urlerr.Rule{Problem: "invalid character %c in %i", Fix: "percent-encode it as %e",
		Name:    "malformed input: a control character or a space",
		Section: "CURLUE_MALFORMED_INPUT", Address: address + "CURLUEMALFORMEDINPUT", Example: "http://h/a b",
		Kind: urlerr.BadText}
	ruleNUL = urlerr.Rule{Problem: "NUL in %i", Fix: "percent-encode it as %00",
		Name: "a string of C ends at its first NUL", Section: "curl_url_set",
		Address: "https://curl.se/libcurl/c/curl_url_set.html", Example: "http://h/\x00", Kind: urlerr.BadText}
	ruleTooLong = urlerr.Rule{Problem: "URL longer than 8,000,000 bytes", Fix: "",
		Name: "longer than 8,000,000 bytes", Section: "CURLUE_MALFORMED_INPUT",
		Address: address + "CURLUEMALFORMEDINPUT", Kind: urlerr.TooLong}
	ruleSlashes = urlerr.Rule{Problem: "more than three slashes after the scheme", Fix: "write two",
		Name: "other than one to three slashes", Section: "CURLUE_BAD_SLASHES",
		Address: address + "CURLUEBADSLASHES", Example: "http:////h/", Kind: urlerr.BadPath}
	ruleUnsupported = urlerr.Rule{Problem: "scheme that libcurl does not support", Fix: "",
		Name:    "a redirect to a scheme that libcurl does not have",
		Section: "CURLUE_UNSUPPORTED_SCHEME", Address: address + "CURLUEUNSUPPORTEDSCHEME", Example: "javascript:alert(1)",
		Kind: urlerr.BadScheme}
	ruleNoHost = urlerr.Rule{Problem: "missing host", Fix: `write one after "//"`,
		Name: "no host", Section: "CURLUE_NO_HOST", Address: address + "CURLUENOHOST",
		Example: "http://", Kind: urlerr.BadHost}
	ruleHost = urlerr.Rule{Problem: "invalid character %c in host", Fix: "remove it",
		Name: "host name", Section: "CURLUE_BAD_HOSTNAME", Address: address + "CURLUEBADHOSTNAME",
		Example: "http://a,b/", Kind: urlerr.BadHost}
	ruleIPv6 = urlerr.Rule{Problem: "invalid IPv6 address",
		Fix:  `write eight groups of up to four hexadecimal digits, or "::" once for zeros`,
		Name: "IPv6 address", Section: "CURLUE_BAD_IPV6", Address: address + "CURLUEBADIPV6",
		Example: "http://[1]/", Kind: urlerr.BadHost}
	rulePort = urlerr.Rule{Problem: "invalid port", Fix: "use digits only, at most 65535",
		Name: "port number", Section: "CURLUE_BAD_PORT_NUMBER",
		Address: address + "CURLUEBADPORTNUMBER", Example: "http://h:65536/", Kind: urlerr.BadPort}
	ruleFile = urlerr.Rule{Problem: "invalid file URL", Fix: `write "file:///" and the path`,
		Name: "file URL", Section: "CURLUE_BAD_FILE_URL", Address: address + "CURLUEBADFILEURL",
		Example: "file://h/a", Kind: urlerr.BadPath}
)

var rules = []urlerr.Rule{
	ruleMalformed, ruleNUL, ruleTooLong, ruleSlashes, ruleUnsupported, ruleNoHost,
	ruleHost, ruleIPv6, rulePort, ruleFile,
}

// Rules returns all rules of this package. The example of each rule is a URL that breaks the rule in the newest
// release. For CURLUE_UNSUPPORTED_SCHEME, the example is a reference.
func Rules() []urlerr.Rule { return slices.Clone(rules) }

// fault returns the error for input, which breaks rule at offset.
func fault(input string, offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: rule}
}
