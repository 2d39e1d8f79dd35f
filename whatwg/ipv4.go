package whatwg

import (
	"strconv"
	"strings"

	"earl.example/internal/ascii"
)

// mayBeNumber reports whether s, which is not empty, ends as what ends in a number
// does. Most hosts do not.
func mayBeNumber(s string) bool {
	c := s[len(s)-1] | 0x20
	return c <= 'f' || c == 'x'
}

// endsInNumber is the ends in a number checker, §3.5, for s that is not empty.
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

// parseIPv4 is the IPv4 parser, §3.5, for s that ends in a number. On failure
// it returns the rule that was broken and the offset in s where. Report, which
// may be nil, takes the validation errors, that one included.
func parseIPv4(s string, report func(rule ruleID, offset int)) (addr uint32, broken ruleID, offset int) {
	tell := func(rule ruleID, offset int) {
		if report != nil {
			report(rule, offset)
		}
	}
	fail := func(rule ruleID, offset int) (uint32, ruleID, int) {
		tell(rule, offset)
		return 0, rule, offset
	}
	n := len(s)
	if s[n-1] == '.' {
		n--
		tell(ruleIPv4EmptyPart, n)
	}
	parts, fifth := 1, 0 // parts are counted up to the fifth
	for parts < 5 {
		dot := strings.IndexByte(s[fifth:n], '.')
		if dot < 0 {
			break
		}
		fifth += dot + 1
		parts++
	}
	if parts < 4 {
		tell(ruleIPv4TooFewParts, n)
	}
	if parts > 4 {
		return fail(ruleIPv4TooManyParts, fifth)
	}
	var numbers [4]uint64
	tooBig := [4]int{-1, -1, -1, -1}
	first := -1 // the first part that is too big
	for i, start := 0, 0; i < parts; i++ {
		end := start + indexByte(s[start:n], '.')
		number, decimal, ok := parseIPv4Number(s[start:end])
		if !ok {
			return fail(ruleIPv4NonNumericPart, start)
		}
		if !decimal {
			tell(ruleIPv4NonDecimalPart, start)
		}
		if numbers[i] = number; number > 255 {
			if tooBig[i] = start; first < 0 {
				first = start
			}
		}
		start = end + 1
	}
	if first >= 0 {
		tell(ruleIPv4OutOfRangePart, first)
	}
	for i := range parts - 1 {
		if tooBig[i] >= 0 {
			return 0, ruleIPv4OutOfRangePart, first
		}
		addr |= uint32(numbers[i]) << (8 * (3 - i))
	}
	last := numbers[parts-1]
	if last >= 1<<(8*(5-parts)) {
		return 0, ruleIPv4OutOfRangePart, first
	}
	return addr | uint32(last), ruleNone, 0
}

// parseIPv4Number is the IPv4 number parser, §3.5. A number above 2³² may come
// as any such number.
func parseIPv4Number(s string) (number uint64, decimal, ok bool) {
	radix := uint64(10)
	switch {
	case s == "":
		return 0, true, false
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		s, radix = s[2:], 16
	case len(s) >= 2 && s[0] == '0':
		s, radix = strings.TrimLeft(s, "0"), 8
	}
	for i := 0; i < len(s); i++ {
		digit := uint64(ascii.Unhex[s[i]])
		if digit >= radix {
			return 0, true, false
		}
		if number < 1<<32 {
			number = number*radix + digit
		}
	}
	return number, radix == 10, true
}

// appendIPv4 is the IPv4 serializer, §3.6.
func appendIPv4(dst []byte, addr uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(addr>>shift&0xFF), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

// isPlainIPv4 reports whether s is an IPv4 address as the serializer writes
// it.
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
