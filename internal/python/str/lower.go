package str

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

const (
	capitalSigma = 'Σ'
	finalSigma   = 'ς'
)

// Lower returns str.lower() in the Unicode version of rel, with full lower case mappings, and with 'ς' for a 'Σ' at the
// end of a word. Lone surrogates are unchanged.
func Lower(s string, rel Release) string {
	if ascii.Prefix(s) == len(s) {
		return ascii.ToLower(s)
	}
	v := unicodeVersionOf(rel)
	var b strings.Builder
	done := 0 // b holds the lower case of s[:done]
	for i := 0; i < len(s); {
		r, size := DecodeRune(s[i:])
		p := v.of(r)
		if p>>deltaShift == 0 && p&long == 0 {
			i += size
			continue
		}
		if done == 0 {
			b.Grow(len(s))
		}
		b.WriteString(s[done:i])
		switch {
		case p&long != 0:
			b.WriteString(longLower)
		case r == capitalSigma && v.endsWord(s, i, i+size):
			b.WriteRune(finalSigma)
		default:
			b.WriteRune(r + p.delta())
		}
		i += size
		done = i
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// endsWord reports whether the capital sigma s[start:end] becomes a final sigma (Final_Sigma). It does if a cased code
// point precedes it and no cased code point follows it. Case-ignorable code points in between are skipped. All calls
// for one text take linear time together, because no scan passes another sigma.
func (v unicodeVersion) endsWord(s string, start, end int) bool {
	// At either end of s, and for surrogates, the result of package utf8 is U+FFFD, which has no case.
	r, size := utf8.DecodeLastRuneInString(s[:start])
	for v.of(r)&ignorable != 0 {
		start -= size
		r, size = utf8.DecodeLastRuneInString(s[:start])
	}
	if v.of(r)&cased == 0 {
		return false
	}
	r, size = utf8.DecodeRuneInString(s[end:])
	for v.of(r)&ignorable != 0 {
		end += size
		r, size = utf8.DecodeRuneInString(s[end:])
	}
	return v.of(r)&cased == 0
}
