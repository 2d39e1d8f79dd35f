package linear

import "slices"

// A Row is functions and methods that take a text, or are asked about a value
// that was made of one.
type Row struct {
	// Names are the package, a colon, and the names with spaces between them.
	Names string

	// Heads are what stands before the units of a hostile text.
	Heads []string

	// Do gives them the text, or a value made of it.
	Do func(s string)
}

// ofURL are where in a URL the units of a text may stand, ofText and ofTags
// where in other texts.
var (
	ofURL = []string{
		"", "a:", "//", "http://", "http://u:p@", "http://h:", "http://[::", "//[v1.", "HTTP://h/", "http://h/?a=", "http://h/#", "file:///", "foo:", "blob:https://u:p@",
	}
	ofText = []string{""}
	ofTags = []string{"", "<", "\"http://"}
)

// Units are what a hostile text is made of. Most ask for work at each place, or
// for work at the end about the beginning.
var Units = []string{
	"a", "A", "0", "/", "//", ".", "./", "../", "a/../", "a/a/../../", "%2e%2e/", "\\", "..\\", "..", "..//", ":", "@", "a@", "a:@", "[", "]", "[::1]", "0:", "1.", "0x", "a.",
	"xn--a.", "%", "%4", "%41", "%25", "%zz", "%C3%A9", "%e2%82", "?", "#", ";", "a;b=c/", "=", "&", "a=", "a=b&", "&a=", "+", " ", "\t", "a\n", "\r\n", "\x00",
	"'", "\"", "\"\"", "<", ">", "(", "{", "|", "^", "-", "-\n", "_", "!", ",", "http:", "http://h/ ", "www.", "URL:", "\u00e9", "\u00e9.", "\u3002", "\u2100",
	"\u0130", "\u0345", "\xff", "\xed\xa0\x80", "\U0001f600",
}

// Heads returns what stands before the units of a hostile URL.
func Heads() []string { return slices.Clone(ofURL) }

// Rows returns all rows.
func Rows() []Row {
	return slices.Concat(earlRows(), rfc3986Rows(), rfc1808Rows(), whatwgRows(), urllibRows(), codecRows(), auditRows(), baseurlRows(), otherRows())
}
