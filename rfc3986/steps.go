package rfc3986

import (
	"strconv"
	"strings"

	"earl.example/urlerr"
)

// Steps are what normalisation and comparison may take for the same, one bit
// each: they can be combined with |. The zero Steps is simple string
// comparison (§6.2.1). Each step says what it changes; whatever none of them
// names stays as it is, and so does the split into components.
//
// A step of §6.2.3 does nothing to a relative reference, whose scheme is
// unknown, except StepEmptyPort.
type Steps uint16

// The steps, in the order of the ladder of §6.2.
const (
	// StepCase writes the scheme and the host in lower case, and the
	// hexadecimal digits of triplets in upper case (§6.2.2.1). A zone
	// identifier keeps its case.
	StepCase Steps = 1 << iota

	// StepPercent decodes the triplets of unreserved characters, in every
	// component (§6.2.2.2). No other octet is ever decoded.
	StepPercent

	// StepPath removes dot segments (§6.2.2.3) as resolution would: from the
	// path of a URI, and from any path that begins with a slash, by
	// remove_dot_segments of §5.2.4. A relative path keeps the ".." that it
	// begins with; where it goes nowhere it becomes "./". Encoded dots are
	// dots together with StepPercent, and not without it.
	//
	// What would change the split is prevented as §3.3 and §4.2 do: a path
	// that would begin with "//" where there is no authority begins with
	// "/.//", and a relative one whose first segment is empty or has a colon
	// with "./".
	StepPath

	// StepEmptyPort removes the colon before an empty port (§3.2.3, §6.2.3).
	StepEmptyPort

	// StepDefaultPort removes a port whose value is the default of the scheme
	// (§3.2.3, §6.2.3), also where it is written with leading zeros.
	StepDefaultPort

	// StepEmptyPath makes an empty path behind an authority "/" (§6.2.3). The
	// RFC says that of URIs in general, so it goes for all schemes but those
	// whose definitions give such URIs a meaning of their own: aaa, aaas,
	// msrp, msrps, pop and xmpp.
	StepEmptyPath

	// StepDefaultHost writes the authority of the scheme file, if it is just
	// "localhost" or absent before an absolute path, as an empty one: the
	// normal form of file://localhost/p and file:/p is file:///p (§6.2.3,
	// RFC 8089 §2). A localhost beside a userinfo or a port stays.
	StepDefaultHost

	// StepSchemeCase writes in lower case what a scheme's definition declares
	// to be without case (§6.2.3): the domain behind each "@" of the path of
	// acct, im, mailto, pres, sip, sips and xmpp, and the namespace identifier
	// of urn (RFC 8141 §3.1). A segment of a path that holds a quotation mark,
	// %22, is left alone, since an "@" might be quoted there.
	StepSchemeCase

	// StepIPv6 writes IPv6 addresses as RFC 5952 says. The RFC's ladder does
	// not ask for it; it is a step of its own, and of no set.
	StepIPv6

	// StepTrailingSlash ends each path behind an authority with a slash, unless
	// it is empty, for http, https, ws and wss. That http://example.com/data and
	// http://example.com/data/ are the same is true only where access shows
	// it, as when the server redirects from the one to the other (§6.2.4).
	// Take this step only with such evidence for the URIs at hand; it is of no
	// set.
	StepTrailingSlash

	// StepFragment removes the fragment. A URI without it is another URI, but
	// §6.1 leaves fragments out where the question is whether two URIs lead to
	// the same access to the network. It is of no set.
	StepFragment
)

// Sets of steps.
const (
	// StepsSyntax are the steps of §6.2.2, which are right for every scheme.
	StepsSyntax = StepCase | StepPercent | StepPath

	// StepsScheme are the steps of §6.2.3. What they know of schemes comes
	// from IANA's registry and the RFCs that define them.
	StepsScheme = StepEmptyPort | StepDefaultPort | StepEmptyPath | StepDefaultHost | StepSchemeCase

	stepsAll = StepFragment<<1 - 1

	// stepsOfScheme are the steps that have to know the scheme.
	stepsOfScheme = StepsScheme&^StepEmptyPort | StepTrailingSlash
)

