package codecs

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

const (
	yenSign      = 0xA5
	overline     = 0x203E
	kanaFirst    = 0xFF61 // half-width katakana, in JIS X 0201 from 0xA1 on
	kanaLast     = 0xFF9F
	kanaShift    = kanaFirst - 0xA1
	singleShift2 = 0x8E // precedes a half-width katakana in EUC
	singleShift3 = 0x8F // precedes a character of the third set in EUC

	// secondPlane is set in codes of JIS X 0212, and in codes of plane 2 of JIS X 0213.
	secondPlane = 0x8000

	wideBackslash     = 0xFF3C
	wideBackslashCode = 0x2140
	wideTilde         = 0xFF5E
	wideTildeCode     = 0x2232
)

func isKana(r rune) bool { return kanaFirst <= r && r <= kanaLast }

func appendEUC(dst []byte, code uint16) []byte {
	if code&secondPlane != 0 {
		dst = append(dst, singleShift3)
	}
	return append(dst, byte(code>>8)|0x80, byte(code)|0x80)
}

func eucKana(b []byte) (rune, int) {
	if b[1]-0xA1 > 0xDF-0xA1 {
		return -1, 1
	}
	return kanaShift + rune(b[1]), 2
}

// eucJP is EUC-JP: JIS X 0208, JIS X 0212 and half-width katakana.
type eucJP struct{}

func (eucJP) decode(b []byte) (rune, int) {
	n := 2
	if b[0] == singleShift3 {
		n = 3
	}
	if len(b) < n {
		return -1, 0
	}
	var c uint16
	switch b[0] {
	case singleShift2:
		return eucKana(b)
	case singleShift3:
		c = jisx0212Grid.cell(b[1], b[2])
	default:
		c = jisx0208Grid.cell(b[0], b[1])
	}
	if c == 0 {
		return -1, 1
	}
	return rune(c), n
}

func (eucJP) encode(dst []byte, r rune, _ string) ([]byte, int) {
	switch code := jisx0208Ranks.code(r); {
	case code != 0:
		return appendEUC(dst, code), 0
	case isKana(r):
		return append(dst, singleShift2, byte(r-kanaShift)), 0
	case r == yenSign:
		return append(dst, '\\'), 0
	case r == overline:
		return append(dst, '~'), 0
	}
	return dst, -1
}

func appendShiftJIS(dst []byte, code uint16) []byte {
	return appendShifted(dst, code>>8-0x21, code&0xFF-0x21)
}

// appendShifted appends the two octets of Shift_JIS for a row and a cell, which count from 0. Two rows of 94 cells
// share a lead octet.
func appendShifted(dst []byte, row, cell uint16) []byte {
	if row&1 != 0 {
		cell += 94
	}
	row >>= 1
	if row < 0x1F {
		row += 0x81
	} else {
		row += 0xC1
	}
	if cell < 0x3F {
		cell += 0x40
	} else {
		cell += 0x41
	}
	return append(dst, byte(row), byte(cell))
}

// unshift returns the row and the cell of two octets of Shift_JIS. Rows count from 0, and cells count from 0xA1. ok is
// false if trail is invalid. lead must be valid.
func unshift(lead, trail byte) (row, cell byte, ok bool) {
	if trail < 0x40 || trail == 0x7F || trail > 0xFC {
		return 0, 0, false
	}
	if lead < 0xE0 {
		lead -= 0x81
	} else {
		lead -= 0xC1
	}
	if trail < 0x80 {
		trail -= 0x40
	} else {
		trail -= 0x41
	}
	row = 2 * lead
	if trail >= 94 {
		row, trail = row+1, trail-94
	}
	return row, trail + 0xA1, true
}

// shiftJIS is Shift_JIS: JIS X 0208 and half-width katakana.
type shiftJIS struct{}

