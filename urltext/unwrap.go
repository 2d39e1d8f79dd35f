package urltext

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
)

// urlPrefix can precede URIs inside delimiters (appendix C).
const urlPrefix = "URL:"

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// skipSpace returns the end of the white space at offset i, and whether it has a line break. If marks is set, ">" after
// a line break is white space.
func skipSpace(s string, i int, marks bool) (end int, broken bool) {
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n' || c == '\r':
			broken = true
		case !isSpace(c) && !(c == '>' && broken && marks):
			return i, broken
		}
	}
	return i, broken
}

// joined returns raw without white space. drop also drops hyphens at the ends of lines.
func joined(raw string, marks, drop bool) string {
	var dst []byte
	for i := 0; i < len(raw); {
		if !isSpace(raw[i]) {
			dst = append(dst, raw[i])
			i++
			continue
		}
		end, broken := skipSpace(raw, i, marks)
		if drop && broken && raw[i-1] == '-' {
			dst = dst[:len(dst)-1]
		}
		i = end
	}
	return string(dst)
}

// Unwrap parses a reference as people type or paste it (appendix C). It ignores white space, one pair of double quotes
// or angle brackets, and the prefix "URL:". The rest must be a reference. To keep spaces, use [Repair].
func Unwrap(s string) (Match, error) {
	m := Match{}
	m.Start, m.End = trimSpace(s, 0, len(s))
	if m.End-m.Start >= 2 {
		switch first, last := s[m.Start], s[m.End-1]; {
		case first == '<' && last == '>':
			m.By = AngleBrackets
		case first == '"' && last == '"':
			m.By = DoubleQuotes
		}
	}
	if m.By != WhiteSpace {
		m.Start, m.End = trimSpace(s, m.Start+1, m.End-1)
	}
	if ascii.HasPrefixFold(s[m.Start:m.End], urlPrefix) {
		m.Start, m.End = trimSpace(s, m.Start+len(urlPrefix), m.End)
	}
	m.raw = s[m.Start:m.End]
	if err := m.parse(strings.ContainsAny(m.raw, spaces)); err != nil {
		return Match{}, errorIn(s, err, func(at int) int { return m.Start + offsetBefore(m.raw, at) })
	}
	return m, nil
}

const spaces = " \t\n\v\f\r"

func trimSpace(s string, start, end int) (int, int) {
	text := strings.TrimLeft(s[start:end], spaces)
	start = end - len(text)
	return start, start + len(strings.TrimRight(text, spaces))
}

// offsetBefore returns the offset in raw of a byte that has offset n after white space is removed from raw.
func offsetBefore(raw string, n int) int {
	for i := range len(raw) {
		if isSpace(raw[i]) {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return len(raw)
}

// Delimit writes r for running text (appendix C): in angle brackets, with line breaks if a line would have more than
// width bytes. If width is 0, there are no line breaks. No line ends in a hyphen, which readers could drop. [Unwrap]
// parses the result as r, unless r has the scheme "url".
func Delimit(r rfc3986.Ref, width int) string {
	rest := r.String()
	b := append(make([]byte, 0, len(rest)+len("<>")), '<')
	for room := width - 1; width > 0 && len(rest)+len(">") > room && rest != ""; room = width {
		n := breakAt(rest, room)
		if rest[n-1] == '-' {
			break
		}
		b = append(append(b, rest[:n]...), '\n')
		rest = rest[n:]
	}
	return string(append(append(b, rest...), '>'))
}

// breakAt returns the length of the first line of s: at most room bytes, if possible. The line is not empty and does
// not end in a hyphen, unless s consists of hyphens.
func breakAt(s string, room int) int {
	n := max(1, min(room, len(s)))
	for n > 1 && s[n-1] == '-' {
		n--
	}
	for n < len(s) && s[n-1] == '-' {
		n++
	}
	return n
}
