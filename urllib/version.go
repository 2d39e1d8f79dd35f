package urllib

import (
	"strconv"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// A Version is a CPython release, such as 3.9.18. The zero Version is the newest patch of 3.13 that this package knows.
// Versions are comparable with ==.
type Version struct{ minor, patch uint8 }

// firstMinor is the minor version of the first column of the tables below.
const firstMinor = 8

// branches is how many minor versions the tables below cover.
const branches = 7

// newestPatch is the newest patch release known of each minor version from
// 3.8 on.
var newestPatch = [branches]uint8{20, 25, 22, 17, 15, 18, 10}

// oldestPatch is the oldest patch release of each that this package speaks
// for: the first that splits queries at "&" alone (CVE-2021-23336).
var oldestPatch = [branches]uint8{8, 2}

// defaultMinor is the minor version that the zero Version means.
const defaultMinor = 13

// ParseVersion reads a version as people write it: "3.9.18" is exactly that
// release, "3.9" is the newest known patch of 3.9. The releases are 3.8.8 to
// 3.8.20, 3.9.2 to 3.9.25 but for 3.9.3, which was withdrawn, and all of 3.10
// to 3.14 that are known; others give an [*urlerr.Error] of kind
// [urlerr.UnknownName].
func ParseVersion(s string) (Version, error) {
	if v, ok := parseVersion(s); ok {
		return v.canonical(), nil
	}
	return Version{}, &urlerr.Error{Dialect: dialect, Input: s, Rule: ruleVersion}
}

// MustParseVersion is ParseVersion for versions that are known to be right; it
// panics if s is not.
func MustParseVersion(s string) Version {
	v, err := ParseVersion(s)
	if err != nil {
		panic(err)
	}
	return v
}

func parseVersion(s string) (Version, bool) {
	rest, ok := strings.CutPrefix(s, "3.")
	minorText, patchText, exact := strings.Cut(rest, ".")
	minor, isNumber := parseNumber(minorText)
	if !ok || !isNumber || minor < firstMinor || minor >= firstMinor+branches {
		return Version{}, false
	}
	v := Version{minor, newestPatch[minor-firstMinor]}
	if !exact {
		return v, true
	}
	patch, isNumber := parseNumber(patchText)
	withdrawn := minor == 9 && patch == 3
	if !isNumber || patch < oldestPatch[minor-firstMinor] || patch > v.patch || withdrawn {
		return Version{}, false
	}
	v.patch = patch
	return v, true
}

// parseNumber reads a decimal number below 256 without leading zeros.
func parseNumber(s string) (uint8, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	return uint8(n), err == nil && strconv.FormatUint(n, 10) == s
}

// String returns the release in full, such as "3.9.18", also for the zero
// Version.
func (v Version) String() string { return v.release().String() }

// canonical returns the zero Version for the default release.
func (v Version) canonical() Version {
	if v == (Version{defaultMinor, newestPatch[defaultMinor-firstMinor]}) {
		return Version{}
	}
	return v
}

// release resolves the zero Version.
func (v Version) release() str.Release {
	if v == (Version{}) {
		v = Version{defaultMinor, newestPatch[defaultMinor-firstMinor]}
	}
	return str.Release{Minor: v.minor, Patch: v.patch}
}

// A quirk is a set of behaviours in which releases differ. Each bit is set
// from the release on that brought the newer behaviour.
type quirk uint32

const (
	colonDigits    quirk = 1 << iota // "path:80" has a scheme
	unquoteBytes                     // unquote takes bytes
	lateNewlines                     // tab, CR and LF are removed after the scheme
	removeNewlines                   // tab, CR and LF are removed anywhere, and first
	emptyQuery                       // an empty query has no fields
	letterFirst                      // a scheme begins with a letter
	asciiPort                        // a port is ASCII digits only
	stripControls                    // C0 controls and spaces are stripped
	rtspsScheme                      // rtsps is in the scheme lists
	checkBrackets                    // what stands in brackets is an address
	itmsScheme                       // itms-services is in uses_netloc
	bytesQuery                       // bytes queries stay bytes; an empty query is no error
	keepSlashes                      // urlunsplit keeps a path that begins with "//"
	rootlessPath                     // urlunsplit gives "http:g", not "http:///g"
	tightBrackets                    // nothing stands beside the brackets
	upperV                           // an IPvFuture address may begin with "V"
	presence                         // empty and absent differ in urljoin and urldefrag
	separatorFirst                   // parse_qsl encodes the separator even for b""
	countTooMany                     // "too many values to unpack" says how many

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

// changes lists what changed between releases. The comment of a row names
// CPython's issue and, for a security fix, the CVE.
var changes = [...]change{
	// 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 3.14
	{colonDigits, [...]uint8{never, 0, 0, 0, 0, 0, 0}},                        // bpo-27657
	{unquoteBytes, [...]uint8{never, 0, 0, 0, 0, 0, 0}},                       // bpo-32498
	{lateNewlines, [...]uint8{never, 5, 0, 0, 0, 0, 0}},                       // bpo-43882, as 3.9.5 alone had it
	{removeNewlines, [...]uint8{11, 6, 0, 0, 0, 0, 0}},                        // bpo-43882, CVE-2022-0391
	{emptyQuery, [...]uint8{never, never, never, 0, 0, 0, 0}},                 // bpo-45874
	{letterFirst, [...]uint8{never, never, never, 1, 0, 0, 0}},                // gh-99418
	{asciiPort, [...]uint8{never, never, 9, 1, 0, 0, 0}},                      // gh-96035
	{stripControls, [...]uint8{17, 17, 12, 4, 0, 0, 0}},                       // gh-102153, CVE-2023-24329
	{rtspsScheme, [...]uint8{never, never, never, 5, 0, 0, 0}},                // gh-104554
	{checkBrackets, [...]uint8{never, 21, 16, 4, 0, 0, 0}},                    // gh-103848, CVE-2024-11168
	{itmsScheme, [...]uint8{never, never, never, never, 0, 0, 0}},             // gh-104139
	{bytesQuery, [...]uint8{never, never, never, 9, 3, 0, 0}},                 // gh-74668
	{keepSlashes, [...]uint8{20, 20, 15, 10, 4, 0, 0}},                        // gh-67693
	{rootlessPath, [...]uint8{never, never, never, never, 6, 0, 0}},           // gh-85110
	{tightBrackets, [...]uint8{never, 22, 17, 12, 9, 2, 0}},                   // gh-105704, CVE-2025-0938
	{upperV, [...]uint8{never, never, never, never, never, 15, 7}},            // gh-105708
	{presence, [...]uint8{never, never, never, never, never, never, 0}},       // gh-76960
	{separatorFirst, [...]uint8{never, never, never, never, never, never, 0}}, // gh-116897
	{countTooMany, [...]uint8{never, never, never, never, never, never, 0}},   // gh-122239
}

// defaultQuirks are the quirks of the zero Version: all but 3.14's.
const defaultQuirks = allQuirks &^ (presence | separatorFirst | countTooMany)

// quirksOf is the table of changes turned round: the quirks of each release.
var quirksOf = func() (table [branches][quirkPatches]quirk) {
	for branch := range table {
		for patch := range table[branch] {
			for i := range changes {
				if patch >= int(changes[i].since[branch]) {
					table[branch][patch] |= changes[i].quirk
				}
			}
		}
	}
	return table
}()

// quirkPatches is more than the patch number of any release.
const quirkPatches = 32

// quirks returns the behaviours of v.
func (v Version) quirks() quirk {
	if v == (Version{}) {
		return defaultQuirks
	}
	return quirksOf[v.minor-firstMinor][v.patch]
}
