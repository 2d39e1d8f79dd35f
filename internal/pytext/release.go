package pytext

import "strconv"

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
