package whatwg

import (
	"slices"

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
	ruleUnknownLabel
	ruleFileURL
	ruleFilePath
	ruleFileSegment
	ruleFileHost
	ruleRefused
	ruleReadOtherwise
	ruleScan
	ruleCount
)

// rules has the section whose algorithm reports the error. See Rules
// about examples that need a base URL.
var rules = [ruleCount]urlerr.Rule{
	ruleDomainToASCII:              {Name: "domain-to-ASCII", Section: "§3.3", Address: address + "#validation-error-domain-to-ascii", Example: "https://exa mple.org", Kind: urlerr.BadHost},
	ruleDomainPercentEncoded:       {Name: "domain-percent-encoded", Section: "§3.5", Address: address + "#domain-percent-encoded", Example: "https://exam%70le.org", Kind: urlerr.BadHost},
	ruleHostInvalidCodePoint:       {Name: "host-invalid-code-point", Section: "§3.5", Address: address + "#host-invalid-code-point", Example: "foo://exa[mple.org", Kind: urlerr.BadHost},
	ruleIPv4EmptyPart:              {Name: "IPv4-empty-part", Section: "§3.5", Address: address + "#ipv4-empty-part", Example: "https://127.0.0.1./", Kind: urlerr.BadHost},
	ruleIPv4TooFewParts:            {Name: "IPv4-too-few-parts", Section: "§3.5", Address: address + "#ipv4-too-few-parts", Example: "https://1.2.3/", Kind: urlerr.BadHost},
	ruleIPv4TooManyParts:           {Name: "IPv4-too-many-parts", Section: "§3.5", Address: address + "#ipv4-too-many-parts", Example: "https://1.2.3.4.5/", Kind: urlerr.BadHost},
	ruleIPv4NonNumericPart:         {Name: "IPv4-non-numeric-part", Section: "§3.5", Address: address + "#ipv4-non-numeric-part", Example: "https://a.b.c.42", Kind: urlerr.BadHost},
	ruleIPv4NonDecimalPart:         {Name: "IPv4-non-decimal-part", Section: "§3.5", Address: address + "#ipv4-non-decimal-part", Example: "https://127.0.0x0.1", Kind: urlerr.BadHost},
	ruleIPv4OutOfRangePart:         {Name: "IPv4-out-of-range-part", Section: "§3.5", Address: address + "#ipv4-out-of-range-part", Example: "https://255.255.4000.1", Kind: urlerr.BadHost},
	ruleIPv6Unclosed:               {Name: "IPv6-unclosed", Section: "§3.5", Address: address + "#ipv6-unclosed", Example: "https://[::1", Kind: urlerr.BadHost},
	ruleIPv6InvalidCompression:     {Name: "IPv6-invalid-compression", Section: "§3.5", Address: address + "#ipv6-invalid-compression", Example: "https://[:1]", Kind: urlerr.BadHost},
	ruleIPv6TooManyPieces:          {Name: "IPv6-too-many-pieces", Section: "§3.5", Address: address + "#ipv6-too-many-pieces", Example: "https://[1:2:3:4:5:6:7:8:9]", Kind: urlerr.BadHost},
	ruleIPv6MultipleCompression:    {Name: "IPv6-multiple-compression", Section: "§3.5", Address: address + "#ipv6-multiple-compression", Example: "https://[1::1::1]", Kind: urlerr.BadHost},
	ruleIPv6InvalidCodePoint:       {Name: "IPv6-invalid-code-point", Section: "§3.5", Address: address + "#ipv6-invalid-code-point", Example: "https://[1:2:3!:4]", Kind: urlerr.BadHost},
	ruleIPv6TooFewPieces:           {Name: "IPv6-too-few-pieces", Section: "§3.5", Address: address + "#ipv6-too-few-pieces", Example: "https://[1:2:3]", Kind: urlerr.BadHost},
	ruleIPv6PieceLeadingZero:       {Name: "IPv6-piece-leading-zero", Section: "§3.5", Address: address + "#ipv6-piece-leading-zero", Example: "https://[::01]", Kind: urlerr.BadHost},
	ruleIPv4InIPv6TooManyPieces:    {Name: "IPv4-in-IPv6-too-many-pieces", Section: "§3.5", Address: address + "#ipv4-in-ipv6-too-many-pieces", Example: "https://[1:1:1:1:1:1:1:127.0.0.1]", Kind: urlerr.BadHost},
	ruleIPv4InIPv6InvalidCodePoint: {Name: "IPv4-in-IPv6-invalid-code-point", Section: "§3.5", Address: address + "#ipv4-in-ipv6-invalid-code-point", Example: "https://[ffff::.0.0.1]", Kind: urlerr.BadHost},
	ruleIPv4InIPv6OutOfRangePart:   {Name: "IPv4-in-IPv6-out-of-range-part", Section: "§3.5", Address: address + "#ipv4-in-ipv6-out-of-range-part", Example: "https://[ffff::127.0.0.4000]", Kind: urlerr.BadHost},
	ruleIPv4InIPv6TooFewParts:      {Name: "IPv4-in-IPv6-too-few-parts", Section: "§3.5", Address: address + "#ipv4-in-ipv6-too-few-parts", Example: "https://[ffff::127.0.0]", Kind: urlerr.BadHost},
	ruleInvalidURLUnit:             {Name: "invalid-URL-unit", Section: "§4.4", Address: address + "#invalid-url-unit", Example: "https://example.org/>", Kind: urlerr.BadText},
	ruleMissingFollowingSolidus:    {Name: "special-scheme-missing-following-solidus", Section: "§4.4", Address: address + "#special-scheme-missing-following-solidus", Example: "https:example.org", Kind: urlerr.BadScheme},
	ruleMissingScheme:              {Name: "missing-scheme-non-relative-URL", Section: "§4.4", Address: address + "#missing-scheme-non-relative-url", Example: "/path", Kind: urlerr.NoBase},
	ruleInvalidReverseSolidus:      {Name: "invalid-reverse-solidus", Section: "§4.4", Address: address + "#invalid-reverse-solidus", Example: `https://example.org\path`, Kind: urlerr.BadPath},
	ruleInvalidCredentials:         {Name: "invalid-credentials", Section: "§4.4", Address: address + "#invalid-credentials", Example: "https://user@example.org", Kind: urlerr.BadUserinfo},
	ruleHostMissing:                {Name: "host-missing", Section: "§4.4", Address: address + "#host-missing", Example: "https://#fragment", Kind: urlerr.BadHost},
	rulePortOutOfRange:             {Name: "port-out-of-range", Section: "§4.4", Address: address + "#port-out-of-range", Example: "https://example.org:70000", Kind: urlerr.BadPort},
	rulePortInvalid:                {Name: "port-invalid", Section: "§4.4", Address: address + "#port-invalid", Example: "https://example.org:7z", Kind: urlerr.BadPort},
	ruleDriveLetter:                {Name: "file-invalid-Windows-drive-letter", Section: "§4.4", Address: address + "#file-invalid-windows-drive-letter", Example: "c|/path", Kind: urlerr.BadPath},
	ruleDriveLetterHost:            {Name: "file-invalid-Windows-drive-letter-host", Section: "§4.4", Address: address + "#file-invalid-windows-drive-letter-host", Example: "file://c:", Kind: urlerr.BadHost},
	ruleTooLong:                    {Name: "input and result keep within the maximum length", Example: "https://example.org/12345678901", Kind: urlerr.TooLong},
	ruleUnknownLabel:               {Name: "encoding label that the Encoding Standard has", Example: "utf-7", Kind: urlerr.UnknownName},
	ruleFileURL:                    {Name: "a URL of a file has the scheme file", Example: "https://example.org/", Kind: urlerr.BadScheme},
	ruleFilePath:                   {Name: "a path of a file is absolute", Example: "a/b", Kind: urlerr.BadPath},
	ruleFileSegment:                {Name: "a name in a path has nothing that path or URL give another meaning", Example: "/a/../b", Kind: urlerr.BadPath},
	ruleFileHost:                   {Name: "a path of a file has a host that its system knows", Example: "file://example.org/", Kind: urlerr.BadHost},
	ruleRefused:                    {Name: "refusal by net/url", Example: "https://example.org/%zz", Kind: urlerr.BadValue},
	ruleReadOtherwise:              {Name: "another reading by net/url", Example: "//evil.example/x", Kind: urlerr.BadValue},
	ruleScan:                       {Name: "a database gives text", Example: "7", Kind: urlerr.BadValue},
}

// Rules returns the rules that this package's errors name: the validation
// errors of §1.1 under the names that the standard gives them, and some of its
// own, which have no section. Which of the standard's are failures depends on
// the place; see [ParseOptions.Violation].
//
// The example of missing-scheme-non-relative-URL has no base URL, that of
// file-invalid-Windows-drive-letter is relative to "file:///".
func Rules() []urlerr.Rule {
	return slices.Clone(rules[ruleNone+1:])
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
		Component: r.component(part), Rule: rules[r], Err: cause,
	}
}
