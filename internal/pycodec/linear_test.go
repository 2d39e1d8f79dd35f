package pycodec

import (
	"os"
	"strings"
	"testing"
	"time"

	"earl.example/internal/urltest"
)

// TestLinear doubles hostile inputs up to 512 KiB, or 8 MiB if EARL_EXHAUSTIVE
// is set, and fails if the time grows three times faster than the length.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if urltest.RaceDetector {
		t.Skip("times mean nothing with the race detector")
	}
	size := 512 << 10
	if os.Getenv("EARL_EXHAUSTIVE") != "" {
		size = 8 << 20
	}
	// Shapes of what each codec has faults in; a table shares its code with
	// all others.
	encodings := []string{"utf-8", "utf-8-sig", "ascii", "latin-1", "cp037", "koi8-r", "utf-16", "utf-32-be", "utf-7"}
	texts := []string{"\xed\xa0\x80", "\xff", "a\u4e00", "\xff\xed\xa0\x80", "\U0010ffff", "\u0378é"}
	inputs := []string{"\xff", "a\xe2\x82", "\x00\xdc", "\xd8\x00", "+A", "+AAA-+", "+\xff", "\x81a", "\xed\xa0\x80", "+2AA"}
	x := Text{Release: python311.Release, Codecs: someNames{}}
	for _, encoding := range encodings {
		for _, errors := range allHandlers {
			for _, unit := range texts {
				checkLinear(t, size, "encode "+encoding+" "+errors, unit, func(s string) {
					x.AppendEncode(nil, s, encoding, errors)
				})
			}
			for _, unit := range inputs {
				checkLinear(t, size, "decode "+encoding+" "+errors, unit, func(s string) {
					x.AppendDecode(nil, []byte(s), encoding, errors)
				})
			}
		}
	}
	for _, unit := range []string{"-", "\u20ac", "é", ".", "a", "\xff", "\x00"} {
		for _, x := range []Text{python38, python313} {
			checkLinear(t, size, "name", unit, func(s string) { x.AppendEncode(nil, "a", "utf"+s+"9", "strict") })
			checkLinear(t, size, "handler", unit, func(s string) { x.AppendEncode(nil, "é", "ascii", s) })
		}
	}
}

// checkLinear compares the time for an input of the size with that for an
// eighth of it. Machines are noisy: the best of several runs counts.
func checkLinear(t *testing.T, size int, what, unit string, f func(s string)) {
	t.Helper()
	large := strings.Repeat(unit, size/len(unit))
	small := large[:len(large)/8]
	quick, slow := time.Hour, time.Hour
	for range 6 {
		quick = min(quick, urltest.Took(func() { f(small) }))
		slow = min(slow, urltest.Took(func() { f(large) }))
		if slow <= 3*8*max(quick, time.Millisecond) {
			return
		}
	}
	t.Errorf("%s of %+q: %v for %d bytes, %v for %d", what, unit, quick, len(small), slow, len(large))
}
