package str

import (
	"math"
	"strings"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendRepr appends repr(s): s in quotes, with escapes for quotes, backslashes and characters that are not printable
// in rel.
func AppendRepr(dst []byte, s string, rel Release) []byte {
	return appendRepr(dst, s, rel, math.MaxInt)
}

// appendRepr appends repr(s), but at most the given number of code points.
func appendRepr(dst []byte, s string, rel Release, limit int) []byte {
	start, quote := len(dst), pythonQuote(s)
	if limit < len(s) { // each byte of s adds at least one code point; an escape may be cut, too
		s = s[:Offset(s, limit)]
	}
	dst = appendQuoted(dst, s, quote, unicodeVersionOf(rel), false)
	if limit < math.MaxInt {
		dst = dst[:start+Offset(string(dst[start:]), limit)]
	}
	return dst
}

// AppendBytesRepr appends repr(b) of a bytes object.
func AppendBytesRepr(dst, b []byte) []byte {
	s := string(b)
	return appendQuoted(append(dst, 'b'), s, pythonQuote(s), unicodeVersion{}, true)
}

// appendQuoted appends s in quotes. If octets is set, s has octets, not text.
func appendQuoted(dst []byte, s string, quote byte, v unicodeVersion, octets bool) []byte {
	dst = append(dst, quote)
	done := 0 // s[:done] is in dst
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r < utf8.RuneSelf {
			if r >= ' ' && r != '\\' && r != rune(quote) && r != 0x7F {
				i++
				continue
			}
		} else if !octets {
			if r, size = DecodeRune(s[i:]); v.of(r)&printable != 0 {
				i += size
				continue
			}
		}
		dst = append(dst, s[done:i]...)
		dst = AppendShortEscape(dst, r)
		i += size
		done = i
	}
	return append(append(dst, s[done:]...), quote)
}

func pythonQuote(s string) byte {
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		return '"'
	}
	return '\''
}

// AppendShortEscape appends r as in a literal: \t, \n, \r, a backslash and a quote or a backslash, or like
// [AppendEscape].
func AppendShortEscape(dst []byte, r rune) []byte {
	const chars, letters = "\t\n\r\\'\"", `tnr\'"`
	if i := strings.IndexByte(chars, byte(r)); r < utf8.RuneSelf && i >= 0 {
		return append(dst, '\\', letters[i])
	}
	return AppendEscape(dst, r)
}

// AppendEscape appends r as \xNN, \uNNNN or \UNNNNNNNN.
func AppendEscape(dst []byte, r rune) []byte {
	letter, shift := byte('x'), 4
	switch {
	case r > 0xFFFF:
		letter, shift = 'U', 28
	case r > 0xFF:
		letter, shift = 'u', 12
	}
	dst = append(dst, '\\', letter)
	for ; shift >= 0; shift -= 4 {
		dst = append(dst, hexDigits[r>>shift&0xF])
	}
	return dst
}
