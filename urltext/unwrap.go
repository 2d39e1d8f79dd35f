package urltext

import "strings"

// urlPrefix can precede URIs inside delimiters (appendix C).
const urlPrefix = "URL:"

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// skipSpace returns the end of the white space at offset i, and whether it has a line break.
func skipSpace(s string, i int) (end int, broken bool) {
	for end = i; end < len(s) && isSpace(s[end]); end++ {
		broken = broken || s[end] == '\n' || s[end] == '\r'
	}
	return end, broken
}

// joined returns raw without white space. drop also drops hyphens at the ends of lines.
func joined(raw string, drop bool) string {
	var dst []byte
	for i := 0; i < len(raw); {
		if !isSpace(raw[i]) {
			dst = append(dst, raw[i])
			i++
			continue
		}
		end, broken := skipSpace(raw, i)
		if drop && broken && raw[i-1] == '-' {
			dst = dst[:len(dst)-1]
		}
		i = end
	}
	return string(dst)
}

const spaces = " \t\n\v\f\r"

func trimSpace(s string, start, end int) (int, int) {
	text := strings.TrimLeft(s[start:end], spaces)
	start = end - len(text)
	return start, start + len(strings.TrimRight(text, spaces))
}
