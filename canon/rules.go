package canon

import (
	"strings"

	"earl.example/urlerr"
)

const (
	w3libAddress = "https://github.com/scrapy/w3lib"
	surtAddress  = "https://github.com/internetarchive/surt"

	portName = "a port of digits, at most 65535"
	portFix  = "use digits only, at most 65535"
)

// The rules of this package. The dialects have their own rules.
var (
	ruleText = urlerr.Rule{Name: "text in UTF-8", Section: "w3lib", Address: w3libAddress, Example: "http://h/\xff",
		Kind: urlerr.BadText}
	ruleBackslash = urlerr.Rule{Name: "an authority without characters that NFKC converts to a backslash",
		Section: "w3lib@2", Address: w3libAddress, Example: "http://h\uff3c/", Kind: urlerr.BadHost}
	ruleZone = urlerr.Rule{Name: "an IP address of ASCII characters", Section: "w3lib@2", Address: w3libAddress,
		Example: "http://[fe80::1%\u00e9]/", Kind: urlerr.BadHost}
	ruleW3libPort = urlerr.Rule{Name: portName, Section: "w3lib@2", Address: w3libAddress,
		Example: "http://h:65536/", Kind: urlerr.BadPort, Problem: "invalid port", Fix: portFix}
	ruleBlank = urlerr.Rule{Name: "a URL with a character other than white space", Section: "surt",
		Address: surtAddress, Example: " \t", Kind: urlerr.BadValue, Problem: "blank URL"}
	rulePort = urlerr.Rule{Name: portName, Section: "surt", Address: surtAddress,
		Example: "http://h:65536/", Kind: urlerr.BadPort, Problem: "invalid port", Fix: portFix}
	ruleNumber = urlerr.Rule{Name: "a host number of at most 4300 digits", Section: "surt",
		Address: surtAddress, Example: "http://" + strings.Repeat("1", 4301) + "/", Kind: urlerr.BadHost}
)

// Rules returns the rules of this package's errors. Errors of the dialects have their own rules.
func Rules() []urlerr.Rule {
	return []urlerr.Rule{ruleText, ruleBackslash, ruleZone, ruleW3libPort, ruleBlank, rulePort, ruleNumber}
}

// fault returns the error for a rule that url breaks at offset.
func fault(rule *urlerr.Rule, url string, offset int, component urlerr.Component) error {
	return &urlerr.Error{Dialect: rule.Section, Input: url, Offset: offset, Component: component, Rule: *rule}
}
