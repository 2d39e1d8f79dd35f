// Package percent encodes and decodes percent-escapes (RFC 3986 §2.1) in
// strings and byte slices. It judges bytes only; what a dialect leaves alone
// is a [Set], and characters, encodings and "+" for a space are the dialect's
// business.
package percent

import (
	"bytes"
	"strings"

	"earl.example/internal/ascii"
)

const upperHex = "0123456789ABCDEF"

// A Set is a set of bytes, one bit each.
type Set [4]uint64

// With returns the set with the ASCII bytes of s added; others are ignored.
func (set Set) With(s string) Set {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x80 {
			set[c>>6] |= 1 << (c & 63)
		}
	}
	return set
}

// Has reports whether c is in the set.
func (set *Set) Has(c byte) bool { return set[c>>6]>>(c&63)&1 != 0 }

// Count returns how many bytes of s are not in keep.
func Count[T ~string | ~[]byte](s T, keep *Set) int {
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		n += int(^keep[c>>6] >> (c & 63) & 1)
	}
	return n
}

// AppendEncode appends s with each byte that is not in keep written as "%"
// and two upper-case hexadecimal digits. A space that is in keep is written
// as the byte space, which is "+" in forms.
func AppendEncode[T ~string | ~[]byte](dst []byte, s T, keep *Set, space byte) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case !keep.Has(c):
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		case c == ' ':
			dst = append(dst, space)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// Index returns the offset of the first "%" in s that two hexadecimal digits
// follow, or -1.
func Index[T ~string | ~[]byte](s T) int {
	for i := 0; i+2 < len(s); {
		n := indexPercent(s[i : len(s)-2])
		if n < 0 {
			return -1
		}
		i += n
		if ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16 {
			return i
		}
		i++
	}
	return -1
}

// AppendDecode appends s with each "%" and two hexadecimal digits, of either
// case, replaced by the byte they name. Any other "%" stays as it is, and
// nothing is decoded twice.
func AppendDecode[T ~string | ~[]byte](dst []byte, s T) []byte {
	at := 0
	for i := 0; i+2 < len(s); {
		n := indexPercent(s[i : len(s)-2])
		if n < 0 {
			break
		}
		i += n
		hi, lo := ascii.Unhex[s[i+1]], ascii.Unhex[s[i+2]]
		if hi|lo >= 16 {
			i++
			continue
		}
		dst = append(append(dst, s[at:i]...), hi<<4|lo)
		i += 3
		at = i
	}
	return append(dst, s[at:]...)
}

// AppendDecodePlus is AppendDecode for forms: a "+" in s becomes a space.
func AppendDecodePlus[T ~string | ~[]byte](dst []byte, s T) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case '+':
			c = ' '
		case '%':
			if i+2 < len(s) && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16 {
				c = ascii.Unhex[s[i+1]]<<4 | ascii.Unhex[s[i+2]]
				i += 2
			}
		}
		dst = append(dst, c)
	}
	return dst
}

// indexPercent is strings.IndexByte(s, '%') for either type.
func indexPercent[T ~string | ~[]byte](s T) int {
	switch s := any(s).(type) {
	case string:
		return strings.IndexByte(s, '%')
	case []byte:
		return bytes.IndexByte(s, '%')
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			return i
		}
	}
	return -1
}
