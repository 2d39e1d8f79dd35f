package baseurl

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
)

// A span holds the offsets of an attribute in its tag.
type span struct {
	key, keyEnd     int
	value, valueEnd int
}

// A tag iterates over the attributes of a start tag, in the same way as the tokenizer of golang.org/x/net/html, which
// does not report offsets. It also reads XML tags and processing instructions, in which attributes have a subset of the
// HTML syntax.
type tag struct {
	raw   []byte
	at    int
	isXML bool // values without quotes end as in encoding/xml
}

// newTag returns a tag positioned after the element name.
func newTag(raw []byte) tag { return tag{raw: raw, at: endOfName(raw, len("<"))} }

// endOfName returns the end of the element name at offset i of a tag.
func endOfName(raw []byte, i int) int {
	return skip(raw, i, func(c byte) bool { return !isSpace(c) && c != '/' && c != '>' })
}

// tagName returns the element name at offset i of a tag in HTML. It changes the name to lower case in the tag. The
// tokenizer's TagName copies the name.
func tagName(raw []byte, i int) []byte {
	name := raw[i:endOfName(raw, i)]
	ascii.LowerBytes(name)
	if bytes.IndexByte(name, 0) >= 0 {
		name = bytes.ReplaceAll(name, []byte{0}, []byte("\ufffd"))
	}
	return name
}

// next returns the next attribute. Repeated attributes and attributes without a name are not skipped.
func (t *tag) next() (s span, ok bool) {
	t.space()
	if t.at >= len(t.raw) || t.raw[t.at] == '>' {
		return span{}, false
	}
	s.key = t.at
	if t.raw[t.at] == '=' {
		t.at++
	}
	t.at = skip(t.raw, t.at, func(c byte) bool { return c != '=' && c != '/' && c != '>' && !isSpace(c) })
	s.keyEnd = t.at
	s.value, s.valueEnd = t.at, t.at
	t.space()
	if t.at < len(t.raw) {
		switch t.raw[t.at] {
		case '/':
			t.at++
		case '=':
			t.at++
			t.setValue(&s)
		}
	}
	return s, true
}

// setValue reads the value after "=".
func (t *tag) setValue(s *span) {
	t.space()
	s.value, s.valueEnd = t.at, t.at
	if t.at >= len(t.raw) || t.raw[t.at] == '>' {
		return
	}
	if quote := t.raw[t.at]; quote == '"' || quote == '\'' {
		t.at++
		s.value = t.at
		value, _, _ := bytes.Cut(t.raw[t.at:], []byte{quote})
		s.valueEnd = t.at + len(value)
		t.at = min(s.valueEnd+1, len(t.raw))
		return
	}
	t.at = skip(t.raw, t.at, func(c byte) bool {
		if t.isXML {
			return ascii.Is(c, ascii.Alpha|ascii.Digit) || c == '_' || c == ':' || c == '-'
		}
		return !isSpace(c) && c != '>'
	})
	s.valueEnd = t.at
}

func (t *tag) space() { t.at = skip(t.raw, t.at, isSpace) }

// tooManyAttrs reports whether raw, which is a start tag or a prefix of a start tag, has more than limit attributes.
// Repeated attributes count, too.
func tooManyAttrs(raw []byte, limit int) bool {
	if len(raw) < 2*limit || raw[0] != '<' || strings.IndexByte("!?/ \t\n\f\r", raw[1]) >= 0 {
		return false
	}
	t := newTag(raw)
	for n := 0; n <= limit; {
		s, ok := t.next()
		if !ok {
			return false
		}
		if s.keyEnd > s.key {
			n++
		}
	}
	return true
}

// A place is the context of a character reference. Each context has its own rules.
type place uint8

const (
	inAttribute place = iota // in an attribute of HTML
	inText                   // in a text of HTML
	inXML
	inCDATA // in a section without character references
)

