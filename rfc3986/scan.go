package rfc3986

import (
	"math/bits"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// skipName returns the result of [percent.Skip]. class must have all bytes that uncommonInName does not mark.
func skipName(s string, i int, class ascii.Class) int { return percent.Skip(s, skipPlain(s, i), class) }

// skipPlain returns the offset from i of the first byte that uncommonInName marks, or an offset in the last eight bytes
// of s. It reads eight bytes at a time. BenchmarkParse measures it.
func skipPlain(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if marks := uncommonInName(ascii.Load8(s, i)); marks != 0 {
			return i + bits.TrailingZeros64(marks)/8
		}
	}
	return i
}

// uncommonInName marks the bytes of x that are neither letters nor in "-.0123456789". All marks are exact.
func uncommonInName(x uint64) uint64 {
	low := x &^ ascii.Highs
	fold := low | 0x20*ascii.Ones
	letters := (fold + (0x80-'a')*ascii.Ones) &^ (fold + (0x80-'z'-1)*ascii.Ones)
	others := (low + (0x80-'-')*ascii.Ones) &^ (low + (0x80-'9'-1)*ascii.Ones)
	noSlash := (low ^ '/'*ascii.Ones) + 0x7f*ascii.Ones
	return (^(letters | others&noSlash) | x) & ascii.Highs
}
