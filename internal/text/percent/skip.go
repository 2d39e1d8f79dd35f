package percent

import (
	"math/bits"

	"earl.example/internal/text/ascii"
)

// Skip returns the smallest offset >= i of a byte that is neither in class nor part of a percent-encoding (RFC 3986
// §2.1), or len(s) if there is none. Calling HexFollows here takes longer in rfc3986.BenchmarkResolve.
func Skip(s string, i int, class ascii.Class) int {
	for i < len(s) {
		if ascii.Table[s[i]]&class != 0 {
			i++
		} else if len(s)-i >= 3 && s[i] == '%' && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16 {
			i += len("%00")
		} else {
			break
		}
	}
	return i
}

// SkipCommon returns the result of Skip. class must have all bytes that [ascii.Uncommon8] does not mark. SkipCommon
// reads eight bytes at a time, and single bytes near uncommon bytes. rfc3986.BenchmarkParse measures it.
func SkipCommon(s string, i int, class ascii.Class) int {
	const common = ascii.Alpha | ascii.Digit // the bytes at which it starts to read eight bytes again
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
			} else if s[i] == '%' && HexFollows(s, i) {
				i += len("%00")
			} else {
				return i
			}
		}
	}
	return Skip(s, i, class)
}
