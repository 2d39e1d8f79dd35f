package codecs

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

// A charmap is a codec that maps each character to one byte by a table, which the first use reads.
type charmap func() *byteTable

// A byteTable has the characters of bytes, and the inverse. Every character is in the Basic Multilingual Plane. If
// several bytes decode to the same character, it is encoded as the highest of these bytes, as in CPython.
type byteTable struct {
	chars [256]uint16
	bytes [256]*[256]uint8 // by character; 0 means no byte, except for U+0000
	ascii bool             // the codec contains ASCII
}

// undefined marks a byte without a character. It is a noncharacter, to which no codec decodes a byte.
const undefined = 0xFFFE

// newCharmap returns the codec with the given characters, such as 0-7F,20AC,-A. Here -A means ten bytes without a
// character.
func newCharmap(runs string) Codec {
	return charmap(sync.OnceValue(func() *byteTable {
		t := &byteTable{}
		b := 0
		add := func(c uint16) {
			t.chars[b] = c
			if t.bytes[c>>8] == nil {
				t.bytes[c>>8] = new([256]uint8)
			}
			t.bytes[c>>8][c&0xFF] = uint8(b)
			b++
		}
		for run := range strings.SplitSeq(runs, ",") {
			if n, ok := strings.CutPrefix(run, "-"); ok {
				for range str.ParseNumber(n, 16) {
					add(undefined)
				}
				continue
			}
			first, last := str.ParseRange(run)
			for r := first; r <= last; r++ {
				add(uint16(r))
			}
		}
		t.ascii = true
		for r := range rune(utf8.RuneSelf) {
			b, _ := t.encode(r)
			t.ascii = t.ascii && rune(b) == r && rune(t.chars[b]) == r
		}
		return t
	}))
}

func (t *byteTable) encode(r rune) (b byte, ok bool) {
	if r >= undefined || t.bytes[r>>8] == nil {
		return 0, false
	}
	b = t.bytes[r>>8][r&0xFF]
	return b, b != 0 || r == 0
}

// AppendEncode passes each run of unmapped characters to the handler as one fault.
func (c charmap) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	t := c()
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && t.ascii {
			n := ascii.Prefix(s[i:])
			dst = append(dst, s[i:i+n]...)
			i += n
			continue
		}
		r, size := decodeRune(s[i:])
		if b, ok := t.encode(r); ok {
			dst = append(dst, b)
			i += size
			continue
		}
		f := Fault{Label: "charmap", Reason: "character maps to <undefined>", Start: i}
		for i += size; i < len(s); i += size {
			r, size = decodeRune(s[i:])
			if _, ok := t.encode(r); ok {
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
		if raw || t.ascii {
			continue
		}
		for k, text := range dst[before:] {
			b, ok := t.encode(rune(text))
			if !ok {
				return nil, EncodeError(s, f)
			}
			dst[before+k] = b
		}
	}
	return dst, nil
}

// AppendDecode passes each unmapped byte to the handler as one fault.
func (c charmap) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	t := c()
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf && t.ascii {
			n := ascii.Prefix(b[i:])
			dst = append(dst, b[i:i+n]...)
			i += n
			continue
		}
		if r := t.chars[b[i]]; r != undefined {
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
