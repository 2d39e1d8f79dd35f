package whatwg

import (
	"net/netip"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
)

// parseIPv6 implements the IPv6 parser (§3.5). s has no brackets. report receives all validation errors, with offsets
// in s. On failure, the last one has the reason, which parseIPv6 also returns.
func parseIPv6(s string, report func(rule ruleID, offset int)) (addr netip.Addr, broken ruleID, offset int) {
	broken, offset = checkIPv6(s, report)
	if broken != ruleNone {
		report(broken, offset)
		return netip.Addr{}, broken, offset
	}
	addr, _ = netip.ParseAddr(s) // accepts every address that has no error
	return addr, ruleNone, 0
}

// checkIPv6 returns the rule that s breaks, and the offset. It reports only errors that do not make parsing fail.
func checkIPv6(s string, report func(rule ruleID, offset int)) (broken ruleID, offset int) {
	pieces, compressed, i := 0, false, 0
	if strings.HasPrefix(s, ":") {
		if !strings.HasPrefix(s, "::") {
			return ruleIPv6InvalidCompression, 0
		}
		pieces, compressed, i = 1, true, len("::")
	}
	for i < len(s) {
		if pieces == 8 {
			return ruleIPv6TooManyPieces, i
		}
		pieces++
		if s[i] == ':' {
			if compressed {
				return ruleIPv6MultipleCompression, i
			}
			compressed = true
			i++
			continue
		}
		start := i
		for i < min(len(s), start+4) && ascii.Is(s[i], ascii.HexDigit) {
			i++
		}
		zero := i > start+1 && s[start] == '0'
		if i < len(s) {
			if s[i] == '.' {
				if broken, i = checkIPv4InIPv6(s, start, i, pieces); broken != ruleNone {
					return broken, i
				}
				pieces++
				break
			}
			if s[i] != ':' {
				return ruleIPv6InvalidCodePoint, i
			}
			if i++; i == len(s) {
				return ruleIPv6InvalidCodePoint, i
			}
		}
		if zero {
			report(ruleIPv6PieceLeadingZero, i)
		}
	}
	if pieces != 8 && !compressed {
		return ruleIPv6TooFewPieces, i
	}
	return ruleNone, i
}

// checkIPv4InIPv6 checks the IPv4 address s[i:], which has its first "." at dot. Its first piece is the given one,
// counted from 1. If no rule is broken, offset is len(s).
func checkIPv4InIPv6(s string, i, dot, piece int) (broken ruleID, offset int) {
	switch {
	case i == dot:
		return ruleIPv4InIPv6InvalidCodePoint, dot
	case piece > 7:
		return ruleIPv4InIPv6TooManyPieces, i
	}
	seen := 0
	for ; i < len(s); seen++ {
		if seen > 0 {
			if s[i] != '.' || seen == 4 {
				return ruleIPv4InIPv6InvalidCodePoint, i
			}
			i++
		}
		if i == len(s) || !ascii.Is(s[i], ascii.Digit) {
			return ruleIPv4InIPv6InvalidCodePoint, i
		}
		number := int(s[i] - '0')
		for i++; i < len(s) && ascii.Is(s[i], ascii.Digit); i++ {
			if number == 0 {
				return ruleIPv4InIPv6InvalidCodePoint, i
			}
			if number = number*10 + int(s[i]-'0'); number > 255 {
				return ruleIPv4InIPv6OutOfRangePart, i
			}
		}
	}
	if seen != 4 {
		return ruleIPv4InIPv6TooFewParts, i
	}
	return ruleNone, i
}

// appendIPv6 appends the serialization of addr (§3.6), with brackets.
func appendIPv6(dst []byte, addr netip.Addr) []byte {
	if addr.Is4In6() { // netip writes these addresses with dots
		b := addr.As16()
		dst = strconv.AppendUint(append(dst, "[::ffff:"...), uint64(b[12])<<8|uint64(b[13]), 16)
		return append(strconv.AppendUint(append(dst, ':'), uint64(b[14])<<8|uint64(b[15]), 16), ']')
	}
	return append(addr.AppendTo(append(dst, '[')), ']')
}