func (shiftJIS) decode(b []byte) (rune, int) {
	switch c := b[0]; {
	case c-0xA1 <= 0xDF-0xA1:
		return kanaShift + rune(c), 1
	case c-0x81 > 0x9F-0x81 && c-0xE0 > 0xEA-0xE0:
		return -1, 1
	case len(b) < 2:
		return -1, 0
	}
	return shiftedJISX0208(b)
}

// shiftedJISX0208 decodes two octets of Shift_JIS. The lead is valid.
func shiftedJISX0208(b []byte) (rune, int) {
	if row, cell, ok := unshift(b[0], b[1]); ok {
		if c := jisx0208Grid.cell(row+0xA1, cell); c != 0 {
			return rune(c), 2
		}
	}
	return -1, 1
}

func (shiftJIS) encode(dst []byte, r rune, _ string) ([]byte, int) {
	switch {
	case r == yenSign:
		return append(dst, '\\'), 0
	case r == overline:
		return append(dst, '~'), 0
	case isKana(r):
		return append(dst, byte(r-kanaShift)), 0
	}
	code := jisx0208Ranks.code(r)
	if code == 0 || code&secondPlane != 0 {
		return dst, -1
	}
	return appendShiftJIS(dst, code), 0
}

const (
	userFirst  = 0xE000 // the user-defined characters of CP932
	userEnd    = userFirst + 10*userCells
	userCells  = 188
	userLead   = 0xF0
	singleA0   = 0xF8F0 // character of octet 0xA0 in CP932
	singleFD   = 0xF8F1 // character of octet 0xFD in CP932; 0xFE and 0xFF follow
	singleLast = 0xF8F3
)

// cp932 is Windows code page 932.
type cp932 struct{}

func (cp932) decode(b []byte) (rune, int) {
	c := b[0]
	switch {
	case c == 0x80:
		return 0x80, 1
	case c == 0xA0:
		return singleA0, 1
	case c-0xA1 <= 0xDF-0xA1:
		return kanaShift + rune(c), 1
	case c >= 0xFD:
		return singleFD + rune(c-0xFD), 1
	case len(b) < 2:
		return -1, 0
	}
	if r := cp932Grid.cell(c, b[1]); r != 0 {
		return rune(r), 2
	}
	switch {
	case c <= 0x9F || 0xE0 <= c && c <= 0xEA:
		return shiftedJISX0208(b)
	case userLead <= c && c <= 0xF9:
		if row, cell, ok := unshift(c, b[1]); ok {
			return userFirst + rune(row-2*(userLead-0xC1))*94 + rune(cell-0xA1), 2
		}
	}
	return -1, 1
}

func (cp932) encode(dst []byte, r rune, _ string) ([]byte, int) {
	switch {
	case r == 0x80:
		return append(dst, 0x80), 0
	case isKana(r):
		return append(dst, byte(r-kanaShift)), 0
	case r == singleA0:
		return append(dst, 0xA0), 0
	case singleFD <= r && r <= singleLast:
		return append(dst, byte(r-singleFD)+0xFD), 0
	case userFirst <= r && r < userEnd:
		n := uint16(r - userFirst)
		return appendShifted(dst, 2*(userLead-0xC1)+n/94, n%94), 0
	}
	if code := cp932Ranks.code(r); code != 0 {
		return append(dst, byte(code>>8), byte(code)), 0
	}
	code := jisx0208Ranks.code(r)
	if code == 0 || code&secondPlane != 0 {
		return dst, -1
	}
	return appendShiftJIS(dst, code), 0
}

type jisx0213 struct {
	of2000   bool
	pairMode pairMode
}

// A pairMode says how a release handles the text after a character that can begin a pair.
type pairMode uint8

const (
	losesNUL  pairMode = iota // U+0000 is lost
	keepsNUL                  // U+10000 and other characters that end in 16 zero bits are lost
	keepsWide                 // no character is lost
)

