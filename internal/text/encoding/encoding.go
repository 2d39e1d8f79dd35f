// Package encoding provides the labels and the encoders of the Encoding Standard. The encoders of golang.org/x/text
// differ: they encode some characters that the standard does not encode, and do not encode some others.
//
//	labels.txt   the labels of the standard; tables.go has them in order
//	index.txt    the indexes of the standard
//	*.bin        the same indexes, from character to pointer
package encoding

import (
	"cmp"
	_ "embed"
	"math/bits"
	"sort"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

//go:generate go run gen.go

// An Encoding is an output encoding. The zero Encoding is UTF-8.
type Encoding uint8

// Lookup returns the output encoding (§6.1) of the encoding with the given label (§4.2). It returns false if no
// encoding has this label.
func Lookup(label string) (Encoding, bool) {
	label = strings.Trim(label, " \t\n\f\r")
	if len(label) > longestLabel {
		return 0, false
	}
	var room [longestLabel]byte
	lower := ascii.AppendLower(room[:0], label)
	i, ok := sort.Find(len(labels), func(i int) int { return cmp.Compare(string(lower), labels[i].label) })
	if !ok {
		return 0, false
	}
	return labels[i].encoding, true
}

// An Encoder encodes one text. Its zero value encodes to UTF-8.
type Encoder struct {
	encoding Encoding
	state    state
}

// NewEncoder returns an encoder for one text.
func (e Encoding) NewEncoder() Encoder { return Encoder{encoding: e} }

type state uint8

const (
	stateASCII state = iota
	stateRoman
	stateJIS0208
)

var escapeSequences = [...]string{"\x1b(B", "\x1b(J", "\x1b$B"}

// None is the result of Append for a character that the encoding has.
const None rune = -1

// Append appends the bytes of the scalar value r, at most 8. lacking is None if the encoding has r. If the encoding
// lacks r, lacking is the character to report: r itself, or U+FFFD for some controls in ISO-2022-JP.
func (e *Encoder) Append(dst []byte, r rune) (_ []byte, lacking rune) {
	if e.encoding == iso2022JP {
		return e.appendISO2022JP(dst, r)
	}
	if r < utf8.RuneSelf {
		return append(dst, byte(r)), None
	}
	p, ok := 0, false
	switch e.encoding {
	case UTF8:
		return utf8.AppendRune(dst, r), None
	case gbk, gb18030:
		if e.encoding == gbk && r == '€' {
			return append(dst, 0x80), None
		}
		if p, ok = gb18030Index.find(r); ok {
			return appendPair(dst, p/190+0x81, offset(p%190, 0x41)), None
		}
		if e.encoding == gb18030 && r != '\ue5e5' {
			return appendFour(dst, rangePointer(r)), None
		}
	case big5:
		if p, ok = big5Index.find(r); ok {
			return appendPair(dst, p/157+0x81, offset(p%157, 0x62)), None
		}
	case eucKR:
		if p, ok = eucKRIndex.find(r); ok {
			return appendPair(dst, p/190+0x81, p%190+0x41), None
		}
	case eucJP, shiftJIS:
		return e.appendJapanese(dst, r)
	case userDefined:
		if '\uf780' <= r && r <= '\uf7ff' {
			return append(dst, byte(r-'\uf780'+0x80)), None
		}
	default:
		if c, ok := singleByte(int(e.encoding-firstSingle), r); ok {
			return append(dst, c), None
		}
	}
	return dst, r
}

// AppendEnd appends the bytes that end the text.
func (e *Encoder) AppendEnd(dst []byte) []byte { return e.enter(dst, stateASCII) }

// enter appends the escape sequence of a state, unless the encoder is in that state.
func (e *Encoder) enter(dst []byte, s state) []byte {
	if e.state == s {
		return dst
	}
	e.state = s
	return append(dst, escapeSequences[s]...)
}

func (e *Encoder) appendJapanese(dst []byte, r rune) (_ []byte, lacking rune) {
	p, ok := jis0208Index.find(r)
	switch {
	case ok && e.encoding == eucJP:
		p = lowestPointer(p)
		return appendPair(dst, p/94+0xA1, p%94+0xA1), None
	case ok:
		lead := p/188 + 0x81
		if lead >= 0xA0 {
			lead += 0x40
		}
		return appendPair(dst, lead, offset(p%188, 0x41)), None
	case r == '¥':
		return append(dst, '\\'), None
	case r == '‾':
		return append(dst, '~'), None
	case '\uff61' <= r && r <= '\uff9f' && e.encoding == eucJP:
		return appendPair(dst, 0x8E, int(r-'\uff61')+0xA1), None
	case '\uff61' <= r && r <= '\uff9f':
		return append(dst, byte(r-'\uff61')+0xA1), None
	case r == '\u0080' && e.encoding == shiftJIS:
		return append(dst, 0x80), None
	}
	return dst, r
}

// fullWidth is the index ISO-2022-JP katakana: the characters that ISO-2022-JP encodes in place of U+FF61 to U+FF9F.
const fullWidth = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"

func (e *Encoder) appendISO2022JP(dst []byte, r rune) (_ []byte, lacking rune) {
	switch {
	case r == 0x0E || r == 0x0F || r == 0x1B:
		if e.state == stateJIS0208 {
			dst = e.enter(dst, stateASCII)
		}
		return dst, utf8.RuneError
	case r < utf8.RuneSelf:
		if e.state != stateRoman || r == '\\' || r == '~' {
			dst = e.enter(dst, stateASCII)
		}
		return append(dst, byte(r)), None
	case r == '¥':
		return append(e.enter(dst, stateRoman), '\\'), None
	case r == '‾':
		return append(e.enter(dst, stateRoman), '~'), None
	case '\uff61' <= r && r <= '\uff9f':
		const size = len("。")
		r, _ = utf8.DecodeRuneInString(fullWidth[int(r-'\uff61')*size:])
	}
	p, ok := jis0208Index.find(r)
	if !ok {
		if e.state == stateJIS0208 {
			dst = e.enter(dst, stateASCII)
		}
		return dst, r
	}
	p = lowestPointer(p)
	return appendPair(e.enter(dst, stateJIS0208), p/94+0x21, p%94+0x21), None
}

func appendPair(dst []byte, lead, trail int) []byte { return append(dst, byte(lead), byte(trail)) }

// offset returns the trail byte with the given number. The numbers below 63 give the bytes 0x40 to 0x7E. All others
// give trail + upper.
func offset(trail, upper int) int {
	if trail < 0x3F {
		return trail + 0x40
	}
	return trail + upper
}

func appendFour(dst []byte, p int) []byte {
	return append(dst, byte(p/12600+0x81), byte(p/1260%10+0x30), byte(p/10%126+0x81), byte(p%10+0x30))
}

// The indexes, from characters to pointers.
var (
	//go:embed gb18030.bin
	gb18030Index table
	//go:embed gb18030-ranges.bin
	gb18030Ranges string // for each range, in order, its first pointer and character, 16 bits each
	//go:embed big5.bin
	big5Index table
	//go:embed euc-kr.bin
	eucKRIndex table
	//go:embed jis0208.bin
	jis0208Index table // the pointers of Shift_JIS, including the minus sign, then the data for lowestPointer
	//go:embed single.bin
	single string // for each encoding 128 characters in order, 16 bits each, and then their bytes
)

// rangePointer is the standard's "index gb18030 ranges pointer".
func rangePointer(r rune) int {
	switch {
	case r >= 0x10000:
		return 189000 + int(r-0x10000)
	case r == '\ue7c7':
		return 7457
	}
	after := sort.Search(len(gb18030Ranges)/4, func(i int) bool { return rune(get16(gb18030Ranges, 4*i+2)) > r })
	last := 4 * (after - 1) // the last range that begins at r or before
	return get16(gb18030Ranges, last) + int(r) - get16(gb18030Ranges, last+2)
}

// lowestPointer takes the pointer with which Shift_JIS encodes a character. It returns the lowest pointer of this
// character in index jis0208.
func lowestPointer(p int) int {
	const first, end = 10716, 11104 // the extensions of IBM, which the index has twice
	if p < first {
		return p
	}
	return get16(string(jis0208Index), len(jis0208Index)-2*(end-p))
}

func singleByte(n int, r rune) (byte, bool) {
	const size = 128 * 3
	chars := single[n*size : (n+1)*size]
	at := 0
	for half := 64; half > 0; half /= 2 {
		if rune(get16(chars, 2*(at+half))) <= r {
			at += half
		}
	}
	if r == 0xFFFF || rune(get16(chars, 2*at)) != r {
		return 0, false
	}
	return chars[256+at], true
}

// A table maps characters to pointers. All numbers are little-endian. For each value of r>>12, the table begins with
// one byte: the number of a group of 64 pages. Group 0 is empty. The pages follow. Each page describes 64 characters: a
// bitmap shows which of them have a pointer (64 bits), then comes the offset of the first pointer (32 bits). Pointers
// have 16 bits.
type table string

func (t table) find(r rune) (int, bool) {
	const groups, pageSize = 64, 12
	if r>>12 >= groups {
		return 0, false
	}
	at := groups + (int(t[r>>12])<<6|int(r>>6&63))*pageSize
	page := t[at : at+pageSize]
	have := ascii.Load8(string(page), 0)
	bit := uint64(1) << (r & 63)
	if have&bit == 0 {
		return 0, false
	}
	return get16(string(t), get16(string(page), 8)+get16(string(page), 10)<<16+2*bits.OnesCount64(have&(bit-1))), true
}

func get16(s string, i int) int { return int(s[i]) | int(s[i+1])<<8 }
