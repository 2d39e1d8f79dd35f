package codecs

import (
	"sort"
	"strings"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

const (
	illegal    = "illegal multibyte sequence"
	incomplete = "incomplete multibyte sequence"

	singleShift3 = 0x8F // the first of three octets in EUC
)

// A stateless is an encoding that has no shifts. The table has the name of the label.
type stateless struct {
	label    string
	notASCII bool      // some octets below 0x80 are not ASCII
	alone    string    // octets that are invalid whatever follows
	newer    string    // table with more characters; CPython accepts their first octets, and rejects them as a whole
	long     longCodes // or nil
}

// longCodes are codes of four and more octets that a table does not have.
type longCodes interface {
	// decode returns the character of the code at the start of b, which has two or more octets. ok is false if no long
	// code begins so. For a fault, r is -1, and n is the number of invalid octets, or 0 if b ends too early.
	decode(b []byte) (r rune, n int, ok bool)

	// encode appends the code of r.
	encode(dst []byte, r rune) (out []byte, ok bool)
}

func (x *stateless) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	t, mode := tableOf(x.label), pairModeOf(x.label, h.Text.Release)
	e := codec.Encoder{Label: x.label, Reason: illegal, ASCII: !x.notASCII}
	return e.Append(dst, s, h, func(dst []byte, s string) ([]byte, int) { return x.encode(t, mode, dst, s) })
}

// encode appends the octets of the first character of s, or of the first two. n is the number of bytes of s that are
// encoded, or 0 if the first character cannot be encoded.
func (x *stateless) encode(t *table, mode pairMode, dst []byte, s string) (out []byte, n int) {
	r, size := str.DecodeRune(s)
	code, taken := t.pair(r, s[size:], mode)
	if code == 0 {
		code, taken = t.code(r), 0
	}
	switch {
	case code > 0xFFFF:
		dst = append(dst, byte(code>>16), byte(code>>8))
	case code > 0xFF:
		dst = append(dst, byte(code>>8))
	case code == 0 && r < utf8.RuneSelf:
		code = uint32(r)
	case code == 0 && x.long != nil:
		if out, ok := x.long.encode(dst, r); ok {
			return out, size
		}
		return dst, 0
	case code == 0:
		return dst, 0
	}
	return append(dst, byte(code)), size + taken
}

func (x *stateless) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	t := tableOf(x.label)
	return appendDecoded(dst, b, h, x.label, !x.notASCII, func(b []byte) (rune, int) { return x.decode(t, b) })
}

// decode returns the first character of b, which is not empty, and its length. For a fault, the results are like
// longCodes.decode's.
func (x *stateless) decode(t *table, b []byte) (r rune, n int) {
	if r := t.char(0, b[0]); r != 0 {
		return r, 1
	}
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	if strings.IndexByte(x.alone, b[0]) >= 0 {
		return -1, 1
	}
	row, n := int(b[0]), 2
	if t.triples && row == singleShift3 {
		n = 3
	}
	if len(b) < n {
		return -1, 0
	}
	if n == 3 {
		row = 0x100 | int(b[1])
	}
	if x.long != nil {
		if r, n, ok := x.long.decode(b); ok {
			return r, n
		}
	}
	if r := t.char(row, b[n-1]); r != 0 {
		return r, n
	}
	if x.newer != "" && tableOf(x.newer).char(row, b[n-1]) != 0 {
		return -1, n
	}
	return -1, 1
}

// noChar is the result of next in place of a character, for octets that only change the state.
const noChar = -2

// appendDecoded appends the decoded form of b to dst. If plain is true, the codec contains ASCII. next decodes the
// first character of its argument. For a fault, its results are -1 and the number of invalid octets, or 0 if more
// octets are needed. It can return two characters in the form of a table.
func appendDecoded(dst, b []byte, h codec.Handler, label string, plain bool, next func(b []byte) (rune, int),
) ([]byte, error) {
	return codec.AppendDecoded(dst, b, h, label, plain, func(dst, b []byte) ([]byte, int, string) {
		r, size := next(b)
		switch {
		case 0 <= r && r <= utf8.MaxRune:
			dst = utf8.AppendRune(dst, r)
		case r > utf8.MaxRune:
			dst = utf8.AppendRune(utf8.AppendRune(dst, r>>16), r&0xFFFF)
		case r == noChar:
		case size == 0:
			return dst, len(b), incomplete
		default:
			return dst, size, illegal
		}
		return dst, size, ""
	})
}