// A value is a decoded attribute value or a decoded text. It maps offsets in the decoded text to offsets in the source.
type value struct {
	text   string
	offset int64 // start of the source
	end    int64
	raw    string // the source; "" if decoding changed nothing: text[i] is at offset+i
	in     place
	at     int // text[:at] is decoded from raw[:src]
	src    int
}

// newValue decodes raw, which begins at the given offset.
func newValue(raw []byte, offset int64, in place) value {
	const special = "&\r\x00"
	v := value{text: string(raw), offset: offset, end: offset + int64(len(raw)), in: in}
	if !strings.ContainsAny(v.text, special) {
		return v
	}
	v.raw = v.text
	text := make([]byte, 0, len(raw))
	for rest := v.raw; rest != ""; {
		n := model.Index(rest, 0, len(rest), special)
		text = append(text, rest[:n]...)
		if rest = rest[n:]; rest != "" {
			n, decoded := v.step(rest)
			text = append(text, decoded...)
			rest = rest[n:]
		}
	}
	v.text = string(text)
	return v
}

// place returns the offset of text[i]. Successive calls must not decrease i.
func (v *value) place(i int) int64 {
	if v.raw == "" {
		return v.offset + int64(i)
	}
	for v.at < i {
		n, decoded := v.step(v.raw[v.src:])
		if v.at+len(decoded) > i {
			break // text[i] is inside the result of one character reference
		}
		v.src += n
		v.at += len(decoded)
	}
	return v.offset + int64(v.src)
}

// item returns the reference in text[from:to]. Successive calls must not decrease from.
func (v *value) item(element, attribute string, from, to int, scope *scope) item {
	it := item{
		element: element, attribute: attribute, raw: v.text[from:to], offset: v.place(from), end: v.end, scope: scope,
	}
	if to < len(v.text) {
		it.end = v.place(to)
	}
	return it
}

// step decodes the first unit of raw: a character reference, a line ending or a byte. It returns the length of the unit
// in raw, and its decoded form.
func (v *value) step(raw string) (n int, decoded string) {
	switch raw[0] {
	case '&':
		return charRef(raw, v.in)
	case '\r':
		if strings.HasPrefix(raw, "\r\n") {
			return 2, "\n"
		}
		return 1, "\n"
	case 0:
		return 1, "\ufffd"
	}
	return 1, raw[:1]
}

// charRef decodes the character reference at the beginning of s (HTML §13.2.5.73, XML §4.1), and returns its length. It
// returns "&" if s does not begin with a reference.
func charRef(s string, in place) (n int, decoded string) {
	end := 1
	isNumber := strings.HasPrefix(s, "&#")
	if isNumber {
		end++
	}
	end = ascii.Skip(s, end, ascii.Alpha|ascii.Digit)
	closed := end < len(s) && s[end] == ';'
	if in == inXML && closed {
		decoded = decodeXML(s[1:end])
	}
	switch {
	case decoded != "":
		return end + 1, decoded
	case in == inXML || in == inCDATA:
		return 1, "&"
	case closed:
		end++
	}
	n, decoded = end, html.UnescapeString(s[:end])
	if !closed || strings.HasSuffix(decoded, ";") {
		// The reference can end before s[end]. Its decoded form is then one character.
		_, size := utf8.DecodeRuneInString(decoded)
		n -= len(decoded) - size
		decoded = decoded[:size]
	}
	if in == inAttribute && !isNumber && (n < end || !closed && strings.HasPrefix(s[end:], "=")) {
		return 1, "&"
	}
	return n, decoded
}

// decodeXML decodes an XML reference without "&" and ";". The result is "" if the reference is unknown.
func decodeXML(name string) string {
	number, isNumber := strings.CutPrefix(name, "#")
	switch {
	case name == "apos":
		return "'"
	case !isNumber:
		return xml.HTMLEntity[name]
	}
	base := 10
	if digits, ok := strings.CutPrefix(number, "x"); ok {
		number, base = digits, 16
	}
	x, err := strconv.ParseUint(number, base, 32)
	if err != nil || x > utf8.MaxRune {
		return ""
	}
	return string(rune(x))
}
