package percent

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"earl.example/internal/ascii"
)

// Index returns the offset of the first "%" in s that two hexadecimal digits
// follow, or -1.
func Index(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		marks := ascii.EqualEach8(ascii.Load8(s, i), '%')
		if marks == 0 {
			n := strings.IndexByte(s[i+8:], '%')
			if n < 0 {
				return -1
			}
			i += n // and 8 for the step
			continue
		}
		for ; marks != 0; marks &= marks - 1 {
			if at := i + bits.TrailingZeros64(marks)/8; IsEscape(s, at) {
				return at
			}
		}
	}
	for ; i < len(s); i++ {
		if s[i] == '%' && IsEscape(s, i) {
			return i
		}
	}
	return -1
}

// IsEscape reports whether two hexadecimal digits follow offset i of s.
func IsEscape(s string, i int) bool {
	return i+2 < len(s) && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16
}

// AppendDecode appends s with each "%" and two hexadecimal digits, of either
// case, replaced by the byte they name. Any other "%" stays as it is, and
// nothing is decoded twice. With plus, a "+" in s becomes a space, as in
// forms.
func AppendDecode(dst []byte, s string, plus bool) (out []byte, found Found) {
	dst = slices.Grow(dst, len(s)+8)
	n, _, found := decode(dst[len(dst):cap(dst)], s, plus)
	return dst[:len(dst)+n], found
}

// Found tells what was met in decoding a text.
type Found uint8

const (
	changed   Found = 1 << iota // an escape, or a "+" for a space
	escaped                     // an escape for a byte beyond ASCII
	raw                         // perhaps a byte beyond ASCII
	malformed                   // a "%" that stays
)

// NonASCII reports whether an escape stands for a byte beyond ASCII.
func (f Found) NonASCII() bool { return f&escaped != 0 }

// ASCII reports whether it is known that the decoded text is ASCII.
func (f Found) ASCII() bool { return f&(escaped|raw) == 0 }

// Malformed reports whether there is a "%" that two hexadecimal digits do not
// follow.
func (f Found) Malformed() bool { return f&malformed != 0 }

// DecodeString returns s decoded as AppendDecode does it, s itself if that
// changes nothing.
func DecodeString(s string, plus bool) (out string, found Found) {
	if strings.IndexByte(s, '%') < 0 && (!plus || strings.IndexByte(s, '+') < 0) {
		return s, raw
	}
	var buf [shortRoom]byte
	n, read, found := decode(buf[:], s, plus)
	switch {
	case read < len(s):
		return decodeLong(s, plus)
	case found&changed == 0:
		return s, found
	}
	return string(buf[:n]), found
}

// decodeLong is DecodeString for text of any length.
func decodeLong(s string, plus bool) (out string, found Found) {
	// In pieces, so that the result is the only memory of its size.
	n := decodedLen(s)
	if n == len(s) && !(plus && strings.IndexByte(s, '+') >= 0) {
		return s, raw | malformed // there is a "%", and no escape
	}
	var b strings.Builder
	b.Grow(n)
	var buf [3 * longPiece]byte
	for s != "" {
		n, read, more := decode(buf[:], s, plus)
		b.Write(buf[:n])
		s = s[read:]
		found |= more
	}
	return b.String(), found
}

// decodedLen returns how many bytes s has when its escapes are decoded.
func decodedLen(s string) int {
	escapes, i := 0, 0
	for ; i+8 <= len(s); i += 8 {
		for marks := ascii.EqualEach8(ascii.Load8(s, i), '%'); marks != 0; marks &= marks - 1 {
			if IsEscape(s, i+bits.TrailingZeros64(marks)/8) {
				escapes++
			}
		}
	}
	for ; i < len(s); i++ {
		if s[i] == '%' && IsEscape(s, i) {
			escapes++
		}
	}
	return len(s) - escapes*len("00")
}

// decode decodes s into dst until there is no room for eight bytes, and returns
// how many bytes it has written and read, and what it has found in those.
//
// Eight bytes that stay as they are go together; urllib.BenchmarkQuote
// measures it.
func decode(dst []byte, s string, plus bool) (n, read int, found Found) {
	i := 0
	var all uint64 // the bytes that were read eight at a time, which are all but some of escapes
	for n+8 <= len(dst) && i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
		all |= x
		binary.LittleEndian.PutUint64(dst[n:], x)
		marks := ascii.Equal8(x, '%')
		if plus {
			marks |= ascii.Equal8(x, '+')
		}
		if marks == 0 {
			i += 8
			n += 8
			continue
		}
		k := bits.TrailingZeros64(marks) / 8
		i += k
		n += k
		// There are often several in a row.
		for ; n < len(dst) && i < len(s); n++ {
			c := s[i]
			if c == '%' {
				if IsEscape(s, i) {
					c = ascii.Unhex[s[i+1]]<<4 | ascii.Unhex[s[i+2]]
					found |= changed | Found(c>>7)*escaped
					i += len("00")
				} else {
					found |= malformed
				}
			} else if c == '+' && plus {
				c = ' '
				found |= changed
			} else {
				break
			}
			dst[n] = c
			i++
		}
	}
	if i > len(s) {
		n, i = n-(i-len(s)), len(s)
	}
	if all&ascii.Highs != 0 {
		found |= raw
	}
	return n, i, found
}