const (
	fourNumbers = 39420 // codes of four octets below U+10000; the last codes have no character
	fourLeads   = 10 * 126 * 10
	fourFirst   = 0x81
	fourBeyond  = 0x90 // first octet of U+10000
)

// fourOctets are the codes of GB 18030 for characters that GBK lacks.
type fourOctets struct{}

func (fourOctets) decode(b []byte) (r rune, n int, ok bool) {
	switch {
	case b[1]-'0' >= 10:
		return r, n, false
	case len(b) < 4:
		return -1, 0, true
	}
	lead, third, fourth := b[0]-fourFirst, b[2]-0x81, b[3]-'0'
	if lead > 0xFE-fourFirst || third >= 126 || fourth >= 10 {
		return -1, 1, true
	}
	number := int(b[1]-'0')*1260 + int(third)*10 + int(fourth)
	if b[0] >= fourBeyond {
		r := rune(0x10000 + int(b[0]-fourBeyond)*fourLeads + number)
		if r > utf8.MaxRune {
			return -1, 1, true
		}
		return r, 4, true
	}
	number += int(lead) * fourLeads
	if number >= fourNumbers {
		return -1, 1, true
	}
	runs := multibyte().fours
	// This finds the last run that does not start after number.
	run := runs[sort.Search(len(runs), func(i int) bool { return runs[i].number > number })-1]
	return run.first + rune(number-run.number), 4, true
}

func (fourOctets) encode(dst []byte, r rune) ([]byte, bool) {
	lead, n := byte(fourBeyond), int(r-0x10000)
	if n < 0 {
		runs := multibyte().fours
		i := sort.Search(len(runs), func(i int) bool { return runs[i].last >= r })
		if i == len(runs) || r < runs[i].first {
			return dst, false // a surrogate
		}
		lead, n = fourFirst, runs[i].number+int(r-runs[i].first)
	}
	return append(dst, lead+byte(n/fourLeads), '0'+byte(n/1260%10), 0x81+byte(n/10%126), '0'+byte(n%10)), true
}

const (
	hangulFirst = 0xAC00
	hangulLast  = 0xD7A3
	vowels      = 21
	finals      = 28
)

func letters(r rune) (initial, vowel, final int) {
	n := int(r - hangulFirst)
	return n / (vowels * finals), n / finals % vowels, n % finals
}

// EUC-KR can write a syllable letter by letter. Each letter has two octets: jamoLead and one of these octets. The
// octets of vowels are consecutive.
const (
	jamoLead   = 0xA4
	jamoFiller = 0xD4
	jamoVowel  = 0xBF
	initials   = "\xA1\xA2\xA4\xA7\xA8\xA9\xB1\xB2\xB3\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xBE"
	finalJamos = "\xD4\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA9\xAA\xAB\xAC\xAD\xAE\xAF\xB0\xB1\xB2\xB4\xB5\xB6\xB7\xB8\xBA\xBB\xBC\xBD\xBE"
)

// syllables are the codes of EUC-KR for syllables that KS X 1001 lacks: a filler, an initial, a vowel and a final.
type syllables struct{}

func (syllables) decode(b []byte) (r rune, n int, ok bool) {
	switch {
	case b[0] != jamoLead || b[1] != jamoFiller:
		return r, n, false
	case len(b) < 8:
		return -1, 0, true
	}
	initial, vowel, final := strings.IndexByte(initials, b[3]), int(b[5])-jamoVowel, strings.IndexByte(finalJamos, b[7])
	if b[2] != jamoLead || b[4] != jamoLead || b[6] != jamoLead ||
		initial < 0 || vowel < 0 || vowel >= vowels || final < 0 {
		return -1, 1, true
	}
	return rune(hangulFirst + (initial*vowels+vowel)*finals + final), 8, true
}

func (syllables) encode(dst []byte, r rune) ([]byte, bool) {
	if r < hangulFirst || r > hangulLast {
		return dst, false
	}
	initial, vowel, final := letters(r)
	return append(dst, jamoLead, jamoFiller, jamoLead, initials[initial],
		jamoLead, byte(jamoVowel+vowel), jamoLead, finalJamos[final]), true
}
