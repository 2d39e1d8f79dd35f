package yarl

import (
	"strings"
	"sync"
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
	userinfoChars = sync.OnceValue(func() *quoter { return newQuoter("+&=;", "", false) })
	pathChars     = sync.OnceValue(func() *quoter { return newQuoter("+&=;@:/", "/+", false) })
	queryChars    = sync.OnceValue(func() *quoter { return newQuoter("?/:@=+&;", "=+&;", true) })
	fragmentChars = sync.OnceValue(func() *quoter { return newQuoter("+&=;?/:@", "", false) })
)

func newQuoter(safe, protected string, spaces bool) *quoter {
	q := &quoter{spaces: spaces}
	for c := range q.keep {
		if ascii.Is(byte(c), ascii.Unreserved) || strings.IndexByte("!$'()*,"+safe, byte(c)) >= 0 {
			q.keep[c] = 1
		}
		if strings.IndexByte(protected, byte(c)) >= 0 {
			q.keep[c] = 2
		}
	}
	return q
}

// requote writes s in the form that q describes. It also removes surrogates and other bytes that are not UTF-8. If lax
// is set, it removes them only from a text that it changes otherwise, and not before it reads the escapes.
func requote(s string, q *quoter, lax bool) string {
	i := 0
	for i < len(s) && q.keep[s[i]] != 0 {
		i++
	}
	if i == len(s) {
		return s
	}
	valid := strings.ToValidUTF8(s, "")
	text := valid
	if lax {
		text = s
	}
	out := make([]byte, 0, len(text)+16)
	for i := 0; i < len(text); i++ {
		c, escaped := text[i], false
		if c == '%' && percent.HexFollows(text, i) {
			c, escaped = percent.Octet(text, i), true
			i += 2
		}
		switch {
		case q.keep[c] == 1, q.keep[c] == 2 && !escaped:
			out = append(out, c)
		case c == ' ' && q.spaces && !escaped:
			out = append(out, '+')
		case c < utf8.RuneSelf || escaped:
			out = percent.AppendEncode(out, []byte{c}, &nothing)
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if r != utf8.RuneError || size != 1 {
				out = percent.AppendEncode(out, text[i:i+size], &nothing)
			}
			i += size - 1
		}
	}
	if lax && string(out) == valid {
		return s
	}
	return string(out)
}

// nothing keeps only letters and digits.
var nothing = percent.NewTable(0, "")

// unquote decodes the escapes in s that are valid UTF-8. Other escapes remain. The hexadecimal digits in s must be in
// upper case.
func unquote(s string) string {
	var out, octets []byte // octets has those of the escapes before s[i]
	for i := 0; i <= len(s); i++ {
		if percent.IsEscape(s, i) {
			octets = append(octets, percent.Octet(s, i))
			i += 2
			continue
		}
		for len(octets) > 0 {
			r, size := utf8.DecodeRune(octets)
			if r == utf8.RuneError && size == 1 {
				out = percent.AppendEncode(out, octets[:1], &nothing)
			} else {
				out = append(out, octets[:size]...)
			}
			octets = octets[size:]
		}
		if i < len(s) {
			out = append(out, s[i])
		}
	}
	return string(out)
}
