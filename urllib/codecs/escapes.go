package codecs

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

type undefined struct{}

var errUndefined = str.Exception{Class: "UnicodeError", Text: "undefined encoding"}

func (undefined) AppendEncode([]byte, string, codec.Handler) ([]byte, error) {
	err := errUndefined
	return nil, &err
}

func (undefined) AppendDecode(_, _ []byte, _ codec.Handler) ([]byte, error) {
	err := errUndefined
	return nil, &err
}

// unicodeEscape is the codec of the escapes in Python's string literals. All other octets are Latin-1.
type unicodeEscape struct{}

func (unicodeEscape) AppendEncode(dst []byte, s string, _ codec.Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		r, size := str.DecodeRune(s[i:])
		i += size
		switch {
		case r == '\\':
			dst = append(dst, '\\', '\\')
		case ' ' <= r && r < 0x7F:
			dst = append(dst, byte(r))
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = str.AppendEscape(dst, r)
		}
	}
	return dst, nil
}

// The octets that can follow a backslash in an escape of two octets, and the values of these escapes in the same order.
const (
	simpleEscapes  = "\\'\"bftnrva"
	simpleEscapeds = "\\'\"\b\f\t\n\r\v\a"
)

func (unicodeEscape) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	release := h.Text().Release
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		if b[i] != '\\' {
			dst = utf8.AppendRune(dst, rune(b[i]))
			i++
			continue
		}
		out, n, reason := decodeEscape(dst, b[i:], release)
		if reason == "" {
			dst = out
			i += n
			continue
		}
		var err error
		f := codec.Fault{Label: "unicodeescape", Reason: reason, Start: i, End: i + n}
		if dst, i, err = h.Decode(dst, b, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// decodeEscape decodes the escape at the beginning of b. It returns its length, or the length and reason of a fault.
func decodeEscape(dst, b []byte, release str.Release) (out []byte, n int, reason string) {
	if len(b) == 1 {
		return nil, 1, `\ at end of string`
	}
	c := b[1]
	if i := strings.IndexByte(simpleEscapes, c); i >= 0 {
		return append(dst, simpleEscapeds[i]), 2, ""
	}
	switch c {
	case '\n':
		return dst, 2, ""
	case '0', '1', '2', '3', '4', '5', '6', '7':
		r := rune(0)
		for n = 1; n < min(4, len(b)) && b[n]-'0' < 8; n++ {
			r = r<<3 | rune(b[n]-'0')
		}
		return utf8.AppendRune(dst, r), n, ""
	case 'x':
		return decodeHex(dst, b, 2, `truncated \xXX escape`, "")
	case 'u':
		return decodeHex(dst, b, 4, `truncated \uXXXX escape`, "")
	case 'U':
		return decodeHex(dst, b, 8, `truncated \UXXXXXXXX escape`, "illegal Unicode character")
	case 'N':
		return decodeNamed(dst, b, release)
	}
	return utf8.AppendRune(append(dst, '\\'), rune(c)), 2, ""
}

// decodeHex decodes an escape that consists of two octets, such as \x, and the given number of hexadecimal digits.
func decodeHex(dst, b []byte, digits int, truncated, tooLarge string) (out []byte, n int, reason string) {
	r := uint32(0)
	for n = 2; n < 2+digits; n++ {
		if n == len(b) {
			return nil, n, truncated
		}
		digit, ok := hexDigit(b[n])
		if !ok {
			return nil, n, truncated
		}
		r = r<<4 | digit
	}
	if r > utf8.MaxRune {
		return nil, n, tooLarge
	}
	return str.AppendRune(dst, rune(r)), n, ""
}

func hexDigit(c byte) (uint32, bool) {
	switch {
	case c-'0' < 10:
		return uint32(c - '0'), true
	case c|0x20-'a' < 6:
		return uint32(c|0x20-'a') + 10, true
	}
	return 0, false
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

// rawUnicodeEscape is Latin-1, with \uXXXX and \UXXXXXXXX for other characters.
type rawUnicodeEscape struct{}

func (rawUnicodeEscape) AppendEncode(dst []byte, s string, _ codec.Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		r, size := str.DecodeRune(s[i:])
		i += size
		if r < 0x100 {
			dst = append(dst, byte(r))
		} else {
			dst = str.AppendEscape(dst, r)
		}
	}
	return dst, nil
}

func (rawUnicodeEscape) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		if b[i] != '\\' || i+1 == len(b) {
			dst = utf8.AppendRune(dst, rune(b[i]))
			i++
			continue
		}
		var out []byte
		var n int
		var reason string
		switch c := b[i+1]; c {
		case 'u':
			out, n, reason = decodeHex(dst, b[i:], 4, `truncated \uXXXX escape`, "")
		case 'U':
			out, n, reason = decodeHex(dst, b[i:], 8, `truncated \UXXXXXXXX escape`, `\Uxxxxxxxx out of range`)
		default:
			out, n = utf8.AppendRune(append(dst, '\\'), rune(c)), 2
		}
		if reason == "" {
			dst = out
			i += n
			continue
		}
		var err error
		f := codec.Fault{Label: "rawunicodeescape", Reason: reason, Start: i, End: i + n}
		if dst, i, err = h.Decode(dst, b, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}
