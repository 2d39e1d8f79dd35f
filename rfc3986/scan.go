package rfc3986

import (
	"math/bits"

	"earl.example/internal/text/ascii"
)

// skip returns the smallest offset >= i of a byte that is neither in class nor part of a percent-encoding (§2.1), or
// len(s) if there is none.
func skip(s string, i int, class ascii.Class) int {
	for i < len(s) {
		if ascii.Table[s[i]]&class != 0 {
			i++
		} else if isTriplet(s, i) {
			i += 3
		} else {
			break
		}
	}
	return i
}

func isTriplet(s string, i int) bool {
	return len(s)-i >= 3 && s[i] == '%' && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16
}

// Each of the next functions reads eight bytes at a time, and single bytes near uncommon bytes. BenchmarkParse measures
// them.

// common has the bytes at which these functions start to read eight bytes again.
const common = ascii.Alpha | ascii.Digit

// skipName returns the result of skip. class must have all bytes that uncommonInName does not mark.
func skipName(s string, i int, class ascii.Class) int {
	for i+8 <= len(s) {
		marks := uncommonInName(ascii.Load8(s, i))
		if marks == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(marks) / 8
		for once := true; once || i < len(s) && ascii.Table[s[i]]&common == 0; once = false {
			if ascii.Table[s[i]]&class != 0 {
				i++
			} else if isTriplet(s, i) {
				i += 3
			} else {
				return i
			}
		}
	}
	return skip(s, i, class)
}

// skipCommon returns the result of skip. class must have all bytes that [ascii.Uncommon8] does not mark.
func skipCommon(s string, i int, class ascii.Class) int {
	for i+8 <= len(s) {
		marks := ascii.Uncommon8(ascii.Load8(s, i))
		if marks == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(marks) / 8
		for once := true; once || i < len(s) && ascii.Table[s[i]]&common == 0; once = false {
			if ascii.Table[s[i]]&class != 0 {
				i++
			} else if isTriplet(s, i) {
				i += 3
			} else {
				return i
			}
		}
	}
	return skip(s, i, class)
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
