package whatwg

import (
	"earl.example/urlerr"
)

// dialect is the name that errors carry.
const dialect = "whatwg"

// address is where the standard is.
const address = "https://url.spec.whatwg.org/"

// A ruleID names a row of rules.
type ruleID uint8

// The validation errors in the order of §1.1, then this package's own rules.
const (
	ruleNone ruleID = iota
	ruleDomainToASCII
	ruleDomainPercentEncoded
	ruleHostInvalidCodePoint
	ruleIPv4EmptyPart
	ruleIPv4TooFewParts
	ruleIPv4TooManyParts
	ruleIPv4NonNumericPart
	ruleIPv4NonDecimalPart
	ruleIPv4OutOfRangePart
	ruleIPv6Unclosed
	ruleIPv6InvalidCompression
	ruleIPv6TooManyPieces
	ruleIPv6MultipleCompression
	ruleIPv6InvalidCodePoint
	ruleIPv6TooFewPieces
	ruleIPv6PieceLeadingZero
	ruleIPv4InIPv6TooManyPieces
	ruleIPv4InIPv6InvalidCodePoint
	ruleIPv4InIPv6OutOfRangePart
	ruleIPv4InIPv6TooFewParts
	ruleInvalidURLUnit
	ruleMissingFollowingSolidus
	ruleMissingScheme
	ruleInvalidReverseSolidus
	ruleInvalidCredentials
	ruleHostMissing
	rulePortOutOfRange
	rulePortInvalid
	ruleDriveLetter
	ruleDriveLetterHost
	ruleTooLong
	ruleOtherEncoding
	ruleFileURL
	ruleFilePath
	ruleFileSegment
	ruleFileHost
	ruleNetURL
	ruleScan
	ruleCount
)

// A ruleRow is what rules says of a rule.
type ruleRow struct {
	name, section, example string
	kind                   urlerr.Kind
}

// rules has the section whose algorithm reports the error. Some examples need
// a base URL, baseExample.
var rules = [ruleCount]ruleRow{
	ruleDomainToASCII:              {"domain-to-ASCII", "§3.3", "https://exa mple.org", urlerr.BadHost},
	ruleDomainPercentEncoded:       {"domain-percent-encoded", "§3.5", "https://exam%70le.org", urlerr.BadHost},
	ruleHostInvalidCodePoint:       {"host-invalid-code-point", "§3.5", "foo://exa[mple.org", urlerr.BadHost},
	ruleIPv4EmptyPart:              {"IPv4-empty-part", "§3.5", "https://127.0.0.1./", urlerr.BadHost},
	ruleIPv4TooFewParts:            {"IPv4-too-few-parts", "§3.5", "https://1.2.3/", urlerr.BadHost},
	ruleIPv4TooManyParts:           {"IPv4-too-many-parts", "§3.5", "https://1.2.3.4.5/", urlerr.BadHost},
	ruleIPv4NonNumericPart:         {"IPv4-non-numeric-part", "§3.5", "https://a.b.c.42", urlerr.BadHost},
	ruleIPv4NonDecimalPart:         {"IPv4-non-decimal-part", "§3.5", "https://127.0.0x0.1", urlerr.BadHost},
	ruleIPv4OutOfRangePart:         {"IPv4-out-of-range-part", "§3.5", "https://255.255.4000.1", urlerr.BadHost},
	ruleIPv6Unclosed:               {"IPv6-unclosed", "§3.5", "https://[::1", urlerr.BadHost},
	ruleIPv6InvalidCompression:     {"IPv6-invalid-compression", "§3.5", "https://[:1]", urlerr.BadHost},
	ruleIPv6TooManyPieces:          {"IPv6-too-many-pieces", "§3.5", "https://[1:2:3:4:5:6:7:8:9]", urlerr.BadHost},
	ruleIPv6MultipleCompression:    {"IPv6-multiple-compression", "§3.5", "https://[1::1::1]", urlerr.BadHost},
	ruleIPv6InvalidCodePoint:       {"IPv6-invalid-code-point", "§3.5", "https://[1:2:3!:4]", urlerr.BadHost},
	ruleIPv6TooFewPieces:           {"IPv6-too-few-pieces", "§3.5", "https://[1:2:3]", urlerr.BadHost},
	ruleIPv6PieceLeadingZero:       {"IPv6-piece-leading-zero", "§3.5", "https://[::01]", urlerr.BadHost},
	ruleIPv4InIPv6TooManyPieces:    {"IPv4-in-IPv6-too-many-pieces", "§3.5", "https://[1:1:1:1:1:1:1:127.0.0.1]", urlerr.BadHost},
	ruleIPv4InIPv6InvalidCodePoint: {"IPv4-in-IPv6-invalid-code-point", "§3.5", "https://[ffff::.0.0.1]", urlerr.BadHost},
	ruleIPv4InIPv6OutOfRangePart:   {"IPv4-in-IPv6-out-of-range-part", "§3.5", "https://[ffff::127.0.0.4000]", urlerr.BadHost},
	ruleIPv4InIPv6TooFewParts:      {"IPv4-in-IPv6-too-few-parts", "§3.5", "https://[ffff::127.0.0]", urlerr.BadHost},
	ruleInvalidURLUnit:             {"invalid-URL-unit", "§4.4", "https://example.org/>", urlerr.BadText},
	ruleMissingFollowingSolidus:    {"special-scheme-missing-following-solidus", "§4.4", "https:example.org", urlerr.BadScheme},
	ruleMissingScheme:              {"missing-scheme-non-relative-URL", "§4.4", "/path", urlerr.NoBase},
	ruleInvalidReverseSolidus:      {"invalid-reverse-solidus", "§4.4", `https://example.org\path`, urlerr.BadPath},
	ruleInvalidCredentials:         {"invalid-credentials", "§4.4", "https://user@example.org", urlerr.BadUserinfo},
	ruleHostMissing:                {"host-missing", "§4.4", "https://#fragment", urlerr.BadHost},
	rulePortOutOfRange:             {"port-out-of-range", "§4.4", "https://example.org:70000", urlerr.BadPort},
	rulePortInvalid:                {"port-invalid", "§4.4", "https://example.org:7z", urlerr.BadPort},
	ruleDriveLetter:                {"file-invalid-Windows-drive-letter", "§4.4", "c|/path", urlerr.BadPath},
	ruleDriveLetterHost:            {"file-invalid-Windows-drive-letter-host", "§4.4", "file://c:", urlerr.BadHost},
	ruleTooLong:                    {"input and result keep within the maximum length", "", "https://example.org/12345678901", urlerr.TooLong},
	ruleOtherEncoding:              {"the encoding encodes what it can and names what it cannot", "", "https://example.org/?\u00e9", urlerr.BadText},
	ruleFileURL:                    {"a URL of a file has the scheme file", "", "https://example.org/", urlerr.BadScheme},
	ruleFilePath:                   {"a path of a file is absolute", "", "a/b", urlerr.BadPath},
	ruleFileSegment:                {"a name in a path has nothing that path or URL give another meaning", "", "/a/../b", urlerr.BadPath},
	ruleFileHost:                   {"a path of a file has a host that its system knows", "", "file://example.org/", urlerr.BadHost},
	ruleNetURL:                     {"package net/url takes the URL", "", "https://example.org/%zz", urlerr.BadValue},
	ruleScan:                       {"a database gives text", "", "7", urlerr.BadValue},
}

