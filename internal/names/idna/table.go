package idna

//go:generate go run gen.go

import "unicode/utf8"

// props are the properties of a code point: flags, Joining_Type and Canonical_Combining_Class.
type props uint32

func (p props) ccc() uint32 { return uint32(p >> cccShift) }

func (p props) join() props { return p >> joinShift & 7 }

const virama = 9

const anyBidi = bidiOther<<1 - 1

func classOf(r rune) uint8 {
	u := uint32(r)
	mid := uint(classTop[u>>(leafBits+midBits)])<<midBits | uint(u>>leafBits)&(1<<midBits-1)
	return classLeaves[uint(classMids[mid])<<leafBits|uint(u)&(1<<leafBits-1)]
}

// mappingOf returns the mapping of r, which has status mapped, ignored or deviation.
func mappingOf(r rune) string {
	u := uint32(r)
	mid := uint(mapTop[u>>(leafBits+midBits)])<<midBits | uint(u>>leafBits)&(1<<midBits-1)
	at := int(mapLeaves[uint(mapMids[mid])<<leafBits|uint(u)&(1<<leafBits-1)])
	return mapTexts[at+1 : at+1+int(mapTexts[at])]
}

// IsIgnored reports whether UTS #46 removes r from names. A joiner is a deviation.
func IsIgnored(r rune) bool {
	return r >= utf8.RuneSelf && r <= utf8.MaxRune && classProps[classOf(r)]&mapped != 0 && mappingOf(r) == ""
}

// A char packs three numbers, from the lowest bits up: a code point, its class, and the offset in the input of the code
// point that it was mapped or decoded from.
type char uint64

const (
	codeBits  = 21
	classBits = 8
	atShift   = codeBits + classBits // leaves 35 bits
)

func newChar(r rune, at int) char { return classed(r, classOf(r), at) }

func classed(r rune, class uint8, at int) char {
	return char(r) | char(class)<<codeBits | char(at)<<atShift
}

func (c char) code() rune   { return rune(c & (1<<codeBits - 1)) }
func (c char) props() props { return classProps[uint8(c>>codeBits)] }
func (c char) at() int      { return int(c >> atShift) }

func appendUTF8(dst []byte, s []char) []byte {
	for _, c := range s {
		dst = utf8.AppendRune(dst, c.code())
	}
	return dst
}
