package codecs

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

type undefined struct{}

func (undefined) AppendEncode([]byte, string, codec.Handler) ([]byte, error) {
	return nil, plainError("UnicodeError", "undefined encoding")
}

func (u undefined) AppendDecode(_, _ []byte, h codec.Handler) ([]byte, error) {
	return u.AppendEncode(nil, "", h)
}

// escapes is unicode_escape, the codec of the escapes in Python's string literals, or raw_unicode_escape, which only
// has \uXXXX and \UXXXXXXXX. All other octets are Latin-1.
type escapes struct{ raw bool }

func (x escapes) AppendEncode(dst []byte, s string, _ codec.Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		r, size := str.DecodeRune(s[i:])
		i += size
		switch {
		case x.raw && r < 0x100, ' ' <= r && r < 0x7F && r != '\\':
			dst = append(dst, byte(r))
		case x.raw:
			dst = str.AppendEscape(dst, r)
		default:
			dst = str.AppendShortEscape(dst, r)
		}
	}
	return dst, nil
}

func (x escapes) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	label, release := "unicodeescape", h.Text.Release
	if x.raw {
		label = "rawunicodeescape"
	}
	return codec.AppendDecoded(dst, b, h, label, false, func(dst, b []byte) ([]byte, int, string) {
		if b[0] != '\\' || x.raw && len(b) == 1 {
			return utf8.AppendRune(dst, rune(b[0])), 1, ""
		}
		return x.decode(dst, b, release)
	})
}

// The octets that can follow a backslash in an escape of two octets, and the values of these escapes in the same order.
const (
	simpleEscapes  = "\\'\"bftnrva"
	simpleEscapeds = "\\'\"\b\f\t\n\r\v\a"
)

// decode decodes the escape at the beginning of b. It returns its length, or the length and reason of a fault.
func (x escapes) decode(dst, b []byte, release str.Release) (out []byte, n int, reason string) {
	if len(b) == 1 {
		return nil, 1, `\ at end of string`
	}
	c := b[1]
	switch {
	case c == 'u':
		return decodeHex(dst, b, 4, `truncated \uXXXX escape`, "")
	case c == 'U' && x.raw:
		return decodeHex(dst, b, 8, `truncated \UXXXXXXXX escape`, `\Uxxxxxxxx out of range`)
	case x.raw:
	case c == 'U':
		return decodeHex(dst, b, 8, `truncated \UXXXXXXXX escape`, "illegal Unicode character")
	case c == 'x':
		return decodeHex(dst, b, 2, `truncated \xXX escape`, "")
	case c == 'N':
		return decodeNamed(dst, b, release)
	case c == '\n':
		return dst, 2, ""
	case '0' <= c && c < '8':
		r := rune(0)
		for n = 1; n < min(4, len(b)) && b[n]-'0' < 8; n++ {
			r = r<<3 | rune(b[n]-'0')
		}
		return utf8.AppendRune(dst, r), n, ""
	default:
		if i := strings.IndexByte(simpleEscapes, c); i >= 0 {
			return append(dst, simpleEscapeds[i]), 2, ""
		}
	}
	return utf8.AppendRune(append(dst, '\\'), rune(c)), 2, ""
}

// decodeHex decodes an escape that consists of two octets, such as \x, and the given number of hexadecimal digits.
func decodeHex(dst, b []byte, digits int, truncated, tooLarge string) (out []byte, n int, reason string) {
	r := 0
	for n = 2; n < 2+digits; n++ {
		if n == len(b) || !ascii.Is(b[n], ascii.HexDigit) {
			return nil, n, truncated
		}
		r = r<<4 | int(ascii.Unhex[b[n]])
	}
	if uint(r) > utf8.MaxRune {
		return nil, n, tooLarge
	}
	return str.AppendRune(dst, rune(r)), n, ""
}

func decodeNamed(dst, b []byte, release str.Release) (out []byte, n int, reason string) {
	const malformed = `malformed \N character escape`
	if len(b) < 3 || b[2] != '{' {
		return nil, 2, malformed
	}
	end := bytes.IndexByte(b, '}')
	switch {
	case end < 0:
		return nil, len(b), malformed
	case end == 3:
		return nil, 3, malformed
	}
	r, ok := runeOf(b[3:end], release)
	if !ok {
		return nil, end + 1, "unknown Unicode character name"
	}
	return utf8.AppendRune(dst, r), end + 1, ""
}
