package urllib

import (
	"strconv"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// A Version is a CPython release, such as 3.9.18. The zero Version is the newest final release that this package knows.
// Versions are comparable with ==.
type Version struct {
	bits uint32 // the quirks that the release lacks; from patchShift on, its patch and minor version
}

const (
	patchShift = 22
	minorShift = 27
)

const firstMinor = 8

const branches = 8

// newestPatch is the newest known patch release of each minor version from 3.8 on.
var newestPatch = [branches]uint8{20, 25, 22, 17, 15, 18, 10, 2}

// oldestPatch is the oldest supported patch release of each minor version: the first patch that splits queries only at
// "&" (CVE-2021-23336).
var oldestPatch = [branches]uint8{8, 2}

// newest is the release of the zero Version.
var newest = str.Release{Minor: firstMinor + branches - 1, Patch: newestPatch[branches-1]}

// ParseVersion parses a version. "3.9.18" means this release, and "3.9" means the newest known patch of 3.9. The
// supported releases are 3.8.8 to 3.8.20, 3.9.2 to 3.9.25, and all known releases of 3.10 to 3.15. 3.9.3 was withdrawn
// and is not supported. For other texts, it returns an [*urlerr.Error] of kind [urlerr.UnknownName].
func ParseVersion(s string) (Version, error) {
	rel, ok := parseRelease(s)
	if !ok {
		return Version{}, &urlerr.Error{Dialect: dialect, Input: s, Rule: ruleVersion}
	}
	if rel == newest {
		return Version{}, nil
	}
	v := Version{uint32(rel.Minor)<<minorShift | uint32(rel.Patch)<<patchShift}
	for _, c := range changes {
		if !str.ParseReleases(c.since).Include(rel) {
			v.bits |= uint32(c.quirk)
		}
	}
	return v, nil
}

// MustParseVersion is like [ParseVersion], but panics if s is not a supported version.
func MustParseVersion(s string) Version {
	v, err := ParseVersion(s)
	if err != nil {
		panic(err)
	}
	return v
}

func parseRelease(s string) (str.Release, bool) {
	rest, ok := strings.CutPrefix(s, "3.")
	minorText, patchText, exact := strings.Cut(rest, ".")
	minor, isNumber := parseNumber(minorText)
	if !ok || !isNumber || minor < firstMinor || minor >= firstMinor+branches {
		return str.Release{}, false
	}
	rel := str.Release{Minor: minor, Patch: newestPatch[minor-firstMinor]}
	if !exact {
		return rel, true
	}
	patch, isNumber := parseNumber(patchText)
	withdrawn := minor == 9 && patch == 3
	if !isNumber || patch < oldestPatch[minor-firstMinor] || patch > rel.Patch || withdrawn {
		return str.Release{}, false
	}
	rel.Patch = patch
	return rel, true
}

func parseNumber(s string) (uint8, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	return uint8(n), err == nil && strconv.FormatUint(n, 10) == s
}

// String returns the full release, such as "3.9.18", also for the zero Version.
func (v Version) String() string { return v.release().String() }

func (v Version) release() str.Release {
	if v == (Version{}) {
		return newest
	}
	return str.Release{Minor: uint8(v.bits >> minorShift), Patch: uint8(v.bits >> patchShift & 31)}
}

// has reports whether v has one of the newer behaviours q.
func (v Version) has(q quirk) bool { return q&^quirk(v.bits) != 0 }

// A quirk is a set of behaviours that differ between releases, with one bit for each behaviour. The bit is set for each
// release that has the newer behaviour.
type quirk uint32

const (
	colonDigits    quirk = 1 << iota // "path:80" has a scheme
	unquoteBytes                     // unquote accepts bytes
	lateNewlines                     // tab, CR and LF are removed after the scheme
	removeNewlines                   // tab, CR and LF are removed anywhere, and first
	emptyQuery                       // an empty query has no fields
	letterFirst                      // a scheme begins with a letter
	asciiPort                        // a port consists of ASCII digits
	stripControls                    // C0 controls and spaces are stripped
	rtspsScheme                      // rtsps is in the scheme lists
	checkBrackets                    // brackets enclose an IP address
	itmsScheme                       // itms-services is in uses_netloc
	bytesQuery                       // bytes queries stay bytes; an empty query is not an error
	keepSlashes                      // urlunsplit keeps a path that begins with "//"
	rootlessPath                     // urlunsplit gives "http:g", not "http:///g"
	tightBrackets                    // the host has no text outside the brackets
	upperV                           // an IPvFuture address may begin with "V"
	presence                         // urljoin and urldefrag distinguish empty from absent
	separatorFirst                   // parse_qsl encodes the separator even for b""
	countTooMany                     // "too many values to unpack" includes the number
	noneComponents                   // components may be None; missing_as_none and keep_empty exist

	allQuirks = 1<<iota - 1
)

// A change is a behaviour, and the list of first releases that have it.
type change struct {
	quirk quirk
	since string
}

// changes lists the differences between releases. The comment of a row names the issue of CPython. For a security fix,
// it also names the CVE.
var changes = [...]change{
	{colonDigits, "3.9.0"},                                  // bpo-27657
	{unquoteBytes, "3.9.0"},                                 // bpo-32498
	{lateNewlines, "3.9.5"},                                 // bpo-43882, only in 3.9.5
	{removeNewlines, "3.8.11,3.9.6"},                        // bpo-43882, CVE-2022-0391
	{emptyQuery, "3.11.0"},                                  // bpo-45874
	{letterFirst, "3.11.1"},                                 // gh-99418
	{asciiPort, "3.10.9,3.11.1"},                            // gh-96035
	{stripControls, "3.8.17,3.9.17,3.10.12,3.11.4"},         // gh-102153, CVE-2023-24329
	{rtspsScheme, "3.11.5"},                                 // gh-104554
	{checkBrackets, "3.9.21,3.10.16,3.11.4"},                // gh-103848, CVE-2024-11168
	{itmsScheme, "3.12.0"},                                  // gh-104139
	{bytesQuery, "3.11.9,3.12.3"},                           // gh-74668
	{keepSlashes, "3.8.20,3.9.20,3.10.15,3.11.10,3.12.4"},   // gh-67693
	{rootlessPath, "3.12.6"},                                // gh-85110
	{tightBrackets, "3.9.22,3.10.17,3.11.12,3.12.9,3.13.2"}, // gh-105704, CVE-2025-0938
	{upperV, "3.13.15,3.14.7"},                              // gh-105708
	{presence, "3.14.0"},                                    // gh-76960
	{separatorFirst, "3.14.0"},                              // gh-116897
	{countTooMany, "3.14.0"},                                // gh-122239
	{noneComponents, "3.15.0"},                              // gh-67041
}
