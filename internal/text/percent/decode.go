package percent

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// Index returns the offset of the first "%" in s that two hexadecimal digits
// follow, or -1.
func Index(s string) int {
	start := strings.IndexByte(s, '%')
	if start < 0 {
		return -1
	}
	if at, _, _ := escapes(s[start:], true); at >= 0 {
		return start + at
	}
	return -1
}

// escapes returns how many escapes there are in s, and whether s is malformed. With
// once, it looks no further than the first escape, and returns its offset too, or -1.
func escapes(s string, once bool) (at, count int, found Found) {
	for i := 0; i < len(s); i += 8 {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
		for marks := ascii.EqualEach8(x, '%'); marks != 0; marks &= marks - 1 {
			k := i + bits.TrailingZeros64(marks)/8
			switch {
			case !IsEscape(s, k):
				found = malformed
			case once:
				return k, 1, found
			default:
				count++
			}
		}
	}
	return -1, count, found
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
	dst = slices.Grow(dst, len(s))
	var buf [pieceRoom]byte
	for s != "" {
		n, read, more := decode(&buf, s, plus)
		dst = append(dst, buf[:n]...)
		s = s[read:]
		found |= more
	}
	return dst, found
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
func DecodeString(s string, plus bool) (out string, found Found) { return decodeString(s, plus, 0) }

// DecodeStrict is DecodeString of a text that is refused if it is malformed: out is
// empty then.
func DecodeStrict(s string, plus bool) (out string, found Found) {
	return decodeString(s, plus, malformed)
}

// decodeString is DecodeString, but where something is found that is refused, out is
// empty.
func decodeString(s string, plus bool, refuse Found) (out string, found Found) {
	if strings.IndexByte(s, '%') < 0 && (!plus || strings.IndexByte(s, '+') < 0) {
		return s, raw
	}
	var buf [pieceRoom]byte
	n, read, found := decode(&buf, s, plus)
	switch {
	case found&refuse != 0:
		return "", found
	case read < len(s):
		return decodeLong(s, plus, refuse)
	case found&changed == 0:
		return s, found
	}
	return string(buf[:n]), found
}

// decodeLong is decodeString for text of any length.
func decodeLong(s string, plus bool, refuse Found) (out string, found Found) {
	// In pieces, so that the result is the only memory of its size.
	_, count, found := escapes(s, false)
	switch {
	case found&refuse != 0:
		return "", found
	case count == 0 && !(plus && strings.IndexByte(s, '+') >= 0):
		return s, raw | found
	}
	var b strings.Builder
	b.Grow(len(s) - count*len("00"))
	var buf [pieceRoom]byte
	for s != "" {
		n, read, more := decode(&buf, s, plus)
		b.Write(buf[:n])
		s = s[read:]
		found |= more
	}
	return b.String(), found
}

// pieceRoom is the size of the buffer on the stack for a short text, or a piece of
// a long one. It has to be cleared, so it is not larger.
const pieceRoom = 128

// decode decodes s into dst until there is no room for eight bytes, and returns
// how many bytes it has written and read, and what it has found in those.
//
// Eight bytes that stay as they are go together; urllib.BenchmarkQuote
// measures it.
func decode(dst *[pieceRoom]byte, s string, plus bool) (written, read int, found Found) {
	n, i := uint(0), 0
	var all uint64  // the bytes that were read eight at a time, which are all but some of escapes
	var octets byte // what escapes stand for
	for n <= pieceRoom-8 && i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
		all |= x
		binary.LittleEndian.PutUint64(dst[n:n+8], x)
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
		n += uint(k)
		// There are often several in a row.
		for ; n < pieceRoom && i < len(s); n++ {
			w := s[i:]
			c := w[0]
			if c == '%' {
				if len(w) > 2 && ascii.Unhex[w[1]]|ascii.Unhex[w[2]] < 16 {
					c = ascii.Unhex[w[1]]<<4 | ascii.Unhex[w[2]]
					octets |= c
					i += len("00")
				} else {
					found |= malformed
				}
			} else if plus && c == '+' {
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
		n, i = n-uint(i-len(s)), len(s)
	}
	if int(n) < i {
		found |= changed
	}
	if octets >= 0x80 {
		found |= escaped
	}
	if all&ascii.Highs != 0 {
		found |= raw
	}
	return int(n), i, found
}
