package baseurl

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"earl.example/internal/text/ascii"
)

// A span holds the offsets of an attribute in its tag.
type span struct {
	key, keyEnd     int
	value, valueEnd int
}

// A tag iterates over the attributes of a start tag, in the same way as the tokenizer of golang.org/x/net/html, which
// does not report offsets. It also reads XML tags, in which attributes have a subset of the HTML syntax.
type tag struct {
	raw   []byte
	at    int
	isXML bool // values without quotes end as in encoding/xml
}

// newTag returns a tag positioned after the element name.
func newTag(raw []byte) tag {
	at := 1
	for at < len(raw) && !isSpace(raw[at]) && raw[at] != '/' && raw[at] != '>' {
		at++
	}
	return tag{raw: raw, at: at}
}

// next returns the next attribute. Repeated attributes and attributes without a name are not skipped.
func (t *tag) next() (s span, ok bool) {
	t.space()
	if t.at >= len(t.raw) || t.raw[t.at] == '>' {
		return span{}, false
	}
	s.key = t.at
	for t.at < len(t.raw) {
		c := t.raw[t.at]
		if c == '=' && t.at == s.key {
			t.at++
			continue
		}
		if c == '=' || c == '/' || c == '>' || isSpace(c) {
			break
		}
		t.at++
	}
	s.keyEnd = t.at
	s.value, s.valueEnd = t.at, t.at
	t.space()
	if t.at >= len(t.raw) {
		return s, true
	}
	switch t.raw[t.at] {
	case '/':
		t.at++
	case '=':
		t.at++
		t.setValue(&s)
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
		end := bytes.IndexByte(t.raw[t.at:], quote)
		if end < 0 {
			end = len(t.raw) - t.at
		}
		s.valueEnd = t.at + end
		t.at = min(s.valueEnd+1, len(t.raw))
		return
	}
	for t.at < len(t.raw) && !isSpace(t.raw[t.at]) && t.raw[t.at] != '>' && (!t.isXML || isUnquotedXML(t.raw[t.at])) {
		t.at++
	}
	s.valueEnd = t.at
}

// isUnquotedXML reports whether encoding/xml accepts c in a value without quotes.
func isUnquotedXML(c byte) bool {
	return ascii.Is(c, ascii.Alpha|ascii.Digit) || c == '_' || c == ':' || c == '-'
}

func (t *tag) space() {
	for t.at < len(t.raw) && isSpace(t.raw[t.at]) {
		t.at++
	}
}

// find returns the next attribute named key, and skips the attributes before it. key is in lower case. The tokenizer
// reports only the first attribute of each name. So if find is called for names in the order of the tokenizer, it
// returns the attributes that the tokenizer reports.
func (t *tag) find(key []byte) (span, bool) {
	for {
		s, ok := t.next()
		if !ok || t.names(s, key) {
			return s, ok
		}
	}
}

// names reports whether the name of attribute s is key.
func (t *tag) names(s span, key []byte) bool {
	name := t.raw[s.key:s.keyEnd]
	if bytes.IndexByte(name, 0) >= 0 {
		name = bytes.ReplaceAll(name, []byte{0}, []byte("\ufffd"))
	}
	if len(name) != len(key) {
		return false
	}
	for i, c := range name {
		if ascii.Is(c, ascii.Alpha) {
			c |= 0x20
		}
		if c != key[i] {
			return false
		}
	}
	return len(name) > 0
}

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

// newValue returns a value for the given text, which is the decoded form of raw. raw begins at the given offset.
func newValue(text string, raw []byte, offset int64, in place) value {
	v := value{text: text, offset: offset, end: offset + int64(len(raw)), in: in}
	if len(text) != len(raw) || bytes.IndexByte(raw, '&') >= 0 || bytes.IndexByte(raw, 0) >= 0 {
		v.raw = string(raw)
	}
	return v
}

// place returns the offset of text[i]. Successive calls must not decrease i.
func (v *value) place(i int) int64 {
	if v.raw == "" {
		return v.offset + int64(i)
	}
	for v.at < i && v.src < len(v.raw) {
		n, m := v.step(v.raw[v.src:])
		if v.at+m > i {
			break // text[i] is inside the result of one character reference
		}
		v.src += n
		v.at += m
	}
	return v.offset + int64(v.src)
}