// stepNames are the names of the steps, by bit.
var stepNames = [...]string{
	"case", "percent", "path", "empty-port", "default-port", "empty-path", "default-host", "scheme-case",
	"ipv6", "trailing-slash", "fragment",
}

// stepSets are the names that stand for several steps.
var stepSets = [...]struct {
	name  string
	steps Steps
}{
	{"syntax", StepsSyntax}, {"scheme", StepsScheme},
}

// String returns the names of the steps with commas between them, in the order
// of the ladder, and "none" if there are none. The names are those of the
// constants, as in "empty-port"; "syntax" and "scheme" stand for whole sets.
// ParseSteps reads that back, but for bits of no step.
func (s Steps) String() string { return string(s.appendText(nil)) }

func (s Steps) appendText(b []byte) []byte {
	if s == 0 {
		return append(b, "none"...)
	}
	comma := len(b)
	add := func(name string) {
		if len(b) > comma {
			b = append(b, ',')
		}
		b = append(b, name...)
	}
	for _, set := range stepSets {
		if s&set.steps == set.steps {
			add(set.name)
			s &^= set.steps
		}
	}
	for i, name := range stepNames {
		if s&(1<<i) != 0 {
			add(name)
		}
	}
	if unknown := s &^ stepsAll; unknown != 0 {
		add("Steps(" + strconv.FormatUint(uint64(unknown), 10) + ")")
	}
	return b
}

// ParseSteps reads the names of steps with commas between them, as String
// writes them, in any order. Another name is an error of kind
// [urlerr.UnknownName], with the name's offset.
func ParseSteps(s string) (Steps, error) {
	if s == "none" {
		return 0, nil
	}
	var steps Steps
	for offset := 0; ; {
		name, rest, more := strings.Cut(s[offset:], ",")
		step := stepsNamed(name)
		if step == 0 {
			return 0, fail(&ruleStep, s, offset, urlerr.NoComponent)
		}
		steps |= step
		if !more {
			return steps, nil
		}
		offset = len(s) - len(rest)
	}
}

// stepsNamed returns the step or set called name, or 0.
func stepsNamed(name string) Steps {
	for _, set := range stepSets {
		if set.name == name {
			return set.steps
		}
	}
	for i, n := range stepNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// MarshalText returns what String returns, and never fails.
func (s Steps) MarshalText() ([]byte, error) { return s.appendText(nil), nil }

// UnmarshalText is ParseSteps.
func (s *Steps) UnmarshalText(text []byte) error {
	steps, err := ParseSteps(string(text))
	if err != nil {
		return err
	}
	*s = steps
	return nil
}

// A Rung is how far up the ladder of §6.2 two URIs have to be taken until they
// meet. The higher, the more has to be known to say so.
type Rung uint8

// The rungs.
const (
	NoRung       Rung = iota // they do not meet; that does not show that they identify different resources (§6.1)
	RungString               // simple string comparison, §6.2.1
	RungCase                 // case, §6.2.2.1
	RungPercent              // percent-encoding, §6.2.2.2
	RungPath                 // path segments, §6.2.2.3
	RungScheme               // scheme-based, §6.2.3, and the form of IPv6 addresses
	RungProtocol             // protocol-based, §6.2.4, and fragments left out
)

var rungNames = [...]string{"none", "string", "case", "percent", "path", "scheme", "protocol"}

// String returns a short name, such as "path" for RungPath.
func (r Rung) String() string {
	if int(r) < len(rungNames) {
		return rungNames[r]
	}
	return "Rung(" + strconv.Itoa(int(r)) + ")"
}

// rungSteps are the steps of each rung and those below it.
var rungSteps = [...]Steps{
	RungString:   0,
	RungCase:     StepCase,
	RungPercent:  StepCase | StepPercent,
	RungPath:     StepsSyntax,
	RungScheme:   StepsSyntax | StepsScheme | StepIPv6,
	RungProtocol: stepsAll,
}

// Steps returns the steps that lead to the rung, those of the rungs below it
// included. StepIPv6, StepTrailingSlash and StepFragment are among them from
// their rung on.
func (r Rung) Steps() Steps {
	if int(r) < len(rungSteps) {
		return rungSteps[r]
	}
	return stepsAll
}
