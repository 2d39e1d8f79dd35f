package linear

import (
	"slices"

	"earl.example/internal/testing/urltest"
)

// A Row is an operation of the library on a text.
type Row struct {
	// Name is the operation's package and main function, such as "rfc3986.Parse".
	Name string

	// Heads lists texts with which a hostile text can begin. After its head, a hostile text repeats a unit many times.
	Heads []string

	// Do runs the operation on s.
	Do func(s string)
}

// ofURL lists the heads of URLs. Each head puts the repeated units into a different component. ofText and ofTags list
// the heads of texts that are not URLs.
var (
	ofURL = []string{
		"", "a:", "//", "http://", "http://u:p@", "http://h:", "http://[::", "//[v1.", "HTTP://h/",
		"http://h/?a=", "http://h/#", "file:///", "foo:", "blob:https://u:p@",
	}
	ofText = []string{""}
	ofTags = []string{"", "<", "\"http://"}
)

// Units lists the texts that a hostile text repeats. With most units, an operation has work at each repetition, or has
// to look back from the end of the text to its beginning.
var Units = []string{
	"a", "A", "0", "/", "//", ".", "./", "../", "a/../", "a/a/../../", "%2e%2e/", "\\", "..\\", "..", "..//",
	":", "@", "a@", "a:@", "[", "]", "[::1]", "0:", "1.", "0x", "a.", "xn--a.", "%", "%4", "%41", "%25",
	"%zz", "%C3%A9", "%e2%82", "?", "#", ";", "a;b=c/", "=", "&", "a=", "a=b&", "&a=", "+", " ", "\t", "a\n",
	"\r\n", "\x00", "'", "\"", "\"\"", "<", ">", "(", "{", "|", "^", "-", "-\n", "_", "!", ",", "http:",
	"http://h/ ", "www.", "URL:", "\u00e9", "\u00e9.", "\u3002", "\u2100", "\u0130", "\u0345", "\xff",
	"\xed\xa0\x80", "\U0001f600",
}

// Heads returns the heads of URLs.
func Heads() []string { return slices.Clone(ofURL) }

// Tested reports whether a test runs its nth case: every 17th case, or every case if EARL_EXHAUSTIVE is set.
func Tested(n int) bool { return n%17 == 0 || urltest.IsExhaustive() }

// Rows returns all rows.
func Rows() []Row {
	return slices.Concat(earlRows(), rfc3986Rows(), rfc1808Rows(), whatwgRows(), urllibRows(), codecRows(),
		auditRows(), baseurlRows(), otherRows())
}
