package whatwg

import (
	"iter"
	"math"
	"slices"
	"unicode/utf8"

	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// ParseForm yields the decoded names and values of text in the format application/x-www-form-urlencoded (§5.1).
func ParseForm(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		p := rawPair{form: text}
		for p.next() {
			if !yield(p.decoded()) {
				return
			}
		}
	}
}

// FormatForm returns pairs in the format application/x-www-form-urlencoded (§5.2). label is a label of the Encoding
// Standard, such as "shift_jis"; empty means UTF-8. The only error is an unknown label.
func FormatForm(pairs iter.Seq2[string, string], label string) (string, error) {
	e := encoding.UTF8
	if label != "" {
		var known bool
		if e, known = encoding.Lookup(label); !known {
			return "", newError(ruleUnknownLabel, label, -1, urlerr.NoComponent, nil)
		}
	}
	var b []byte
	for name, value := range pairs {
		if len(b) > 0 {
			b = append(b, '&')
		}
		b = append(appendFormEncoded(b, name, e), '=')
		b = appendFormEncoded(b, value, e)
	}
	return string(b), nil
}

func appendFormEncoded(dst []byte, s string, e encoding.Encoding) []byte {
	if e == encoding.UTF8 {
		return appendEncoded(dst, s, formSet)
	}
	dst, _ = appendOtherEncoding(dst, s, e, formSet, math.MaxInt)
	return dst
}

// appendPair appends a pair that follows the encoded pairs in dst.
func appendPair(dst []byte, name, value string) []byte {
	if len(dst) > 0 {
		dst = append(dst, '&')
	}
	return appendEncoded(append(appendEncoded(dst, name, formSet), '='), value, formSet)
}

// A rawPair is an encoded pair of a form. Call next before each pair. Declare a rawPair before the loop: a variable of
// a for statement is copied in each iteration.
type rawPair struct {
	form               string
	start, equals, end int   // offsets in form; equals == end if there is no "="
	classes            class // the classes of the bytes
}

// next advances to the next pair, skipping empty text. It returns false at the end.
func (p *rawPair) next() bool {
	i := p.end
	for i < len(p.form) && p.form[i] == '&' {
		i++
	}
	if i == len(p.form) {
		return false
	}
	p.read(i)
	return true
}

// read reads the pair that begins at i. It goes byte by byte, because most pairs are short.
func (p *rawPair) read(i int) {
	s, all := p.form, class(0)
	p.start = i
	for ; i < len(s) && s[i] != '&' && s[i] != '='; i++ {
		all |= table[s[i]]
	}
	p.equals = i
	if i < len(s) && s[i] == '=' {
		for i++; i < len(s) && s[i] != '&'; i++ {
			all |= table[s[i]]
		}
	}
	p.end, p.classes = i, all
}

func (p *rawPair) text() string  { return p.form[p.start:p.end] }
func (p *rawPair) name() string  { return p.form[p.start:p.equals] }
func (p *rawPair) value() string { return p.form[min(p.equals+1, p.end):p.end] }

func (p *rawPair) decoded() (name, value string) {
	if p.classes&formCoded == 0 {
		return p.name(), p.value()
	}
	return formDecode(p.name()), formDecode(p.value())
}

// is reports whether the pair has, after decoding, the given name and, if value is not nil, the given value.
func (p *rawPair) is(name string, value *string) bool {
	return p.decodesTo(p.name(), name) && (value == nil || p.decodesTo(p.value(), *value))
}

// decodesTo reports whether s, the name or the value of the pair, is want after decoding.
func (p *rawPair) decodesTo(s, want string) bool {
	switch {
	case p.classes&formCoded == 0:
		return s == want
	case len(s) > len("%00")*len(want):
		return false
	}
	var room [128]byte
	decoded, _ := percent.AppendDecode(room[:0], scalars(s), true)
	return string(decoded) == want || !utf8.Valid(decoded) && formDecode(s) == want
}

// append appends the pair as the serializer would write it.
func (p *rawPair) append(dst []byte) []byte {
	if p.classes&formSet == 0 && p.equals < p.end {
		return append(dst, p.text()...)
	}
	name, value := p.decoded()
	return appendEncoded(append(appendEncoded(dst, name, formSet), '='), value, formSet)
}

// grown returns dst with room for n more bytes. It at least doubles the length.
func grown(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = slices.Grow(dst, max(n, len(dst)))
	}
	return dst
}

// appendRewritten appends the form text as the serializer would write it.
func appendRewritten(dst []byte, text string) []byte {
	n := len(dst)
	p := rawPair{form: text}
	for p.next() {
		if len(dst) > n {
			dst = append(dst, '&')
		}
		dst = p.append(dst)
	}
	return dst
}

func countPairs(text string) int {
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '&' && (i == 0 || text[i-1] == '&') {
			n++
		}
	}
	return n
}

func formDecode(s string) string { return decodeText(s, true) }
