package rfc3986

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/urlerr"
)

// Steps are the steps of normalization and comparison, one bit each. The zero Steps is simple string comparison
// (§6.2.1). No step changes the split into components. Of the steps of §6.2.3, only StepEmptyPort changes relative
// references.
type Steps uint16

// The steps, in the order of the ladder of §6.2.
const (
	// StepCase writes the scheme and the host in lower case, and the hexadecimal digits of percent-encodings in upper
	// case (§6.2.2.1). A zone identifier keeps its case.
	StepCase Steps = 1 << iota

	// StepPercent decodes unreserved characters in every component (§6.2.2.2).
	StepPercent

	// StepPath removes dot segments (§6.2.2.3). It removes encoded dot segments only together with StepPercent. A relative
	// path keeps ".." segments at its start; an empty result becomes "./". A path that would begin with "//" without an
	// authority begins with "/.//" (§3.3). A relative path begins with "./" if its first segment would be empty or contain
	// a colon (§4.2).
	StepPath

	// StepEmptyPort removes the colon before an empty port (§3.2.3, §6.2.3).
	StepEmptyPort

	// StepDefaultPort removes the default port of the scheme (§3.2.3, §6.2.3), even if it has leading zeros.
	StepDefaultPort

	// StepEmptyPath replaces an empty path after an authority by "/" (§6.2.3), except for schemes that define a meaning
	// of the empty path: aaa, aaas, msrp, msrps, pop and xmpp.
	StepEmptyPath

	// StepDefaultHost makes the authority of the scheme file empty, if it is "localhost" or absent before an absolute
	// path: file://localhost/p and file:/p become file:///p (§6.2.3, RFC 8089 §2). A localhost with a userinfo or port
	// remains.
	StepDefaultHost

	// StepSchemeCase writes in lower case the parts of a path that are case-insensitive in a scheme (§6.2.3): the domain
	// after each "@" in acct, im, mailto, pres, sip, sips and xmpp, and the namespace identifier of urn (RFC 8141 §3.1). A
	// segment with a quotation mark, %22, is unchanged, because an "@" in it can be quoted.
	StepSchemeCase

	// StepIPv6 writes IPv6 addresses as in RFC 5952. It belongs to no set.
	StepIPv6

	// StepAddSlash adds a slash to the end of a nonempty path after an authority, for http, https, ws and wss. Use
	// it only where access shows that both forms are the same (§6.2.4). It belongs to no set.
	StepAddSlash

	// StepDropFragment removes the fragment (§6.1). It belongs to no set.
	StepDropFragment

	// StepIRI decodes the percent-encodings of characters that an IRI can have there (RFC 3987 §3.2), but not those of
	// formatting characters for bidirectional text. With StepPercent, it converts a URI to an IRI. It belongs to no set.
	StepIRI

	// StepNFC writes Normalization Form C (RFC 3987 §5.3.2.2). It changes characters, not percent-encodings. It belongs
	// to no set.
	StepNFC

	// StepURI percent-encodes the characters beyond ASCII, after the other steps (RFC 3987 §3.1). It converts an IRI to a
	// URI. For a host in DNS, use [Ref.WithDomain] first. It belongs to no set.
	StepURI
)

// Sets of steps.
const (
	// StepsSyntax is the set of the steps of §6.2.2. They are valid for every scheme.
	StepsSyntax = StepCase | StepPercent | StepPath

	// StepsScheme is the set of the steps of §6.2.3. They use facts about schemes from IANA's registry and from RFCs.
	StepsScheme = StepEmptyPort | StepDefaultPort | StepEmptyPath | StepDefaultHost | StepSchemeCase

	stepsAll = StepURI<<1 - 1

	// stepPrivate makes StepIRI decode iprivate, as in a query.
	stepPrivate = StepURI << 1

	stepsOfIRI    = StepIRI | StepNFC | StepURI
	stepsOfScheme = StepsScheme&^StepEmptyPort | StepAddSlash
)

