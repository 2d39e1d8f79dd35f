package codecs

import (
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/tables"
)

// A charmap is a codec that maps each character to one byte by a table, which the first use reads.
type charmap struct {
	label, reason string
	table         func() *byteTable
}

// A byteTable has the characters of bytes, and the inverse. Every character is in the Basic Multilingual Plane. If
// several bytes decode to the same character, it is encoded as the highest of these bytes, as in CPython.
type byteTable struct {
	chars [256]uint16
	bytes [256]*[256]uint8 // by character; 0 means no byte, except for U+0000
	ascii bool             // the codec contains ASCII
}

// undefined marks a byte without a character. It is a noncharacter, to which no codec decodes a byte.
const undefined = 0xFFFE

var (
	asciiCodec  = newCharmap("ascii", "ordinal not in range(128)", "0-7F,-80")
	latin1Codec = newCharmap("latin-1", "ordinal not in range(256)", "0-FF")
)

func newCharmap(label, reason, runs string) Codec {
	return charmap{label, reason, sync.OnceValue(func() *byteTable { return readCharmap(runs) })}
}

// readCharmap returns the table with the given characters, such as 0-7F,20AC,-A. Here -A means ten bytes without a
// character.
func readCharmap(runs string) *byteTable {
	t := &byteTable{ascii: true}
	b := 0
	for run := range strings.SplitSeq(runs, ",") {
		n, missing := strings.CutPrefix(run, "-")
		first, last := tables.Range(n)
		if missing {
			first, last = 1, first
		}
		for r := first; r <= last; r++ {
			c := uint16(r)
			if missing {
				c = undefined
			}
			t.chars[b] = c
			if t.bytes[c>>8] == nil {
				t.bytes[c>>8] = new([256]uint8)
			}
			t.bytes[c>>8][c&0xFF] = uint8(b)
			b++
		}
	}
	for r := range rune(utf8.RuneSelf) {
		b, _ := t.encode(r)
		t.ascii = t.ascii && rune(b) == r && rune(t.chars[b]) == r
	}
	return t
}

func (t *byteTable) encode(r rune) (b byte, ok bool) {
	if r >= undefined || t.bytes[r>>8] == nil {
		return b, false
	}
	b = t.bytes[r>>8][r&0xFF]
	return b, b != 0 || r == 0
}

func (c charmap) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	t := c.table()
	e := Encoder{Label: c.label, Reason: c.reason, Runs: true, ASCII: t.ascii}
	return e.Append(dst, s, h, func(dst []byte, s string) ([]byte, int) {
		r, size := str.DecodeRune(s)
		b, ok := t.encode(r)
		if !ok {
			return dst, 0
		}
		return append(dst, b), size
	})
}

func (c charmap) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	t := c.table()
	return AppendDecoded(dst, b, h, c.label, t.ascii, func(dst, b []byte) ([]byte, int, string) {
		r := t.chars[b[0]]
		if r == undefined {
			return dst, 1, c.reason
		}
		return appendBasic(dst, r), 1, ""
	})
}

// appendBasic appends r. utf8.AppendRune takes longer.
func appendBasic(dst []byte, r uint16) []byte {
	switch {
	case r < 0x80:
		return append(dst, byte(r))
	case r < 0x800:
		return append(dst, 0xC0|byte(r>>6), 0x80|byte(r)&0x3F)
	}
	return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}
