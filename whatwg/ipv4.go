package whatwg

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// mayBeNumber returns false for most hosts that do not end in a number. If it returns true, only ipaddr.EndsInNumber
// can decide. s is not empty.
func mayBeNumber(s string) bool {
	c := s[len(s)-1] | 0x20
	return c <= 'f' || c == 'x'
}

// parseIPv4 implements the IPv4 parser (§3.5). s must end in a number. report receives all validation errors, with
// offsets in s. On failure, the last one has the reason, which parseIPv4 also returns.
func parseIPv4(s string, report func(rule ruleID, offset int)) (addr uint32, broken ruleID, offset int) {
	fail := func(rule ruleID, at int) (uint32, ruleID, int) {
		report(rule, at)
		return 0, rule, at
	}
	end := len(s)
	if s[end-1] == '.' {
		end--
		report(ruleIPv4EmptyPart, end)
	}
	dots := strings.Count(s[:end], ".")
	switch {
	case dots > 3:
		fifth := 0
		for range 4 {
			fifth += strings.IndexByte(s[fifth:], '.') + 1
		}
		return fail(ruleIPv4TooManyParts, fifth)
	case dots < 3:
		report(ruleIPv4TooFewParts, end)
	}
	start, tooBig, failed := 0, -1, false // tooBig is the offset of the first part above 255
	for i := range dots + 1 {
		number, decimal, stop := parseIPv4Number(s[:end], start)
		if stop == start || stop < end && s[stop] != '.' {
			return fail(ruleIPv4NonNumericPart, start)
		}
		if !decimal {
			report(ruleIPv4NonDecimalPart, start)
		}
		if number > 255 && tooBig < 0 {
			tooBig = start
		}
		shift, largest := 8*(3-i), uint64(255)
		if i == dots { // the last part fills the rest of the address
			shift, largest = 0, 1<<(shift+8)-1
		}
		failed = failed || number > largest
		addr |= uint32(number) << shift
		start = stop + 1
	}
	switch {
	case failed:
		return fail(ruleIPv4OutOfRangePart, tooBig)
	case tooBig >= 0:
		report(ruleIPv4OutOfRangePart, tooBig)
	}
	return addr, ruleNone, 0
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
