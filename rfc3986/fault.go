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
	return fail(f.rule(input, at), input, at, faults[f].component)
}

// partError is error for an input that is no more than a part of a reference.
func (f fault) partError(input string, at int) error {
	return failPart(f.rule(input, at), input, at, faults[f].component)
}

// rule is the rule that input breaks at an offset.
func (f fault) rule(input string, at int) *urlerr.Rule {
	if faults[f].escapes && at < len(input) && input[at] == '%' {
		return &ruleEscape
	}
	return faults[f].rule
}

// failPart makes the error for an input that is no more than a part of a
// reference, such as a password, so that messages cannot mask what is secret in
// it and do not show it.
func failPart(rule *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: *rule, Private: true,
	}
}

// fail makes the error for an input that breaks rule at offset.
func fail(rule *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: *rule,
	}
}
