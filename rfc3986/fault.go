package rfc3986

import (
	"earl.example/urlerr"
)

// A fault is what can be wrong with a text, 0 for nothing.
type fault uint8

const (
	faultURI fault = iota + 1
	faultScheme
	faultUserinfo
	faultLiteral
	faultIPv6
	faultFuture
	faultZone
	faultZoneID
	faultName
	faultPort
	faultPath
	faultQuery
	faultFragment
	faultAbsolute
	faultLength
)

// faults has the rule that each breaks, and in which component. Where escapes
// is set the component may have triplets, so that a percent sign is the
// beginning of a broken one.
var faults = [...]struct {
	rule      *urlerr.Rule
	component urlerr.Component
	escapes   bool
}{
	faultURI:      {&ruleURI, urlerr.Scheme, false},
	faultScheme:   {&ruleScheme, urlerr.Scheme, false},
	faultUserinfo: {&ruleUserinfo, urlerr.Userinfo, true},
	faultLiteral:  {&ruleLiteral, urlerr.Host, false},
	faultIPv6:     {&ruleIPv6, urlerr.Host, false},
	faultFuture:   {&ruleFuture, urlerr.Host, false},
	faultZone:     {&ruleZone, urlerr.Host, false},
	faultZoneID:   {&ruleZoneID, urlerr.Host, false},
	faultName:     {&ruleName, urlerr.Host, true},
	faultPort:     {&rulePort, urlerr.Port, false},
	faultPath:     {&rulePath, urlerr.Path, true},
	faultQuery:    {&ruleQuery, urlerr.Query, true},
	faultFragment: {&ruleFragment, urlerr.Fragment, true},
	faultAbsolute: {&ruleAbsolute, urlerr.Fragment, false},
	faultLength:   {&ruleLength, urlerr.NoComponent, false},
}

// error is the error for input, which has the fault at an offset.
func (f fault) error(input string, at int) error {
	row := &faults[f]
	rule := row.rule
	if row.escapes && at < len(input) && input[at] == '%' {
		rule = &ruleEscape
	}
	return fail(rule, input, at, row.component)
}

// fail makes the error for an input that breaks rule at offset.
func fail(rule *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: *rule,
	}
}
