package codecs

import (
	_ "embed" // embeds the tables
	"math/bits"
	"slices"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

//go:generate go run gen_multibyte.go

// multibyte contains the tables that gen_multibyte.go packs. They are read in place.
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

// A grid is the offset of the table of a two-octet character set. The table begins with the first trail, the last trail
// and the offset of the cells for each lead. All cells follow.
type grid int

const (
	firstLead = 0x81
	gridLeads = 0xFE - firstLead + 1
	unmapped  = 0xFFFF // no character, although the set that this set extends has one
	wideCell  = 0xD800 // the first number of a wide cell
	wideEnd   = 0xE000
)

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

// char returns the character that two octets mean in g. If their cell in g is empty, it returns the character in base.
// If there is no character, it returns -1. A result greater than utf8.MaxRune consists of two characters of 16 bits.
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

// ranks is the offset of the codes of a character set. The data describes pages of 256 code points. It begins with how
// many pages have codes. Then comes the number of each page, or 0 if the page has no codes. Then come the pages: each
// has one bit for each code point, and the count of codes before the page. The codes follow.
type ranks int

const (
	rankPages = 0x300
	pageSize  = 4*8 + 2
)

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

// A charset is a stateless encoding with one or more octets for each character.
type charset interface {
	// decode returns the first character of b, which is not empty, and its length. For a fault, r is -1, and n is the
	// number of invalid octets, or 0 if b ends too early.
	decode(b []byte) (r rune, n int)

	// encode appends the octets of r to dst. The text rest follows r. taken is the number of bytes of rest that are
	// encoded together with r, or -1 if r cannot be encoded.
	encode(dst []byte, r rune, rest string) (out []byte, taken int)
}

type stateless struct {
	label string
	charset
	notASCII bool // some octets below 0x80 are not ASCII
}

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

// fault returns the fault that begins at b[i] and has n octets. If n is 0, it extends to the end of b.
func fault(label string, b []byte, i, n int) codec.Fault {
	if n == 0 {
		return codec.Fault{Label: label, Reason: incomplete, Start: i, End: len(b)}
	}
	return codec.Fault{Label: label, Reason: illegal, Start: i, End: i + n}
}

// appendChar appends a character, or two characters in the form that char returns.
func appendChar(dst []byte, r rune) []byte {
	if r > utf8.MaxRune {
		dst = utf8.AppendRune(dst, r>>16)
		r &= 0xFFFF
	}
	return utf8.AppendRune(dst, r)
}
