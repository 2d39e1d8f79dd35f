package whatwg

import (
	"iter"
	"strings"
	"unicode/utf8"

	"earl.example/internal/percent"
)

// ParseForm returns the names and values of text in the format
// application/x-www-form-urlencoded, decoded: the string parser of §5.1.
func ParseForm(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for p := range formPairs(text) {
			if !yield(formDecode(p.name), formDecode(p.value)) {
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
	return appendOtherEncoding(dst, s, e, formSet)
}

// appendForm appends s as names and values stand in a form.
func appendForm(dst []byte, s string) []byte {
	for {
		i := indexClass(s, 0, formSet)
		dst = append(dst, s[:i]...)
		switch n := 1; {
		case i == len(s):
			return dst
		case s[i] == ' ':
			dst = append(dst, '+')
			s = s[i+1:]
		default:
			dst, n = appendEncodedChar(dst, s[i:])
			s = s[i+n:]
		}
	}
}

// A rawPair is a name and a value as they stand in a form, together and apart.
type rawPair struct{ text, name, value string }

// nextPair returns the first pair of a form and what follows it, if there is one:
// between two "&" there may be none.
func nextPair(text string) (p rawPair, rest string, ok bool) {
	for text != "" {
		end := indexByte(text, '&')
		piece := text[:end]
		text = text[min(end+1, len(text)):]
		if piece != "" {
			name, value, _ := strings.Cut(piece, "=")
			return rawPair{piece, name, value}, text, true
		}
	}
	return rawPair{}, "", false
}

// formPairs returns the names and values of a form.
func formPairs(text string) iter.Seq[rawPair] {
	return func(yield func(p rawPair) bool) {
		for {
			p, rest, ok := nextPair(text)
			if !ok || !yield(p) {
				return
			}
			text = rest
		}
	}
}

// formDecode decodes a name or a value. It returns s if there is nothing to
// decode.
func formDecode(s string) string {
	if isPlainForm(s) {
		return s
	}
	return string(appendFormDecoded(make([]byte, 0, len(s)), s))
}

// isPlainForm reports whether s stands for itself in a form.
func isPlainForm(s string) bool {
	return strings.IndexByte(s, '+') < 0 && strings.IndexByte(s, '%') < 0 && utf8.ValidString(s)
}

// appendFormDecoded appends s decoded.
func appendFormDecoded(dst []byte, s string) []byte {
	n := len(dst)
	if utf8.ValidString(s) {
		dst, _ = percent.AppendDecode(dst, s, true)
	} else {
		dst, _ = percent.AppendDecode(dst, scalars(s), true)
	}
	if utf8.Valid(dst[n:]) {
		return dst
	}
	return appendScalars(dst[:n], string(dst[n:]), false)
}

// formEquals reports whether s, decoded, is want. It allocates nothing unless s
// is long.
func formEquals(s, want string) bool {
	if isPlainForm(s) {
		return s == want
	}
	var room [128]byte
	return string(appendFormDecoded(room[:0], s)) == want
}
