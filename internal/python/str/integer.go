package str

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
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
	const white = " \t\n\v\f\r"
	version := unicodeVersionOf(rel)
	text := strings.TrimLeft(strings.Map(func(r rune) rune {
		switch p := version.of(r); {
		case r < utf8.RuneSelf:
			return r
		case p&space != 0:
			return ' '
		case p&digit != 0:
			return '0' + rune(p.value())
		}
		return '?' // any character that no number has
	}, s), white)
	sign := 0
	if text != "" && (text[0] == '-' || text[0] == '+') {
		sign = 1
	}
	end := sign
	for end < len(text) && (ascii.Is(text[end], ascii.Digit) || text[end] == '_') {
		end++
	}
	if strings.Contains("_"+text[sign:end]+"_", "__") { // no digit is before or after an underscore
		return 0, invalidInt(s, rel)
	}
	digits := strings.ReplaceAll(text[:end], "_", "")
	rest := strings.TrimLeft(text[end:], white)
	// Up to 3.11, too many digits are reported even if the text after them is invalid. Later releases report them only if
	// the number is valid or a NUL follows it.
	if err := checkDigits(len(digits)-sign, rel); err != nil && (!rel.AtLeast(12, 0) || rest == "" || rest[0] == 0) {
		return 0, err
	}
	if rest != "" {
		return 0, invalidInt(s, rel)
	}
	n, _ := strconv.ParseInt(digits, 10, 0) // with an error, n is the largest or smallest int
	return int(n), nil
}

// invalidInt returns the error for a text s that is not a number. The error quotes the first 200 characters of repr(s).
func invalidInt(s string, rel Release) *Exception {
	text := appendRepr([]byte("invalid literal for int() with base 10: "), s, rel, 200)
	return &Exception{Class: "ValueError", Text: string(text)}
}
