package str

import (
	"strings"
	"unicode/utf8"
)

const (
	capitalSigma = 'Σ'
	smallSigma   = 'σ'
	finalSigma   = 'ς'
)

// Lower returns str.lower() in the Unicode version of rel, with full lower case mappings ('İ' becomes two code points),
// and with 'ς' for a 'Σ' at the end of a word. It returns s itself if nothing changes. Lone surrogates are unchanged.
func Lower(s string, rel Release) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf && !isUpper(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	if s[i] >= utf8.RuneSelf {
		return lowerFrom(nil, s, i, unicodeVersionOf(rel))
	}
	// A capital always needs a new string. ASCII text around it needs no tables, and a short host needs no second
	// buffer.
	var chunk [64]byte
	n := lowerASCII(&chunk, s)
	if n == len(s) {
		return string(chunk[:n])
	}
	var b strings.Builder
	b.Grow(len(s))
	for i = 0; ; n = lowerASCII(&chunk, s[i:]) {
		b.Write(chunk[:n])
		i += n
		switch {
		case i == len(s):
			return b.String()
		case s[i] >= utf8.RuneSelf:
			return lowerFrom(&b, s, i, unicodeVersionOf(rel))
		}
	}
}

// lowerASCII writes the lower case of the ASCII prefix of s to dst, as far as there is room, and returns its length.
func lowerASCII(dst *[64]byte, s string) int {
	n := min(len(s), len(dst))
	for i := range n {
		c := s[i]
		if c >= utf8.RuneSelf {
			return i
		}
		if isUpper(c) {
			c |= 0x20
		}
		dst[i] = c
	}
	return n
}

// lowerFrom appends the lower case of s[i:] to b, which holds the lower case of s[:i]. b is nil if s[:i] is already
// lower case.
func lowerFrom(b *strings.Builder, s string, i int, v unicodeVersion) string {
	var fresh strings.Builder
	done := 0 // b holds the lower case of s[:done]
	if b != nil {
		done = i
	}
	for i < len(s) {
		r, size := rune(s[i]), 1
		var p props
		switch {
		case r >= utf8.RuneSelf:
			r, size = DecodeRune(s[i:])
			p = v.of(r)
		case isUpper(byte(r)):
			p = 0x20 << deltaShift
		}
		if p>>deltaShift == 0 && p&long == 0 {
			i += size
			continue
		}
		if b == nil {
			b = &fresh
			b.Grow(len(s))
		}
		b.WriteString(s[done:i])
		switch {
		case p&long != 0:
			b.WriteString(longLowerOf(r))
		case r == capitalSigma && v.endsWord(s, i, i+size):
			b.WriteRune(finalSigma)
		default:
			b.WriteRune(r + p.delta())
		}
		i += size
		done = i
	}
	if b == nil {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// endsWord reports whether the capital sigma s[start:end] becomes a final sigma: if, ignoring case-ignorable code
// points, a cased code point is before it and none after it (The Unicode Standard, section 3.13, Final_Sigma).
//
// Capital sigma is cased and not ignorable, so no scan passes another sigma. All scans together are linear in s.
func (v unicodeVersion) endsWord(s string, start, end int) bool {
	var p props
	for before := s[:start]; ; {
		if before == "" {
			return false
		}
		r, size := lastRune(before)
		if p = v.of(r); p&ignorable == 0 {
			break
		}
		before = before[:len(before)-size]
	}
	if p&cased == 0 {
		return false
	}
	for after := s[end:]; after != ""; {
		r, size := DecodeRune(after)
		if p = v.of(r); p&ignorable == 0 {
			return p&cased == 0
		}
		after = after[size:]
	}
	return true
}

// longLowerOf returns the lower case of a code point that has the property long.
func longLowerOf(r rune) string {
	for _, l := range longLower {
		if l.r == r {
			return l.lower
		}
	}
	panic("str: tables disagree")
}

func isUpper(c byte) bool { return c-'A' < 26 }
