package literal

import (
	"fmt"
	"strings"
)

// eof is the EOF code point.
const eof rune = -1

func isDigit(c rune) bool        { return '0' <= c && c <= '9' }
func isAlpha(c rune) bool        { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }
func isAlphanumeric(c rune) bool { return isDigit(c) || isAlpha(c) }
func isHexDigit(c rune) bool     { return isDigit(c) || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f' }
func isTabOrNewline(c rune) bool { return c == '\t' || c == '\n' || c == '\r' }
func isC0OrSpace(c rune) bool    { return 0 <= c && c <= ' ' }

func lower(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func asciiLower(s string) string { return strings.Map(lower, s) }

func isASCII(s string) bool { return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) < 0 }

// hexValue returns the value of a hexadecimal digit.
func hexValue(c rune) int { return strings.IndexRune("0123456789abcdef", lower(c)) }

// isURLCodePoint reports whether c is a URL code point (§4.3).
func isURLCodePoint(c rune) bool {
	switch {
	case isAlphanumeric(c):
		return true
	case c < 0:
		return false
	case c < 0x80:
		return strings.ContainsRune("!$&'()*+,-./:;=?@_~", c)
	case c < 0xA0 || c > 0x10FFFD:
		return false
	case 0xFDD0 <= c && c <= 0xFDEF || c&0xFFFE == 0xFFFE:
		return false // noncharacters
	}
	return true
}

// utf8Decode implements the UTF-8 decoder of the Encoding Standard (§8.1.1), with error mode replacement and without
// byte order mark handling. It returns the code points and the offsets of their first bytes.
func utf8Decode(s string) (text []rune, offsets []int) {
	var point rune
	needed, seen := 0, 0
	lo, hi := byte(0x80), byte(0xBF)
	start := 0
	emit := func(c rune, at int) { text, offsets = append(text, c), append(offsets, at) }
	for i := 0; i < len(s); i++ {
		b := s[i]
		if needed == 0 {
			start = i
			switch {
			case b <= 0x7F:
				emit(rune(b), i)
			case 0xC2 <= b && b <= 0xDF:
				needed, point = 1, rune(b&0x1F)
			case 0xE0 <= b && b <= 0xEF:
				if b == 0xE0 {
					lo = 0xA0
				}
				if b == 0xED {
					hi = 0x9F
				}
				needed, point = 2, rune(b&0xF)
			case 0xF0 <= b && b <= 0xF4:
				if b == 0xF0 {
					lo = 0x90
				}
				if b == 0xF4 {
					hi = 0x8F
				}
				needed, point = 3, rune(b&0x7)
			default:
				emit(0xFFFD, i)
			}
			continue
		}
		if b < lo || hi < b {
			point, needed, seen, lo, hi = 0, 0, 0, 0x80, 0xBF
			emit(0xFFFD, start)
			i-- // read this byte again
			continue
		}
		lo, hi = 0x80, 0xBF
		point = point<<6 | rune(b&0x3F)
		if seen++; seen == needed {
			emit(point, start)
			point, needed, seen = 0, 0, 0
		}
	}
	if needed != 0 {
		emit(0xFFFD, start)
	}
	return text, offsets
}

// scalars decodes s to a scalar value string. A surrogate, which has three bytes, becomes one U+FFFD. The conversion of
// a JavaScript string to USVString treats a lone surrogate in the same way.
func scalars(s string) (text []rune, offsets []int) {
	for at := 0; at < len(s); {
		end := at
		for end < len(s) && !isSurrogate(s[end:]) {
			end++
		}
		t, o := utf8Decode(s[at:end])
		for i := range t {
			text, offsets = append(text, t[i]), append(offsets, at+o[i])
		}
		if end < len(s) {
			text, offsets = append(text, 0xFFFD), append(offsets, end)
			end += 3
		}
		at = end
	}
	return text, offsets
}

func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xED && 0xA0 <= s[1] && s[1] <= 0xBF && 0x80 <= s[2] && s[2] <= 0xBF
}

// percentDecode percent-decodes a byte sequence (§1.3).
func percentDecode(input string) string {
	var output []byte
	for i := 0; i < len(input); i++ {
		if c := []rune(input[i:min(i+3, len(input))]); isPercentEncodedByte(c) {
			output = append(output, byte(hexValue(c[1])<<4|hexValue(c[2])))
			i += 2
			continue
		}
		output = append(output, input[i])
	}
	return string(output)
}

// isPercentEncodedByte reports whether s begins with a percent-encoded byte.
func isPercentEncodedByte(s []rune) bool {
	return len(s) > 2 && s[0] == '%' && isHexDigit(s[1]) && isHexDigit(s[2])
}

// containsPercentEncodedByte reports whether s has a percent-encoded byte.
func containsPercentEncodedByte(s []rune) bool {
	for i := range s {
		if isPercentEncodedByte(s[i:]) {
			return true
		}
	}
	return false
}

// A set is a percent-encode set (§1.3).
type set func(c rune) bool

func c0ControlSet(c rune) bool { return c <= 0x1F || c > 0x7E }
func fragmentSet(c rune) bool  { return c0ControlSet(c) || strings.ContainsRune(" \"<>`", c) }
func querySet(c rune) bool     { return c0ControlSet(c) || strings.ContainsRune(" \"#<>", c) }

func specialQuerySet(c rune) bool { return querySet(c) || c == '\'' }
func pathSet(c rune) bool         { return querySet(c) || strings.ContainsRune("?^`{}", c) }
func userinfoSet(c rune) bool     { return pathSet(c) || strings.ContainsRune(`/:;=@[\]|`, c) }
func componentSet(c rune) bool    { return userinfoSet(c) || strings.ContainsRune("$%&+,", c) }
func formSet(c rune) bool         { return componentSet(c) || strings.ContainsRune("!'()~", c) }

// percentEncode implements UTF-8 percent-encode (§1.3).
func percentEncode(text []rune, s set, spaceAsPlus bool) string {
	var b strings.Builder
	for _, c := range text {
		if spaceAsPlus && c == ' ' {
			b.WriteByte('+')
			continue
		}
		for _, octet := range []byte(string(c)) {
			if s(rune(octet)) {
				fmt.Fprintf(&b, "%%%02X", octet)
			} else {
				b.WriteByte(octet)
			}
		}
	}
	return b.String()
}

// ScalarValues converts s to a scalar value string.
func ScalarValues(s string) string {
	points, _ := scalars(s)
	return string(points)
}
