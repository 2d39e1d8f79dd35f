package whatwg

import (
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
)

//go:generate go run gen.go

// A class is a set of bytes, or the union of several sets.
type class uint32

func indexClass(s string, from int, class class) int {
	i := from
	for ; i+4 <= len(s); i += 4 {
		four := s[i : i+4]
		if (table[four[0]]|table[four[1]]|table[four[2]]|table[four[3]])&class != 0 {
			break
		}
	}
	for i < len(s) && table[s[i]]&class == 0 {
		i++
	}
	return i
}

// classesTo returns the smallest offset >= from of a byte of s that is in the given class, or len(s) if there is none.
// all is the union of the classes of the bytes between from and this offset.
func classesTo(s string, from int, end class) (to int, all class) {
	i := from
	for ; i+4 <= len(s); i += 4 {
		four := s[i : i+4]
		classes := table[four[0]] | table[four[1]] | table[four[2]] | table[four[3]]
		if classes&end != 0 {
			break
		}
		all |= classes
	}
	for ; i < len(s); i++ {
		classes := table[s[i]]
		if classes&end != 0 {
			break
		}
		all |= classes
	}
	return i, all
}

func classesOf(s string) class {
	_, all := classesTo(s, 0, 0)
	return all
}

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
		i := indexClass(s, 0, nonASCII)
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
	if indexClass(s, 0, tabOrNewline) == len(s) {
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
	for i < len(s) && table[s[i]]&schemeChar != 0 {
		i++
	}
	return i
}

func isDriveLetter(s string) bool {
	return len(s) == 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|')
}

func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) && (len(s) == 2 || table[s[2]]&specialEnd != 0)
}

// dots returns 1 if s is a single-dot URL path segment, 2 if it is a double-dot URL path segment, and 0 for all other
// segments (§4.1).
func dots(s string) int { return dotsegment.Dots(s, true) }
