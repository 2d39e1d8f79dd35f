package percent

import (
	"encoding/binary"
	"slices"

	"earl.example/internal/text/ascii"
)

// A Table defines how each byte is written: unchanged, as another byte, or as "%" and two upper-case hexadecimal
// digits. The low three bytes of an entry are the output, with the first byte lowest. The two highest bits are the
// length of the output.
type Table [256]uint32

const (
	lengthAt = 30               // position of the length in an entry
	replaced = 1 << 24          // set in an entry that replaces the byte
	changing = 1<<31 | replaced // set in entries that change the byte
)

// Seen is the bitwise OR of the words of a text. A word has eight bytes.
type Seen uint64

// NonASCII reports whether the text has a non-ASCII byte.
func (s Seen) NonASCII() bool { return s&ascii.Highs != 0 }

// NewTable returns a table that keeps letters, digits, and the ASCII bytes in class or in also. It
// percent-encodes all other bytes.
func NewTable(class ascii.Class, also string) Table {
	var t Table
	for c := range t {
		t[c] = '%' | uint32(ascii.UpperHex[c>>4])<<8 | uint32(ascii.UpperHex[c&15])<<16 | 3<<lengthAt
		if c < 0x80 && ascii.Is(byte(c), ascii.Alpha|ascii.Digit|class) {
			t[c] = uint32(c) | 1<<lengthAt
		}
	}
	t.Keep(also)
	return t
}

// Keep makes t keep the ASCII bytes of s.
func (t *Table) Keep(s string) {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x80 {
			t[s[i]] = uint32(s[i]) | 1<<lengthAt
		}
	}
}

// Replace returns t with one ASCII byte replaced by another. The old byte must not be a letter or digit.
func (t Table) Replace(old, by byte) Table {
	t[old] = uint32(by) | replaced | 1<<lengthAt
	return t
}

// encodeSize is the size of the stack buffer for a piece of text. A larger buffer is slower, because it must be
// cleared.
const encodeSize = 160

// EncodeString returns s encoded with t, and the Seen of s. It returns s itself if nothing changes.
func EncodeString[T ~string | ~[]byte](s T, t *Table) (string, Seen) {
	var buf [encodeSize]byte
	n, read, seen := encode(&buf, []byte(s), t)
	switch {
	case read < len(s):
		return encodeLong(s, t)
	case n == len(s) && string(buf[:n]) == string(s):
		return string(s), seen
	}
	return string(buf[:n]), seen
}

// encodeLong encodes text of any length. The results are like EncodeString's. It allocates only the result.
func encodeLong[T ~string | ~[]byte](s T, t *Table) (string, Seen) {
	n, entries, bytes := 0, uint32(0), byte(0)
	for i := 0; i < len(s); i++ {
		e := t[s[i]]
		n += int(e >> lengthAt)
		entries |= e
		bytes |= s[i]
	}
	if entries&changing == 0 {
		return string(s), Seen(bytes)
	}
	return ascii.Text(AppendEncode(make([]byte, 0, n), s, t)), Seen(bytes)
}

// AppendEncode appends s encoded with t.
func AppendEncode[T ~string | ~[]byte](dst []byte, s T, t *Table) []byte {
	if len(s) < 16 { // clearing a buffer would take longer
		dst = slices.Grow(dst, 3*len(s)+1) // Put writes one byte beyond its result
		n, out := len(dst), dst[:cap(dst)]
		for i := range len(s) {
			n += t.Put(out[n:], s[i])
		}
		return out[:n]
	}
	dst = slices.Grow(dst, len(s))
	var buf [encodeSize]byte
	for len(s) > 0 {
		n, read, _ := encode(&buf, []byte(s), t)
		dst = append(dst, buf[:n]...)
		s = s[read:]
	}
	return dst
}

// Put writes c, encoded with t, to dst, and returns the length. dst needs room for four bytes.
func (t *Table) Put(dst []byte, c byte) int {
	e := t[c]
	binary.LittleEndian.PutUint32(dst, e)
	return int(e >> lengthAt)
}

// room is the free space in a buffer that is needed to encode eight bytes: 24 bytes for the output, and the bytes that
// put writes after it.
const room = 32

// encode encodes s into dst until the encoding of eight more bytes may not fit. It returns the number of bytes written,
// the number of bytes read, and the Seen of the bytes read. It writes all four bytes of the entry for every byte, since
// a branch for unchanged bytes would be hard to predict. urllib.BenchmarkQuote measures it.
func encode(dst *[encodeSize]byte, s []byte, t *Table) (written, read int, seen Seen) {
	var last [8]byte
	n, i := uint(0), 0
	for i < len(s) && n <= encodeSize-room {
		w := last[:]
		if i+8 <= len(s) {
			w = s[i : i+8]
		} else {
			binary.LittleEndian.PutUint64(last[:], last8(s, uint(len(s)-i)))
		}
		i += 8
		d := (*[room]byte)(dst[n : n+room])
		p := t.put(d, 0, w[0]) // a loop takes 50 % longer
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

func (t *Table) put(d *[room]byte, p uint, c byte) uint {
	e := t[c]
	d[p], d[p+1], d[p+2], d[p+3] = byte(e), byte(e>>8), byte(e>>16), byte(e>>24)
	return p + uint(e>>lengthAt)
}

// last8 returns the last bytes of s, with the first of them lowest. left is their number, from 1 to 7. The other bytes
// of the result are letters.
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
