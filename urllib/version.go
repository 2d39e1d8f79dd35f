package urllib

import (
	"strconv"
	"strings"

	"earl.example/internal/pytext"
	"earl.example/urlerr"
)

// A Version names one CPython release, such as 3.9.18. The zero Version is
// the newest patch of 3.13 that this package knows. Versions are comparable.
type Version struct{ minor, patch uint8 }

// firstMinor is the minor version of the first column of the tables below.
const firstMinor = 8

// branches is how many minor versions the tables below cover.
const branches = 7

// newestPatch is the newest patch release known of each minor version from
// 3.8 on.
var newestPatch = [branches]uint8{20, 25, 20, 15, 13, 12, 4}

// defaultMinor is the minor version that the zero Version means.
const defaultMinor = 13

// ParseVersion reads a version as people write it: "3.9.18" is exactly that
// release, "3.9" is the newest known patch of 3.9. Releases from 3.8.0 to the
// newest known are accepted; others give an error of kind
// [urlerr.UnknownName].
func ParseVersion(s string) (Version, error) {
	unknown := func() (Version, error) {
		return Version{}, &Error{
			Exception: "ValueError",
			Text:      "unknown CPython release: " + s,
			at:        urlerr.Error{Dialect: dialect, Input: s, Offset: 0, Rule: ruleVersion},
		}
	}
	rest, ok := strings.CutPrefix(s, "3.")
	if !ok {
		return unknown()
	}
	minorText, patchText, exact := strings.Cut(rest, ".")
	minor, ok := parseNumber(minorText)
	if !ok || minor < firstMinor || minor >= firstMinor+branches {
		return unknown()
	}
	patch := newestPatch[minor-firstMinor]
	if exact {
		n, ok := parseNumber(patchText)
		if !ok || n > patch {
			return unknown()
		}
		patch = n
	}
	return Version{minor, patch}, nil
}

// parseNumber reads a decimal number below 256 without leading zeros.
func parseNumber(s string) (uint8, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	return uint8(n), err == nil && strconv.FormatUint(n, 10) == s
}

// Versions returns the newest known patch of each minor version, oldest first.
func Versions() []Version {
	all := make([]Version, branches)
	for i := range all {
		all[i] = Version{uint8(firstMinor + i), newestPatch[i]}
	}
	return all
}

// String returns the release in full, such as "3.9.18", also for the zero
// Version.
func (v Version) String() string { return v.release().String() }

// release resolves the zero Version.
func (v Version) release() pytext.Release {
	if v == (Version{}) {
		v = Version{defaultMinor, newestPatch[defaultMinor-firstMinor]}
	}
	return pytext.Release{Minor: v.minor, Patch: v.patch}
}

// MarshalText returns the release in full, as String does.
func (v Version) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what ParseVersion reads.
func (v *Version) UnmarshalText(text []byte) error {
	parsed, err := ParseVersion(string(text))
	if err == nil {
		*v = parsed
	}
	return err
}

// A quirk is a set of behaviours in which releases differ. Each bit is set
// from the release on that brought the newer behaviour.
type quirk uint32

const (
	colonDigits     quirk = 1 << iota // "path:80" has a scheme
	removeNewlines                    // tab, CR and LF are removed anywhere
	stripControls                     // C0 controls and spaces are stripped
	letterFirst                       // a scheme begins with a letter
	asciiPort                         // a port is ASCII digits only
	checkBrackets                     // what stands in brackets is an address
	tightBrackets                     // nothing stands beside the brackets
	rtspsScheme                       // rtsps is in the scheme lists
	itmsScheme                        // itms-services is in uses_netloc
	keepSlashes                       // urlunsplit keeps a path that begins with "//"
	rootlessPath                      // urlunsplit gives "http:g", not "http:///g"
	presence                          // empty and absent differ in urljoin and urldefrag
	unquoteBytes                      // unquote takes bytes
	emptyQuery                        // an empty query has no fields
	bytesQuery                        // bytes queries stay bytes, whatever they hold
	emptyQueryFirst                   // an empty query is judged before max_num_fields

	allQuirks = 1<<iota - 1
)

// never marks a branch that never got a change.
const never = 255

// A change is one row of the table of changes: which behaviour, and the first
// patch release of each minor version from 3.8 on that has it.
type change struct {
	quirk quirk
	since [branches]uint8
}

// changes lists what changed between releases, oldest first. The comment of a
// row names CPython's issue and, for a security fix, the CVE.
var changes = [...]change{
	{colonDigits, [branches]uint8{never, 0, 0, 0, 0, 0, 0}},                  // bpo-27657
	{unquoteBytes, [branches]uint8{never, 0, 0, 0, 0, 0, 0}},                 // bpo-32498
	{removeNewlines, [branches]uint8{11, 5, 0, 0, 0, 0, 0}},                  // bpo-43882, CVE-2022-0391
	{emptyQuery, [branches]uint8{never, never, never, 0, 0, 0, 0}},           // gh-90032
	{letterFirst, [branches]uint8{never, never, never, 1, 0, 0, 0}},          // gh-99418
	{asciiPort, [branches]uint8{never, never, 9, 1, 0, 0, 0}},                // gh-96035
	{stripControls, [branches]uint8{17, 17, 12, 4, 0, 0, 0}},                 // gh-102153, CVE-2023-24329
	{rtspsScheme, [branches]uint8{never, never, never, 4, 0, 0, 0}},          // gh-104554
	{checkBrackets, [branches]uint8{never, 21, 16, 4, 0, 0, 0}},              // gh-103848, CVE-2024-11168
	{itmsScheme, [branches]uint8{never, never, never, never, 0, 0, 0}},       // gh-104139
	{bytesQuery, [branches]uint8{never, never, never, 9, 3, 0, 0}},           // gh-74668
	{emptyQueryFirst, [branches]uint8{never, never, never, 9, 3, 0, 0}},      // gh-74668
	{keepSlashes, [branches]uint8{20, 20, 15, 10, 4, 0, 0}},                  // gh-67693
	{rootlessPath, [branches]uint8{never, never, never, never, 6, 0, 0}},     // gh-85110
	{tightBrackets, [branches]uint8{never, 22, 17, 12, 9, 2, 0}},             // gh-105704, CVE-2025-0938
	{presence, [branches]uint8{never, never, never, never, never, never, 0}}, // gh-76960
}

// defaultQuirks are the quirks of the zero Version: all but 3.14's.
const defaultQuirks = allQuirks &^ presence

// quirks returns the behaviours of v.
func (v Version) quirks() quirk {
	if v == (Version{}) {
		return defaultQuirks
	}
	var q quirk
	for i := range changes {
		if v.patch >= changes[i].since[v.minor-firstMinor] {
			q |= changes[i].quirk
		}
	}
	return q
}
