package libcurl

import (
	_ "embed" // embeds the rules

	"earl.example/internal/cite"
)

const dialect = "libcurl"

//go:embed rules.tsv
var rulesText string

// rules has the rules that a URL can break. The example of each rule is a URL that breaks the rule in the newest
// release. For the rule of schemes, the example is a reference.
var rules = cite.ParseTable(rulesText, nil)

var (
	ruleMalformed   = *rules.Named("malformed input: a control character or a space")
	ruleNUL         = *rules.Named("a string of C ends at its first NUL")
	ruleTooLong     = *rules.Named("longer than 8,000,000 bytes")
	ruleSlashes     = *rules.Named("other than one to three slashes")
	ruleUnsupported = *rules.Named("a redirect to a scheme that libcurl does not have")
	ruleNoHost      = *rules.Named("no host")
	ruleHost        = *rules.Named("host name")
	ruleIPv6        = *rules.Named("IPv6 address")
	rulePort        = *rules.Named("port number")
	ruleFile        = *rules.Named("file URL")
)
