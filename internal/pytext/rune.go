package pytext

import "unicode/utf8"

// DecodeRune returns the first code point of s and the number of bytes it
// takes. It is U+0000 to U+10FFFF, surrogates included; for an empty string
// the size is 0.
func DecodeRune[T ~string | ~[]byte](s T) (r rune, size int) {
	if len(s) == 0 {
		return 0, 0
	}
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	if r, size = decode(s); size > 1 {
		return r, size
	}
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2] >= 0x80 && s[2] <= 0xBF {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return 0xDC00 + rune(s[0]), 1
}

// decode is utf8.DecodeRune for either type.
func decode[T ~string | ~[]byte](s T) (rune, int) {
	var head [utf8.UTFMax]byte
	n := copy(head[:], s)
	return utf8.DecodeRune(head[:n])
}

// AppendRune appends code point r, a surrogate in its three-byte form.
func AppendRune(dst []byte, r rune) []byte {
	if IsSurrogate(r) {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// IsSurrogate reports whether r is U+D800 to U+DFFF.
func IsSurrogate(r rune) bool { return r>>11 == 0xD800>>11 }

// RuneCount returns Python's len(s), the number of code points of s.
func RuneCount(s string) int {
	n := 0
	for i := 0; i < len(s); n++ {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := DecodeRune(s[i:])
		i += size
	}
	return n
}
