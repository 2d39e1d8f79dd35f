package urltext

import (
	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
)

// urlPrefix is what was once recommended to stand before URIs within
// delimiters (appendix C).
const urlPrefix = "URL:"

// hasURLPrefix reports whether s begins with urlPrefix in either case.
func hasURLPrefix(s string) bool {
	return len(s) >= len(urlPrefix) && ascii.EqualFold(s[:len(urlPrefix)], urlPrefix)
}

// isSpace reports whether c is white space of ASCII.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// skipSpace returns the end of the white space at offset i, and whether there
// is a line break in it. With marks set, ">" behind a line break belongs to
// it.
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

// appendJoined appends raw without its white space, and if drop is set without
// the hyphens before line breaks.
func appendJoined(dst []byte, raw string, marks, drop bool) []byte {
	for i := 0; i < len(raw); {
		if !isSpace(raw[i]) {
			dst = append(dst, raw[i])
			i++
			continue
		}
		end, broken := skipSpace(raw, i, marks)
		if drop && broken && i > 0 && raw[i-1] == '-' {
			dst = dst[:len(dst)-1]
		}
		i = end
	}
	return dst
}

// Unwrap reads a reference as people type or paste it, delimiters and all
// (appendix C): it leaves out white space around it, one pair of double quotes
// or angle brackets, the prefix "URL:", and all white space inside. What is
// left must be a reference, which may be relative. [Repair] is for those that
// are meant to have spaces.
//
// Offsets are those of s, also in errors.
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
	if hasURLPrefix(s[m.Start:m.End]) {
		m.Start, m.End = trimSpace(s, m.Start+len(urlPrefix), m.End)
	}
	m.raw = s[m.Start:m.End]
	gaps := false
	for i := 0; i < len(m.raw); i++ {
		if end, broken := skipSpace(m.raw, i, false); end > i {
			gaps = true
			if broken && m.raw[i-1] == '-' {
				m.Hyphens = HyphensKept
			}
			i = end
		}
	}
	text := m.raw
	if gaps {
		text = string(appendJoined(nil, m.raw, false, false))
	}
	r, err := rfc3986.Parse(text)
	m.Ref = r
	if err != nil && m.Hyphens == HyphensKept {
		if r, err := rfc3986.Parse(string(appendJoined(nil, m.raw, false, true))); err == nil {
			m.Ref, m.Hyphens = r, HyphensDropped
			return m, nil
		}
	}
	if err != nil {
		return Match{}, errorIn(s, err, func(at int) int { return m.Start + offsetBefore(m.raw, at) })
	}
	return m, nil
}

// trimSpace moves the bounds of a part of s until no white space is at either.
func trimSpace(s string, start, end int) (int, int) {
	for start < end && isSpace(s[start]) {
		start++
	}
	for start < end && isSpace(s[end-1]) {
		end--
	}
	return start, end
}

// offsetBefore returns the offset in raw of what is at offset n without white
// space.
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

// Delimit writes r for running text as appendix C recommends: in angle
// brackets, and with line breaks where that is needed for lines of at most
// width bytes; 0 means no line breaks. No line ends in a hyphen, which could
// be taken for one that does not belong to r. So a line gets longer where r
// has nothing but hyphens.
//
// [Unwrap] gives r back, and so does [FindOptions.Find] if the options are for
// such references. The one exception are URIs with the scheme "url", which is
// not registered: "URL:" is a prefix there.
func Delimit(r rfc3986.Ref, width int) string {
	rest := r.String()
	b := make([]byte, 0, len(rest)+len("<>")+len(rest)/max(width, 8))
	b = append(b, '<')
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

// breakAt returns how much of s stands before a line break if at most room
// bytes should: not nothing, and not a hyphen at its end, unless s has nothing
// else.
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
