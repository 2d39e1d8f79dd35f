package baseurl

import (
	"cmp"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// A sheet scans CSS for references: url() and src(), the string of @import, and strings in image-set(). A string or
// url() of @namespace is a name, not a reference. It implements only the necessary tokens of CSS Syntax §4, and ignores
// the structure of declarations.
type sheet struct {
	rule    string             // "import", "namespace", or any other text
	open    [maxFunctions]bool // whether strings in the outermost open functions are references
	depth   int                // number of open functions
	comment bool               // a comment is open
}

// functions lists the functions in which a string is a reference, other than url.
var functions = map[string]bool{"src": true, "image-set": true, "-webkit-image-set": true}

// maxFunctions is the nesting depth up to which functions are recorded.
const maxFunctions = 256

// found receives the kind of a reference, its offsets, and its text without escapes.
type found func(what string, from, to int, raw string) bool

// scan scans s and returns the number of bytes used, or -1 if found returned false. If final is false, more text can
// follow s, and scan does not use an incomplete token at the end of s.
func (c *sheet) scan(s string, final bool, found found) int {
	for i := 0; i < len(s); {
		if c.comment {
			n := c.skipComment(s[i:], final)
			if n == 0 {
				return i
			}
			i += n
			continue
		}
		t := lexCSS(s[i:])
		if !final && i+t.size+maxEscape > len(s) {
			return i // the token may continue after s
		}
		if !c.process(t, s[i:], func(what string) bool {
			return found(what, i+t.from, i+t.to, unescapeCSS(s[i+t.from:i+t.to]))
		}) {
			return -1
		}
		i += t.size
	}
	return len(s)
}

// skipComment returns the number of bytes that belong to the open comment.
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

// process processes the token t at the beginning of s. give reports the content of the token as a reference.
func (c *sheet) process(t cssToken, s string, give func(what string) bool) bool {
	switch t.kind {
	case openComment:
		c.comment = true
	case atKeyword:
		c.rule = ascii.ToLower(unescapeCSS(s[t.from:t.to]))
	case functionStart:
		c.push(functions[ascii.ToLower(unescapeCSS(s[t.from:t.to]))])
	case stringToken:
		switch {
		case 0 < c.depth && c.depth <= maxFunctions && c.open[c.depth-1]:
			return t.bad || give("url")
		case c.rule == "import" && c.depth == 0:
			c.rule = "" // a layer or a condition follows
			return t.bad || give("@import")
		}
	case quotedURL, bareURL:
		if t.kind == quotedURL {
			c.push(false)
		}
		switch {
		case t.bad || c.rule == "namespace":
		case c.rule == "import":
			c.rule = ""
			return give("@import")
		default:
			return give("url")
		}
	case otherToken:
		switch s[0] {
		case '(':
			c.push(false)
		case ')':
			c.depth = max(c.depth-1, 0)
		case ';', '{', '}':
			c.rule = ""
		}
	}
	return true
}

func (c *sheet) push(strings bool) {
	if c.depth < maxFunctions {
		c.open[c.depth] = strings
	}
	c.depth++
}

type cssToken struct {
	kind     cssKind
	size     int
	from, to int  // bounds of the content: a name, or a string or URL with its escapes
	bad      bool // the content is invalid
}

type cssKind uint8

const (
	otherToken cssKind = iota
	openComment
	atKeyword
	functionStart // a name and "("
	stringToken
	quotedURL // up to the end of the string in a url()
	bareURL   // a whole url()
)

// cdo once hid style sheets from browsers that did not know the style element. Its hyphens do not begin a name.
const cdo = "<!--"

// lexCSS returns the token at the beginning of s. s must not be empty.
func lexCSS(s string) cssToken {
	switch c := s[0]; {
	case strings.HasPrefix(s, "/*"):
		return cssToken{kind: openComment, size: len("/*")}
	case strings.HasPrefix(s, cdo):
		return cssToken{size: len(cdo)}
	case c == '"' || c == '\'':
		to, size, bad := endOfString(s)
		return cssToken{stringToken, size, 1, to, bad}
	case c == '@':
		size := 1 + nameLen(s[1:])
		return cssToken{kind: atKeyword, size: size, from: 1, to: size}
	case ascii.Is(c, ascii.Digit) || c == '#':
		// A dimension or a hash contains a name, but this name is never the name of a function.
		return cssToken{size: 1 + nameLen(s[1:])}
	}
	n := nameLen(s)
	switch {
	case n == 0:
		return cssToken{size: 1}
	case n == len(s) || s[n] != '(':
		return cssToken{size: n}
	case ascii.EqualFold(unescapeCSS(s[:n]), "url"):
		return lexURL(s, n+1)
	}
	return cssToken{kind: functionStart, size: n + 1, to: n}
}

// endOfString returns the end of the content of the string at the beginning of s, and the end of the string. bad
// reports that a line ending terminates the string. At the end of the input, a string need not be closed.
func endOfString(s string) (inner, end int, bad bool) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case s[0]:
			return i, i + 1, false
		case '\n', '\r', '\f':
			return i, i, true
		case '\\':
			i++
			if strings.HasPrefix(s[i:], "\r\n") {
				i++
			}
		}
	}
	return len(s), len(s), false
}

