package codecs

import (
	_ "embed" // for the tables
	"math/bits"
	"slices"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

//go:generate go run gen_multibyte.go

// multibyte is the tables that gen_multibyte.go packs. They are read in place.
//
//go:embed multibyte.bin
var multibyte string

func uint16At(data string, at int) uint16 {
	data = data[at : at+2]
	return uint16(data[0]) | uint16(data[1])<<8
}

func uint32At(data string, at int) uint32 {
	return uint32(uint16At(data, at)) | uint32(uint16At(data, at+2))<<16
}

func uint64At(data string, at int) uint64 {
	data = data[at : at+8]
	return uint64(data[0]) | uint64(data[1])<<8 | uint64(data[2])<<16 | uint64(data[3])<<24 |
		uint64(data[4])<<32 | uint64(data[5])<<40 | uint64(data[6])<<48 | uint64(data[7])<<56
}

// A grid is where the table of a character set of two octets a character
// starts: for each lead its first and last trail and where its cells start,
// then the cells.
type grid int

const (
	firstLead = 0x81
	gridLeads = 0xFE - firstLead + 1
	unmapped  = 0xFFFF // not in this set, though in the one that it adds to
	wideCell  = 0xD800 // the first number of a wide cell
	wideEnd   = 0xE000
)

// cell returns the cell of two octets, 0 if it is empty.
func (g grid) cell(lead, trail byte) uint16 {
	lead -= firstLead
	if lead >= gridLeads {
		return 0
	}
	row := int(g) + int(lead)*4
	first, last := multibyte[row], multibyte[row+1]
	if trail < first || trail > last {
		return 0
	}
	return uint16At(multibyte, int(g)+gridLeads*4+2*(int(uint16At(multibyte, row+2))+int(trail-first)))
}

// char returns the character of two octets: that of the first of two tables
// that has one. It is -1 if there is none, and two characters of the Basic
// Multilingual Plane if it is more than utf8.MaxRune.
func char(g, base grid, lead, trail byte) rune {
	c := g.cell(lead, trail)
	if c == 0 {
		c = base.cell(lead, trail)
	}
	switch {
	case c == 0 || c == unmapped:
		return -1
	case wideCell <= c && c < wideEnd:
		return rune(uint32At(multibyte, wideCells+4*int(c-wideCell)))
	}
	return rune(c)
}

// ranks is where the codes of a character set start: how many pages of 256
// code points it has, the number of each page, 0 for none; for each page a bit
// for each code point and how many codes there are before the page; the codes.
type ranks int

const (
	rankPages = 0x300
	pageSize  = 4*8 + 2
)

// code returns the code of a character, 0 if there is none.
func (k ranks) code(r rune) uint16 {
	page := int(r >> 8)
	if page >= rankPages {
		return 0
	}
	number := int(uint16At(multibyte, int(k)+2+2*page))
	if number == 0 {
		return 0
	}
	pages := int(k) + 2 + 2*rankPages
	at := pages + (number-1)*pageSize
	word := int(r >> 6 & 3)
	bitmap := uint64At(multibyte, at+8*word)
	if bitmap>>(r&63)&1 == 0 {
		return 0
	}
	rank := int(uint16At(multibyte, at+4*8)) + bits.OnesCount64(bitmap&(1<<(r&63)-1))
	for w := range word {
		rank += bits.OnesCount64(uint64At(multibyte, at+8*w))
	}
	count := int(uint16At(multibyte, int(k)))
	return uint16At(multibyte, pages+count*pageSize+2*rank)
}

// codeOf returns the code of a character in the first of two sets that has
// one, 0 if there is none.
func codeOf(k, base ranks, r rune) uint16 {
	code := k.code(r)
	if code == 0 {
		code = base.code(r)
	}
	if code == unmapped {
		return 0
	}
	return code
}

const (
	illegal    = "illegal multibyte sequence"
	incomplete = "incomplete multibyte sequence"
)

// A charset is an encoding of one or more octets a character without state.
type charset interface {
	// decode returns the first character of b, which is not empty, and how
	// many octets it takes. If there is none, the character is -1 and the
	// number is of the octets at fault, 0 where more are needed to tell. A
	// number above utf8.MaxRune is two characters, as char has it.
	decode(b []byte) (r rune, n int)

	// encode appends the octets of r to dst. It returns how many bytes it
	// took of rest, which is what follows, or -1 if it cannot encode r.
	encode(dst []byte, r rune, rest string) (out []byte, taken int)
}

// A stateless is the codec of a charset.
type stateless struct {
	label string
	charset
	notASCII bool // some octets below 0x80 are other characters
}

// AppendEncode hands unmapped characters to the handler one by one.
func (x *stateless) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && !x.notASCII {
			n := ascii.Prefix(s[i:])
			dst = append(dst, s[i:i+n]...)
			i += n
			continue
		}
		r, size := str.DecodeRune(s[i:])
		out, taken := x.encode(dst, r, s[i+size:])
		if taken >= 0 {
			dst = out
			i += size + taken
			continue
		}
		before := len(dst)
		out, raw, err := h.Encode(dst, s, codec.Fault{Label: x.label, Reason: illegal, Start: i, End: i + size})
		if err != nil {
			return nil, err
		}
		dst = out
		if !raw && x.notASCII {
			text := string(dst[before:])
			dst = dst[:before]
			for j := range len(text) {
				dst, _ = x.encode(dst, rune(text[j]), "")
			}
		}
		i += size
	}
	return dst, nil
}

// AppendDecode hands to the handler what decode finds at fault.
func (x *stateless) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf && !x.notASCII {
			n := ascii.Prefix(b[i:])
			dst = append(dst, b[i:i+n]...)
			i += n
			continue
		}
		r, n := x.decode(b[i:])
		if r >= 0 {
			dst = appendChar(dst, r)
			i += n
			continue
		}
		var err error
		if dst, i, err = h.Decode(dst, b, fault(x.label, b, i, n)); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// fault returns the fault at b[i] of n octets, or of all that is left if n is 0.
func fault(label string, b []byte, i, n int) codec.Fault {
	if n == 0 {
		return codec.Fault{Label: label, Reason: incomplete, Start: i, End: len(b)}
	}
	return codec.Fault{Label: label, Reason: illegal, Start: i, End: i + n}
}

// appendChar appends a character, or two as char has them.
func appendChar(dst []byte, r rune) []byte {
	if r > utf8.MaxRune {
		dst = utf8.AppendRune(dst, r>>16)
		r &= 0xFFFF
	}
	return utf8.AppendRune(dst, r)
}
