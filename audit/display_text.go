package audit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// readable decodes the escapes of non-ASCII characters in s.
func readable(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] == '%' && percent.IsEscape(s, end) && ascii.Unhex[s[end+1]] >= 8 {
			end += 3
		}
		if end > i {
			decoded, _ := percent.DecodeString(s[i:end], false)
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