// lexURL returns the token of the url() at the beginning of s. i is the offset after "url(".
func lexURL(s string, i int) cssToken {
	i = skip(s, i, isSpace)
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		inner, end, bad := endOfString(s[i:])
		return cssToken{quotedURL, i + end, i + 1, i + inner, bad}
	}
	t := cssToken{kind: bareURL, from: i, to: i}
	for i < len(s) && s[i] != ')' {
		if isSpace(s[i]) {
			i++
			continue
		}
		c, n := s[i], 1
		if c == '\\' {
			n = max(1, escapeLen(s[i:]))
		}
		afterSpace, afterBackslash := i > t.to, c == '\\' && n == 1 && i+1 < len(s)
		t.bad = t.bad || afterSpace || afterBackslash || c == '"' || c == '\'' || c == '(' || c < ' ' && c != 0 || c == 0x7F
		i += n
		t.to = i
	}
	t.size = min(i+1, len(s))
	return t
}

func nameLen(s string) int {
	n := 0
	for n < len(s) {
		c, size := s[n], 0
		switch {
		case c == '\\':
			size = escapeLen(s[n:])
		case ascii.Is(c, ascii.Alpha|ascii.Digit) || c == '_' || c == '-' || c == 0 || c >= utf8.RuneSelf:
			size = 1
		}
		if size == 0 {
			return n
		}
		n += size
	}
	return n
}

// maxEscape is the maximum length of an escape in bytes.
const maxEscape = len("\\123456\r\n")

// escapeLen returns the length of the escape at the beginning of s, or 0 if there is none (§4.3.7). s begins with a
// backslash.
func escapeLen(s string) int {
	if len(s) < 2 || s[1] == '\n' || s[1] == '\r' || s[1] == '\f' {
		return 0
	}
	n := ascii.Skip(s[:min(len(s), len("\\123456"))], 1, ascii.HexDigit)
	switch {
	case n == 1:
		return 2 // the rest of a multibyte character has no special meaning
	case strings.HasPrefix(s[n:], "\r\n"):
		return n + len("\r\n")
	case n < len(s) && isSpace(s[n]):
		return n + 1
	}
	return n
}

// unescapeCSS decodes the escapes of a name, a string or a url(), and replaces NUL by U+FFFD (§3.3).
func unescapeCSS(s string) string {
	s = strings.ReplaceAll(s, "\x00", "\ufffd")
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		n := 1
		switch {
		case s[i] != '\\':
			out = append(out, s[i])
		case escapeLen(s[i:]) > 0:
			n = escapeLen(s[i:])
			escaped := s[i+1 : i+n]
			if !ascii.Is(escaped[0], ascii.HexDigit) {
				out = append(out, escaped...)
				break
			}
			// U+FFFD stands for NUL, surrogates and numbers beyond Unicode.
			code, _ := strconv.ParseUint(strings.TrimRight(escaped, spaces), 16, 32) // at most six digits
			out = utf8.AppendRune(out, rune(cmp.Or(code, utf8.RuneError)))
		case strings.HasPrefix(s[i+1:], "\r\n"): // a continued line
			n = 3
		default: // a continued line, or a backslash at the end
			n = 2
		}
		i += n
	}
	return string(out)
}

func (d *document) css(r io.Reader, skipped int) {
	var c sheet
	d.pieces(r, skipped, func(text string, off int64, final bool) int {
		v := value{text: text, offset: off, end: off + int64(len(text))}
		return c.scan(text, final, d.found(&v, "", "", nil))
	})
}

// style reports the references in the content of a style element, or in an attribute.
func (d *document) style(v *value, element, attribute string, scope *scope) bool {
	var c sheet
	return c.scan(v.text, true, d.found(v, element, attribute, scope)) >= 0
}

// found returns a function that reports a reference in v.
func (d *document) found(v *value, element, attribute string, scope *scope) found {
	return func(what string, from, to int, raw string) bool {
		if attribute != "" {
			what = attribute
		}
		it := v.item(element, what, from, to, scope)
		it.raw = raw
		return d.add(&it)
	}
}
