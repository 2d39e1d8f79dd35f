package whatwg

import (
	_ "embed" // embeds the rules
	"slices"

	"earl.example/internal/cite"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

const dialect = "whatwg"

//go:embed rules.tsv
var rulesText string

// rules has the validation errors in the order of §1.1, then the rules of this package, which have no section.
var rules = cite.ParseTable(rulesText, func(name, section string) string {
	const standard = "https://url.spec.whatwg.org/#"
	switch {
	case section == "":
		return ""
	case name == "domain-to-ASCII":
		return standard + "validation-error-domain-to-ascii"
	}
	return standard + ascii.ToLower(name)
})

var (
	ruleDomainToASCII              = rules.Named("domain-to-ASCII")
	ruleDomainPercentEncoded       = rules.Named("domain-percent-encoded")
	ruleHostInvalidCodePoint       = rules.Named("host-invalid-code-point")
	ruleIPv4EmptyPart              = rules.Named("IPv4-empty-part")
	ruleIPv4TooFewParts            = rules.Named("IPv4-too-few-parts")
	ruleIPv4TooManyParts           = rules.Named("IPv4-too-many-parts")
	ruleIPv4NonNumericPart         = rules.Named("IPv4-non-numeric-part")
	ruleIPv4NonDecimalPart         = rules.Named("IPv4-non-decimal-part")
	ruleIPv4OutOfRangePart         = rules.Named("IPv4-out-of-range-part")
	ruleIPv4NonASCIIInput          = rules.Named("IPv4-non-ASCII-input")
	ruleIPv6Unclosed               = rules.Named("IPv6-unclosed")
	ruleIPv6InvalidCompression     = rules.Named("IPv6-invalid-compression")
	ruleIPv6TooManyPieces          = rules.Named("IPv6-too-many-pieces")
	ruleIPv6MultipleCompression    = rules.Named("IPv6-multiple-compression")
	ruleIPv6InvalidCodePoint       = rules.Named("IPv6-invalid-code-point")
	ruleIPv6TooFewPieces           = rules.Named("IPv6-too-few-pieces")
	ruleIPv6PieceLeadingZero       = rules.Named("IPv6-piece-leading-zero")
	ruleIPv4InIPv6TooManyPieces    = rules.Named("IPv4-in-IPv6-too-many-pieces")
	ruleIPv4InIPv6InvalidCodePoint = rules.Named("IPv4-in-IPv6-invalid-code-point")
	ruleIPv4InIPv6OutOfRangePart   = rules.Named("IPv4-in-IPv6-out-of-range-part")
	ruleIPv4InIPv6TooFewParts      = rules.Named("IPv4-in-IPv6-too-few-parts")
	ruleInvalidURLUnit             = rules.Named("invalid-URL-unit")
	ruleMissingFollowingSolidus    = rules.Named("special-scheme-missing-following-solidus")
	ruleMissingScheme              = rules.Named("missing-scheme-non-relative-URL")
	ruleInvalidReverseSolidus      = rules.Named("invalid-reverse-solidus")
	ruleInvalidCredentials         = rules.Named("invalid-credentials")
	ruleHostMissing                = rules.Named("host-missing")
	rulePortOutOfRange             = rules.Named("port-out-of-range")
	rulePortInvalid                = rules.Named("port-invalid")
	ruleDriveLetter                = rules.Named("file-invalid-Windows-drive-letter")
	ruleDriveLetterHost            = rules.Named("file-invalid-Windows-drive-letter-host")
	ruleTooLong                    = rules.Named("input and result keep within the maximum length")
	ruleLabelTooLong               = rules.Named("a label that is not ASCII keeps within MaxLabel")
	ruleUnknownLabel               = rules.Named("encoding label that the Encoding Standard has")
	ruleFileURL                    = rules.Named("a URL of a file has the scheme file")
	ruleFilePath                   = rules.Named("a path of a file is absolute")
	ruleFileSegment                = rules.Named("a name in a path has nothing that path or URL give another meaning")
	ruleFileHost                   = rules.Named("a path of a file has a host that its system knows")
	ruleRejected                   = rules.Named("URL that net/url accepts")
	ruleDiffers                    = rules.Named("URL that net/url reads the same")
	ruleScan                       = rules.Named("a database gives text")
	ruleOrigin                     = rules.Named("an origin is as it is serialized")
)

// Rules returns the rules that errors of this package name: the validation errors of §1.1, and rules of this package,
// which have no section. Some validation errors never make parsing fail; see [ParseOptions.Violation].
//
// The example of missing-scheme-non-relative-URL has no base URL. The example of file-invalid-Windows-drive-letter is
// relative to "file:///". The example of the rule of MaxLabel has 112 characters, and UTS #46 maps each of them to 18.
func Rules() []urlerr.Rule { return slices.Clone(rules) }

// component returns the component of an error about r. part is the component that is being parsed.
func component(r *urlerr.Rule, part urlerr.Component) urlerr.Component {
	switch {
	case r.Kind == urlerr.BadScheme, r == ruleMissingScheme:
		return urlerr.Scheme
	case r.Kind == urlerr.BadUserinfo:
		return urlerr.Userinfo
	case r.Kind == urlerr.BadPort:
		return urlerr.Port
	case r.Kind == urlerr.BadHost, r == ruleLabelTooLong:
		return urlerr.Host
	}
	return part
}

func newError(r *urlerr.Rule, input string, offset int, part urlerr.Component, cause error) *urlerr.Error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset,
		Component: component(r, part), Rule: *r, Err: cause,
	}
}