// rule returns the rule as errors have it.
func (r ruleID) rule() urlerr.Rule {
	row := rules[r]
	rule := urlerr.Rule{Name: row.name, Section: row.section, Example: row.example, Kind: row.kind}
	switch {
	case r == ruleDomainToASCII:
		rule.Address = address + "#validation-error-domain-to-ascii"
	case row.section != "":
		rule.Address = address + "#" + string(appendLower(nil, row.name))
	}
	return rule
}

// Rules returns the rules that this package's errors name: the validation
// errors of §1.1 under the names that the standard gives them, and some of its
// own, which have no section. Which of the standard's are failures depends on
// the place; see [Options.Violation].
//
// The example of missing-scheme-non-relative-URL has no base URL, that of
// file-invalid-Windows-drive-letter is relative to "file:///".
func Rules() []urlerr.Rule {
	all := make([]urlerr.Rule, 0, ruleCount-1)
	for r := ruleNone + 1; r < ruleCount; r++ {
		all = append(all, r.rule())
	}
	return all
}

// component returns what part of a URL an error about rule is about, given
// that the parser was in part.
func (r ruleID) component(part urlerr.Component) urlerr.Component {
	switch {
	case r == ruleMissingScheme, r == ruleMissingFollowingSolidus, r == ruleFileURL:
		return urlerr.Scheme
	case r == ruleInvalidCredentials:
		return urlerr.Userinfo
	case r == rulePortInvalid, r == rulePortOutOfRange:
		return urlerr.Port
	case r <= ruleIPv4InIPv6TooFewParts, r == ruleHostMissing, r == ruleDriveLetterHost, r == ruleFileHost:
		return urlerr.Host
	}
	return part
}

// newError makes the error for input that breaks r at offset.
func newError(r ruleID, input string, offset int, part urlerr.Component, cause error) *urlerr.Error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset,
		Component: r.component(part), Rule: r.rule(), Err: cause,
	}
}
