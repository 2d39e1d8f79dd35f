package percent

import (
	"bytes"
	"strings"

	"earl.example/internal/ascii"
)

// Index returns the offset of the first "%" in s that two hexadecimal digits
// follow, or -1.
func Index(s string) int {
	for i := 0; ; i++ {
		n := strings.IndexByte(s[i:], '%')
		if n < 0 {
			return -1
		}
		if i += n; isEscape(s, i) {
			return i
		}
	}
}

// isEscape reports whether two hexadecimal digits follow offset i of s.
func isEscape(s string, i int) bool {
	return i+2 < len(s) && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16
}

// AppendDecode appends s with each "%" and two hexadecimal digits, of either
// case, replaced by the byte they name. Any other "%" stays as it is, and
// nothing is decoded twice. With plus, a "+" in s becomes a space, as in
// forms. It also reports whether all bytes that came from escapes are ASCII.
func AppendDecode(dst []byte, s string, plus bool) (out []byte, allASCII bool) {
	start := len(dst)
	var seen byte
	for {
		n := strings.IndexByte(s, '%')
		if n < 0 {
			break
		}
		if !isEscape(s, n) {
			dst = append(dst, s[:n+1]...)
			s = s[n+1:]
			continue
		}
		c := ascii.Unhex[s[n+1]]<<4 | ascii.Unhex[s[n+2]]
		seen |= c
		dst = append(dst, s[:n]...)
		if plus {
			spaces(dst[start:])
		}
		dst = append(dst, c)
		start = len(dst)
		s = s[n+3:]
	}
	dst = append(dst, s...)
	if plus {
		spaces(dst[start:])
	}
	return dst, seen < 0x80
}

// spaces replaces each "+" in b by a space.
func spaces(b []byte) {
	for {
		n := bytes.IndexByte(b, '+')
		if n < 0 {
			return
		}
		b[n] = ' '
		b = b[n+1:]
	}
}
