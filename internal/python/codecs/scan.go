package codecs

import (
	"unicode/utf8"

	"earl.example/internal/python/str"
)

// decodeRune returns the results of str.DecodeRune, but is faster for most code points. s must not be empty.
func decodeRune(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	if r, size := utf8.DecodeRuneInString(s); r != utf8.RuneError || size > 1 {
		return r, size
	}
	return str.DecodeRune(s)
}

func appendBasic(dst []byte, r uint16) []byte {
	switch {
	case r < 0x80:
		return append(dst, byte(r))
	case r < 0x800:
		return append(dst, 0xC0|byte(r>>6), 0x80|byte(r)&0x3F)
	}
	return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}
