package idna

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// TestTimeIsLinear doubles hostile names up to 8 MiB and fails if the time
// grows three times faster than the length.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	size := urltest.Size(8 << 20)
	many := make([]rune, 0, MaxLabel) // as many code points as Punycode takes
	for r := rune(0x4E00); len(many) < 800; r++ {
		many = append(many, r)
	}
	back := make([]rune, 0, 800) // in falling order
	for i := range many {
		back = append(back, many[len(many)-1-i])
	}
	units := []struct{ name, unit string }{
		{"letter", "a"}, {"capital", "A"}, {"full stops", "."}, {"hyphens", "-"}, {"Punycode prefixes", "xn--"},
		{"Punycode labels", "xn--a."}, {"digits of Punycode", "xn--" + strings.Repeat("a", MaxLabel) + "."},
		{"one letter", "\u00fc"}, {"short labels", "\u00fc."}, {"wide stops", "\u3002"}, {"right to left", "\u05d0."},
		{"rising label", string(many) + "."}, {"falling label", string(back) + "."},
		{"falling marks", "\u0301\u0316"}, {"falling marks of a letter", "a" + strings.Repeat("\u0345\u0338", 5000)},
		{"blocked marks", "a\u0315\u0300"}, {"decompositions", "\u1f82"}, {"many decompositions", "\u0390"},
		{"Hangul", "\u1100\u1161\u11a8"},
		{"non-joiners", "\u200c"}, {"non-joiners after marks", "\u0628\u064e\u200c"}, {"transparent", "\u064e"},
		{"joined", "\u0628" + strings.Repeat("\u064e", 5000) + "\u200c" + strings.Repeat("\u064e", 5000) + "\u0628"},
		{"long mapping", "\ufdfa"}, {"ignored", "\u00ad"}, {"disallowed", "\u0080"}, {"ill-formed", "\xff"},
		{"beyond the BMP", "\U0001d400"},
	}
	dst := make([]byte, 0, 12*size) // fresh memory would count too
	slowest, where := 0.0, ""
	for _, u := range units {
		for _, opt := range []Options{{}, Strict()} {
			perByte := urltest.Linear(t, u.name, urltest.Many("", u.unit, "", size), func(s string) {
				AppendToASCII(dst, s, opt)
			})
			if perByte > slowest {
				slowest, where = perByte, u.name
			}
		}
		urltest.Linear(t, u.name+", to Unicode", urltest.Many("", u.unit, "", size), func(s string) {
			AppendToUnicode(dst, s, Options{})
		})
	}
	t.Logf("slowest: %s with %.1f ns a byte", where, slowest)
}
