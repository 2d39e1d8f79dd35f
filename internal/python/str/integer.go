package str

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// maxStrDigits is sys.int_info.default_max_str_digits (CVE-2020-10735).
const maxStrDigits = 4300

// The first releases with the limit, and with the advice in its message.
var (
	sinceDigitLimit  = Releases{{8, 14}, {9, 14}, {10, 7}, {11, 0}}
	sinceDigitAdvice = Releases{{8, 15}, {9, 15}, {10, 8}, {11, 0}}
)

// checkDigits returns the ValueError for a number of more than maxStrDigits digits, with the text of the given release.
func checkDigits(digits int, rel Release) error {
	if digits <= maxStrDigits || !sinceDigitLimit.Include(rel) {
		return nil
	}
	text := "Exceeds the limit (4300"
	if rel.AtLeast(11, 2) {
		text += " digits"
	}
	text += ") for integer string conversion: value has " + strconv.Itoa(digits) + " digits"
	if sinceDigitAdvice.Include(rel) {
		text += "; use sys.set_int_max_str_digits() to increase the limit"
	}
	return &Exception{Class: "ValueError", Text: text}
}

// ParseInt returns the value of int(s, 10) in Python. s may have a sign, decimal digits of any script, single
// underscores between digits, and white space around the number. A value that does not fit in an int becomes the
// largest or smallest int. The error is a ValueError with CPython's text.
//
// CPython replaces every non-ASCII white space character by a space, and then skips white space like C. So ParseInt
// skips U+0085, but not U+001C. Strip removes both.
func ParseInt(s string, rel Release) (int, error) {
	p := intParser{s, rel}
	c := p.next()
	for isCSpace(c) {
		c = p.next()
	}
	negative := c == '-'
	if negative || c == '+' {
		c = p.next()
	}
	digits, n, last := 0, uint64(0), byte('_')
	for ; '0' <= c && c <= '9' || c == '_'; c = p.next() {
		if c == '_' && last == '_' {
			return 0, invalidInt(s, rel)
		}
		if last = c; c != '_' {
			digits++
			n = addDigit(n, c)
		}
	}
	if last == '_' {
		return 0, invalidInt(s, rel)
	}
	for isCSpace(c) {
		c = p.next()
	}
	// Up to 3.11, too many digits are reported even if the text after them is invalid. Later releases report them only if
	// the number is valid or a NUL follows it.
	if err := checkDigits(digits, rel); err != nil && (!rel.AtLeast(12, 0) || c == endOfInt || c == 0) {
		return 0, err
	}
	if c != endOfInt {
		return 0, invalidInt(s, rel)
	}
	if negative {
		return int(-n), nil
	}
	return saturate(n), nil
}

const minIntSize = uint64(math.MaxInt) + 1

// addDigit returns 10n plus the value of the digit c, but at most minIntSize.
func addDigit(n uint64, c byte) uint64 {
	if d := uint64(c - '0'); n <= (minIntSize-d)/10 {
		return 10*n + d
	}
	return minIntSize
}

func saturate(n uint64) int { return int(min(n, math.MaxInt)) }

// invalidInt returns the error for a text s that is not a number. The error quotes the first 200 characters of repr(s).
func invalidInt(s string, rel Release) *Exception {
	text := appendRepr([]byte("invalid literal for int() with base 10: "), s, rel, 200)
	return &Exception{Class: "ValueError", Text: string(text)}
}

type intParser struct {
	s   string
	rel Release
}

const (
	endOfInt = 0xFF // follows the last character
	badInInt = 0xFE // any character that no number has
)

// next returns the next character as an ASCII character, endOfInt or badInInt.
func (p *intParser) next() byte {
	if p.s == "" {
		return endOfInt
	}
	if c := p.s[0]; c < utf8.RuneSelf {
		p.s = p.s[1:]
		return c
	}
	r, size := DecodeRune(p.s)
	p.s = p.s[size:]
	switch q := unicodeVersionOf(p.rel).of(r); {
	case q&space != 0:
		return ' '
	case q&digit != 0:
		return '0' + byte(q.value())
	default:
		return badInInt
	}
}

func isCSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
