package str

import (
	"slices"
	"strconv"
)

// A Release is one CPython release, such as 3.11.7, always of major version
// 3. It decides which Unicode version, codecs and wordings apply.
type Release struct{ Minor, Patch uint8 }

// AtLeast reports whether r is 3.minor.patch or later, in the order of
// version numbers.
func (r Release) AtLeast(minor, patch uint8) bool {
	return r.Minor > minor || r.Minor == minor && r.Patch >= patch
}

// String returns the release as "3.11.7".
func (r Release) String() string {
	return "3." + strconv.Itoa(int(r.Minor)) + "." + strconv.Itoa(int(r.Patch))
}

// Releases is the releases since a change, by the first of each branch that
// got it, in order. All branches after the last of these have it.
type Releases []Release

// Include reports whether rel is one of them.
func (first Releases) Include(rel Release) bool {
	for _, r := range slices.Backward(first) {
		if r.Minor <= rel.Minor {
			return rel.AtLeast(r.Minor, r.Patch)
		}
	}
	return false
}
