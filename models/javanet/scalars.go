package javanet

import (
	"strings"
	"unicode/utf8"
)

const replacement = "\uFFFD"

// decode decodes UTF-8 as Java does. One U+FFFD replaces a surrogate, the bytes of an incomplete character, or any
// other invalid byte.
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

// character returns the length of the first character of s. If ok is false, U+FFFD replaces this character.
func character(s string) (n int, ok bool) {
	if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError || n > 1 {
		return n, true
	}
	if s[0] == 0xED { // Java checks the next bytes as after 0xEC, so a surrogate is one character
		s = "\xEC" + s[1:min(3, len(s))]
		if _, n = utf8.DecodeRuneInString(s); n == 3 {
			return n, false
		}
	}
	for n = 1; n < len(s) && !utf8.FullRuneInString(s[:n+1]); n++ {
	}
	return n, false
}

// origin converts an offset in decode(input) to an offset in input.
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
