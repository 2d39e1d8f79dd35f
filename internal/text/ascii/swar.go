package ascii

import (
	"encoding/binary"
	"math/bits"
)

// These functions process eight bytes of text at a time, as the bytes of a uint64. To mark a byte that matches, they
// set its high bit in the result. The lowest mark is always right. Marks above it can be false, because of a borrow.

const (
	Ones  = 0x0101010101010101 // 1 in each byte
	Highs = 0x8080808080808080 // the high bit of each byte
)

// Load8 returns the eight bytes s[i:i+8]. The first byte is in the lowest bits.
func Load8[T ~string | ~[]byte](s T, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Load8Padded is like Load8 for 0 <= i <= len(s). Bytes after the end of s are NUL. It is written so that the compiler
// inlines it.
func Load8Padded(s string, i int) uint64 {
	if i+8 <= len(s) {
		return binary.LittleEndian.Uint64([]byte(s[i : i+8]))
	}
	return loadTail(s, i)
}

// loadTail returns the result of Load8Padded for the last bytes of s.
func loadTail(s string, i int) uint64 {
	if len(s) >= 8 {
		return Load8(s, len(s)-8) >> (8 * uint(i+8-len(s)))
	}
	var x uint64
	if n := len(s); n >= 4 {
		// The first four and the last four bytes may overlap.
		x = load4(s, 0) | load4(s, n-4)<<(8*uint(n-4))
	} else {
		for j := n - 1; j >= 0; j-- {
			x = x<<8 | uint64(s[j])
		}
	}
	return x >> (8 * uint(i))
}

func load4(s string, i int) uint64 {
	s = s[i : i+4]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

// Below8 marks the bytes of x that are less than n. n is at most 0x80.
func Below8(x uint64, n byte) uint64 { return (x - Ones*uint64(n)) & ^x & Highs }

// Equal8 marks the bytes of x that are c.
func Equal8(x uint64, c byte) uint64 { return Below8(x^Ones*uint64(c), 1) }

// EqualEach8 marks the bytes of x that are c. All marks are exact.
func EqualEach8(x uint64, c byte) uint64 {
	x ^= Ones * uint64(c)
	return ^(x&^Highs + (Highs - Ones) | x) & Highs
}

// AtLeast8 marks the bytes of x that are n or more. All bytes of x must be ASCII, and 1 <= n <= 0x80. Only the high bit
// of each byte is defined.
func AtLeast8(x uint64, n byte) uint64 { return x + Ones*uint64(0x80-n) }

// Unequal8 marks the bytes of x that are not c. All bytes of x must be ASCII. Only the high bit of each byte is
// defined.
func Unequal8(x uint64, c byte) uint64 { return (x ^ Ones*uint64(c)) + (Highs - Ones) }

// Upper8 marks the bytes of x that are upper-case letters. All bytes of x must be ASCII.
func Upper8(x uint64) uint64 {
	return (x + Ones*(0x80-'A')) & ^(x + Ones*(0x7f-'Z')) & Highs
}

// Uncommon8 marks the bytes of x that are neither letters nor in ",-./0123456789:;", the most common bytes of URLs. All
// marks are exact.
func Uncommon8(x uint64) uint64 {
	low := x &^ Highs // avoids carries
	fold := low | 0x20*Ones
	letters := (fold + (0x80-'a')*Ones) &^ (fold + (0x7f-'z')*Ones)
	others := (low + (0x80-',')*Ones) &^ (low + (0x7f-';')*Ones)
	return (^(letters | others) | x) & Highs
}

// HTTPS is the result of Load8 for "https://". HTTP is its result for a NUL and "http://".
const (
	HTTPS = 'h' | 't'<<8 | 't'<<16 | 'p'<<24 | 's'<<32 | ':'<<40 | '/'<<48 | '/'<<56
	HTTP  = 'h'<<8 | 't'<<16 | 't'<<24 | 'p'<<32 | ':'<<40 | '/'<<48 | '/'<<56
)

// IndexAny3 returns the offset of the first byte a, b or c in s at offset i or later. It returns len(s) if there is
// none. Two of a, b and c may be equal. rfc1808.BenchmarkParse measures it.
func IndexAny3(s string, i int, a, b, c byte) int {
	allA, allB, allC := Ones*uint64(a), Ones*uint64(b), Ones*uint64(c)
	for ; i+8 <= len(s); i += 8 {
		x := Load8(s, i)
		if marks := Below8(x^allA, 1) | Below8(x^allB, 1) | Below8(x^allC, 1); marks != 0 {
			return i + bits.TrailingZeros64(marks)/8
		}
	}
	for i < len(s) && s[i] != a && s[i] != b && s[i] != c {
		i++
	}
	return i
}
