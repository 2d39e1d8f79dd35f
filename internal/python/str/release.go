package str

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/tables"
)

// A Release is a CPython release of major version 3, such as 3.11.7.
type Release struct{ Minor, Patch uint8 }

// AtLeast reports whether r is 3.minor.patch or later.
func (r Release) AtLeast(minor, patch uint8) bool {
	return r.Minor > minor || r.Minor == minor && r.Patch >= patch
}

// String returns r as Python writes it, such as 3.11.4.
func (r Release) String() string {
	return "3." + strconv.Itoa(int(r.Minor)) + "." + strconv.Itoa(int(r.Patch))
}

// Releases records which releases of CPython have a change. It lists the first release with the change in each branch,
// in order. All later branches have the change, too.
type Releases []Release

// ParseReleases parses a list such as 3.13.14,3.14.6 of a table that the program contains.
func ParseReleases(s string) (list Releases) {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' }) {
		minor, patch, _ := strings.Cut(strings.TrimPrefix(word, "3."), ".")
		list = append(list, Release{uint8(tables.Number(minor, 10)), uint8(tables.Number(patch, 10))})
	}
	return list
}

// Include reports whether rel has the change.
func (first Releases) Include(rel Release) bool {
	for _, r := range slices.Backward(first) {
		if r.Minor <= rel.Minor {
			return rel.AtLeast(r.Minor, r.Patch)
		}
	}
	return false
}
