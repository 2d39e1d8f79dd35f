package main

import (
	"strings"
	"testing"

	"earl.example/whatwg"
)

// FuzzPiecesMakeTheWhole: what quote and unquote give for the two pieces of a
// text by whatwg is what they give for the text.
func FuzzPiecesMakeTheWhole(f *testing.F) {
	for _, s := range []string{"abcdef", "aé€😀b", "%c3%a9%e2%82%ac", "\xe2\x82", "\xe2%82%ac", "%e2\x82\xac",
		"\xed\xa0\x80", "%f0%9f%98%80%80%80", "%%41%4", "\x80\x80\x80\x80\x80", "%80%80%80%80%80", "\xf0\x9f\x98a"} {
		f.Add(strings.Repeat(s, 4), uint16(20))
		f.Add(strings.Repeat(s, 4), uint16(21))
		f.Add(strings.Repeat(s, 4), uint16(22))
	}
	f.Fuzz(func(t *testing.T, s string, i uint16) {
		const most = 14 // an escape and three more before it, less what i is at
		if int(i) >= len(s) || i < most {
			t.Skip()
		}
		n := scalarBoundary(s, int(i))
		if n > int(i) || n < int(i)-most+1 {
			t.Fatalf("%q: boundary %d for %d", s, n, i)
		}
		for _, do := range []func(string) string{whatwg.ComponentSet.Encode, whatwg.FormSet.Encode,
			whatwg.PercentDecodeText} {
			if got, want := do(s[:n])+do(s[n:]), do(s); got != want {
				t.Fatalf("%q at %d: %q, want %q", s, n, got, want)
			}
		}
	})
}
