package yarl

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// A quoter says how requote writes a component. The value of keep[c] has this meaning for a byte c:
//
//   - 0: c is escaped
//   - 1: c is kept, and an escape of c is decoded
//   - 2: c is kept, and an escape of c is kept
type quoter struct {
	keep   [256]uint8
	spaces bool // a space is written as "+"
}

var (
	userinfoChars = newQuoter("+&=;", "", false)
	pathChars     = newQuoter("+&=;@:/", "/+", false)
	queryChars    = newQuoter("?/:@=+&;", "=+&;", true)
	fragmentChars = newQuoter("+&=;?/:@", "", false)
)

func newQuoter(safe, protected string, spaces bool) (q quoter) {
	for c := range q.keep {
		if ascii.Is(byte(c), ascii.Unreserved) || strings.IndexByte("!$'()*,"+safe, byte(c)) >= 0 {
			q.keep[c] = 1
		}
		if strings.IndexByte(protected, byte(c)) >= 0 {
			q.keep[c] = 2
		}
	}
	q.spaces = spaces
	return q
}

// requote writes s in the form that q describes. It also removes surrogates and other bytes that are not UTF-8.
func requote(s string, q *quoter) string {
	i := 0
	for i < len(s) && q.keep[s[i]] != 0 {
		i++
	}
	if i == len(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "")
	out := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		c, escaped := s[i], false
		if c == '%' && percent.IsEscape(s, i) {
			c, escaped = percent.Octet(s, i), true
			i += 2
		}
		switch {
		case q.keep[c] == 1, q.keep[c] == 2 && !escaped:
			out = append(out, c)
		case c == ' ' && q.spaces && !escaped:
			out = append(out, '+')
		default:
			out = percent.AppendEncode(out, []byte{c}, &nothing)
		}
	}
	return string(out)
}

// nothing keeps only letters and digits.
var nothing = percent.NewTable(0, "")

// unquote decodes the escapes in s that are valid UTF-8. Other escapes remain. s must be ASCII.
func unquote(s string) string {
	decoded, _ := percent.DecodeString(s, false)
	if utf8.ValidString(decoded) {
		return decoded
	}
	var out []byte
	for decoded != "" {
		r, size := utf8.DecodeRuneInString(decoded)
		if r == utf8.RuneError && size == 1 {
			out = percent.AppendEncode(out, decoded[:1], &nothing)
		} else {
			out = append(out, decoded[:size]...)
		}
		decoded = decoded[size:]
	}
	return string(out)
}
