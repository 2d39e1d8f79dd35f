package javanet

import (
	"strings"
	"unicode/utf8"
)

const replacement = "\uFFFD"

// decode returns s as Java decodes UTF-8. U+FFFD replaces a surrogate, the beginning of a character that is cut off,
// and each other byte that is not UTF-8.
func decode(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n, ok := character(s[i:])
		if ok {
			b.WriteString(s[i : i+n])
		} else {
			b.WriteString(replacement)
		}
		i += n
	}
	return b.String()
}

// character returns the length of the character that s begins with. If ok is false, U+FFFD replaces it.
func character(s string) (n int, ok bool) {
	if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError || n > 1 {
		return n, true
	}
	if s[0] == 0xED { // the bytes after it are as in U+C000
		s = "\xEC" + s[1:min(3, len(s))]
		if _, n = utf8.DecodeRuneInString(s); n == 3 {
			return n, false
		}
	}
	for n = 1; n < len(s) && !utf8.FullRuneInString(s[:n+1]); n++ {
	}
	return n, false
}

// origin returns the offset in input of an offset in decode(input).
func origin(input string, offset int) int {
	i := 0
	for at := 0; at < offset && i < len(input); {
		n, ok := character(input[i:])
		i += n
		if !ok {
			n = len(replacement)
		}
		at += n
	}
	return i
}
