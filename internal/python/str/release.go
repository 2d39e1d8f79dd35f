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

// An Exception is an exception that CPython would raise. Its text may quote the input, passwords included.
type Exception struct {
	Class   string        // such as "ValueError"
	Text    string        // str(exception)
	Unicode *UnicodeFault // set for UnicodeEncodeError and UnicodeDecodeError
	Name    string        // name of the encoding or error handler that is invalid
	Tuple   bool          // raised with several arguments; the text is their tuple
	Cause   error         // a cause that Python does not report, or nil
}

// A GoType is the name of a Go type. It is the cause of an Exception about a Go value that no Python value is equal to.
type GoType string

// Error returns a sentence with the name.
func (t GoType) Error() string { return "the Go type is " + string(t) }

// A UnicodeFault holds the attributes of a UnicodeError.
type UnicodeFault struct {
	Encoding   string // the codec's label, as in the text
	Start, End int    // half-open range of the fault: code points when encoding, bytes when decoding
	Reason     string
}

// Error returns class and text, as in a traceback.
func (e *Exception) Error() string { return e.Class + ": " + e.Text }

// Unwrap returns the cause.
func (e *Exception) Unwrap() error { return e.Cause }
