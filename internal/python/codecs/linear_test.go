package codecs

import (
	"fmt"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

// TestLinear doubles hostile inputs up to 512 KiB, or 8 MiB if EARL_EXHAUSTIVE
// is set, and fails if the time grows three times faster than the length.
func TestLinear(t *testing.T) {
	urltest.Megabytes(t)
	size := urltest.Size(8 << 20)
	// Shapes of faults of each codec; a table shares its code with
	// all others.
	encodings := []string{"utf-8", "utf-8-sig", "ascii", "latin-1", "cp037", "koi8-r", "utf-16", "utf-32-be", "utf-7"}
	texts := []string{"\xed\xa0\x80", "\xff", "a\u4e00", "\xff\xed\xa0\x80", "\U0010ffff", "\u0378é"}
	inputs := []string{"\xff", "a\xe2\x82", "\x00\xdc", "\xd8\x00", "+A", "+AAA-+", "+\xff", "\x81a", "\xed\xa0\x80",
		"+2AA"}
	x := Text{Release: python311.Release, Codecs: someNames{}}
	for _, encoding := range encodings {
		for _, errors := range oracle.Handlers() {
			for _, unit := range texts {
				urltest.Linear(t, fmt.Sprintf("%s of %+q", "encode "+encoding+" "+errors, unit), urltest.Many("", unit, "", size),
					func(s string) {
						x.AppendEncode(nil, s, encoding, errors)
					})
			}
			for _, unit := range inputs {
				urltest.Linear(t, fmt.Sprintf("%s of %+q", "decode "+encoding+" "+errors, unit), urltest.Many("", unit, "", size),
					func(s string) {
						x.AppendDecode(nil, []byte(s), encoding, errors)
					})
			}
		}
	}
	for _, unit := range []string{"-", "\u20ac", "é", ".", "a", "\xff", "\x00"} {
		for _, x := range []Text{python38, python313} {
			urltest.Linear(t, fmt.Sprintf("%s of %+q", "name", unit), urltest.Many("", unit, "", size), func(s string) {
				x.AppendEncode(nil, "a", "utf"+s+"9", "strict")
			})
			urltest.Linear(t, fmt.Sprintf("%s of %+q", "handler", unit), urltest.Many("", unit, "", size), func(s string) {
				x.AppendEncode(nil, "é", "ascii", s)
			})
		}
	}
}
