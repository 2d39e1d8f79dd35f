package libcurl

import (
	"strings"

	"earl.example/urlerr"
)

// A Version is a release of libcurl. The zero Version is the newest that the model
// knows. Versions are comparable.
type Version struct {
	older uint8 // index into table
}

// A row is a release and how it differs from the newest one.
type row struct {
	name string

	// Parsing.
	schemeByDigit bool      // a scheme may begin with a digit, as in 1http://h
	numbersFirst  bool      // an address in numbers is looked for before the host is decoded
	dottedNumbers bool      // the root dot keeps a number from being an address, as in 127.0.0.1.
	systemIPv6    bool      // the C library reads IPv6 addresses, which end in no single colon
	shorterIPv6   bool      // an IPv6 address is written anew only if that is shorter
	hostBad       [256]bool // the bytes that no host can have
	dotsAtEnd     bool      // a host may end in two dots, or be one
	rawDots       bool      // %2e is no dot of a dot segment
	relativeFile  bool      // file:a, without a slash, is a file

	// What it gives.
	blankQuery bool // an empty query is one
	fileQuery  bool // the text of a file URL has no query
	hostEscape bool // the text of a host with a percent sign has %25

	// Redirects.
	concat     bool // the reference is joined as text, dots first
	oldEscapes bool // octets are escaped in lower case, those beyond ASCII alone, and none in a fragment
	oldSchemes bool // no ws, wss, mqtts and socks, but rtmp
}

// badHost is what no host can have: the characters of every release.
const badHost = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"

// table has the releases, the newest first.
var table = [...]row{
	{name: "8.22.0", hostBad: bytesOf(badHost + "%|")},
	{
		name: "7.88.1", schemeByDigit: true, numbersFirst: true, dottedNumbers: true,
		systemIPv6: true, shorterIPv6: true, hostBad: bytesOf(badHost), dotsAtEnd: true, rawDots: true, relativeFile: true,
		blankQuery: true, fileQuery: true, hostEscape: true, concat: true,
		oldEscapes: true, oldSchemes: true,
	},
}

// ParseVersion reads a release: "8.22.0" is that one, "8.22" the newest known of
// 8.22. Those that the model does not know give an [*urlerr.Error] of kind
// [urlerr.UnknownName]: it does not guess what another release does.
func ParseVersion(s string) (Version, error) {
	for i := range table {
		if name := table[i].name; s == name || s == name[:strings.LastIndexByte(name, '.')] {
			return Version{uint8(i)}, nil
		}
	}
	return Version{}, fault(s, 0, urlerr.NoComponent, ruleRelease)
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

// Versions returns the releases that the model knows, oldest first.
func Versions() []Version {
	all := make([]Version, len(table))
	for i := range all {
		all[i] = Version{uint8(len(table) - 1 - i)}
	}
	return all
}

// String returns the release in full, such as "8.22.0".
func (r Version) String() string { return r.row().name }

func (r Version) row() *row { return &table[r.older] }

func bytesOf(chars string) (set [256]bool) {
	for i := range len(chars) {
		set[chars[i]] = true
	}
	return set
}