// second returns the first character of rest and its size. Unless c is keepsWide, r has only the low 16 bits of this
// character. Both are 0 if rest is empty.
func (c pairMode) second(rest string) (r rune, size int) {
	r, size = str.DecodeRune(rest)
	if c < keepsWide {
		r &= 0xFFFF
	}
	return r, size
}

type pair struct {
	first, second uint16
	code          uint16
}

// added2004 lists the characters of JIS X 0213:2004 that JIS X 0213:2000 lacks: ten new characters, and U+9B1C in place
// of U+9B1D.
const added2004 = "\u4FF1\u525D\u541E\u5653\u59F8\u5C5B\u5E77\u7626\u7E6B\u9B1C\U00020B9F"

// U+9B1D has this code in JIS X 0213:2000. In JIS X 0213:2004, U+9B1C has it.
const (
	changed2000     = 0x9B1D
	changed2000Code = 0x7D3B
)

func (x jisx0213) char1(row, cell byte) rune {
	r := char(jisx0213Plane1Grid, jisx0208Grid, row, cell)
	if x.of2000 && isAdded2004(r) {
		return -1
	}
	return r
}

func (x jisx0213) char2(row, cell byte) rune {
	if x.of2000 && row == changed2000Code>>8|0x80 && cell == changed2000Code&0x7F|0x80 {
		return changed2000
	}
	return char(jisx0213Plane2Grid, jisx0213Plane2Grid, row, cell)
}

func isAdded2004(r rune) bool {
	for _, added := range added2004 {
		if r == added {
			return true
		}
	}
	return false
}

// code returns the code of the pair of r and the first character of rest. If JIS X 0213 lacks this pair, it returns the
// code of r, or 0 if JIS X 0213 lacks r, too. taken is the number of bytes of rest that belong to the pair. code never
// returns a code of JIS X 0212.
func (x jisx0213) code(r rune, rest string) (code uint16, taken int) {
	if x.of2000 {
		if isAdded2004(r) {
			return 0, 0
		}
		if r == changed2000 {
			return changed2000Code | secondPlane, 0
		}
	}
	code = jisx0213Ranks.code(r)
	if code == 0 {
		if code = jisx0208Ranks.code(r); code&secondPlane != 0 {
			code = 0
		}
	}
	if code == unmapped {
		code = 0
	}
	if code>>8-0x24 <= 0x2B-0x24 { // the rows that contain the first characters of pairs
		if paired, n := x.pair(r, rest); paired != 0 {
			return paired, n
		}
	}
	return code, 0
}

func (x jisx0213) pair(r rune, rest string) (code uint16, size int) {
	second, size := x.pairMode.second(rest)
	swallow := second == 0 && size > 0 && (x.pairMode == losesNUL || x.pairMode == keepsNUL && size > 1)
	for i := range pairs {
		if rune(pairs[i].first) != r {
			continue
		}
		if rune(pairs[i].second) == second {
			return pairs[i].code, size
		}
		if swallow {
			return jisx0213Alone(r), size
		}
	}
	return 0, 0
}

// jisx0213Alone returns the code of the single character r, even if r can begin a pair.
func jisx0213Alone(r rune) uint16 {
	if code := jisx0213Ranks.code(r); code != 0 {
		return code
	}
	return jisx0208Ranks.code(r)
}

// eucJIS2004 is EUC-JIS-2004, or EUC-JISX0213: JIS X 0213 and half-width katakana. At codes that plane 2 does not use,
// it also has the characters of JIS X 0212.
type eucJIS2004 struct{ jisx0213 }

func (x eucJIS2004) decode(b []byte) (rune, int) {
	n := 2
	if b[0] == singleShift3 {
		n = 3
	}
	if len(b) < n {
		return -1, 0
	}
	if b[0] == singleShift2 {
		return eucKana(b)
	}
	var r rune
	if n == 3 {
		r = x.char2(b[1], b[2])
		if r < 0 {
			r = char(jisx0212Grid, jisx0212Grid, b[1], b[2])
		}
	} else {
		switch uint16(b[0])<<8 | uint16(b[1]) {
		case wideBackslashCode | 0x8080:
			r = wideBackslash
		case wideTildeCode | 0x8080:
			r = wideTilde
		default:
			r = x.char1(b[0], b[1])
		}
	}
	if r < 0 {
		return -1, x.faultLen(b)
	}
	return r, n
}

