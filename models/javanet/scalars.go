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
	lo, hi, need := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c < utf8.RuneSelf:
		return 1, true
	case c < 0xC2, c > 0xF4:
		return 1, false
	case c < 0xE0:
		need = 1
	case c < 0xF0:
		need = 2
	default:
		need = 3
	}
	switch s[0] {
	case 0xE0:
		lo = 0xA0
	case 0xF0:
		lo = 0x90
	case 0xF4:
		hi = 0x8F
	}
	for n = 1; n <= need && n < len(s) && lo <= s[n] && s[n] <= hi; n++ {
		lo, hi = 0x80, 0xBF
	}
	return n, n > need && (s[0] != 0xED || s[1] < 0xA0) // a surrogate is not a character
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
