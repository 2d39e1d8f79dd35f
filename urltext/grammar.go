package urltext

import (
	"net/netip"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

func schemeLen(s string) int {
	if s == "" || !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	n := 1
	for n < len(s) && ascii.Is(s[n], ascii.SchemeChar) {
		n++
	}
	return n
}

func isEscape(s string, i int) bool { return s[i] == '%' && percent.IsEscape(s, i) }

func isIPv4(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is4()
}

func notUTF8(s string) int {
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(s)
}
