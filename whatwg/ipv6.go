package whatwg

import (
	"strconv"

	"earl.example/internal/ascii"
)

// An ipv6Parser holds what the IPv6 parser, §3.5, knows on its way.
type ipv6Parser struct {
	s        string
	at       int // the pointer
	address  [8]uint16
	piece    int // the index of the piece that comes next
	compress int // the piece before which zeros are missing, -1 for none
	broken   ruleID
	report   func(rule ruleID, offset int) // may be nil
}

// parseIPv6 is the IPv6 parser, §3.5, for s without its brackets. On failure it
// returns the rule that was broken and the offset in s where. Report, which may
// be nil, takes the validation errors, that one included.
func parseIPv6(s string, report func(rule ruleID, offset int)) (address [8]uint16, broken ruleID, offset int) {
	p := ipv6Parser{s: s, compress: -1, report: report}
	p.pieces()
	return p.address, p.broken, p.at
}

// c returns the byte at the pointer, 0 at the end: NUL is not allowed anyway.
func (p *ipv6Parser) c() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

func (p *ipv6Parser) tell(rule ruleID) {
	if p.report != nil {
		p.report(rule, p.at)
	}
}

func (p *ipv6Parser) fail(rule ruleID) {
	p.broken = rule
	p.tell(rule)
}

func (p *ipv6Parser) pieces() {
	if p.c() == ':' {
		if len(p.s) < 2 || p.s[1] != ':' {
			p.fail(ruleIPv6InvalidCompression)
			return
		}
		p.at, p.piece, p.compress = 2, 1, 1
	}
	for p.at < len(p.s) {
		if p.piece == 8 {
			p.fail(ruleIPv6TooManyPieces)
			return
		}
		if p.c() == ':' {
			if p.compress >= 0 {
				p.fail(ruleIPv6MultipleCompression)
				return
			}
			p.at++
			p.piece++
			p.compress = p.piece
			continue
		}
		value, length := p.hex()
		if p.c() == '.' {
			p.ipv4(length)
			break
		}
		if p.c() == ':' {
			p.at++
			if p.at == len(p.s) {
				p.fail(ruleIPv6InvalidCodePoint)
				return
			}
		} else if p.at < len(p.s) {
			p.fail(ruleIPv6InvalidCodePoint)
			return
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			p.tell(ruleIPv6PieceLeadingZero)
		}
		p.address[p.piece] = uint16(value)
		p.piece++
	}
	if p.broken == ruleNone {
		p.decompress()
	}
}

// hex reads up to four hexadecimal digits.
func (p *ipv6Parser) hex() (value, length int) {
	for length < 4 && p.at < len(p.s) && ascii.Unhex[p.s[p.at]] < 16 {
		value = value<<4 | int(ascii.Unhex[p.s[p.at]])
		p.at++
		length++
	}
	return value, length
}

// ipv4 reads an IPv4 address at the end, after length digits of its first
// part, which it reads again.
func (p *ipv6Parser) ipv4(length int) {
	if length == 0 {
		p.fail(ruleIPv4InIPv6InvalidCodePoint)
		return
	}
	p.at -= length
	if p.piece > 6 {
		p.fail(ruleIPv4InIPv6TooManyPieces)
		return
	}
	seen := 0
	for ; p.at < len(p.s); seen++ {
		if seen > 0 {
			if p.c() != '.' || seen == 4 {
				p.fail(ruleIPv4InIPv6InvalidCodePoint)
				return
			}
			p.at++
		}
		if !ascii.Is(p.c(), ascii.Digit) {
			p.fail(ruleIPv4InIPv6InvalidCodePoint)
			return
		}
		number := int(p.c() - '0')
		for p.at++; ascii.Is(p.c(), ascii.Digit); p.at++ {
			if number == 0 {
				p.fail(ruleIPv4InIPv6InvalidCodePoint)
				return
			}
			if number = number*10 + int(p.c()-'0'); number > 255 {
				p.fail(ruleIPv4InIPv6OutOfRangePart)
				return
			}
		}
		p.address[p.piece+seen/2] = p.address[p.piece+seen/2]<<8 | uint16(number)
	}
	p.piece += seen / 2
	if seen != 4 {
		p.fail(ruleIPv4InIPv6TooFewParts)
	}
}

// decompress moves the pieces after the missing zeros to the end.
func (p *ipv6Parser) decompress() {
	switch {
	case p.compress >= 0:
		tail := p.piece - p.compress
		copy(p.address[8-tail:], p.address[p.compress:p.piece])
		clear(p.address[p.compress : 8-tail])
	case p.piece != 8:
		p.fail(ruleIPv6TooFewPieces)
	}
}

// appendIPv6 is the IPv6 serializer, §3.6, with brackets.
func appendIPv6(dst []byte, address [8]uint16) []byte {
	from, to := zeros(address)
	dst = append(dst, '[')
	for i := 0; i < 8; i++ {
		if i == from {
			if i == 0 {
				dst = append(dst, ':')
			}
			dst = append(dst, ':')
			i = to - 1
			continue
		}
		dst = strconv.AppendUint(dst, uint64(address[i]), 16)
		if i < 7 {
			dst = append(dst, ':')
		}
	}
	return append(dst, ']')
}

// zeros returns the bounds of the first longest run of more than one zero
// piece, or -1, -1.
func zeros(address [8]uint16) (from, to int) {
	from, to = -1, -1
	for i := 0; i < 8; i++ {
		start := i
		for i < 8 && address[i] == 0 {
			i++
		}
		if n := i - start; n > 1 && n > to-from {
			from, to = start, i
		}
	}
	return from, to
}
