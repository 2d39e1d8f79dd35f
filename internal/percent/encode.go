package percent

import (
	"encoding/binary"
	"slices"
	"strings"

	"earl.example/internal/ascii"
)

// A Table says how each byte is written: as itself, as another byte, or as
// "%" and two upper-case hexadecimal digits. The low three bytes of an entry
// are the output, first byte lowest; the high byte is the length of that with
// what [Seen] tells of it. ASCII letters and digits are always written as
// themselves.
type Table [256]uint32

// Seen tells what bytes a text has: it is the high bytes of their entries
// or-ed together.
type Seen uint8

const (
	lengths  Seen = 3
	replaced Seen = 0x40 // a byte that another stands for
	nonASCII Seen = 0x80
)

// Changed reports whether there was a byte that is not written as itself.
func (s Seen) Changed() bool { return s&^nonASCII != 1 && s != 0 }

// NonASCII reports whether there was a byte beyond ASCII.
func (s Seen) NonASCII() bool { return s&nonASCII != 0 }

// plain is the high byte of the entry of a byte that is written as itself,
// and the high bytes of several such entries or-ed.
const plain = 1

// NewTable returns the table that keeps letters, digits, the ASCII bytes of
// class and those of also, as Keep does, and escapes all others.
func NewTable(class ascii.Class, also string) Table {
	const upperHex = "0123456789ABCDEF"
	var t Table
	for c := range t {
		t[c] = '%' | uint32(upperHex[c>>4])<<8 | uint32(upperHex[c&15])<<16 | 3<<24
		switch {
		case c >= 0x80:
			t[c] |= uint32(nonASCII) << 24
		case ascii.Is(byte(c), ascii.Alpha|ascii.Digit|class):
			t[c] = uint32(c) | plain<<24
		}
	}
	t.Keep(also)
	return t
}

// Keep makes t keep the ASCII bytes of s. Others are ignored.
func (t *Table) Keep(s string) {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x80 {
			t[s[i]] = uint32(s[i]) | plain<<24
		}
	}
}

// Replace makes t write the ASCII byte old, which is no letter or digit, as the
// byte by.
func (t *Table) Replace(old, by byte) { t[old] = uint32(by) | (plain|uint32(replaced))<<24 }

// shortRoom is the size of the buffer on the stack in which EncodeString writes
// short text. It has to be cleared, so it is not larger.
const shortRoom = 128

// EncodeString returns s with each byte written as t says, s itself if that is
// the same, and what it has seen in s.
//
// Four bytes that need no escape go together; urllib.BenchmarkQuote
// measures it.
func EncodeString[T ~string | ~[]byte](s T, t *Table) (string, Seen) {
	var buf [shortRoom]byte
	n, i := 0, 0
	all := uint32(0)
	for n <= len(buf)-room {
		var x uint32
		switch left := len(s) - i; {
		case left >= 4:
			x = load4(s[i : i+4])
		case left > 0 && len(s) >= 4:
			// The last bytes, and letters after them.
			x = load4(s[len(s)-4:])>>(32-8*uint(left)) | aaaa<<(8*uint(left))
		case left > 0:
			x = short4(s)
		case Seen(all >> 24).Changed():
			return string(buf[:n+left]), Seen(all >> 24) // without those letters
		default:
			return string(s), Seen(all >> 24)
		}
		a, b, c, d := t[byte(x)], t[byte(x>>8)], t[byte(x>>16)], t[x>>24]
		four := a | b | c | d
		all |= four
		i += 4
		binary.LittleEndian.PutUint32(buf[n:], x)
		if four>>24 == plain {
			n += 4
			continue
		}
		n += put(buf[n:], a)
		n += put(buf[n:], b)
		n += put(buf[n:], c)
		n += put(buf[n:], d)
	}
	return encodeLong(s, t)
}

// encodeLong is EncodeString for text of any length.
func encodeLong[T ~string | ~[]byte](s T, t *Table) (string, Seen) {
	n, seen := encodedLen(s, t)
	if !seen.Changed() {
		return string(s), seen
	}
	// In pieces, so that the result is the only memory of its size.
	var b strings.Builder
	b.Grow(n)
	var buf [3*longPiece + room]byte
	for len(s) > 0 {
		part := s[:min(len(s), longPiece)]
		s = s[len(part):]
		b.Write(buf[:encode(buf[:], part, t)])
	}
	return b.String(), seen
}

// longPiece is how many bytes of a long text are written at a time.
const longPiece = 256

// AppendEncode appends s with each byte written as t says.
func AppendEncode[T ~string | ~[]byte](dst []byte, s T, t *Table) []byte {
	if len(s) > 4*longPiece {
		n, _ := encodedLen(s, t)
		dst = slices.Grow(dst, n+room)
		return dst[:len(dst)+encode(dst[len(dst):cap(dst)], s, t)]
	}
	dst = slices.Grow(dst, 3*len(s)+room)
	return dst[:len(dst)+encode(dst[len(dst):cap(dst)], s, t)]
}

// Put writes c to dst as t says, and returns how many bytes that takes. It needs
// room for four.
func (t *Table) Put(dst []byte, c byte) int { return put(dst, t[c]) }

// room is how much room must be left in a buffer for four bytes: twelve of
// output, and what put writes beyond.
const room = 16

// encode writes s to dst, which has room for it, each byte as t says, and
// returns how many bytes that took.
func encode[T ~string | ~[]byte](dst []byte, s T, t *Table) int {
	n, i := 0, 0
	for ; i+4 <= len(s); i += 4 {
		x := load4(s[i : i+4])
		a, b, c, d := t[byte(x)], t[byte(x>>8)], t[byte(x>>16)], t[x>>24]
		if (a|b|c|d)>>24 == plain {
			binary.LittleEndian.PutUint32(dst[n:], x)
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

// load4 returns the four bytes of s, the first one lowest.
func load4[T ~string | ~[]byte](s T) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// short4 is load4 of less than four bytes, and letters after them.
func short4[T ~string | ~[]byte](s T) uint32 {
	x := uint32(aaaa)
	for i := len(s) - 1; i >= 0; i-- {
		x = x<<8 | uint32(s[i])
	}
	return x
}

// aaaa is four letters.
const aaaa = 'a' | 'a'<<8 | 'a'<<16 | 'a'<<24

// put writes one entry of a Table and returns its length. It writes all of the
// entry whatever the length, since a branch on that is hard to foretell.
func put(dst []byte, e uint32) int {
	binary.LittleEndian.PutUint32(dst, e)
	return int(e>>24) & int(lengths)
}

// encodedLen returns how many bytes s takes when each byte is written as t
// says, and what they are.
func encodedLen[T ~string | ~[]byte](s T, t *Table) (n int, seen Seen) {
	for i := 0; i < len(s); i++ {
		e := Seen(t[s[i]] >> 24)
		n += int(e & lengths)
		seen |= e
	}
	return n, seen
}
