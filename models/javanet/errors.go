package javanet

import (
	_ "embed" // embeds the rules

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

//go:embed rules.tsv
var rulesText string

// rules has the rules of java.net.URI, the rules of java.net.URL, and a rule that only the model has.
var rules = cite.ParseTable(rulesText, nil)

var (
	ruleScheme    = rules.Named("scheme")
	ruleEmpty     = rules.Named("scheme-specific part, or authority")
	ruleOpaque    = rules.Named("opaque part")
	ruleAuthority = rules.Named("authority")
	ruleUserinfo  = rules.Named("user-info")
	ruleHost      = rules.Named("hostname")
	ruleIPv6      = rules.Named("IPv6address")
	ruleScope     = rules.Named("scope_id")
	ruleUnchecked = rules.Named("NumberFormatException, which is unchecked")
	rulePort      = rules.Named("port")
	rulePath      = rules.Named("path")
	ruleQuery     = rules.Named("query")
	ruleFragment  = rules.Named("fragment")
	ruleEscape    = rules.Named("escaped")
	ruleProtocol  = rules.Named("no protocol")
	ruleUnknown   = rules.Named("unknown protocol")
	ruleHandler   = rules.Named("protocol that the model has")
	ruleCharacter = rules.Named("Illegal character")
	ruleLiteral   = rules.Named("Invalid host")
	ruleNumber    = rules.Named("Invalid port number")
)
