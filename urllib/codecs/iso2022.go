package codecs

import (
	"slices"
	"strings"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

const (
	lineFeed = '\n'
	shiftOut = 0x0E
	shiftIn  = 0x0F
	escape   = 0x1B

	twoOctets = 0x80 // marks a set with two octets for each character

	yenSign   = 0xA5
	overline  = 0x203E
	kanaFirst = 0xFF61 // half-width katakana, in JIS X 0201 from 0xA1 on
	kanaLast  = 0xFF9F
	kanaShift = kanaFirst - 0xA1
)

// A mark identifies a character set. It is the final octet of the escape sequence of the set, plus twoOctets if its
// characters have two octets.
type mark byte

const (
	markISO8859Part1  mark = 'A'
	markASCII         mark = 'B'
	markISO8859Part7  mark = 'F'
	markKatakana      mark = 'I' // JIS X 0201
	markRoman         mark = 'J' // JIS X 0201
	markJISX0208Old   mark = '@' | twoOctets
	markGB2312        mark = 'A' | twoOctets
	markJISX0208      mark = 'B' | twoOctets
	markKSX1001       mark = 'C' | twoOctets
	markJISX0212      mark = 'D' | twoOctets
	markJISX0213Old   mark = 'O' | twoOctets // plane 1 of 2000
	markJISX0213Two   mark = 'P' | twoOctets // plane 2
	markJISX0213Plane mark = 'Q' | twoOctets // plane 1 of 2004
)

// An iso2022 is one ISO 2022 encoding. sets lists its character sets in the order in which the encoder tries them.
type iso2022 struct {
	label    string
	sets     []mark
	jisx0213 string // table of JIS X 0213
	shifts   bool   // SO and SI select G0 or G1
	g2       bool   // has sets in G2, only for decoding
}

// table returns the table of a set with two octets for each character, and the row of octet 0x00 in this table.
func (x *iso2022) table(m mark) (t *table, first int) {
	name := x.jisx0213
	switch m {
	case markJISX0208, markJISX0208Old, markJISX0212:
		name = "euc_jp"
	case markGB2312:
		name = "gb2312"
	case markKSX1001:
		name = "euc_kr"
	}
	if m == markJISX0212 || m == markJISX0213Two {
		first = 0x100
	}
	return tableOf(name), first
}

type iso2022Encoder struct {
	*iso2022
	pairs   *table // the table with pairs of characters, or nil if the encoder finds none
	mode    pairMode
	g0, g1  mark
	shifted bool
}

func (x *iso2022) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	release := h.Text.Release
	e := iso2022Encoder{iso2022: x, mode: pairModeOf(x.label, release), g0: markASCII, g1: markASCII}
	if x.jisx0213 != "" && sinceFindsPairs.Include(release) {
		e.pairs = tableOf(x.jisx0213)
	}
	dst, err := codec.Encoder{Label: x.label, Reason: illegal}.Append(dst, s, h, e.next)
	if err != nil {
		return nil, err
	}
	return e.designate(e.shift(dst, false), markASCII), nil
}

func (e *iso2022Encoder) next(dst []byte, s string) ([]byte, int) {
	if s[0] < utf8.RuneSelf {
		return append(e.shift(e.designate(dst, markASCII), false), s[0]), 1
	}
	r, size := str.DecodeRune(s)
	m, code, taken := e.find(r, s[size:])
	switch {
	case code == 0:
		return dst, 0
	case !e.shifts:
		dst = e.designate(dst, m)
	default:
		if e.g1 != m {
			dst = append(dst, escape, '$', ')', byte(m&^twoOctets))
			e.g1 = m
		}
		dst = e.shift(dst, true)
	}
	if m&twoOctets != 0 {
		dst = append(dst, byte(code>>8))
	}
	return append(dst, byte(code)), size + taken
}

// shift shifts to G1, or back to G0.
func (e *iso2022Encoder) shift(dst []byte, out bool) []byte {
	if e.shifted == out {
		return dst
	}
	e.shifted = out
	if out {
		return append(dst, shiftOut)
	}
	return append(dst, shiftIn)
}

// designate makes m the set G0.
func (e *iso2022Encoder) designate(dst []byte, m mark) []byte {
	if e.g0 == m {
		return dst
	}
	e.g0 = m
	switch {
	case m&twoOctets == 0:
		return append(dst, escape, '(', byte(m))
	case m == markJISX0208:
		return append(dst, escape, '$', 'B')
	}
	return append(dst, escape, '$', '(', byte(m&^twoOctets))
}

// find returns the first set that contains r, or that contains the pair of r and the first character of rest. It also
// returns the code in this set, and the number of bytes of rest that belong to the pair. The code is 0 if no set
// contains r.
func (e *iso2022Encoder) find(r rune, rest string) (m mark, code uint32, taken int) {
	if e.pairs != nil {
		if code, taken := e.pairs.pair(r, rest, e.mode); code != 0 {
			return e.sets[1], code & 0x7F7F, taken
		}
	}
	for _, m := range e.sets {
		if code := e.code(m, r); code != 0 {
			return m, code, 0
		}
	}
	return 0, 0, 0
}

