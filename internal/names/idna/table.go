package idna

//go:generate go run gen.go

import "unicode/utf8"

// props are the properties of a code point: the flags of tables.go,
// Joining_Type and Canonical_Combining_Class.
type props uint32

// ccc returns the Canonical_Combining_Class.
func (p props) ccc() uint32 { return uint32(p >> cccShift) }

// join returns the Joining_Type.
func (p props) join() props { return p >> joinShift & 7 }

// virama is the class of what suppresses an inherent vowel.
const virama = 9

// anyBidi are the bits of Bidi_Class.
const anyBidi = bidiOther<<1 - 1

// classOf returns the class of a code point of Unicode.
func classOf(r rune) uint8 {
	u := uint32(r)
	mid := uint(classTop[u>>(leafBits+midBits)])<<midBits | uint(u>>leafBits)&(1<<midBits-1)
	return classLeaves[uint(classMids[mid])<<leafBits|uint(u)&(1<<leafBits-1)]
}

// mappingOf returns what UTS #46 maps a code point to that is mapped, ignored
// or a deviation.
func mappingOf(r rune) string {
	u := uint32(r)
	mid := uint(mapTop[u>>(leafBits+midBits)])<<midBits | uint(u>>leafBits)&(1<<midBits-1)
	at := int(mapLeaves[uint(mapMids[mid])<<leafBits|uint(u)&(1<<leafBits-1)])
	return mapTexts[at+1 : at+1+int(mapTexts[at])]
}

// IsIgnored reports whether UTS #46 drops a code point from names. A joiner is
// not dropped: it is a deviation.
func IsIgnored(r rune) bool {
	return r >= utf8.RuneSelf && r <= utf8.MaxRune && classProps[classOf(r)]&mapped != 0 && mappingOf(r) == ""
}

// A char is a code point on its way through the processing: the code point,
// above it its class, and above that the offset of what it came from in the
// input.
type char uint64

const (
	codeBits  = 21
	classBits = 8
	atShift   = codeBits + classBits // which leaves 35 bits
)

// newChar returns a code point that came from offset at.
func newChar(r rune, at int) char { return classed(r, classOf(r), at) }

// classed is newChar where the class is known.
func classed(r rune, class uint8, at int) char {
	return char(r) | char(class)<<codeBits | char(at)<<atShift
}

func (c char) code() rune   { return rune(c & (1<<codeBits - 1)) }
func (c char) props() props { return classProps[uint8(c>>codeBits)] }
func (c char) at() int      { return int(c >> atShift) }

// appendUTF8 appends the code points of s to dst.
func appendUTF8(dst []byte, s []char) []byte {
	for _, c := range s {
		dst = utf8.AppendRune(dst, c.code())
	}
	return dst
}
