package whatwg

import "earl.example/internal/text/ascii"

// mayBeNumber returns false for most hosts that do not end in a number. If it returns true, only endsInNumber can
// decide. s is not empty.
func mayBeNumber(s string) bool {
	c := s[len(s)-1] | 0x20
	return c <= 'f' || c == 'x'
}

// endsInNumber implements the ends in a number checker (§3.5). s is not empty.
func endsInNumber(s string) bool {
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	start := len(s)
	for start > 0 && ascii.Is(s[start-1], ascii.Digit) {
		start--
	}
	if start == 0 || s[start-1] == '.' {
		return start < len(s)
	}
	for start > 0 && ascii.Is(s[start-1], ascii.HexDigit) {
		start--
	}
	return start >= 2 && s[start-1]|0x20 == 'x' && s[start-2] == '0' && (start == 2 || s[start-3] == '.')
}

// parseIPv4 implements the IPv4 parser (§3.5). s must end in a number. On failure, parseIPv4 returns the violated rule
// and the offset in s. If report is not nil, it receives all validation errors, including the reason of the failure.
func parseIPv4(s string, report func(rule ruleID, offset int)) (addr uint32, broken ruleID, offset int) {
	p := ipv4Parts{end: len(s), fifth: -1, bad: -1, tooBig: -1}
	if s[p.end-1] == '.' {
		p.end--
	}
	p.read(s)
	addr, broken, offset = p.address()
	if report != nil {
		p.report(s, report)
	}
	return addr, broken, offset
}

type ipv4Parts struct {
	end     int // end of the last part
	count   int // at most 4
	numbers [4]uint64

	// The offsets of the fifth part, of the first part that is not a number, and of the first part above 255. An offset is
	// -1 if there is no such part.
	fifth, bad, tooBig int
}

func (p *ipv4Parts) read(s string) {
	s = s[:p.end]
	for start := 0; start <= len(s); {
		if p.count == 4 {
			p.fifth = start
			return
		}
		number, _, end := parseIPv4Number(s, start)
		if end < len(s) && s[end] != '.' || end == start {
			if p.bad < 0 {
				p.bad = start
			}
			end += indexByte(s[end:], '.')
		}
		if number > 255 && p.tooBig < 0 {
			p.tooBig = start
		}
		p.numbers[p.count] = number
		p.count++
		start = end + 1
	}
}

func (p *ipv4Parts) address() (addr uint32, broken ruleID, offset int) {
	switch {
	case p.fifth >= 0:
		return 0, ruleIPv4TooManyParts, p.fifth
	case p.bad >= 0:
		return 0, ruleIPv4NonNumericPart, p.bad
	}
	last := p.count - 1
	for i := range last {
		if p.numbers[i] > 255 {
			return 0, ruleIPv4OutOfRangePart, p.tooBig
		}
		addr |= uint32(p.numbers[i]) << (8 * (3 - i))
	}
	if p.numbers[last] >= 1<<(8*(4-last)) {
		return 0, ruleIPv4OutOfRangePart, p.tooBig
	}
	return addr | uint32(p.numbers[last]), ruleNone, 0
}

// report reports the validation errors in the order of the IPv4 parser.
func (p *ipv4Parts) report(s string, report func(rule ruleID, offset int)) {
	if p.end < len(s) {
		report(ruleIPv4EmptyPart, p.end)
	}
	if p.count < 4 {
		report(ruleIPv4TooFewParts, p.end)
	}
	if p.fifth >= 0 {
		report(ruleIPv4TooManyParts, p.fifth)
		return
	}
	for start := 0; start <= p.end; {
		if start == p.bad {
			report(ruleIPv4NonNumericPart, p.bad)
			return
		}
		_, decimal, end := parseIPv4Number(s, start)
		if !decimal {
			report(ruleIPv4NonDecimalPart, start)
		}
		start = end + 1
	}
	if p.tooBig >= 0 {
		report(ruleIPv4OutOfRangePart, p.tooBig)
	}
}

// parseIPv4Number implements the IPv4 number parser (§3.5) for the number at i. It returns the end of the number. If
// the number is larger than 2³², it returns some number larger than 2³².
func parseIPv4Number(s string, i int) (number uint64, decimal bool, end int) {
	radix := uint64(10)
	if i+1 < len(s) && s[i] == '0' && s[i+1] != '.' {
		radix = 8
		if i++; s[i]|0x20 == 'x' {
			radix = 16
			i++
		}
	}
	for ; i < len(s); i++ {
		digit := uint64(ascii.Unhex[s[i]])
		if digit >= radix {
			break
		}
		if number < 1<<32 {
			number = number*radix + digit
		}
	}
	return number, radix == 10, i
}

func isPlainIPv4(s string) bool {
	parts, digits, number := 1, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case ascii.Is(c, ascii.Digit):
			number = number*10 + int(c-'0')
			if digits++; number > 255 || digits > 1 && number < 10 {
				return false
			}
		case c == '.' && digits > 0:
			parts, digits, number = parts+1, 0, 0
		default:
			return false
		}
	}
	return parts == 4 && digits > 0
}
