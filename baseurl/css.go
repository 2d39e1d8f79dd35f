package baseurl

import (
	"io"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// A sheet scans CSS for references: url() and src(), the string of @import, and strings in image-set(). A string or
// url() of @namespace is a name, not a reference. It implements only the necessary tokens of CSS Syntax §4, and ignores
// the structure of declarations.
type sheet struct {
	rule    atRule
	open    []function // open functions, up to maxFunctions
	deeper  int        // number of open functions that are not in open
	comment bool       // a comment is open
}

type atRule uint8

const (
	otherRule atRule = iota
	importRule
	namespaceRule
)

type function uint8

const (
	otherFunction function = iota
	srcFunction
	imageSet
)

// maxFunctions is the nesting depth up to which the kind of a function is recorded.
const maxFunctions = 256

// found receives the kind of a reference, its offsets, and its text without escapes.
type found func(what string, from, to int, raw string) bool

// scan scans s and returns the number of bytes used, or -1 if found returned false. If final is false, more text can
// follow s, and scan does not use an incomplete token at the end of s.
func (c *sheet) scan(s string, final bool, found found) int {
	i := 0
	for i < len(s) {
		n := c.token(s[i:], final, i, found)
		switch {
		case n < 0:
			return -1
		case n == 0:
			return i
		}
		i += n
	}
	return i
}

// cdo once hid style sheets from browsers that did not know the style element. Its hyphens do not begin a name.
const cdo = "<!--"

// token scans the token at the beginning of s. The parameter at is the offset of s, from which token computes the
// offsets for found. token returns the length of the token, 0 if the token may continue after s, or -1 if found
// returned false.
func (c *sheet) token(s string, final bool, at int, found found) int {
	if c.comment {
		return c.skipComment(s, final)
	}
	switch ch := s[0]; {
	case ch == '/':
		if len(s) == 1 && !final {
			return 0
		}
		if strings.HasPrefix(s, "/*") {
			c.comment = true
			return 2
		}
	case ch == '"' || ch == '\'':
		return c.stringToken(s, final, at, found)
	case ch == '<':
		if len(s) < len(cdo) && !final {
			return 0
		}
		if strings.HasPrefix(s, cdo) {
			return len(cdo)
		}
	case ch == '@':
		return c.atKeyword(s, final)
	case ch == '(':
		c.push(otherFunction)
	case ch == ')':
		c.pop()
	case ch == ';' || ch == '{' || ch == '}':
		c.rule = otherRule
	case isNameStart(ch):
		return c.name(s, final, at, found)
	case isDigit(ch) || ch == '#':
		// A dimension or a hash contains a name, but this name is never the name of a function.
		n, _, ok := nameToken(s[1:], final)
		if !ok {
			return 0
		}
		return 1 + n
	}
	return 1
}

func (c *sheet) skipComment(s string, final bool) int {
	if end := strings.Index(s, "*/"); end >= 0 {
		c.comment = false
		return end + 2
	}
	if !final && s[len(s)-1] == '*' {
		return len(s) - 1 // 0 requests more text, if s is only "*"
	}
	return len(s)
}

func (c *sheet) push(f function) {
	if len(c.open) < maxFunctions {
		c.open = append(c.open, f)
	} else {
		c.deeper++
	}
}

func (c *sheet) pop() {
	switch {
	case c.deeper > 0:
		c.deeper--
	case len(c.open) > 0:
		c.open = c.open[:len(c.open)-1]
	}
}

// inside returns the innermost open function.
func (c *sheet) inside() function {
	if len(c.open) == 0 || c.deeper > 0 {
		return otherFunction
	}
	return c.open[len(c.open)-1]
}

// stringToken scans a string, which may be a reference.
func (c *sheet) stringToken(s string, final bool, at int, found found) int {
	inner, end, bad, ok := endOfString(s, final)
	if !ok {
		return 0
	}
	what := ""
	switch {
	case c.inside() == srcFunction, c.inside() == imageSet:
		what = "url"
	case c.rule == importRule && len(c.open) == 0:
		what = "@import"
		c.rule = otherRule // a layer or a condition follows
	}
	if what != "" && !bad && !found(what, at+1, at+inner, unescapeCSS(s[1:inner])) {
		return -1
	}
	return end
}

// endOfString returns the end of the content of the string at the beginning of s, and the end of the string. bad
// reports that a line ending terminates the string. ok is false if s ends inside the string and final is false. At the
// end of the input, a string need not be closed.
func endOfString(s string, final bool) (inner, end int, bad, ok bool) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case s[0]:
			return i, i + 1, false, true
		case '\n', '\r', '\f':
			return i, i, true, true
		case '\\':
			i++
			if i+1 < len(s) && s[i] == '\r' && s[i+1] == '\n' {
				i++
			}
		}
	}
	return len(s), len(s), false, final
}

