package libcurl

import (
	"earl.example/internal/cite"
	"earl.example/urlerr"
)

const dialect = "libcurl"

const page = "https://curl.se/libcurl/c/libcurl-errors.html#"

// The rules that a URL can break. The example of each rule is a URL that breaks the rule in the newest release. For
// ruleUnsupported, the example is a reference.
var (
	ruleMalformed = cite.Help("CURLUE_MALFORMED_INPUT", page+"CURLUEMALFORMEDINPUT",
		"malformed input: a control character or a space", "http://h/a b", urlerr.BadText,
		"invalid character %c in %i", "percent-encode it as %e")
	ruleNUL = urlerr.Rule{Problem: "NUL in %i", Fix: "percent-encode it as %00",
		Name: "a string of C ends at its first NUL", Section: "curl_url_set",
		Address: "https://curl.se/libcurl/c/curl_url_set.html", Example: "http://h/\x00", Kind: urlerr.BadText}
	ruleTooLong = cite.Help("CURLUE_MALFORMED_INPUT", page+"CURLUEMALFORMEDINPUT", "longer than 8,000,000 bytes", "",
		urlerr.TooLong, "URL longer than 8,000,000 bytes", "")
	ruleSlashes = cite.Help("CURLUE_BAD_SLASHES", page+"CURLUEBADSLASHES", "other than one to three slashes",
		"http:////h/", urlerr.BadPath, "more than three slashes after the scheme", "write two")
	ruleUnsupported = cite.Help("CURLUE_UNSUPPORTED_SCHEME", page+"CURLUEUNSUPPORTEDSCHEME",
		"a redirect to a scheme that libcurl does not have", "javascript:alert(1)", urlerr.BadScheme,
		"scheme that libcurl does not support", "")
	ruleNoHost = cite.Help("CURLUE_NO_HOST", page+"CURLUENOHOST", "no host", "http://", urlerr.BadHost,
		"missing host", `write one after "//"`)
	ruleHost = cite.Help("CURLUE_BAD_HOSTNAME", page+"CURLUEBADHOSTNAME", "host name", "http://a,b/",
		urlerr.BadHost, "invalid character %c in host", "remove it")
	ruleIPv6 = cite.Help("CURLUE_BAD_IPV6", page+"CURLUEBADIPV6", "IPv6 address", "http://[1]/", urlerr.BadHost,
		"invalid IPv6 address", `write eight groups of up to four hexadecimal digits, or "::" once for zeros`)
	rulePort = cite.Help("CURLUE_BAD_PORT_NUMBER", page+"CURLUEBADPORTNUMBER", "port number", "http://h:65536/",
		urlerr.BadPort, "invalid port", "use digits only, at most 65535")
	ruleFile = cite.Help("CURLUE_BAD_FILE_URL", page+"CURLUEBADFILEURL", "file URL", "file://h/a", urlerr.BadPath,
		"invalid file URL", `write "file:///" and the path`)
)
