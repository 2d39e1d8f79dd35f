package whatwg

import (
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
)

// U+FFFD replaces ill-formed UTF-8.
const (
	replacement        = "\uFFFD"
	replacementEscaped = "%EF%BF%BD"
)

// char returns the length of the character at the start of s, which is not ASCII. If ok is false, the n bytes are
// ill-formed and become one U+FFFD, as in the UTF-8 decoder of the Encoding Standard. If surrogates is set, the three
// bytes of a lone surrogate become one U+FFFD, as in JavaScript.
func char(s string, surrogates bool) (n int, ok bool) {
	lo, hi, need := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c < 0xC2 || c > 0xF4:
		return 1, false
	case c <= 0xDF:
		need = 1
	case c == 0xE0:
		lo, need = 0xA0, 2
	case c == 0xED:
		if surrogates && len(s) >= 3 && s[1] >= 0xA0 && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80 {
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

// appendScalars appends s with U+FFFD for ill-formed UTF-8; see char.
func appendScalars(dst []byte, s string, surrogates bool) []byte {
	for len(s) > 0 {
		i := ascii.IndexFrom(s, 0, ascii.NonASCII)
		dst = append(dst, s[:i]...)
		s = s[i:]
		for len(s) > 0 && s[0] >= 0x80 {
			n, ok := char(s, surrogates)
			if ok {
				dst = append(dst, s[:n]...)
			} else {
				dst = append(dst, replacement...)
			}
			s = s[n:]
		}
	}
	return dst
}

// scalars returns s with U+FFFD for ill-formed UTF-8.
func scalars(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(appendScalars(make([]byte, 0, len(s)+16), s, true))
}

// strip returns s without ASCII tabs and newlines. If there are any, ill-formed UTF-8 is replaced first: a character
// cannot consist of bytes from both sides of a tab.
func strip(s string) string {
	if ascii.IndexFrom(s, 0, ascii.TabOrNewline) == len(s) {
		return s
	}
	return ascii.WithoutNewlines(scalars(s))
}

// schemeEnd returns the offset of the first byte of s that is not allowed in a scheme, or 0 if s does not begin with a
// letter.
func schemeEnd(s string) (i int) {
	if s == "" || !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	for i < len(s) && ascii.Is(s[i], ascii.SchemeChar) {
		i++
	}
	return i
}

func isDriveLetter(s string) bool {
	return len(s) == 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|')
}

func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) && (len(s) == 2 || ascii.Is(s[2], ascii.SpecialEnd))
}

// dots returns 1 if s is a single-dot URL path segment, 2 if it is a double-dot URL path segment, and 0 for all other
// segments (§4.1).
func dots(s string) int { return dotsegment.Dots(s, true) }
