package audit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// errorOffset returns the offset of err in input, or -1 if err has no offset in input.
func errorOffset(err error, input string) int {
	if e, ok := errors.AsType[*urlerr.Error](err); ok && e.Input == input && e.Offset <= len(input) {
		return e.Offset
	}
	return -1
}

// decode returns s percent-decoded. Plus signs remain.
func decode(s string) string {
	decoded, _ := percent.DecodeString(s, false)
	return decoded
}

func isASCII(s string) bool { return ascii.Index(s, ascii.NonASCII) < 0 }

// Escape returns s in a form that is safe to show in a terminal, a log or a page. It writes an escape such as \u202e
// for each control character, bidirectional control, invisible character, and blank other than the space. It writes an
// escape such as \xff for each byte that is not UTF-8. It does not escape backslashes.
func Escape(s string) string {
	var b strings.Builder
	done := 0 // b has the escaped form of s[:done]
	for i := ascii.IndexFrom(s, 0, ascii.C0Set); i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r < ' ', r == 0x7F, r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `%s\x%02x`, s[done:i], s[i])
			done = i + size
		case isHidden(r):
			b.WriteString(s[done:i] + strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
			done = i + size
		}
		i += size
	}
	return b.String() + s[done:]
}

// hidden lists the ranges of non-ASCII characters that Escape replaces: Default_Ignorable_Code_Point, Bidi_Control,
// blanks other than the space, private-use characters, and separators of lines and paragraphs.
var hidden = [...]struct{ first, last rune }{
	{0x0080, 0x00A0}, {0x00AD, 0x00AD}, {0x034F, 0x034F}, {0x061C, 0x061C}, {0x115F, 0x1160}, {0x1680, 0x1680},
	{0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F}, {0x2800, 0x2800},
	{0x3000, 0x3000}, {0x3164, 0x3164}, {0xE000, 0xF8FF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},
	{0xFFF0, 0xFFFC}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}, {0xF0000, unicode.MaxRune},
}

func isHidden(r rune) bool {
	i := 0
	for r > hidden[i].last {
		i++
	}
	return r >= hidden[i].first
}

// readable decodes the escapes of non-ASCII characters in s.
func readable(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for percent.IsEscape(s, end) && ascii.Unhex[s[end+1]] >= 8 {
			end += 3
		}
		if end > i {
			decoded := decode(s[i:end])
			letter := i > 0 && ascii.Is(s[i-1], ascii.Alpha|ascii.Digit)
			bad := func(r rune) bool { return isHidden(r) || isLock(r) }
			if utf8.ValidString(decoded) && !strings.ContainsFunc(decoded, bad) && !overlays(decoded, letter) {
				b.WriteString(decoded)
			} else {
				b.WriteString(s[i:end])
			}
			i = end
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// maxMarks is the maximum number of marks on a letter (UTS #39 §5.4).
const maxMarks = 4

// overlays reports whether marks in s can cover other text. They can if a character has more than maxMarks marks, or if
// s begins with a mark and letter is false. letter says whether the character before s is a letter: marks at the
// beginning of s belong to this letter.
func overlays(s string, letter bool) bool {
	marks := 0
	for i, r := range s {
		switch {
		case !unicode.Is(unicode.M, r):
			marks = 0
		case i == 0 && !letter:
			return true
		default:
			if marks++; marks > maxMarks {
				return true
			}
		}
	}
	return false
}

// isLock reports whether r is a padlock, the symbol of browsers for a secure connection.
func isLock(r rune) bool { return r >= 0x1F50F && r <= 0x1F513 && r != 0x1F511 }
