package linear

import (
	"slices"

	"earl.example/internal/testing/urltest"
)

// A Row is an operation of the library that reads a text, or a value made of one.
type Row struct {
	// Name is the operation's package and main function, such as "rfc3986.Parse".
	Name string

	// Heads are the texts that precede the units of a hostile text.
	Heads []string

	// Do gives the text to the operation.
	Do func(s string)
}

// ofURL are the heads of URLs, one for each place where units may repeat. ofText and ofTags are the heads of other
// texts.
var (
	ofURL = []string{
		"", "a:", "//", "http://", "http://u:p@", "http://h:", "http://[::", "//[v1.", "HTTP://h/",
		"http://h/?a=", "http://h/#", "file:///", "foo:", "blob:https://u:p@",
	}
	ofText = []string{""}
	ofTags = []string{"", "<", "\"http://"}
)

// Units are the texts that a hostile text repeats. Most cause work at each place, or work at the end that depends on
// the beginning.
var Units = []string{
	"a", "A", "0", "/", "//", ".", "./", "../", "a/../", "a/a/../../", "%2e%2e/", "\\", "..\\", "..", "..//",
	":", "@", "a@", "a:@", "[", "]", "[::1]", "0:", "1.", "0x", "a.", "xn--a.", "%", "%4", "%41", "%25",
	"%zz", "%C3%A9", "%e2%82", "?", "#", ";", "a;b=c/", "=", "&", "a=", "a=b&", "&a=", "+", " ", "\t", "a\n",
	"\r\n", "\x00", "'", "\"", "\"\"", "<", ">", "(", "{", "|", "^", "-", "-\n", "_", "!", ",", "http:",
	"http://h/ ", "www.", "URL:", "\u00e9", "\u00e9.", "\u3002", "\u2100", "\u0130", "\u0345", "\xff",
	"\xed\xa0\x80", "\U0001f600",
}

// Heads returns the heads of hostile URLs.
func Heads() []string { return slices.Clone(ofURL) }

// Tested reports whether a test gives the nth shape to its operation: one in 17, or every one if EARL_EXHAUSTIVE is
// set.
func Tested(n int) bool { return n%17 == 0 || urltest.IsExhaustive() }

// Rows returns all rows.
func Rows() []Row {
	return slices.Concat(earlRows(), rfc3986Rows(), rfc1808Rows(), whatwgRows(), urllibRows(), codecRows(),
		auditRows(), baseurlRows(), otherRows())
}
