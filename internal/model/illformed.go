package model

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/scalar"
)

const replacement = "\uFFFD"

// An Encoding says how a program decodes text that is not UTF-8. U+FFFD replaces each ill-formed sequence.
type Encoding bool

const (
	Standard Encoding = false // the Encoding Standard, as in Node.js
	Java     Encoding = true  // a surrogate is one sequence
)

// Decode returns s as the program decodes it.
func (e Encoding) Decode(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n, ok := e.character(s[i:])
		if ok {
			b.WriteString(s[i : i+n])
		} else {
			b.WriteString(replacement)
		}
		i += n
	}
	return b.String()
}

// character returns the length of the first character of s. If ok is false, U+FFFD replaces this character.
func (e Encoding) character(s string) (n int, ok bool) {
	if s[0] < utf8.RuneSelf {
		return 1, true
	}
	if n, ok = scalar.Next(s, false); s[0] == 0xED && e == Java && !ok {
		// Java checks the next bytes as after 0xEC, so a surrogate is one character
		n, _ = scalar.Next("\xEC"+s[1:min(3, len(s))], false)
	}
	return n, ok
}

// Origin converts an offset in Decode(input) to an offset in input.
func (e Encoding) Origin(input string, offset int) int {
	if utf8.ValidString(input) {
		return offset
	}
	i := 0
	for at := 0; at < offset && i < len(input); {
		n, ok := e.character(input[i:])
		i += n
		if !ok {
			n = len(replacement)
		}
		at += n
	}
	return i
}
