package baseurl

import (
	_ "embed"
	"math"
	"slices"
	"strings"

	"earl.example/internal/cite"
	"earl.example/urlerr"
)

// dialect is the name of this package in errors.
const dialect = "baseurl"

//go:embed rules.tsv
var ruleRows string

// rules has the rules of this package's errors by their keys, the first cells of rules.tsv, and allRules has them in
// order. A rule without an address is in the section of an RFC. Errors of the dialects have their own rules.
var rules, allRules = func() (byKey map[string]urlerr.Rule, all []urlerr.Rule) {
	byKey = map[string]urlerr.Rule{}
	for row := range strings.Lines(ruleRows) {
		key, cells, _ := strings.Cut(row, "\t")
		rule := cite.ParseTable(cells, func(_, section string) string { return cite.Address("", section) })[0]
		byKey[key] = rule
		all = append(all, rule)
	}
	return byKey, all
}()

var (
	ruleAbsolute, ruleNoBase, ruleBaseLong = rules["absolute"], rules["no-base"], rules["base-long"]
	ruleBaseHeader, ruleSecond, ruleFrozen = rules["base-header"], rules["second"], rules["frozen"]
	ruleToken, ruleHeld, ruleDepth         = rules["token"], rules["held"], rules["depth"]
	ruleField, ruleEncodedWord             = rules["field"], rules["encoded-word"]
	ruleMediaType, ruleBoundary, ruleClose = rules["media-type"], rules["boundary"], rules["close"]
	ruleTransfer, ruleTransferCoding       = rules["transfer"], rules["transfer-coding"]
	ruleCoding, ruleEncoded, ruleCharset   = rules["coding"], rules["encoded"], rules["charset"]
	ruleCut, rulePDF, ruleString, ruleXML  = rules["cut"], rules["pdf"], rules["string"], rules["xml"]
	ruleBinary, ruleWARC, ruleRead         = rules["binary"], rules["warc"], rules["read"]
)

// Rules returns the rules of this package's errors. Errors of the dialects have their own rules. The example of each
// rule is a document, except for the first rule, where it is a base. The example of a rule about a limit breaks the
// rule only if Options sets a lower limit than the default.
func Rules() []urlerr.Rule { return slices.Clone(allRules) }

// fault returns the error of a document that breaks a rule at an offset. If the offset does not fit an int, the Offset
// of the error is -1; Reference.Offset has it.
func fault(rule urlerr.Rule, offset int64, cause error) *urlerr.Error {
	if offset > math.MaxInt {
		offset = -1
	}
	return &urlerr.Error{Dialect: dialect, Offset: int(offset), Rule: rule, Err: cause}
}

// textFault returns the error for input, a text that breaks a rule at offset.
func textFault(rule urlerr.Rule, input string, offset int) *urlerr.Error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Rule: rule}
}
