// Package scalar divides text into characters and ill-formed sequences, as the UTF-8 decoder of the Encoding Standard
// does.
package scalar

import "unicode/utf8"

// ValidLen returns the length of the longest prefix of s that is UTF-8.
func ValidLen(s string) int {
	for i, r := range s {
		if _, size := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return len(s)
}

// Next returns the length of the character at the start of s, which is not ASCII. If ok is false, the n bytes are
// ill-formed and become one U+FFFD, as in the UTF-8 decoder of the Encoding Standard. If surrogates is set, the three
// bytes of a lone surrogate become one U+FFFD, as in JavaScript.
func Next[T ~string | ~[]byte](s T, surrogates bool) (n int, ok bool) {
	lo, hi, need := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c < 0xC2 || c > 0xF4:
		return 1, false
	case c <= 0xDF:
		need = 1
	case c == 0xE0:
		lo, need = 0xA0, 2
	case c == 0xED:
		if surrogates && len(s) >= 3 && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
			return 3, false
		}
		hi, need = 0x9F, 2
	case c <= 0xEF:
		need = 2
	case c == 0xF0:
		lo, need = 0x90, 3
	case c == 0xF4:
		hi, need = 0x8F, 3
	default:
		need = 3
	}
	for n = 1; n <= need && n < len(s) && lo <= s[n] && s[n] <= hi; n++ {
		lo, hi = 0x80, 0xBF
	}
	return n, n > need
}
