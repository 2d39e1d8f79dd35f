package libcurl

import (
	"strings"

	"earl.example/urlerr"
)

const dialect = "libcurl"

// rule returns a rule. code is the CURLUcode that libcurl returns.
func rule(code string, kind urlerr.Kind, name, example, problem, fix string) urlerr.Rule {
	return urlerr.Rule{Name: name, Section: code, Example: example, Kind: kind, Problem: problem, Fix: fix,
		Address: "https://curl.se/libcurl/c/libcurl-errors.html#" + strings.ReplaceAll(code, "_", "")}
}

// The rules that a URL can break. The example of each rule is a URL that breaks the rule in the newest release. For
// ruleUnsupported, the example is a reference.
var (
	ruleMalformed = rule("CURLUE_MALFORMED_INPUT", urlerr.BadText, "malformed input: a control character or a space",
		"http://h/a b", "invalid character %c in %i", "percent-encode it as %e")
	ruleNUL = urlerr.Rule{Problem: "NUL in %i", Fix: "percent-encode it as %00",
		Name: "a string of C ends at its first NUL", Section: "curl_url_set",
		Address: "https://curl.se/libcurl/c/curl_url_set.html", Example: "http://h/\x00", Kind: urlerr.BadText}
	ruleTooLong = rule("CURLUE_MALFORMED_INPUT", urlerr.TooLong, "longer than 8,000,000 bytes", "",
		"URL longer than 8,000,000 bytes", "")
	ruleSlashes = rule("CURLUE_BAD_SLASHES", urlerr.BadPath, "other than one to three slashes", "http:////h/",
		"more than three slashes after the scheme", "write two")
	ruleUnsupported = rule("CURLUE_UNSUPPORTED_SCHEME", urlerr.BadScheme,
		"a redirect to a scheme that libcurl does not have", "javascript:alert(1)",
		"scheme that libcurl does not support", "")
	ruleNoHost = rule("CURLUE_NO_HOST", urlerr.BadHost, "no host", "http://", "missing host", `write one after "//"`)
	ruleHost   = rule("CURLUE_BAD_HOSTNAME", urlerr.BadHost, "host name", "http://a,b/", "invalid character %c in host",
		"remove it")
	ruleIPv6 = rule("CURLUE_BAD_IPV6", urlerr.BadHost, "IPv6 address", "http://[1]/", "invalid IPv6 address",
		`write eight groups of up to four hexadecimal digits, or "::" once for zeros`)
	rulePort = rule("CURLUE_BAD_PORT_NUMBER", urlerr.BadPort, "port number", "http://h:65536/", "invalid port",
		"use digits only, at most 65535")
	ruleFile = rule("CURLUE_BAD_FILE_URL", urlerr.BadPath, "file URL", "file://h/a", "invalid file URL",
		`write "file:///" and the path`)
)
