// Package linear lists hostile texts, for tests and measurements. Its test gives them to every operation of the library
// and checks that the time grows linearly with the length of the text. The tests of each package add the worst texts
// for the code of that package. The module tools/bench measures with the same texts.
package linear

import (
	"fmt"

	"earl.example/internal/testing/urltest"
)

// Heads lists the heads of URLs: texts with which a hostile text can begin. Each head puts the repeated units into a
// different component.
var Heads = []string{
	"", "a:", "//", "http://", "http://u:p@", "http://h:", "http://[::", "//[v1.", "HTTP://h/",
	"http://h/?a=", "http://h/#", "file:///", "foo:", "blob:https://u:p@",
}

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

// Tested reports whether a test runs its nth case: every 17th case, or every case if EARL_EXHAUSTIVE is set.
func Tested(n int) bool { return n%17 == 0 || urltest.IsExhaustive() }

// Distinct returns a query in which all names are different.
func Distinct(size int) string {
	var b []byte
	for i := 0; len(b) < size; i++ {
		b = fmt.Appendf(b, "k%d=&", i)
	}
	return string(b)
}