// atKeyword scans "@" and a name.
func (c *sheet) atKeyword(s string, final bool) int {
	n, name, ok := nameToken(s[1:], final)
	if !ok {
		return 0
	}
	c.rule = otherRule
	switch {
	case ascii.EqualFold(name, "import"):
		c.rule = importRule
	case ascii.EqualFold(name, "namespace"):
		c.rule = namespaceRule
	}
	return 1 + n
}

// name scans a name, with the "(" after it if it is the name of a function. For url( it scans the whole url().
func (c *sheet) name(s string, final bool, at int, found found) int {
	n, name, ok := nameToken(s, final)
	if !ok {
		return 0
	}
	if n == 0 {
		return 1 // a "\" before a line feed, or a "-" alone
	}
	if n == len(s) || s[n] != '(' {
		return n
	}
	switch {
	case ascii.EqualFold(name, "url"):
		return c.url(s, n+1, final, at, found)
	case ascii.EqualFold(name, "src"):
		c.push(srcFunction)
	case ascii.EqualFold(name, "image-set"), ascii.EqualFold(name, "-webkit-image-set"):
		c.push(imageSet)
	default:
		c.push(otherFunction)
	}
	return n + 1
}

// url scans the rest of a url(). i is the offset after "url(".
func (c *sheet) url(s string, i int, final bool, at int, found found) int {
	i = skip(s, i, isSpace)
	if i == len(s) && !final {
		return 0
	}
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		c.push(otherFunction)
		inner, end, bad, ok := endOfString(s[i:], final)
		if !ok {
			return 0
		}
		if !bad && !c.give(found, at+i+1, at+i+inner, s[i+1:i+inner]) {
			return -1
		}
		return i + end
	}
	from, bad := i, false
	for i < len(s) && s[i] != ')' {
		switch ch := s[i]; {
		case isSpace(ch):
			end := skip(s, i, isSpace)
			if end < len(s) && s[end] != ')' {
				bad = true
			}
			if end == len(s) || s[end] == ')' {
				return c.endURL(s, from, i, end, bad, final, at, found)
			}
			i = end
			continue
		case ch == '"' || ch == '\'' || ch == '(' || ch < ' ' && ch != 0 || ch == 0x7F:
			bad = true
		case ch == '\\':
			if n := escapeLen(s[i:]); n > 0 {
				i += n
				continue
			}
			bad = bad || i+1 < len(s)
		}
		i++
	}
	return c.endURL(s, from, i, i, bad, final, at, found)
}

// endURL ends a url() with ")" at s[end]. It reports s[from:to] unless bad is set.
func (c *sheet) endURL(s string, from, to, end int, bad, final bool, at int, found found) int {
	if end == len(s) && !final {
		return 0
	}
	if !bad && !c.give(found, at+from, at+to, s[from:to]) {
		return -1
	}
	return min(end+1, len(s))
}

// give reports the reference of a url(), unless it belongs to @namespace.
func (c *sheet) give(found found, from, to int, raw string) bool {
	what := "url"
	switch c.rule {
	case importRule:
		what = "@import"
		c.rule = otherRule
	case namespaceRule:
		return true
	}
	return found(what, from, to, unescapeCSS(raw))
}

func isNameStart(c byte) bool {
	return ascii.Is(c, ascii.Alpha) || c == '_' || c == '-' || c == '\\' || c == 0 || c >= utf8.RuneSelf
}

