package codecs

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// A charmap is a codec that maps each character to one byte by a table. Every mapped character is in the Basic
// Multilingual Plane. If several bytes decode to the same character, it is encoded as the highest of these bytes, as in
// CPython.
type charmap struct {
	// decode holds the characters of the bytes 0x00-0x7F and of the bytes 0x80-0xFF. A byte without a character has the
	// value undefined.
	decode [2]*[128]uint16
	// ascii has the byte of each ASCII character, or 0 if the character has no byte. It is nil if the codec contains
	// ASCII.
	ascii *[128]uint8
	// others is a hash table with the bytes of all other characters. It uses linear probing. A free slot is 0.
	others *[256]uint8
	// hash is the multiplier of the hash function. The search for r starts at the high byte of uint16(r)*hash.
	hash uint16
}

// undefined marks a byte without a character. It is a noncharacter, to which no codec decodes a byte.
const undefined = 0xFFFE

func (c *charmap) encode(r rune) (b byte, ok bool) {
	if r < utf8.RuneSelf {
		if c.ascii == nil {
			return byte(r), true
		}
		b = c.ascii[r]
		return b, b != 0 || r == 0
	}
	if r >= undefined {
		return 0, false
	}
	for i := uint8(uint16(r) * c.hash >> 8); ; i++ {
		b = c.others[i]
		if b == 0 {
			return 0, false
		}
		if rune(c.decode[b>>7][b&0x7F]) == r {
			return b, true
		}
	}
}

// AppendEncode passes each run of unmapped characters to the handler as one fault.
func (c *charmap) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			if c.ascii == nil {
				n := ascii.Prefix(s[i:])
				dst = append(dst, s[i:i+n]...)
				i += n
				continue
			}
			if b := c.ascii[s[i]]; b != 0 {
				dst = append(dst, b)
				i++
				continue
			}
		}
		r, size := decodeRune(s[i:])
		if b, ok := c.encode(r); ok {
			dst = append(dst, b)
			i += size
			continue
		}
		f := Fault{Label: "charmap", Reason: "character maps to <undefined>", Start: i}
		for i += size; i < len(s); i += size {
			r, size = decodeRune(s[i:])
			if _, ok := c.encode(r); ok {
				break
			}
		}
		f.End = i
		before := len(dst)
		out, raw, err := h.Encode(dst, s, f)
		if err != nil {
			return nil, err
		}
		dst = out
		if raw || c.ascii == nil {
			continue
		}
		for k, text := range dst[before:] {
			b, ok := c.encode(rune(text))
			if !ok {
				return nil, EncodeError(s, f)
			}
			dst[before+k] = b
		}
	}
	return dst, nil
}

// AppendDecode passes each unmapped byte to the handler as one fault.
func (c *charmap) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	low, high := c.decode[0], c.decode[1]
	for i := 0; i < len(b); {
		var r uint16
		if x := b[i]; x >= 0x80 {
			r = high[x&0x7F]
		} else if c.ascii == nil { // then bytes equal the ASCII characters
			n := ascii.Prefix(b[i:])
			dst = append(dst, b[i:i+n]...)
			i += n
			continue
		} else {
			r = low[x]
		}
		if r != undefined {
			dst = appendBasic(dst, r)
			i++
			continue
		}
		f := Fault{Label: "charmap", Reason: "character maps to <undefined>", Start: i, End: i + 1}
		var err error
		if dst, i, err = h.Decode(dst, b, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}
