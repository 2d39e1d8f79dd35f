package model

import (
	"strconv"
	"strings"
	"unicode"

	"earl.example/internal/names/idna"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

// unicode32 is a release of CPython whose Nameprep has all mappings of Unicode 3.2, as Java has.
var unicode32 = str.Release{Minor: 15}

// JavaToASCII returns the result of java.net.IDN.toASCII, which implements IDNA 2003.
func JavaToASCII(host string) (string, bool) {
	if label, rest, dot := nameprep.Cut(host, false); dot && label+rest == "" {
		return ".", true
	}
	var out []byte
	for more := host != ""; more && host != ""; {
		var label string
		label, host, more = nameprep.Cut(host, false)
		unknown := func(r rune) bool { return !nameprep.IsAssigned(r) }
		if ascii.Prefix(label) < len(label) && strings.ContainsFunc(label, unknown) {
			return "", false
		}
		var fault *nameprep.Fault
		if out, fault = nameprep.ToASCII(out, label, unicode32, idna.AppendPunycode); fault != nil {
			return "", false
		}
		if more {
			out = append(out, '.')
		}
	}
	return string(out), true
}

// JavaInt parses s as Integer.parseInt does: an optional sign and decimal digits of any script.
func JavaInt(s string) (n int, ok bool) {
	value, err := strconv.ParseInt(strings.Map(func(r rune) rune {
		if digit := JavaDigit(r); digit >= 0 {
			return '0' + rune(digit)
		}
		return r
	}, s), 10, 32)
	if err != nil {
		return 0, false
	}
	return int(value), true
}

// JavaDigit returns the value of a decimal digit of any script, as Character.digit does for a char, or -1 if r is no
// digit.
func JavaDigit(r rune) int {
	if r > 0xFFFF || !unicode.IsDigit(r) {
		return -1
	}
	zero := r // in the BMP, no digit precedes a zero
	for unicode.IsDigit(zero - 1) {
		zero--
	}
	return int(r - zero)
}

// IsJavaSpace reports whether Character.isWhitespace holds for r.
func IsJavaSpace(r rune) bool {
	switch r {
	case '\u00A0', '\u2007', '\u202F':
		return false
	}
	return r >= '\t' && r <= '\r' || r >= 0x1C && r <= 0x1F || unicode.Is(unicode.Z, r)
}
