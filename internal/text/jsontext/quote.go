package jsontext

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/scalar"
)

const hexDigits = "0123456789abcdef"

// AppendQuote appends s as a JSON string, including the quotes. It is I-JSON (RFC 7493): U+FFFD replaces ill-formed
// UTF-8, as in the UTF-8 decoder of the Encoding Standard.
func AppendQuote(dst []byte, s string) []byte { return appendQuote(dst, s, false) }

// AppendSurrogates is like AppendQuote, but writes each byte XX that is not UTF-8 as \udcXX, as Python's os.fsdecode
// does. [AppendUnquote] returns the same bytes.
func AppendSurrogates(dst []byte, s string) []byte { return appendQuote(dst, s, true) }

func appendQuote(dst []byte, s string, surrogates bool) []byte {
	dst = append(dst, '"')
	for {
		n := plainPrefix(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return append(dst, '"')
		}
		dst, n = appendUnit(dst, s, n, surrogates)
		s = s[n:]
	}
}

// appendRaw appends a JSON text, with escapes of the characters that AppendQuote escapes. Ill-formed UTF-8 is written
// as in a string. Unless surrogates is set, U+FFFD replaces escapes of lone surrogates.
func appendRaw(dst []byte, text string, surrogates bool) []byte {
	if ascii.Prefix(text) == len(text) && !strings.Contains(text, "\x7f") && !strings.Contains(text, `\u`) {
		return append(dst, text...)
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c >= 0x7F:
			dst, i = appendUnit(dst, text, i, surrogates)
		case c == '\\' && text[i+1] == 'u' && escaped(text, i)>>11 == 0xD800>>11 && !surrogates:
			next := i + len(`\ud800`)
			if escaped(text, i)>>10 == 0xD800>>10 && strings.HasPrefix(text[next:], `\u`) &&
				escaped(text, next)>>10 == 0xDC00>>10 {
				next += len(`\udc00`)
				dst = append(dst, text[i:next]...)
			} else {
				dst = append(dst, replacement...)
			}
			i = next
		case c == '\\':
			dst = append(dst, c, text[i+1])
			i += 2
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

// replacement replaces ill-formed UTF-8.
const replacement = "\uFFFD"

// plainPrefix returns the length of the longest prefix of s that is ASCII and needs no escape.
func plainPrefix(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		x := ascii.Load8(s, i)
		// The subtractions set the high bit of a byte below 0x20, or equal to the quote or the backslash. Only such a byte
		// can cause a borrow, so if no high bit is set, there is no such byte. The addition sets the high bit of 0x7F.
		if (x|(x+ascii.Ones)|(x-ascii.Ones*' ')|((x^ascii.Ones*'"')-ascii.Ones)|((x^ascii.Ones*'\\')-ascii.Ones))&
			ascii.Highs != 0 {
			break
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7F {
			break
		}
	}
	return i
}

// appendUnit appends the first character or ill-formed sequence of s[i:], for which plainPrefix returns 0. It returns
// the index after it.
func appendUnit(dst []byte, s string, i int, surrogates bool) (_ []byte, next int) {
	if c := s[i]; c < utf8.RuneSelf {
		return appendASCII(dst, c), i + 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == utf8.RuneError && size == 1 && surrogates:
		return appendEscape(dst, 0xDC00|uint16(s[i])), i + 1
	case r == utf8.RuneError && size == 1:
		n, _ := scalar.Next(s[i:], false)
		return append(dst, replacement...), i + n
	case isControl(r):
		return appendEscape(dst, uint16(r)), i + size
	}
	return append(dst, s[i:i+size]...), i + size
}

// isControl reports whether r, a non-ASCII character, is a control, ends a line, or changes the direction of text.
func isControl(r rune) bool {
	switch {
	case r < 0x0600:
		return r < 0xA0
	case r < 0x2000:
		return r == 0x061C
	case r < 0x2070:
		return r == 0x200E || r == 0x200F || 0x2028 <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069
	}
	return false
}

// shortEscapes maps the letter of an escape of two characters, such as \n, to its value.
var shortEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

func appendASCII(dst []byte, c byte) []byte {
	const escaped, letters = "\"\\\b\f\n\r\t", `"\bfnrt`
	if i := strings.IndexByte(escaped, c); i >= 0 {
		return append(dst, '\\', letters[i])
	}
	return appendEscape(dst, uint16(c))
}

func appendEscape(dst []byte, u uint16) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12], hexDigits[u>>8&0xF], hexDigits[u>>4&0xF], hexDigits[u&0xF])
}

// AppendUnquote appends the value of a valid JSON string, given without its quotes. The value is never longer than raw.
// The escape of a lone surrogate is the byte XX if it is one of \udc80 to \udcff (see [AppendSurrogates]), and else
// three bytes: \ud800 is ED A0 80.
func AppendUnquote(dst []byte, raw string) []byte {
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		if c = shortEscapes[raw[i+1]]; c == 0 { // \uXXXX
			dst, i = appendUnescaped(dst, raw, i)
			continue
		}
		dst = append(dst, c)
		i += 2
	}
	return dst
}

// appendUnescaped appends the value of the escape \uXXXX at raw[i:]. If two escapes form a surrogate pair, it appends
// the value of both. It returns the index after the text that it has read.
func appendUnescaped(dst []byte, raw string, i int) (_ []byte, next int) {
	r := escaped(raw, i)
	i += 6
	if r>>10 == 0xD800>>10 && i+6 <= len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
		if low := escaped(raw, i); low>>10 == 0xDC00>>10 {
			r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
			i += 6
		}
	}
	if 0xDC80 <= r && r <= 0xDCFF {
		return append(dst, byte(r)), i
	}
	if r>>11 == 0xD800>>11 {
		return append(dst, 0xED, 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F), i
	}
	return utf8.AppendRune(dst, r), i
}

func escaped(raw string, i int) rune {
	var r rune
	for _, c := range []byte(raw[i+2 : i+6]) {
		r = r<<4 | rune(ascii.Unhex[c])
	}
	return r
}
