package str

import (
	"strings"
	"unicode/utf8"
)

// DecodeRune returns the first code point of s, which can be a surrogate, and its size. For an empty string the size is
// 0.
func DecodeRune(s string) (r rune, size int) {
	if s == "" {
		return 0, 0
	}
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	switch r, size = utf8.DecodeRuneInString(s); {
	case r != utf8.RuneError || size != 1:
		return r, size
	case len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && continues(s[2]):
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return 0xDC00 + rune(s[0]), 1
}

func continues(c byte) bool { return c&0xC0 == 0x80 }

// AppendRune appends the code point r. It writes a surrogate in its three-byte form.
func AppendRune(dst []byte, r rune) []byte {
	if IsSurrogate(r) {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// IsSurrogate reports whether r is a surrogate.
func IsSurrogate(r rune) bool { return r>>11 == 0xD800>>11 }

// RuneCount returns Python's len(s).
func RuneCount(s string) int {
	// Package utf8 counts a surrogate as three characters.
	n := utf8.RuneCountInString(s)
	for {
		i := strings.IndexByte(s, 0xED)
		if i < 0 || i+2 >= len(s) {
			return n
		}
		if s[i+1]&0xE0 == 0xA0 && continues(s[i+2]) {
			n -= 2
		}
		s = s[i+1:]
	}
}

// Offset returns the byte offset of the code point of s with the index n, or len(s) if s has at most n code points.
func Offset(s string, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, size := DecodeRune(s[i:])
		i += size
	}
	return i
}

// Canonical returns s with every lone surrogate in its three-byte form.
func Canonical(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	out := make([]byte, 0, len(s)+2*utf8.UTFMax)
	for rest := s; len(rest) > 0; {
		r, size := DecodeRune(rest)
		rest = rest[size:]
		out = AppendRune(out, r)
	}
	return string(out)
}

// CanonicalWidth returns the length of the first character of s, and the length of the canonical form of this
// character.
func CanonicalWidth(s string) (in, out int) {
	r, size := DecodeRune(s)
	if r >= utf8.RuneSelf && size == 1 {
		return 1, 3
	}
	return size, size
}
