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
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			n := strings.IndexByte(s[i:], '%')
			if n < 0 {
				break
			}
			i += n
		}
		if IsEscape(s, i) {
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
// forms. It also reports whether all bytes that came from escapes are ASCII.
func AppendDecode(dst []byte, s string, plus bool) (out []byte, allASCII bool) {
	dst = slices.Grow(dst, len(s)+8)
	n, _, seen := decode(dst[len(dst):cap(dst)], s, plus)
	return dst[:len(dst)+n], seen&nonASCII == 0
}

// DecodeString returns s decoded as AppendDecode does it, s itself if that
// changes nothing.
func DecodeString(s string, plus bool) (out string, allASCII bool) {
	if strings.IndexByte(s, '%') < 0 && (!plus || strings.IndexByte(s, '+') < 0) {
		return s, true
	}
	var buf [shortRoom]byte
	n, read, seen := decode(buf[:], s, plus)
	switch {
	case read < len(s):
		return decodeLong(s, plus)
	case seen&changed == 0:
		return s, true
	}
	return string(buf[:n]), seen&nonASCII == 0
}

// changed is Seen of a text that decoding changes.
const changed Seen = 0x20

// decodeLong is DecodeString for text of any length.
func decodeLong(s string, plus bool) (out string, allASCII bool) {
	// In pieces, so that the result is the only memory of its size.
	n := len(s)
	for i := 0; ; i += len("%00") {
		next := Index(s[i:])
		if next < 0 {
			break
		}
		i += next
		n -= len("00")
	}
	if n == len(s) && !(plus && strings.IndexByte(s, '+') >= 0) {
		return s, true
	}
	var b strings.Builder
	b.Grow(n)
	var buf [3 * longPiece]byte
	var seen Seen
	for s != "" {
		n, read, more := decode(buf[:], s, plus)
		b.Write(buf[:n])
		s = s[read:]
		seen |= more
	}
	return b.String(), seen&nonASCII == 0
}

// decode decodes s into dst until there is no room for eight bytes, and returns
// how many bytes it has written and read. Seen is nonASCII if an escape stands
// for such a byte, and changed.
//
// Eight bytes that stay as they are go together; BenchmarkQuote of package
// urllib measures it.
func decode(dst []byte, s string, plus bool) (n, read int, seen Seen) {
	i := 0
	for n+8 <= len(dst) && i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
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
					seen |= changed | Seen(c)&nonASCII
					i += len("00")
				}
			} else if c == '+' && plus {
				c = ' '
				seen |= changed
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
	return n, i, seen
}
