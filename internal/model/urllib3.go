package model

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// Urllib3Host returns a host as urllib3 normalizes it before it applies IDNA. If plain is set, as before urllib3 2.8,
// it only converts ASCII to lower case. If not, it also decodes the escapes of unreserved characters and converts the
// other escapes to upper case, except in an IPv4 address. bad is the offset of a malformed escape or of the escape of a
// control character, or -1.
func Urllib3Host(text string, plain bool) (host string, bad int) {
	if plain {
		return ascii.ToLower(text), -1
	}
	if isAnyIPv4(text) {
		return text, -1
	}
	if bad = percent.IndexMalformed(text); bad == len(text) {
		bad = EscapedControl(text)
	}
	if bad >= 0 {
		return "", bad
	}
	return UpperEscapes(ascii.ToLower(Unescape(text, ""))), -1
}

// isAnyIPv4 reports whether s is an IPv4 address in any form of inet_aton, with numbers of any size. urllib3 does not
// change such an address.
func isAnyIPv4(s string) bool {
	for number := range strings.SplitSeq(s, ".") {
		class := ascii.Digit
		if digits, ok := strings.CutPrefix(ascii.ToLower(number), "0x"); ok {
			number, class = digits, ascii.HexDigit
		}
		if number == "" || !ascii.All(number, class) {
			return false
		}
	}
	return strings.Count(s, ".") <= 3
}

// EscapedControl returns the offset of the first escape of a control character, or -1 if there is no such escape.
func EscapedControl(s string) int {
	for i, c := range percent.Escapes(s) {
		if c < ' ' || c == 0x7F {
			return i
		}
	}
	return -1
}

// Unescape decodes the escapes in s of unreserved characters that are not in except.
func Unescape(s, except string) string {
	var b strings.Builder
	done := 0
	for i, c := range percent.Escapes(s) {
		if ascii.Is(c, ascii.Unreserved) && strings.IndexByte(except, c) < 0 {
			b.WriteString(s[done:i])
			b.WriteByte(c)
			done = i + len("%41")
		}
	}
	return b.String() + s[done:]
}

// UpperEscapes converts the escapes in s to upper case.
func UpperEscapes(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := []byte(s)
	for i, c := range percent.Escapes(s) {
		out[i+1], out[i+2] = ascii.UpperHex[c>>4], ascii.UpperHex[c&15]
	}
	return string(out)
}