// ending returns the offset at which the source of text[:i] ends.
func (v *value) ending(i int) int64 {
	if i == len(v.text) {
		return v.end
	}
	return v.place(i)
}

// step reads the first unit of raw: a character reference, a line ending or a byte. It returns the length n of the unit
// in raw, and the length m of its decoded form.
func (v *value) step(raw string) (n, m int) {
	switch raw[0] {
	case '&':
		if decoded, n := charRef(raw, v.in); n > 0 {
			return n, len(decoded)
		}
	case '\r':
		if strings.HasPrefix(raw, "\r\n") {
			return 2, 1
		}
	case 0:
		return 1, len("\ufffd")
	}
	return 1, 1
}

// charRef decodes the character reference at the beginning of s, and returns its length, or 0 if there is none (HTML
// §13.2.5.73, XML §4.1).
func charRef(s string, in place) (decoded string, n int) {
	n = 1
	if n < len(s) && s[n] == '#' {
		return numericRef(s, in == inXML)
	}
	for n < len(s) && ascii.Is(s[n], ascii.Alpha|ascii.Digit) {
		n++
	}
	if n == 1 {
		return "", 0
	}
	closed := n < len(s) && s[n] == ';'
	if closed {
		n++
	} else if in == inXML || in == inAttribute && n < len(s) && s[n] == '=' {
		return "", 0
	}
	if n > maxEntity && in != inText {
		return "", 0
	}
	if in == inXML {
		return entityXML(s[:n])
	}
	if n <= maxEntity {
		if decoded, ok := named(s[:n], closed); ok {
			return decoded, n
		}
	}
	if in == inText {
		for n = min(n-1, len("&")+maxBareEntity); n > len("&")+1; n-- {
			if decoded, ok := named(s[:n], false); ok {
				return decoded, n
			}
		}
	}
	return "", 0
}

// named decodes s, which consists of "&", a name and, if closed is true, ";". ok is false unless all of s is a
// character reference.
func named(s string, closed bool) (decoded string, ok bool) {
	decoded = html.UnescapeString(s)
	switch {
	case decoded == s:
		return "", false
	case closed && strings.HasSuffix(decoded, ";") && s != "&semi;":
		return "", false // only a prefix of s is the name of an entity
	case !closed && decoded != html.UnescapeString(s+";"):
		return "", false
	}
	return decoded, true
}

// entityXML decodes the named XML reference at the beginning of s. The results are like charRef's.
func entityXML(s string) (decoded string, n int) {
	switch name := s[1 : len(s)-1]; name {
	case "lt", "gt", "amp", "apos", "quot":
		return html.UnescapeString(s), len(s)
	default:
		decoded = xml.HTMLEntity[name]
	}
	if decoded == "" {
		return "", 0
	}
	return decoded, len(s)
}

// maxEntity is the length of the longest entity name, with "&" and ";": CounterClockwiseContourIntegral.
const maxEntity = 33

// maxBareEntity is the length of the longest entity name that does not need ";", such as "frac12".
const maxBareEntity = 6

// numericRef decodes the numeric reference at the beginning of s. The results are like charRef's.
func numericRef(s string, isXML bool) (decoded string, n int) {
	n = len("&#")
	digits := ascii.Digit
	if n < len(s) && (s[n] == 'x' || s[n] == 'X' && !isXML) {
		digits = ascii.HexDigit
		n++
	}
	start := n
	for n < len(s) && ascii.Is(s[n], digits) {
		n++
	}
	if n == start {
		return "", 0
	}
	number := s[start:n]
	closed := n < len(s) && s[n] == ';'
	if closed {
		n++
	}
	if !isXML {
		return html.UnescapeString(s[:n]), n
	}
	base := 10
	if digits == ascii.HexDigit {
		base = 16
	}
	x, err := strconv.ParseUint(number, base, 64)
	if !closed || err != nil || x > utf8.MaxRune {
		return "", 0
	}
	return string(rune(x)), n
}
