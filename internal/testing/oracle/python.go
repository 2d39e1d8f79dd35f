package oracle

import (
	"strings"

	"earl.example/internal/python/str"
)

// NewerUnicode classifies a question as not modelled if it has a character of Unicode 15 to 18. The models know these
// characters, but CPython 3.11, which has Unicode 14, does not. Python's package idna rejects a host with a character
// that the interpreter does not know.
func NewerUnicode(_ string, q Question) string {
	for _, r := range q.Base + q.URL {
		if r >= 0x10000 && !str.IsPrintable(r, str.Release{Minor: 11}) || r >= 0x1ACF && r <= 0x1AFF ||
			strings.ContainsRune("\u058b\u05c9\u088f\u0897\u0c5c\u0cdc\u0cf3\u0ece\u1c89\u1c8a\u20c1\ua7cb\ua7cc\ua7cd\ua7ce\ua7cf"+
				"\ua7d2\ua7d4\ua7da\ua7db\ua7dc\ua7f1\u2ffc\u2ffd\u2ffe\u2fff\u31e4\u31e5\u31ef", r) {
			return "a character of Unicode 15 to 18"
		}
	}
	return ""
}
