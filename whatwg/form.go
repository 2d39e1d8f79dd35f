package whatwg

import (
	"iter"
	"math"
	"slices"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
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
		b = appendPair(b, name, value, e)
	}
	return string(b), nil
}

func appendFormEncoded(dst []byte, s string, e encoding.Encoding) []byte {
	if e == encoding.UTF8 {
		return appendForm(dst, s)
	}
	dst, _ = appendOtherEncoding(dst, s, e, ascii.FormSet, math.MaxInt)
	return dst
}

func appendForm(dst []byte, s string) []byte {
	if len(s) <= 16 && ascii.ClassesOf(s)&ascii.FormSet == 0 {
		return append(grown(dst, len(s)), s...)
	}
	return appendEncoded(dst, s, ascii.FormSet)
}

func appendPair(dst []byte, name, value string, e encoding.Encoding) []byte {
	if len(dst) > 0 {
		dst = append(dst, '&')
	}
	return appendFormEncoded(append(appendFormEncoded(dst, name, e), '='), value, e)
}

// A rawPair is an encoded pair of a form. Call next before each pair. Declare a rawPair before the loop: a variable of
// a for statement is copied in each iteration.
type rawPair struct {
	form               string
	start, equals, end int         // offsets in form; equals == end if there is no "="
	classes            ascii.Class // the classes of the bytes
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

// find advances to the next pair for which is returns true. It returns false at the end.
func (p *rawPair) find(name string, value *string) bool {
	for p.next() {
		if p.is(name, value) {
			return true
		}
	}
	return false
}

// read reads the pair that begins at i. It goes byte by byte, because most pairs are short.
func (p *rawPair) read(i int) {
	s, all := p.form, ascii.Class(0)
	p.start = i
	for ; i < len(s) && s[i] != '&' && s[i] != '='; i++ {
		all |= ascii.Table[s[i]]
	}
	p.equals = i
	if i < len(s) && s[i] == '=' {
		for i++; i < len(s) && s[i] != '&'; i++ {
			all |= ascii.Table[s[i]]
		}
	}
	p.end, p.classes = i, all
}

func (p *rawPair) text() string  { return p.form[p.start:p.end] }
func (p *rawPair) name() string  { return p.form[p.start:p.equals] }
func (p *rawPair) value() string { return p.form[min(p.equals+1, p.end):p.end] }

func (p *rawPair) decoded() (name, value string) {
	if p.classes&ascii.FormCoded == 0 {
		return p.name(), p.value()
	}
	return formDecode(p.name()), formDecode(p.value())
}

// is reports whether the pair has, after decoding, the given name and, if value is not nil, the given value.
func (p *rawPair) is(name string, value *string) bool {
	if p.classes&ascii.FormCoded == 0 {
		return p.name() == name && (value == nil || p.value() == *value)
	}
	return formEquals(p.name(), name) && (value == nil || formEquals(p.value(), *value))
}

func (p *rawPair) append(dst []byte) []byte {
	if p.classes&ascii.FormSet == 0 {
		dst = append(grown(dst, p.end-p.start+len("=")), p.text()...)
		if p.equals == p.end {
			dst = append(dst, '=')
		}
		return dst
	}
	return appendFormAgain(append(appendFormAgain(dst, p.name()), '='), p.value())
}

// appendFormAgain appends s, an encoded name or value, as the serializer would write it.
func appendFormAgain(dst []byte, s string) []byte {
	var room [64]byte
	return percent.AppendEncode(dst, appendFormDecoded(room[:0], s), escapesOf(ascii.FormSet))
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

// appendFormDecoded appends the result of formDecode.
func appendFormDecoded(dst []byte, s string) []byte {
	n := len(dst)
	dst, _ = percent.AppendDecode(dst, scalars(s), true)
	if utf8.Valid(dst[n:]) {
		return dst
	}
	return appendScalars(dst[:n], string(dst[n:]), false)
}

func formEquals(s, want string) bool {
	if len(s) > len("%00")*len(want) || s != "" && s[0] != want[0] && s[0] < 0x80 && s[0] != '%' && s[0] != '+' {
		return false // s is too long, or its first byte differs
	}
	var room [128]byte
	return string(appendFormDecoded(room[:0], s)) == want
}
