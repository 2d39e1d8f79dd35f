package urltext

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/linkprop"
	"earl.example/internal/text/ascii"
)

// A markup is the mark before a link, for [FindOptions.Markup]. Its partner ends the link.
type markup struct {
	quote  byte // a quotation mark, an apostrophe or a backtick directly before the link, or 0
	mark   byte // "*", "_", "~" or "|" directly before the link, or 0
	double bool // the mark is doubled
	open   bool // the link so far has an odd number of apostrophes
	wide   bool // the path, query and fragment so far have a character that is not ASCII

	comma    int // offset of the comma or semicolon directly before the next URL, or 0
	searched int // offset up to which the next URL was searched
}

// markupBefore returns the markup of the link that begins at offset i.
func markupBefore(text string, i int) (k markup) {
	if i == 0 {
		return k
	}
	switch c := text[i-1]; c {
	case '"', '\'', '`':
		k.quote = c
	case '*', '_', '~', '|':
		k.mark = c
		k.double = i > 1 && text[i-2] == c && c != '|'
	}
	return k
}

// delimits has the bytes that can end a link with markup.
var delimits = func() (all [utf8.RuneSelf]bool) {
	for _, c := range "`<\\\"'*_~|&" {
		all[c] = true
	}
	return all
}()

// ends reports whether the delimiter text[i] ends the link. inside reports that a bracket is open in the link.
func (k *markup) ends(text string, i int, inside bool) bool {
	c := text[i]
	next := byte(' ')
	if i+1 < len(text) {
		next = text[i+1]
	}
	switch {
	case c == '`' || c == '<' || c == '\\':
		return true
	case c == '&':
		return isEntity(text[i:])
	case c == '"':
		return k.quote == '"' || !inside && !(ascii.Is(text[i-1], ascii.Alpha) && ascii.Is(next, ascii.Alpha))
	case c == '\'' && k.quote == 0:
		k.open = !k.open
		return k.open && !goesOnAfter(next)
	case c == '\'':
		return k.quote == c
	case c != k.mark:
		return false
	case k.double:
		return next == c
	}
	return c == '|' || !goesOnAfter(next)
}

// cut returns the authority name up to the partner of the mark.
func (k *markup) cut(name string) string {
	for i := range len(name) {
		if name[i] == k.mark && (k.mark != '_' || k.ends(name, i, false)) {
			return name[:i]
		}
	}
	return name
}

// goesOnAfter reports whether a link goes on if c follows an apostrophe or a mark of emphasis.
func goesOnAfter(c byte) bool {
	return ascii.Is(c, ascii.Alpha|ascii.Digit|ascii.NonASCII) || c == '_' || c == '%' || c == '/'
}

// isEntity reports whether s begins with a character reference of HTML to a delimiter or a space.
func isEntity(s string) bool {
	for _, name := range [...]string{"&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#34;", "&#39;", "&#x22;", "&#x27;"} {
		if strings.HasPrefix(s, name) {
			return true
		}
	}
	return false
}

// isEscape reports whether s begins with an escape of a character that a URL can have, as in Markdown's John\_Adams and
// in "\u2603", or with a backslash at the end of a line. The URL before it can then be incomplete.
func isEscape(s string) bool {
	if len(s) < 2 || s[0] != '\\' {
		return false
	}
	rest := s[2:min(len(s), 6)]
	switch s[1] {
	case 'u':
		return !ascii.EqualFold(rest, "003c") && !ascii.EqualFold(rest, "003e") && rest != "0022"
	case 'x', '\n', '\r': // a line that goes on
		return true
	case '(', '[':
		return ascii.Skip(rest, 0, ascii.Alpha) != 2 // troff: \(ra and \[rB]
	}
	return strings.IndexByte("_-.~/*?#])@!$&+=%:;", s[1]) >= 0
}

// commaBefore returns the offset of the comma or semicolon directly before the first URL in text up to offset end, or
// -1 if there is none. The offset is at least begin. Each byte is searched once, from k.searched on.
func (k *markup) commaBefore(text string, begin, end int) int {
	if k.comma > 0 {
		return k.comma
	}
	for k.searched < end {
		n := strings.IndexByte(text[k.searched:end], ':')
		if n < 0 {
			break
		}
		colon := k.searched + n
		k.searched = colon + 1
		if !strings.HasPrefix(text[k.searched:], "//") {
			continue
		}
		start := startOfScheme(text, begin, colon)
		start += webSuffix(text[start:colon])
		if start > begin && (text[start-1] == ',' || text[start-1] == ';') && found(text[start:colon]) {
			k.comma = start - 1
			return k.comma
		}
	}
	k.searched = max(k.searched, end)
	return -1
}

// enclosed returns the end of a link that its quotation mark at offset i ends. The punctuation from end to i belongs to
// the link, except at the end of a sentence.
func enclosed(text string, end, i int) int {
	for i > end && strings.IndexByte(".,;!", text[i-1]) >= 0 {
		i--
	}
	if i > end && ascii.Prefix(text[end:i]) < i-end {
		return end
	}
	return i
}

// eastAsianMarks is punctuation of Chinese and Japanese that follows a link without a space.
const eastAsianMarks = "，。、；：！？（）「」『』【】《》〈〉〔〕［］｛｝．"

// withoutMark returns the end of the link text[start:end], whose path begins at begin, without a mark of emphasis at
// its end that has a partner before the link, on the same line: **see http://h/a**. A single "~" is part of the link.
func (k *markup) withoutMark(text string, begin, end, start int) int {
	n := end - begin - len(strings.TrimRight(text[begin:end], "*"))
	if n == 0 && strings.HasSuffix(text[begin:end], "~~") {
		n = 2
	}
	if n == 0 || k.mark == text[end-1] {
		return end
	}
	line := text[max(0, start-longestRun):start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	before := strings.LastIndex(line, text[end-n:end])
	if before < 0 || line[before+n:] == "" || strings.IndexByte(" \t", line[before+n]) >= 0 {
		return end
	}
	return withoutSoft(text, begin, end-n)
}

// openParenthesis returns the offset of the first parenthesis that is open at the end of s, a path with its query and
// fragment, or -1. A parenthesis before "/", "=" or "&" does not count, as in linkEnd.
func openParenthesis(s string) int {
	first, depth := strings.IndexByte(s, '('), 0
	for i := max(first, 0); i < len(s) && first >= 0; i++ {
		switch c := s[i]; {
		case c == '(':
			if depth++; depth == 1 {
				first = i
			}
		case c == '/' || c == '=' || c == '&':
			depth = 0
		case c == ')' && depth > 0:
			depth--
		}
	}
	if depth == 0 {
		return -1
	}
	return first
}

// closesLater reports whether text, after a link, begins with a space and closes a parenthesis soon, on the same line.
func closesLater(text string) bool {
	if !strings.HasPrefix(text, " ") {
		return false
	}
	text, _, _ = strings.Cut(text[:min(len(text), maxPlaceholder)], "\n")
	end := strings.IndexByte(text, ')')
	return end >= 0 && strings.IndexByte(text[:end], '(') < 0
}

// withoutSoft returns the end of text[begin:end] without punctuation at its end.
func withoutSoft(text string, begin, end int) int {
	for end > begin && text[end-1] < utf8.RuneSelf && linkprop.ASCII[text[end-1]] == linkprop.Soft {
		end--
	}
	return end
}