type namedSteps struct {
	name  string
	steps Steps
}

// stepNames has the names of the sets, then the names of the steps.
var stepNames = [...]namedSteps{
	{"syntax", StepsSyntax}, {"scheme", StepsScheme},
	{"case", StepCase}, {"percent", StepPercent}, {"path", StepPath}, {"empty-port", StepEmptyPort},
	{"default-port", StepDefaultPort}, {"empty-path", StepEmptyPath}, {"default-host", StepDefaultHost},
	{"scheme-case", StepSchemeCase}, {"ipv6", StepIPv6}, {"add-slash", StepAddSlash},
	{"drop-fragment", StepDropFragment}, {"iri", StepIRI}, {"nfc", StepNFC}, {"uri", StepURI},
}

// String returns the names of the steps, such as "empty-port", separated by commas, or "none" for no steps. If s has
// all steps of StepsSyntax or StepsScheme, the name "syntax" or "scheme" replaces the names of these steps. ParseSteps
// parses the result.
func (s Steps) String() string {
	if s == 0 {
		return "none"
	}
	var names []string
	for _, n := range stepNames {
		if s&n.steps == n.steps {
			names = append(names, n.name)
			s &^= n.steps
		}
	}
	if s != 0 {
		names = append(names, "Steps("+strconv.FormatUint(uint64(s), 10)+")")
	}
	return strings.Join(names, ",")
}

// ParseSteps parses names of steps separated by commas, in any order; see [Steps.String]. An unknown name is an error
// of kind [urlerr.UnknownName] with the offset of the name.
func ParseSteps(s string) (Steps, error) {
	if s == "none" {
		return 0, nil
	}
	var steps Steps
	for offset := 0; ; {
		name, rest, more := strings.Cut(s[offset:], ",")
		i := slices.IndexFunc(stepNames[:], func(n namedSteps) bool { return n.name == name })
		if i < 0 {
			return 0, fail(ruleStep, s, offset, urlerr.NoComponent)
		}
		steps |= stepNames[i].steps
		if !more {
			return steps, nil
		}
		offset = len(s) - len(rest)
	}
}

// MarshalText returns the result of String. The error is nil.
func (s Steps) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the result of ParseSteps.
func (s *Steps) UnmarshalText(text []byte) error { return marshal.Set(s, string(text), ParseSteps) }

// A Rung is a part of the ladder of §6.2. A higher rung requires more knowledge about URIs to call them equal.
type Rung uint8

// The rungs.
const (
	NoRung       Rung = iota // the URIs are not equal; they can still identify the same resource (§6.1)
	RungString               // simple string comparison, §6.2.1
	RungCase                 // case, §6.2.2.1
	RungPercent              // percent-encoding, §6.2.2.2, and characters, RFC 3987 §5.3.2.2
	RungPath                 // path segments, §6.2.2.3
	RungScheme               // scheme-based, §6.2.3, and the form of IPv6 addresses
	RungProtocol             // protocol-based, §6.2.4, and fragments left out
)

var rungNames = [...]string{"none", "string", "case", "percent", "path", "scheme", "protocol"}

// String returns a short name, such as "path" for RungPath.
func (r Rung) String() string { return marshal.Name(rungNames[:], r, "rung") }

var rungSteps = [...]Steps{
	RungString:   0,
	RungCase:     StepCase,
	RungPercent:  StepCase | StepPercent | stepsOfIRI,
	RungPath:     StepsSyntax | stepsOfIRI,
	RungScheme:   StepsSyntax | StepsScheme | StepIPv6 | stepsOfIRI,
	RungProtocol: stepsAll,
}

// Steps returns the steps of rung r and of all lower rungs. StepIPv6 belongs to RungScheme. StepAddSlash and
// StepDropFragment belong to RungProtocol. StepIRI, StepNFC and StepURI belong to RungPercent.
func (r Rung) Steps() Steps {
	if int(r) < len(rungSteps) {
		return rungSteps[r]
	}
	return stepsAll
}
