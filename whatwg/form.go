package whatwg

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/ascii"
	"earl.example/internal/percent"
)

// ParseForm returns the names and values of text in the format
// application/x-www-form-urlencoded, decoded: the string parser of §5.1.
func ParseForm(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for rest := skipEmpty(text); rest != ""; rest = skipEmpty(rest) {
			var p rawPair
			if p, rest = cutPair(rest); !yield(p.decoded()) {
				return
			}
		}
	}
}

// FormatForm writes names and values in the format
// application/x-www-form-urlencoded: the serializer of §5.2. Nil stands for
// UTF-8. There is no error unless the encoding does something unexpected.
func FormatForm(pairs iter.Seq2[string, string], e Encoding) (string, error) {
	var b []byte
	for name, value := range pairs {
		if len(b) > 0 {
			b = append(b, '&')
		}
		var err error
		if b, err = appendFormEncoded(b, name, e); err != nil {
			return "", newError(ruleOtherEncoding, name, -1, 0, err)
		}
		b = append(b, '=')
		if b, err = appendFormEncoded(b, value, e); err != nil {
			return "", newError(ruleOtherEncoding, value, -1, 0, err)
		}
	}
	return string(b), nil
}

func appendFormEncoded(dst []byte, s string, e Encoding) ([]byte, error) {
	if e == nil {
		return appendForm(dst, s), nil
	}
	return appendOtherEncoding(dst, s, e, formSet, math.MaxInt)
}

// appendForm appends s as names and values stand in a form.
func appendForm(dst []byte, s string) []byte { return appendEncoded(dst, s, formSet) }

// appendPair appends a name and a value, behind "&" if something is there.
func appendPair(dst []byte, name, value string) []byte {
	if len(dst) > 0 {
		dst = append(dst, '&')
	}
	return appendForm(append(appendForm(dst, name), '='), value)
}

// A rawPair is a name and a value as they stand in a form, together and apart,
// and the classes of their bytes.
type rawPair struct {
	text, name, value string
	classes           class
}

// decoded returns the name and the value decoded.
func (p *rawPair) decoded() (name, value string) {
	if p.classes&formCoded == 0 {
		return p.name, p.value
	}
	return formDecode(p.name), formDecode(p.value)
}

// is reports whether the name, decoded, is want, and the value, decoded, is
// *value if that is not nil.
func (p *rawPair) is(name string, value *string) bool {
	if p.classes&formCoded == 0 {
		return p.name == name && (value == nil || p.value == *value)
	}
	return formEquals(p.name, name) && (value == nil || formEquals(p.value, *value))
}

// append appends the pair as the serializer writes it.
func (p *rawPair) append(dst []byte) []byte {
	if p.classes&formSet == 0 {
		dst = grown(dst, len(p.text)+len("="))
		return append(append(append(dst, p.name...), '='), p.value...)
	}
	return appendFormAgain(append(appendFormAgain(dst, p.name), '='), p.value)
}

// grown returns dst with room for n more bytes. It doubles at least, where append
// would copy more often.
func grown(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = slices.Grow(dst, max(n, len(dst)))
	}
	return dst
}

// appendFormAgain appends s, which stands in a form, as the serializer writes
// it.
func appendFormAgain(dst []byte, s string) []byte {
	const piece = 256
	start, table := len(dst), formSet.escapes()
	for i := 0; i < len(s); {
		dst = grown(dst, len("%00")*min(len(s)-i, piece)+4)
		room, n := dst[:cap(dst)], len(dst)
		for end := min(len(s), i+piece); i < end; i++ {
			c := s[i]
			switch {
			case c == '+':
				c = ' '
			case c == '%' && percent.IsEscape(s, i):
				c = ascii.Unhex[s[i+1]]<<4 | ascii.Unhex[s[i+2]]
				i += len("00")
			}
			if c >= 0x80 {
				return appendForm(dst[:start], formDecode(s))
			}
			n += table.Put(room[n:], c)
		}
		dst = room[:n]
	}
	return dst
}

// appendRewritten appends a form as the serializer writes it.
func appendRewritten(dst []byte, text string) []byte {
	n := len(dst)
	for rest := skipEmpty(text); rest != ""; rest = skipEmpty(rest) {
		var p rawPair
		p, rest = cutPair(rest)
		if len(dst) > n {
			dst = append(dst, '&')
		}
		dst = p.append(dst)
	}
	return dst
}

// cutPair cuts what stands before the first "&" off text, which may be nothing.
// It looks byte by byte: most names and values are short.
func cutPair(text string) (p rawPair, rest string) {
	equals, i := -1, 0
	for ; i < len(text); i++ {
		c := text[i]
		if c == '&' {
			break
		}
		if c == '=' && equals < 0 {
			equals = i
			continue
		}
		p.classes |= table[c]
	}
	p.text, p.name, rest = text[:i], text[:i], text[min(i+1, len(text)):]
	if equals >= 0 {
		p.name, p.value = text[:equals], text[equals+1:i]
	}
	return p, rest
}

// skipEmpty returns text without the "&" at its start: between two there is no
// pair.
func skipEmpty(text string) string {
	i := 0
	for i < len(text) && text[i] == '&' {
		i++
	}
	return text[i:]
}

// countPairs returns how many pairs a form has.
func countPairs(text string) int {
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '&' && (i == 0 || text[i-1] == '&') {
			n++
		}
	}
	return n
}

// formDecode decodes a name or a value. It returns s if there is nothing to
// decode.
func formDecode(s string) string {
	if indexClass(s, 0, formCoded) == len(s) {
		return s
	}
	return decodeText(s, true)
}

// appendFormDecoded appends what formDecode returns.
func appendFormDecoded(dst []byte, s string) []byte {
	n := len(dst)
	dst, _ = percent.AppendDecode(dst, scalars(s), true)
	if utf8.Valid(dst[n:]) {
		return dst
	}
	return appendScalars(dst[:n], string(dst[n:]), false)
}

// formEquals reports whether s, decoded, is want. It allocates nothing unless s
// is long.
func formEquals(s, want string) bool {
	if len(s) > len("%00")*len(want) || s != "" && s[0] != want[0] && s[0] < 0x80 && s[0] != '%' && s[0] != '+' {
		return false // it decodes to more, or begins otherwise
	}
	if strings.IndexByte(s, '+') < 0 && strings.IndexByte(s, '%') < 0 && utf8.ValidString(s) {
		return s == want
	}
	var room [128]byte
	return string(appendFormDecoded(room[:0], s)) == want
}
