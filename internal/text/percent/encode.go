package percent

import (
	"encoding/binary"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// A Table says how each byte is written: as itself, as another byte, or as
// "%" and two upper-case hexadecimal digits. The low three bytes of an entry
// are the output, first byte lowest; the two highest bits are its length.
// ASCII letters and digits are always written as themselves.
type Table [256]uint32

const (
	lengthAt = 30               // of the length in an entry
	replaced = 1 << 24          // set in an entry for a byte that another stands for
	changing = 1<<31 | replaced // bits of the entries that do not write the byte as itself
)

// Seen is all bytes of a text or-ed together, eight by eight.
type Seen uint64

// NonASCII reports whether there was a byte beyond ASCII.
func (s Seen) NonASCII() bool { return s&ascii.Highs != 0 }

// NewTable returns the table that keeps letters, digits, the ASCII bytes of
// class and those of also, as Keep does, and escapes all others.
func NewTable(class ascii.Class, also string) Table {
	const upperHex = "0123456789ABCDEF"
	var t Table
	for c := range t {
		t[c] = '%' | uint32(upperHex[c>>4])<<8 | uint32(upperHex[c&15])<<16 | 3<<lengthAt
		if c < 0x80 && ascii.Is(byte(c), ascii.Alpha|ascii.Digit|class) {
			t[c] = uint32(c) | 1<<lengthAt
		}
	}
	t.Keep(also)
	return t
}

// Keep makes t keep the ASCII bytes of s. Others are ignored.
func (t *Table) Keep(s string) {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x80 {
			t[s[i]] = uint32(s[i]) | 1<<lengthAt
		}
	}
}

// Replace makes t write the ASCII byte old, which is no letter or digit, as the
// byte by.
func (t *Table) Replace(old, by byte) { t[old] = uint32(by) | replaced | 1<<lengthAt }

// encodeRoom is the size of the buffer on the stack for a short text, or a piece of a
// long one. It has to be cleared, so it is not larger.
const encodeRoom = 160

// EncodeString returns s with each byte written as t says, s itself if that is
// the same, and what it has seen in s.
func EncodeString[T ~string | ~[]byte](s T, t *Table) (string, Seen) {
	var buf [encodeRoom]byte
	n, read, seen := encode(&buf, []byte(s), t)
	switch {
	case read < len(s):
		return encodeLong(s, t)
	case n == len(s) && string(buf[:n]) == string(s):
		return string(s), seen
	}
	return string(buf[:n]), seen
}

// encodeLong is EncodeString for text of any length.
func encodeLong[T ~string | ~[]byte](s T, t *Table) (string, Seen) {
	n, same := encodedLen(s, t)
	var seen Seen
	if same {
		for i := 0; i < len(s); i++ {
			seen |= Seen(s[i])
		}
		return string(s), seen
	}
	// In pieces, so that the result is the only memory of its size.
	var b strings.Builder
	b.Grow(n)
	var buf [encodeRoom]byte
	for len(s) > 0 {
		n, read, more := encode(&buf, []byte(s), t)
		b.Write(buf[:n])
		s = s[read:]
		seen |= more
	}
	return b.String(), seen
}

// AppendEncode appends s with each byte written as t says.
func AppendEncode[T ~string | ~[]byte](dst []byte, s T, t *Table) []byte {
	if len(s) < 16 {
		return appendShort(dst, []byte(s), t)
	}
	return appendLong(dst, []byte(s), t)
}

// appendShort is AppendEncode for text that is so short that to write eight bytes at
// a time would take longer.
func appendShort(dst, s []byte, t *Table) []byte {
	dst = slices.Grow(dst, 3*len(s)+1) // Put takes a byte more
	n, out := len(dst), dst[:cap(dst)]
	for _, c := range s {
		n += t.Put(out[n:], c)
	}
	return out[:n]
}

// appendLong is AppendEncode for text of any length.
func appendLong(dst, s []byte, t *Table) []byte {
	most := 3 * len(s)
	if len(s) > longest {
		most, _ = encodedLen(s, t)
	}
	dst = slices.Grow(dst, most)
	var buf [encodeRoom]byte
	for len(s) > 0 {
		n, read, _ := encode(&buf, s, t)
		dst = append(dst, buf[:n]...)
		s = s[read:]
	}
	return dst
}

// longest is the length of the longest text for which appendLong makes as much room
// as it could need, without counting.
const longest = 1024

// Put writes c to dst as t says, and returns how many bytes that takes. It needs
// room for four.
func (t *Table) Put(dst []byte, c byte) int {
	e := t[c]
	binary.LittleEndian.PutUint32(dst, e)
	return int(e >> lengthAt)
}

// room is how much room must be left in a buffer for eight bytes: 24 of output,
// and what is written beyond.
const room = 32

// encode writes s to dst, each byte as t says, until there is less room than for
// eight bytes, and returns how many bytes it has written and read, and what it has
// seen in those.
//
// It does the same for all bytes, since URLs have so many to escape that a branch
// on that is hard to foretell; and it writes all of an entry whatever its length.
// urllib.BenchmarkQuote measures it.
func encode(dst *[encodeRoom]byte, s []byte, t *Table) (written, read int, seen Seen) {
	var last [8]byte
	n, i := uint(0), 0
	for i < len(s) && n <= encodeRoom-room {
		w := last[:]
		if i+8 <= len(s) {
			w = s[i : i+8]
		} else {
			binary.LittleEndian.PutUint64(last[:], last8(s, uint(len(s)-i)))
		}
		i += 8
		d := (*[room]byte)(dst[n : n+room])
		p := t.put(d, 0, w[0]) // a loop takes half as long again
		p = t.put(d, p, w[1])
		p = t.put(d, p, w[2])
		p = t.put(d, p, w[3])
		p = t.put(d, p, w[4])
		p = t.put(d, p, w[5])
		p = t.put(d, p, w[6])
		p = t.put(d, p, w[7])
		seen |= Seen(binary.LittleEndian.Uint64(w))
		n += p
	}
	if i > len(s) {
		n, i = n-uint(i-len(s)), len(s)
	}
	return int(n), i, seen
}

// put is Put at offset p of d; it returns the offset of what follows.
func (t *Table) put(d *[room]byte, p uint, c byte) uint {
	e := t[c]
	d[p], d[p+1], d[p+2], d[p+3] = byte(e), byte(e>>8), byte(e>>16), byte(e>>24)
	return p + uint(e>>lengthAt)
}

// last8 returns the last bytes of s, one to seven, the first one lowest, and letters
// after them.
func last8(s []byte, left uint) uint64 {
	const letters = 'a' * ascii.Ones
	if len(s) >= 8 {
		return binary.LittleEndian.Uint64(s[len(s)-8:])>>(8*(8-left)%64) | letters<<(8*left%64)
	}
	x := uint64(letters)
	for i := len(s) - 1; i >= 0; i-- {
		x = x<<8 | uint64(s[i])
	}
	return x
}

// encodedLen returns how many bytes s takes when each byte is written as t
// says, and whether that is s itself.
func encodedLen[T ~string | ~[]byte](s T, t *Table) (n int, same bool) {
	all := uint32(0)
	for i := 0; i < len(s); i++ {
		e := t[s[i]]
		n += int(e >> lengthAt)
		all |= e
	}
	return n, all&changing == 0
}
