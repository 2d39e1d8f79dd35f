package whatwg

import (
	"encoding/binary"
	"net/netip"
	"strconv"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// parseIPv6 implements the IPv6 parser (§3.5). s has no brackets. report receives the validation errors with which
// parsing continues. On failure, broken is the reason. All offsets are in s.
func parseIPv6(s string, report func(rule *urlerr.Rule, at int)) (addr netip.Addr, broken *urlerr.Rule, offset int) {
	var pieces [8]uint16
	piece, compress, i := 0, -1, 0 // compress is the index of the first piece that "::" stands for, or -1
	if s != "" && s[0] == ':' {
		if len(s) < 2 || s[1] != ':' {
			return addr, ruleIPv6InvalidCompression, 0
		}
		piece, compress, i = 1, 0, len("::")
	}
	for i < len(s) {
		if piece == 8 {
			return addr, ruleIPv6TooManyPieces, i
		}
		if s[i] == ':' {
			if compress >= 0 {
				return addr, ruleIPv6MultipleCompression, i
			}
			compress = piece
			piece++
			i++
			continue
		}
		value, length := uint32(0), 0
		for length < 4 && i < len(s) {
			digit := ascii.Unhex[s[i]]
			if digit > 15 {
				break
			}
			value = value<<4 | uint32(digit)
			length++
			i++
		}
		if i < len(s) {
			if s[i] == '.' {
				if value, broken, i = ipv4InIPv6(s, i-length, i, piece); broken != nil {
					return addr, broken, i
				}
				pieces[piece], pieces[piece+1] = uint16(value>>16), uint16(value)
				piece += 2
				break
			}
			if s[i] != ':' {
				return addr, ruleIPv6InvalidCodePoint, i
			}
			if i++; i == len(s) {
				return addr, ruleIPv6InvalidCodePoint, i
			}
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			report(ruleIPv6PieceLeadingZero, i)
		}
		pieces[piece] = uint16(value)
		piece++
	}
	switch {
	case compress >= 0: // move the pieces after "::" to the end
		tail := pieces[compress+1 : piece]
		copy(pieces[8-len(tail):], tail)
		clear(pieces[compress : 8-len(tail)])
	case piece != 8:
		return addr, ruleIPv6TooFewPieces, i
	}
	var b [16]byte
	for i, piece := range pieces {
		binary.BigEndian.PutUint16(b[2*i:], piece)
	}
	return netip.AddrFrom16(b), nil, i
}

// ipv4InIPv6 parses the IPv4 address s[i:], which has its first "." at dot. The address fills two pieces, with the
// indexes piece and piece+1.
func ipv4InIPv6(s string, i, dot, piece int) (address uint32, broken *urlerr.Rule, offset int) {
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
		number := uint32(s[i] - '0')
		for i++; i < len(s) && ascii.Is(s[i], ascii.Digit); i++ {
			if number == 0 {
				return 0, ruleIPv4InIPv6InvalidCodePoint, i
			}
			if number = number*10 + uint32(s[i]-'0'); number > 255 {
				return 0, ruleIPv4InIPv6OutOfRangePart, i
			}
		}
		address = address<<8 | number
	}
	if seen != 4 {
		return 0, ruleIPv4InIPv6TooFewParts, i
	}
	return address, nil, i
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
