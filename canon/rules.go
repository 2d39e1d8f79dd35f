package canon

import (
	"slices"

	"earl.example/urlerr"
)

// The rules of this package. The dialects have their own rules.
var (
	ruleText = urlerr.Rule{Name: "text in UTF-8", Section: "w3lib", Address: "https://github.com/scrapy/w3lib",
		Example: "http://h/\xff", Kind: urlerr.BadText}
	ruleBlank = urlerr.Rule{Name: "a URL that is not blank", Section: "surt",
		Address: "https://github.com/internetarchive/surt", Example: " \t", Kind: urlerr.BadValue,
		Problem: "blank URL"}
	rulePort = urlerr.Rule{Name: "a port of digits, at most 65535", Section: "surt",
		Address: "https://github.com/internetarchive/surt", Example: "http://h:65536/", Kind: urlerr.BadPort,
		Problem: "invalid port", Fix: "use digits only, at most 65535"}
	ruleNumber = urlerr.Rule{Name: "a host that is no number of more than 4300 digits", Section: "surt",
		Address: "https://github.com/internetarchive/surt", Example: "http://" + string(slices.Repeat([]byte("1"), 4301)) +
			"/", Kind: urlerr.BadHost}
)

// Rules returns the rules of this package's errors. Errors of the dialects have their own rules.
func Rules() []urlerr.Rule { return []urlerr.Rule{ruleText, ruleBlank, rulePort, ruleNumber} }

// fault returns the error for a rule that url breaks at offset.
func fault(rule *urlerr.Rule, url string, offset int, component urlerr.Component) error {
	return &urlerr.Error{Dialect: rule.Section, Input: url, Offset: offset, Component: component, Rule: *rule}
}