// faultLen returns the length of the fault for two octets without a character. If JIS X 0213:2004 added a character for
// them, CPython counts both octets. If not, it counts one octet.
func (x jisx0213) faultLen(b []byte) int {
	if x.of2000 && isAdded2004(char(jisx0213Plane1Grid, jisx0208Grid, b[0], b[1])) {
		return 2
	}
	return 1
}

func (x eucJIS2004) encode(dst []byte, r rune, rest string) ([]byte, int) {
	code, taken := x.code(r, rest)
	if code == 0 {
		switch {
		case isKana(r):
			return append(dst, singleShift2, byte(r-kanaShift)), 0
		case r == wideBackslash:
			code = wideBackslashCode
		case r == wideTilde:
			code = wideTildeCode
		case !x.of2000 || !isAdded2004(r):
			code = jisx0208Ranks.code(r) // JIS X 0212
		}
	}
	if code == 0 {
		return dst, -1
	}
	return appendEUC(dst, code), taken
}

// plane2Rows lists the rows of plane 2 in the order of Shift_JIS-2004, where they follow the 94 rows of plane 1.
const (
	plane1Rows = 94
	plane2Rows = "\x21\x28\x23\x24\x25\x2C\x2D\x2E\x2F\x6E\x6F\x70\x71\x72\x73\x74\x75\x76\x77\x78\x79\x7A\x7B\x7C\x7D\x7E"
)

// shiftJIS2004 is Shift_JIS-2004, or Shift_JISX0213: JIS X 0213, and JIS X 0201 in place of ASCII.
type shiftJIS2004 struct{ jisx0213 }

func (x shiftJIS2004) decode(b []byte) (rune, int) {
	switch c := b[0]; {
	case c == '\\':
		return yenSign, 1
	case c == '~':
		return overline, 1
	case c < utf8.RuneSelf:
		return rune(c), 1
	case c-0xA1 <= 0xDF-0xA1:
		return kanaShift + rune(c), 1
	case c == 0x80 || c == 0xA0 || c > 0xFC:
		return -1, 1
	case len(b) < 2:
		return -1, 0
	}
	row, cell, ok := unshift(b[0], b[1])
	if !ok {
		return -1, 1
	}
	if row >= plane1Rows {
		if r := x.char2(plane2Rows[row-plane1Rows]|0x80, cell); r >= 0 {
			return r, 2
		}
		return -1, 1
	}
	if r := x.char1(row+0xA1, cell); r >= 0 {
		return r, 2
	}
	return -1, x.faultLen([]byte{row + 0xA1, cell})
}

func (x shiftJIS2004) encode(dst []byte, r rune, rest string) ([]byte, int) {
	switch {
	case r == '\\':
		return appendShiftJIS(dst, wideBackslashCode), 0
	case r == '~':
		return appendShiftJIS(dst, wideTildeCode), 0
	case r < utf8.RuneSelf:
		return append(dst, byte(r)), 0
	case r == yenSign:
		return append(dst, '\\'), 0
	case r == overline:
		return append(dst, '~'), 0
	case isKana(r):
		return append(dst, byte(r-kanaShift)), 0
	}
	code, taken := x.code(r, rest)
	switch {
	case code == 0:
		return dst, -1
	case code&secondPlane == 0:
		return appendShiftJIS(dst, code), taken
	}
	row := strings.IndexByte(plane2Rows, byte(code>>8&0x7F))
	return appendShifted(dst, uint16(plane1Rows+row), code&0xFF-0x21), taken
}
