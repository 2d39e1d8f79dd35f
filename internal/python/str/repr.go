package str

import (
	"bytes"
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
	quote := pythonQuote(strings.IndexByte(s, '\'') >= 0, strings.IndexByte(s, '"') >= 0)
	start := len(dst)
	if limit < len(s) { // each byte of s adds at least one code point; an escape may be cut, too
		s = s[:Offset(s, limit)]
	}
	dst = append(appendQuoted(append(dst, quote), s, quote, rel), quote)
	if limit < math.MaxInt {
		dst = dst[:start+Offset(string(dst[start:]), limit)]
	}
	return dst
}

// appendQuoted appends s with the escapes that repr writes between the given quotes.
func appendQuoted(dst []byte, s string, quote byte, rel Release) []byte {
	v := unicodeVersionOf(rel)
	done := 0 // s[:done] is in dst
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r < utf8.RuneSelf {
			if r >= ' ' && r != '\\' && r != rune(quote) && r != 0x7F {
				i++
				continue
			}
		} else if r, size = DecodeRune(s[i:]); v.of(r)&printable != 0 {
			i += size
			continue
		}
		dst = append(dst, s[done:i]...)
		dst = AppendShortEscape(dst, r)
		i += size
		done = i
	}
	return append(dst, s[done:]...)
}

// AppendBytesRepr appends repr(b) of a bytes object.
func AppendBytesRepr(dst, b []byte) []byte {
	quote := pythonQuote(bytes.IndexByte(b, '\'') >= 0, bytes.IndexByte(b, '"') >= 0)
	dst = append(dst, 'b', quote)
	done := 0 // b[:done] is in dst
	for i, c := range b {
		if ' ' <= c && c < 0x7F && c != quote && c != '\\' {
			continue
		}
		dst = append(dst, b[done:i]...)
		dst = AppendShortEscape(dst, rune(c))
		done = i + 1
	}
	dst = append(dst, b[done:]...)
	return append(dst, quote)
}

func pythonQuote(single, double bool) byte {
	if single && !double {
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
