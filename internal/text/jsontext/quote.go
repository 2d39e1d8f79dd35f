package jsontext

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

const hexDigits = "0123456789abcdef"

// AppendQuote appends s as a JSON string, including the quotes.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if plainPrefix(s) == len(s) {
		dst = append(dst, s...)
	} else {
		dst = appendEscaped(dst, s)
	}
	return append(dst, '"')
}

func appendEscaped(dst []byte, s string) []byte {
	for {
		n := plainPrefix(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return dst
		}
		dst, n = appendUnit(dst, s, n)
		s = s[n:]
	}
}

// AppendUTF8 appends a JSON text, with escapes in place of bytes that are not UTF-8 and of the characters that
// AppendQuote escapes.
func AppendUTF8(dst []byte, text string) []byte {
	if ascii.Index(text, ascii.NonASCII) < 0 && strings.IndexByte(text, 0x7F) < 0 {
		return append(dst, text...)
	}
	for i := 0; i < len(text); {
		if text[i] < 0x7F {
			dst = append(dst, text[i])
			i++
			continue
		}
		dst, i = appendUnit(dst, text, i)
	}
	return dst
}

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

// appendUnit appends the first character, surrogate or invalid byte of s[i:], for which plainPrefix returns 0. It
// returns the index after it.
func appendUnit(dst []byte, s string, i int) (_ []byte, next int) {
	if c := s[i]; c < utf8.RuneSelf {
		return appendASCII(dst, c), i + 1
	}
	if r, size := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || size > 1 {
		if isControl(r) {
			return appendEscape(dst, uint16(r)), i + size
		}
		return append(dst, s[i:i+size]...), i + size
	}
	if !surrogateAt(s, i) {
		return appendByteEscape(dst, s[i]), i + 1
	}
	if s[i+1] < 0xB0 && lowFollows(s, i+3) {
		for _, c := range []byte(s[i : i+3]) {
			dst = appendByteEscape(dst, c)
		}
		return dst, i + 3
	}
	return appendEscape(dst, 0xD000|uint16(s[i+1]&0x3F)<<6|uint16(s[i+2]&0x3F)), i + 3
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

func surrogateAt(s string, i int) bool {
	return i+2 < len(s) && s[i] == 0xED && s[i+1]&0xE0 == 0xA0 && s[i+2]&0xC0 == 0x80
}

// maxHighs is the maximum number of consecutive high surrogates that lowFollows examines.
const maxHighs = 4

// lowFollows reports whether the text at s[i:] may be written as an escape that begins with a low surrogate. The result
// is true for an invalid byte and for a low surrogate. For a high surrogate, it is the result for the text after the
// surrogate. maxHighs limits this search, so that time is linear. At the limit, the result is true. This keeps results
// consistent: if the result is true for a high surrogate, it is also true for a high surrogate directly before it.
func lowFollows(s string, i int) bool {
	for range maxHighs {
		if i >= len(s) {
			return false
		}
		if r, size := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || size > 1 {
			return false
		}
		if !surrogateAt(s, i) || s[i+1] >= 0xB0 {
			return true
		}
		i += 3
	}
	return true
}

func appendASCII(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return appendEscape(dst, uint16(c))
}

func appendByteEscape(dst []byte, c byte) []byte { return appendEscape(dst, 0xDC00|uint16(c)) }

func appendEscape(dst []byte, u uint16) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12], hexDigits[u>>8&0xF], hexDigits[u>>4&0xF], hexDigits[u&0xF])
}

// AppendUnquote appends the value of a valid JSON string, given without its quotes. The value is never longer than raw.
func AppendUnquote(dst []byte, raw string) []byte {
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		switch c = raw[i+1]; c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
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
