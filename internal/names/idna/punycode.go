package idna

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// MaxLabel limits the length of a label that is not ASCII, or is Punycode: the number of its code points after mapping,
// and the number of bytes after "xn--". ICU has the same limit. DNS allows 59 bytes of Punycode. Punycode by RFC 3492
// takes quadratic time.
const MaxLabel = 2000

// The parameters of RFC 3492 §5.
const (
	base        = 36
	tMin        = 1
	tMax        = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialN    = 0x80
	delimiter   = '-'
	digits      = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// adapt returns the bias after a delta. points is the number of code points handled so far (RFC 3492 §6.1).
func adapt(delta, points uint32, first bool) uint32 {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := uint32(0)
	for ; delta > (base-tMin)*tMax/2; k += base {
		delta /= base - tMin
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}

// threshold returns the threshold of the digit at k (RFC 3492 §6.2).
func threshold(k, bias uint32) uint32 {
	return min(max(k, bias+tMin)-bias, tMax)
}

// decode decodes the Punycode s and appends the code points to dst, which is empty. Every code point gets the given
// input offset. The second result is false if s is not the Punycode of Unicode scalar values (RFC 3492 §6.2). s has at
// most MaxLabel bytes, all ASCII.
func decode(dst []char, s string, at int) ([]char, bool) {
	basic := max(strings.LastIndexByte(s, delimiter), 0)
	for i := range basic {
		c := s[i]
		if ascii.Is(c, ascii.Upper) {
			c |= 0x20
		}
		dst = append(dst, newChar(rune(c), at))
	}
	if basic > 0 {
		s = s[basic+1:]
	}
	n, i, bias := uint32(initialN), uint32(0), uint32(initialBias)
	for len(s) > 0 {
		old := i
		var ok bool
		if i, s, ok = decodeDelta(i, bias, s); !ok {
			return dst, false
		}
		points := uint32(len(dst)) + 1
		bias = adapt(i-old, points, old == 0)
		n += i / points
		i %= points
		if n > utf8.MaxRune || 0xD800 <= n && n < 0xE000 {
			return dst, false
		}
		dst = slices.Insert(dst, int(i), newChar(rune(n), at))
		i++
	}
	return dst, true
}

func decodeDelta(i, bias uint32, s string) (sum uint32, rest string, ok bool) {
	w := uint32(1)
	for k := uint32(base); len(s) > 0; k += base {
		digit := digitOf(s[0])
		s = s[1:]
		over, product := bits.Mul32(digit, w)
		var carry uint32
		if i, carry = bits.Add32(i, product, 0); digit >= base || over|carry != 0 {
			return 0, "", false
		}
		t := threshold(k, bias)
		if digit < t {
			return i, s, true
		}
		if over, w = bits.Mul32(w, base-t); over != 0 {
			return 0, "", false
		}
	}
	return 0, "", false
}

type positions [(MaxLabel + 63) / 64]uint64

func (p *positions) add(i uint32) { p[i/64] |= 1 << (i % 64) }

func (p *positions) below(i uint32) uint32 {
	n := bits.OnesCount64(p[i/64] & (1<<(i%64) - 1))
	for _, w := range p[:i/64] {
		n += bits.OnesCount64(w)
	}
	return uint32(n)
}

const placeBits = 11

// AppendPunycode appends the Punycode of s, which has at most MaxLabel code points, without a prefix.
func AppendPunycode(dst []byte, s string) []byte {
	var room [smallLabel]char
	return appendEncoded(dst, appendChars(room[:0], s))
}

// appendEncoded appends the Punycode of s, which has at most MaxLabel code points. RFC 3492 §6.3 scans the label once
// for each distinct code point, to count the code points that are already encoded. This function sorts the code points
// instead, and counts with a set of indexes.
func appendEncoded(dst []byte, s []char) []byte {
	start := len(dst)
	var room [64]uint32
	var handled positions
	order := room[:0] // the non-ASCII code points and their indexes
	for i, c := range s {
		if r := c.code(); r < initialN {
			dst = append(dst, byte(r))
			handled.add(uint32(i))
		} else {
			order = append(order, uint32(r)<<placeBits|uint32(i))
		}
	}
	slices.Sort(order)
	points := uint32(len(dst) - start)
	basic := points
	if basic > 0 {
		dst = append(dst, delimiter)
	}
	// n is the current code point. delta counts the states of the decoder since the last code point written, and is less
	// than 1<<32.
	n, bias, delta := uint32(initialN), uint32(initialBias), uint32(0)
	for i, key := range order {
		m, place := key>>placeBits, key&(1<<placeBits-1)
		before := handled.below(place)
		if m != n {
			delta += (m - n) * (points + 1)
			n = m
		}
		delta += before
		dst = appendDelta(dst, delta, bias)
		bias = adapt(delta, points+1, points == basic)
		points++
		handled.add(place)
		if i+1 < len(order) && order[i+1]>>placeBits == m {
			delta = -(before + 1) // the code points before n are already counted
		} else {
			delta = points - before // the code points after n, and one for the pass
			n++
		}
	}
	return dst
}

func appendDelta(dst []byte, delta, bias uint32) []byte {
	for k := uint32(base); ; k += base {
		t := threshold(k, bias)
		if delta < t {
			return append(dst, digits[delta])
		}
		dst = append(dst, digits[t+(delta-t)%(base-t)])
		delta = (delta - t) / (base - t)
	}
}

func digitOf(c byte) uint32 {
	switch {
	case ascii.Is(c, ascii.Alpha):
		return uint32(c|0x20) - 'a'
	case ascii.Is(c, ascii.Digit):
		return uint32(c) - '0' + 26
	}
	return base
}
