package whatwg

import (
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

const dialect = "whatwg"

// expands112 has 112 characters. UTS #46 maps each of them to 18 characters, so the result is longer than MaxLabel.
const (
	expands14  = "\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa\ufdfa"
	expands112 = expands14 + expands14 + expands14 + expands14 + expands14 + expands14 + expands14 + expands14
)

type rule struct {
	name, section string
	kind          urlerr.Kind
	example       string
	problem, fix  string // see urlerr.Rule
}

// Fixes of several rules.
const (
	fixIPv4       = "write four numbers up to 255"
	fixIPv6       = `write eight groups of up to four hexadecimal digits, or "::" once for zeros`
	fixIPv4InIPv6 = "end it with four decimal numbers up to 255"
)

// The validation errors in the order of §1.1, then the rules of this package.
var (
	ruleDomainToASCII = &rule{"domain-to-ASCII", "§3.3", urlerr.BadHost, "https://exa mple.org",
		"invalid domain name", `use letters, digits, "-" and "."`}
	ruleDomainPercentEncoded = &rule{"domain-percent-encoded", "§3.5", urlerr.BadHost, "https://exam%70le.org",
		"percent-encoding in host", ""}
	ruleHostInvalidCodePoint = &rule{"host-invalid-code-point", "§3.5", urlerr.BadHost, "foo://exa[mple.org",
		"invalid character %c in host", "remove it"}
	ruleIPv4EmptyPart    = &rule{"IPv4-empty-part", "§3.5", urlerr.BadHost, "https://127.0.0.1./", "", ""}
	ruleIPv4TooFewParts  = &rule{"IPv4-too-few-parts", "§3.5", urlerr.BadHost, "https://1.2.3/", "", ""}
	ruleIPv4TooManyParts = &rule{"IPv4-too-many-parts", "§3.5", urlerr.BadHost, "https://1.2.3.4.5/",
		"IPv4 address with more than four parts", fixIPv4}
	ruleIPv4NonNumericPart = &rule{"IPv4-non-numeric-part", "§3.5", urlerr.BadHost, "https://a.b.c.42",
		"IPv4 address with a part that is not a number", fixIPv4}
	ruleIPv4NonDecimalPart = &rule{"IPv4-non-decimal-part", "§3.5", urlerr.BadHost, "https://127.0.0x0.1", "", ""}
	ruleIPv4OutOfRangePart = &rule{"IPv4-out-of-range-part", "§3.5", urlerr.BadHost, "https://255.255.4000.1",
		"number out of range in IPv4 address", fixIPv4}
	ruleIPv4NonASCIIInput = &rule{"IPv4-non-ASCII-input", "§3.5", urlerr.BadHost, "https://\u2460.\u2461.\u2462.\u2463/",
		"", ""}
	ruleIPv6Unclosed = &rule{"IPv6-unclosed", "§3.5", urlerr.BadHost, "https://[::1",
		`missing "]" in host`, "close the IPv6 address"}
	ruleIPv6InvalidCompression = &rule{"IPv6-invalid-compression", "§3.5", urlerr.BadHost, "https://[:1]",
		`single ":" at the start of an IPv6 address`, `write "::" for zeros`}
	ruleIPv6TooManyPieces = &rule{"IPv6-too-many-pieces", "§3.5", urlerr.BadHost, "https://[1:2:3:4:5:6:7:8:9]",
		"IPv6 address with more than eight groups", fixIPv6}
	ruleIPv6MultipleCompression = &rule{"IPv6-multiple-compression", "§3.5", urlerr.BadHost, "https://[1::1::1]",
		`second "::" in IPv6 address`, fixIPv6}
	ruleIPv6InvalidCodePoint = &rule{"IPv6-invalid-code-point", "§3.5", urlerr.BadHost, "https://[1:2:3!:4]",
		"invalid character %c in IPv6 address", fixIPv6}
	ruleIPv6TooFewPieces = &rule{"IPv6-too-few-pieces", "§3.5", urlerr.BadHost, "https://[1:2:3]",
		"IPv6 address with fewer than eight groups", fixIPv6}
	ruleIPv6PieceLeadingZero    = &rule{"IPv6-piece-leading-zero", "§3.5", urlerr.BadHost, "https://[::01]", "", ""}
	ruleIPv4InIPv6TooManyPieces = &rule{"IPv4-in-IPv6-too-many-pieces", "§3.5", urlerr.BadHost,
		"https://[1:1:1:1:1:1:1:127.0.0.1]",
		"IPv4 address after too many groups of an IPv6 address", "write at most six groups before it"}
	ruleIPv4InIPv6InvalidCodePoint = &rule{"IPv4-in-IPv6-invalid-code-point", "§3.5", urlerr.BadHost,
		"https://[ffff::.0.0.1]",
		"invalid IPv4 address in an IPv6 address", fixIPv4InIPv6}
	ruleIPv4InIPv6OutOfRangePart = &rule{"IPv4-in-IPv6-out-of-range-part", "§3.5", urlerr.BadHost,
		"https://[ffff::127.0.0.4000]",
		"number out of range in the IPv4 address of an IPv6 address", fixIPv4InIPv6}
	ruleIPv4InIPv6TooFewParts = &rule{"IPv4-in-IPv6-too-few-parts", "§3.5", urlerr.BadHost, "https://[ffff::127.0.0]",
		"IPv4 address with fewer than four parts in an IPv6 address", fixIPv4InIPv6}
	ruleInvalidURLUnit = &rule{"invalid-URL-unit", "§4.4", urlerr.BadText, "https://example.org/>",
		"invalid character %c in %i", "percent-encode it as %e"}
	ruleMissingFollowingSolidus = &rule{"special-scheme-missing-following-solidus", "§4.4", urlerr.BadScheme,
		"https:example.org",
		`missing "//" after the scheme`, `write "//"`}
	ruleMissingScheme = &rule{"missing-scheme-non-relative-URL", "§4.4", urlerr.NoBase, "/path",
		"missing scheme", `add one such as "https://", or give a base URL`}
	ruleInvalidReverseSolidus = &rule{"invalid-reverse-solidus", "§4.4", urlerr.BadPath, `https://example.org\path`,
		`"\" in place of "/"`, `write "/"`}
	ruleInvalidCredentials = &rule{"invalid-credentials", "§4.4", urlerr.BadUserinfo, "https://user@example.org",
		"user name in the URL", ""}
	ruleHostMissing = &rule{"host-missing", "§4.4", urlerr.BadHost, "https://#fragment",
		"missing host", `write one after "//"`}
	rulePortOutOfRange = &rule{"port-out-of-range", "§4.4", urlerr.BadPort, "https://example.org:70000",
		"port out of range", "the maximum is 65535"}
	rulePortInvalid = &rule{"port-invalid", "§4.4", urlerr.BadPort, "https://example.org:7z",
		"invalid character %c in port", "use digits only"}
	ruleDriveLetter     = &rule{"file-invalid-Windows-drive-letter", "§4.4", urlerr.BadPath, "c|/path", "", ""}
	ruleDriveLetterHost = &rule{"file-invalid-Windows-drive-letter-host", "§4.4", urlerr.BadHost, "file://c:", "", ""}
	ruleTooLong         = &rule{"input and result keep within the maximum length", "", urlerr.TooLong,
		"https://example.org/12345678901",
		"URL longer than the limit", ""}
	ruleLabelTooLong = &rule{"a label that is not ASCII keeps within MaxLabel", "", urlerr.TooLong,
		"https://" + expands112 + "/",
		"label of the host longer than the limit", ""}
	ruleUnknownLabel = &rule{"encoding label that the Encoding Standard has", "", urlerr.UnknownName, "utf-7",
		"unknown encoding", ""}
	ruleFileURL = &rule{"a URL of a file has the scheme file", "", urlerr.BadScheme, "https://example.org/",
		`scheme of a file URL is not "file"`, `give a URL such as "file:///a/b"`}
	ruleFilePath = &rule{"a path of a file is absolute", "", urlerr.BadPath, "a/b",
		"relative path", "give an absolute path"}
	ruleFileSegment = &rule{"a name in a path has nothing that path or URL give another meaning", "", urlerr.BadPath,
		"/a/../b", "", ""}
	ruleFileHost = &rule{"a path of a file has a host that its system knows", "", urlerr.BadHost, "file://example.org/",
		"", ""}
	ruleRejected = &rule{"accepted by net/url", "", urlerr.BadValue, "https://example.org/%zz",
		"net/url rejects the URL", ""}
	ruleDiffers = &rule{"read the same by net/url", "", urlerr.BadValue, "//evil.example/x",
		"net/url reads the URL differently", ""}
	ruleScan = &rule{"a database gives text", "", urlerr.BadValue, "7",
		"database value that is not text", ""}
	ruleOrigin = &rule{"an origin is as it is serialized", "", urlerr.BadValue, "https://example.org/", "", ""}
)

func (r *rule) rule() urlerr.Rule {
	rule := urlerr.Rule{Name: r.name, Section: r.section, Kind: r.kind, Example: r.example, Problem: r.problem, Fix: r.fix}
	if r.section != "" {
		var room [96]byte
		b := append(room[:0], "https://url.spec.whatwg.org/#"...)
		if r == ruleDomainToASCII {
			b = append(b, "validation-error-"...)
		}
		rule.Address = string(ascii.AppendLower(b, r.name))
	}
	return rule
}

// Rules returns the rules that errors of this package name: the validation errors of §1.1, and rules of this package,
// which have no section. Some validation errors never make parsing fail; see [ParseOptions.Violation].
//
// The example of missing-scheme-non-relative-URL has no base URL. The example of file-invalid-Windows-drive-letter is
// relative to "file:///".
func Rules() []urlerr.Rule {
	var all []urlerr.Rule
	for _, r := range [...]*rule{
		ruleDomainToASCII, ruleDomainPercentEncoded, ruleHostInvalidCodePoint, ruleIPv4EmptyPart, ruleIPv4TooFewParts,
		ruleIPv4TooManyParts, ruleIPv4NonNumericPart, ruleIPv4NonDecimalPart, ruleIPv4OutOfRangePart,
		ruleIPv4NonASCIIInput, ruleIPv6Unclosed, ruleIPv6InvalidCompression, ruleIPv6TooManyPieces,
		ruleIPv6MultipleCompression, ruleIPv6InvalidCodePoint, ruleIPv6TooFewPieces, ruleIPv6PieceLeadingZero,
		ruleIPv4InIPv6TooManyPieces, ruleIPv4InIPv6InvalidCodePoint, ruleIPv4InIPv6OutOfRangePart,
		ruleIPv4InIPv6TooFewParts, ruleInvalidURLUnit, ruleMissingFollowingSolidus, ruleMissingScheme,
		ruleInvalidReverseSolidus, ruleInvalidCredentials, ruleHostMissing, rulePortOutOfRange, rulePortInvalid,
		ruleDriveLetter, ruleDriveLetterHost, ruleTooLong, ruleLabelTooLong, ruleUnknownLabel, ruleFileURL,
		ruleFilePath, ruleFileSegment, ruleFileHost, ruleRejected, ruleDiffers, ruleScan, ruleOrigin,
	} {
		all = append(all, r.rule())
	}
	return all
}

// component returns the component of an error about r. part is the component that is being parsed.
func (r *rule) component(part urlerr.Component) urlerr.Component {
	switch {
	case r.kind == urlerr.BadScheme, r == ruleMissingScheme:
		return urlerr.Scheme
	case r.kind == urlerr.BadUserinfo:
		return urlerr.Userinfo
	case r.kind == urlerr.BadPort:
		return urlerr.Port
	case r.kind == urlerr.BadHost, r == ruleLabelTooLong:
		return urlerr.Host
	}
	return part
}

func newError(r *rule, input string, offset int, part urlerr.Component, cause error) *urlerr.Error {
	return &urlerr.Error{
		Dialect: dialect, Input: input, Offset: offset,
		Component: r.component(part), Rule: r.rule(), Err: cause,
	}
}
