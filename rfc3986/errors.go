package rfc3986

import (
	_ "embed" // embeds the rules
	"slices"
	"strings"

	"earl.example/internal/cite"
	"earl.example/urlerr"
)

const (
	dialect    = "rfc3986"
	dialectIRI = "rfc3987"
)

// encodeFix is the fix of the rules for components that can have percent-encodings.
const encodeFix = "percent-encode it as %e"

//go:embed rules.tsv
var rulesText string

var rules = cite.ParseTable(rulesText, func(_, section string) string { return cite.Address("3986", section) })

// The rules, by section.
var (
	ruleEscape    = rules.Named("pct-encoded")
	ruleText      = rules.Named("octets are UTF-8")
	ruleURI       = rules.Named("URI")
	ruleRemove    = rules.Named("component that can be removed")
	ruleScheme    = rules.Named("scheme")
	ruleAuthority = rules.Named("userinfo and port need a host")
	ruleUserinfo  = rules.Named("userinfo")
	ruleLiteral   = rules.Named("IP-literal")
	ruleIPv6      = rules.Named("IPv6address")
	ruleFuture    = rules.Named("IPvFuture")
	ruleName      = rules.Named("reg-name")
	ruleDomain    = rules.Named("domain name of DNS")
	rulePort      = rules.Named("port")
	rulePortRange = rules.Named("port number is at most 65535")
	rulePath      = rules.Named("pchar")
	ruleAbEmpty   = rules.Named("path-abempty")
	ruleSegment   = rules.Named("segment-nz")
	ruleDots      = rules.Named("dot segments are not data")
	ruleQuery     = rules.Named("query")
	ruleFragment  = rules.Named("fragment")
	ruleBase      = rules.Named("base URI")
	ruleRelative  = rules.Named("target has a relative reference")
	ruleStep      = rules.Named("step of the ladder")
	ruleZoneID    = rules.Named("ZoneID")
	ruleLength    = rules.Named("length is at most 4 GiB - 16")
	ruleZone      = rules.Named("no zone identifiers in URIs")
	ruleUCSChar   = rules.Named("ucschar")
	rulePrivate   = rules.Named("iprivate only in queries")
	ruleBidi      = rules.Named("no bidirectional formatting characters")
	ruleScan      = rules.Named("value of a database is text or NULL")
	ruleAccepted  = rules.Named("URL that net/url accepts")
	ruleSame      = rules.Named("URL that net/url reads the same")
)

// Rules returns the rules that an error of this package can name.
func Rules() []urlerr.Rule { return slices.Clone(rules) }

// components has the component of each kind of broken grammar.
var components = [...]urlerr.Component{
	urlerr.BadScheme: urlerr.Scheme, urlerr.BadUserinfo: urlerr.Userinfo, urlerr.BadHost: urlerr.Host,
	urlerr.BadPort: urlerr.Port, urlerr.BadPath: urlerr.Path, urlerr.BadQuery: urlerr.Query,
	urlerr.BadFragment: urlerr.Fragment, urlerr.TooLong: urlerr.NoComponent,
}

// violation returns the error for a rule of g that parse finds broken at an offset of input. If the rule allows
// percent-encodings, "%" is a broken one.
func (g *grammar) violation(r *urlerr.Rule, input string, offset int) *urlerr.Error {
	component := components[r.Kind]
	if r.Fix == encodeFix && offset < len(input) && input[offset] == '%' {
		r = ruleEscape
	}
	err := fail(r, input, offset, component)
	if g.iri {
		err.Dialect = dialectIRI
		if strings.HasPrefix(r.Section, "§") {
			err.Rule.Section = "RFC 3986 " + r.Section
		}
	}
	return err
}

func fail(r *urlerr.Rule, input string, offset int, component urlerr.Component) *urlerr.Error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: *r}
}

// failPart returns the error for an input that is only a part of a reference, such as a password. Messages do not show
// this input.
func failPart(r *urlerr.Rule, input string, offset int, component urlerr.Component) error {
	return private(fail(r, input, offset, component))
}

func private(err *urlerr.Error) error {
	err.Private = true
	return err
}
