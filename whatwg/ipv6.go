package whatwg

import (
	"encoding/binary"
	"net/netip"
	"strconv"

	"earl.example/internal/text/ascii"
)

// An ipv6 is an IPv6 address: the first four pieces and the last four.
type ipv6 struct{ hi, lo uint64 }

// push shifts a by one piece and sets the last piece.
func (a ipv6) push(piece uint64) ipv6 {
	return ipv6{a.hi<<16 | a.lo>>48, a.lo<<16 | piece}
}

// up shifts a by n pieces. n is 1 to 8.
func (a ipv6) up(n int) ipv6 {
	shift := uint(16 * n)
	return ipv6{a.hi<<shift | a.lo<<(shift-64) | a.lo>>(64-shift), a.lo << shift}
}

// parseIPv6 implements the IPv6 parser (§3.5). s has no brackets. On failure, it returns the violated rule and the
// offset in s. If report is not nil, it receives all validation errors, including the reason of the failure.
func parseIPv6(s string, report func(rule ruleID, offset int)) (address ipv6, broken ruleID, offset int) {
	address, broken, offset = readIPv6(s, report)
	if broken != ruleNone && report != nil {
		report(broken, offset)
	}
	return address, broken, offset
}

// readIPv6 parses s like parseIPv6, but does not report the reason of the failure.
func readIPv6(s string, report func(rule ruleID, offset int)) (address ipv6, broken ruleID, offset int) {
	var head, tail ipv6 // the pieces before and after "::"
	piece, compressed, i := 0, false, 0
	if s != "" && s[0] == ':' {
		if len(s) < 2 || s[1] != ':' {
			return ipv6{}, ruleIPv6InvalidCompression, 0
		}
		piece, compressed, i = 1, true, 2
	}
	for i < len(s) {
		if piece == 8 {
			return ipv6{}, ruleIPv6TooManyPieces, i
		}
		if s[i] == ':' {
			if compressed {
				return ipv6{}, ruleIPv6MultipleCompression, i
			}
			head, tail, compressed = tail.up(8-piece), ipv6{}, true
			piece++
			i++
			continue
		}
		value, length := uint64(0), 0
		for length < 4 && i < len(s) {
			digit := ascii.Unhex[s[i]]
			if digit > 15 {
				break
			}
			value = value<<4 | uint64(digit)
			length++
			i++
		}
		if i < len(s) {
			if s[i] == '.' {
				if value, broken, i = ipv4InIPv6(s, i-length, i, piece); broken != ruleNone {
					return ipv6{}, broken, i
				}
				tail = tail.push(value >> 16).push(value & 0xFFFF)
				piece += 2
				break
			}
			if s[i] != ':' {
				return ipv6{}, ruleIPv6InvalidCodePoint, i
			}
			if i++; i == len(s) {
				return ipv6{}, ruleIPv6InvalidCodePoint, i
			}
		}
		if report != nil && length > 1 && value < 1<<(4*(length-1)) {
			report(ruleIPv6PieceLeadingZero, i)
		}
		tail = tail.push(value)
		piece++
	}
	if piece != 8 && !compressed {
		return ipv6{}, ruleIPv6TooFewPieces, i
	}
	return ipv6{head.hi | tail.hi, head.lo | tail.lo}, ruleNone, i
}

// ipv4InIPv6 parses the IPv4 address s[i:], which has its first "." at dot. The address fills two pieces, with the
// indexes piece and piece+1.
func ipv4InIPv6(s string, i, dot, piece int) (address uint64, broken ruleID, offset int) {
	switch {
	case i == dot:
		return 0, ruleIPv4InIPv6InvalidCodePoint, dot
	case piece > 6:
		return 0, ruleIPv4InIPv6TooManyPieces, i
	}
	seen := 0
	for ; i < len(s); seen++ {
		if seen > 0 {
			if s[i] != '.' || seen == 4 {
				return 0, ruleIPv4InIPv6InvalidCodePoint, i
			}
			i++
		}
		if i == len(s) || !ascii.Is(s[i], ascii.Digit) {
			return 0, ruleIPv4InIPv6InvalidCodePoint, i
		}
		number := uint64(s[i] - '0')
		for i++; i < len(s) && ascii.Is(s[i], ascii.Digit); i++ {
			if number == 0 {
				return 0, ruleIPv4InIPv6InvalidCodePoint, i
			}
			if number = number*10 + uint64(s[i]-'0'); number > 255 {
				return 0, ruleIPv4InIPv6OutOfRangePart, i
			}
		}
		address = address<<8 | number
	}
	if seen != 4 {
		return 0, ruleIPv4InIPv6TooFewParts, i
	}
	return address, ruleNone, i
}

// append appends the serialization of a (§3.6), with brackets.
func (a ipv6) append(dst []byte) []byte {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], a.hi)
	binary.BigEndian.PutUint64(b[8:], a.lo)
	addr := netip.AddrFrom16(b)
	if addr.Is4In6() { // netip writes these addresses with dots
		dst = strconv.AppendUint(append(dst, "[::ffff:"...), a.lo>>16&0xFFFF, 16)
		return append(strconv.AppendUint(append(dst, ':'), a.lo&0xFFFF, 16), ']')
	}
	return append(addr.AppendTo(append(dst, '[')), ']')
}