func (x *iso2022) code(m mark, r rune) uint32 {
	switch {
	case m == markJISX0208Old:
		return 0
	case m&twoOctets != 0:
		t, first := x.table(m)
		// The table of EUC-JP also has codes with other first octets.
		if code := t.code(r); code>>16 != 0 == (first != 0) && code>>8&0xFF >= 0xA1 {
			return code & 0x7F7F
		}
	case m == markRoman && r == yenSign:
		return '\\'
	case m == markRoman && r == overline:
		return '~'
	case m == markKatakana && kanaFirst <= r && r <= kanaLast:
		return uint32(r-kanaShift) & 0x7F
	}
	return 0
}

type iso2022Decoder struct {
	*iso2022
	g       [3]mark
	shifted bool
	through bool // inside an unknown escape sequence, which is text
	failed  bool // CPython fails with an internal error
}

func (x *iso2022) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	d := iso2022Decoder{iso2022: x, g: [3]mark{markASCII, markASCII, markASCII}}
	dst, err := appendDecoded(dst, b, h, x.label, false, d.next)
	if d.failed {
		return nil, plainError("RuntimeError", "internal codec error")
	}
	return dst, err
}

const atFault = -1

// next decodes the first character of b, or the octets at the beginning of b that change the state. The results are
// like longCodes.decode's, or noChar.
func (d *iso2022Decoder) next(b []byte) (rune, int) {
	c := b[0]
	switch {
	case d.through:
		d.through = !endsEscape(c)
		return rune(c), 1
	case c == escape:
		return d.escape(b)
	case c == shiftIn && d.shifts:
		d.shifted = false
		return noChar, 1
	case c == shiftOut && d.shifts:
		d.shifted = true
		return noChar, 1
	case c == lineFeed:
		d.shifted = false
		return lineFeed, 1
	case c < 0x20:
		return rune(c), 1
	case c >= utf8.RuneSelf:
		return atFault, 1
	}
	set := d.g[0]
	if d.shifted {
		set = d.g[1]
	}
	if set == markASCII {
		return rune(c), 1
	}
	n := 1
	if set&twoOctets != 0 {
		n = 2
	}
	if len(b) < n {
		return atFault, 0
	}
	if n == 2 && b[1] >= utf8.RuneSelf {
		return atFault, 2
	}
	return d.decode(set, b), n
}

func (x *iso2022) decode(m mark, b []byte) rune {
	switch m {
	case markRoman:
		switch b[0] {
		case '\\':
			return yenSign
		case '~':
			return overline
		}
		return rune(b[0])
	case markKatakana:
		if r := kanaShift + rune(b[0]|0x80); kanaFirst <= r && r <= kanaLast {
			return r
		}
		return -1
	case markISO8859Part1, markISO8859Part7:
		return -1 // these sets are only in G2
	}
	t, first := x.table(m)
	if r := t.char(first|int(b[0]|0x80), b[1]|0x80); r != 0 {
		return r
	}
	return -1
}

func endsEscape(c byte) bool { return 'A' <= c && c <= 'Z' || c == '@' }

func (d *iso2022Decoder) escape(b []byte) (rune, int) {
	if len(b) < 2 {
		return atFault, 0
	}
	switch b[1] {
	case '(', ')', '$', '.', '&':
		return d.designation(b)
	case 'N':
		if d.g2 {
			return d.single(b)
		}
	}
	d.through = true
	return escape, 1
}

// maxEscape is the smallest length of an escape sequence that is too long to be valid.
const maxEscape = 16

// designation decodes an escape sequence that designates a set.
func (d *iso2022Decoder) designation(b []byte) (rune, int) {
	n := 0
	for i := 1; i < maxEscape; i++ {
		if i >= len(b) {
			return atFault, 0
		}
		if endsEscape(b[i]) {
			n = i + 1
			break
		}
		if !d.shifts && i+1 < len(b) && b[i] == '&' && b[i+1] == '@' {
			i += 2 // the prefix of the JIS X 0208 of 1990
		}
	}
	if n == 0 {
		return atFault, 1
	}
	g, m := 0, mark(b[n-1])|twoOctets
	switch before := string(b[1 : n-1]); {
	case before == "$", before == "$(":
	case before == "$)":
		g = 1
	case before == "(":
		m = mark(b[2])
	case before == ")":
		g, m = 1, mark(b[2])
	case before == "." && d.g2:
		g, m = 2, mark(b[2])
	case n == 6 && !d.shifts && b[3] == escape && b[4] == '$' && b[5] == 'B':
		m = markJISX0208
	default:
		return atFault, n
	}
	if m != markASCII && !slices.Contains(d.sets, m) {
		return atFault, n
	}
	d.g[g] = m
	return noChar, n
}

// single decodes ESC N and the character of G2 that follows it.
func (d *iso2022Decoder) single(b []byte) (rune, int) {
	if len(b) < 3 {
		return atFault, 0
	}
	c := b[2]
	r := rune(atFault)
	switch d.g[2] {
	case markASCII:
		if c < utf8.RuneSelf {
			r = rune(c)
		}
	case markISO8859Part1:
		if c < utf8.RuneSelf {
			r = rune(c) + 0x80
		}
	case markISO8859Part7:
		// This set is the standard of 1987, which lacks three characters of the codec iso8859_7.
		c ^= 0x80
		text, err := codec.Text{}.AppendDecode(nil, []byte{c}, "iso8859_7", "strict")
		if err == nil && strings.IndexByte("\xA4\xA5\xAA", c) < 0 {
			r, _ = utf8.DecodeRune(text)
		}
	default:
		d.failed = true
		return noChar, len(b)
	}
	return r, 3
}
