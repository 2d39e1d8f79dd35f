package percent

import (
	"slices"

	"earl.example/internal/ascii"
)

// A Table says how each byte is written: as itself, as another byte, or as
// "%" and two upper-case hexadecimal digits. The low three bytes of an entry
// are the output, first byte lowest; the high byte is its length.
type Table [256]uint32

// NewTable returns the table that keeps the bytes of class and those of also,
// as Keep does, and escapes all others.
func NewTable(class ascii.Class, also string) Table {
	const upperHex = "0123456789ABCDEF"
	var t Table
	for c := range t {
		t[c] = '%' | uint32(upperHex[c>>4])<<8 | uint32(upperHex[c&15])<<16 | 3<<24
		if ascii.Is(byte(c), class) {
			t.Replace(byte(c), byte(c))
		}
	}
	t.Keep(also)
	return t
}

// Keep makes t keep the ASCII bytes of s. Others are ignored.
func (t *Table) Keep(s string) {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x80 {
			t.Replace(s[i], s[i])
		}
	}
}

// Replace makes t write the byte old as the byte by.
func (t *Table) Replace(old, by byte) { t[old] = uint32(by) | 1<<24 }

// encodeChunk is how many bytes AppendEncode reserves room for at a time.
const encodeChunk = 1024

// AppendEncode appends s with each byte written as t says.
func AppendEncode[T ~string | ~[]byte](dst []byte, s T, t *Table) []byte {
	for len(s) > 0 {
		part := s[:min(len(s), encodeChunk)]
		s = s[len(part):]
		dst = slices.Grow(dst, 3*len(part))
		n := len(dst)
		dst = dst[:n+Encode(dst[n:cap(dst)], part, t)]
	}
	return dst
}

// Encode writes s to dst, which has room for three times as many bytes, each
// byte as t says, and returns how many bytes that took. Four bytes that need
// no escape go together; BenchmarkQuote of package urllib measures it.
func Encode[T ~string | ~[]byte](dst []byte, s T, t *Table) int {
	n, i := 0, 0
	for ; i+4 <= len(s); i += 4 {
		four := s[i : i+4]
		a, b, c, d := t[four[0]], t[four[1]], t[four[2]], t[four[3]]
		if (a|b|c|d)>>24 == 1 {
			out := dst[n : n+4]
			out[0], out[1], out[2], out[3] = byte(a), byte(b), byte(c), byte(d)
			n += 4
			continue
		}
		n += put(dst[n:], a)
		n += put(dst[n:], b)
		n += put(dst[n:], c)
		n += put(dst[n:], d)
	}
	for ; i < len(s); i++ {
		n += put(dst[n:], t[s[i]])
	}
	return n
}

// put writes one entry of a Table and returns its length.
func put(dst []byte, e uint32) int {
	if e>>24 == 1 {
		dst[0] = byte(e)
		return 1
	}
	dst = dst[:3]
	dst[0], dst[1], dst[2] = byte(e), byte(e>>8), byte(e>>16)
	return 3
}

// EncodedLen returns how many bytes s takes when each byte is written as t
// says.
func EncodedLen[T ~string | ~[]byte](s T, t *Table) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n += int(t[s[i]] >> 24)
	}
	return n
}