// nameToken returns the length of the name at the beginning of s, and the name without escapes. ok is false if the name
// may continue after s.
func nameToken(s string, final bool) (n int, name string, ok bool) {
	escapes := false
	for n < len(s) {
		c := s[n]
		if c == '\\' {
			m := escapeLen(s[n:])
			if m == 0 {
				break
			}
			escapes = true
			n += m
			continue
		}
		if !isNameStart(c) && !isDigit(c) {
			break
		}
		n++
	}
	if n+8 > len(s) && !final {
		return 0, "", false // an escape may continue after s
	}
	name = s[:n]
	if escapes {
		name = unescapeCSS(name)
	}
	return n, name, true
}

// escapeLen returns the length of the escape at the beginning of s, or 0 if there is none (§4.3.7). s begins with a
// backslash.
func escapeLen(s string) int {
	if len(s) < 2 || s[1] == '\n' || s[1] == '\r' || s[1] == '\f' {
		return 0
	}
	n := 1
	for n < len(s) && n < 7 && ascii.Is(s[n], ascii.HexDigit) {
		n++
	}
	if n == 1 {
		_, size := utf8.DecodeRuneInString(s[1:])
		return 1 + size
	}
	if strings.HasPrefix(s[n:], "\r\n") {
		return n + 2
	}
	if n < len(s) && isSpace(s[n]) {
		n++
	}
	return n
}

// unescapeCSS decodes the escapes of a name, a string or a url(), and replaces NUL by U+FFFD (§3.3).
func unescapeCSS(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "\ufffd")
	}
	first := strings.IndexByte(s, '\\')
	if first < 0 {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:first]...)
	for i := first; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		n := escapeLen(s[i:])
		if n == 0 { // a continued line, or a backslash at the end
			i++
			if strings.HasPrefix(s[i:], "\r\n") {
				i++
			}
			i = min(i+1, len(s))
			continue
		}
		out = appendEscape(out, s[i+1:i+n])
		i += n
	}
	return string(out)
}

// appendEscape appends the character of an escape. s is the text after the backslash: up to six hexadecimal digits and
// white space, or a character.
func appendEscape(out []byte, s string) []byte {
	if !ascii.Is(s[0], ascii.HexDigit) {
		return append(out, s...)
	}
	r := rune(0)
	for i := 0; i < len(s) && ascii.Is(s[i], ascii.HexDigit); i++ {
		r = r<<4 | rune(ascii.Unhex[s[i]])
	}
	if r == 0 {
		r = utf8.RuneError
	}
	return utf8.AppendRune(out, r) // replaces surrogates and numbers beyond Unicode by U+FFFD
}

// css reports the references of a style sheet.
func (d *document) css(r io.Reader, skipped int) {
	w := d.x.window(r, skipped)
	defer d.x.leave(&w)
	var c sheet
	for w.fill() || len(w.buf) > 0 {
		final := w.err != nil
		n := c.scan(string(w.buf), final, func(what string, from, to int, raw string) bool {
			return d.add(item{ref: Reference{Attribute: what, Offset: w.off + int64(from), End: w.off + int64(to), Raw: raw}})
		})
		if n < 0 {
			return
		}
		w.drop(n)
		if final && w.err != io.EOF {
			d.x.fail(d.part, readFault(w.err), w.off, w.err)
		}
		if final {
			return
		}
		if n == 0 && len(w.buf) >= w.limit {
			d.x.fail(d.part, ruleToken, w.off, errTokenTooLong)
			return
		}
	}
}

// style reports the references in the content of a style element, or in an attribute.
func (d *document) style(v *value, element, attribute string, scope *scope) bool {
	var c sheet
	return c.scan(v.text, true, func(what string, from, to int, raw string) bool {
		if attribute != "" {
			what = attribute
		}
		offset := v.place(from)
		return d.add(item{scope: scope, ref: Reference{
			Element: element, Attribute: what, Offset: offset, End: v.ending(to), Raw: raw,
		}})
	}) >= 0
}
