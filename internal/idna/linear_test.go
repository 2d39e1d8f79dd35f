package idna

import (
	"strings"
	"testing"
	"time"

	"earl.example/internal/urltest"
)

// TestTimeIsLinear doubles hostile names up to 8 MiB and fails if the time
// grows three times faster than the length.
func TestTimeIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of hostile input: not with -short")
	}
	if urltest.RaceDetector {
		t.Skip("times mean nothing with the race detector")
	}
	const size = 8 << 20
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
		{"blocked marks", "a\u0315\u0300"}, {"decompositions", "\u1f82"}, {"many decompositions", "\u0390"}, {"Hangul", "\u1100\u1161\u11a8"},
		{"non-joiners", "\u200c"}, {"non-joiners after marks", "\u0628\u064e\u200c"}, {"transparent", "\u064e"},
		{"joined", "\u0628" + strings.Repeat("\u064e", 5000) + "\u200c" + strings.Repeat("\u064e", 5000) + "\u0628"},
		{"long mapping", "\ufdfa"}, {"ignored", "\u00ad"}, {"disallowed", "\u0080"}, {"ill-formed", "\xff"}, {"beyond the BMP", "\U0001d400"},
	}
	dst := make([]byte, 0, 12*size) // fresh memory would count too
	slowest, where := 0.0, ""
	for _, u := range units {
		for _, opt := range []Options{{}, Strict()} {
			perByte := checkLinear(t, size, u.name, u.unit, func(s string) { AppendToASCII(dst, s, opt) })
			if perByte > slowest {
				slowest, where = perByte, u.name
			}
		}
		checkLinear(t, size, u.name+", to Unicode", u.unit, func(s string) { AppendToUnicode(dst, s, Options{}) })
	}
	t.Logf("slowest: %s with %.1f ns a byte", where, slowest)
}

// checkLinear compares the time for an input of the size with that for an
// eighth of it, and returns the nanoseconds a byte. Machines are noisy: the
// best of several runs counts.
func checkLinear(t *testing.T, size int, name, unit string, f func(s string)) float64 {
	t.Helper()
	large := strings.Repeat(unit, size/len(unit))
	small := large[:len(large)/8]
	quick, slow := time.Hour, time.Hour
	for range 6 {
		quick = min(quick, urltest.Took(func() { f(small) }))
		slow = min(slow, urltest.Took(func() { f(large) }))
		if slow <= 3*8*max(quick, time.Millisecond) {
			return float64(slow.Nanoseconds()) / float64(len(large))
		}
	}
	t.Errorf("%s: %v for %d bytes, %v for %d", name, quick, len(small), slow, len(large))
	return 0
}
