package whatwg

import (
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/urlerr"
)

// mayBeNumber returns false for most hosts that do not end in a number. If it returns true, only ipaddr.EndsInNumber
// can decide. s is not empty.
func mayBeNumber(s string) bool {
	c := s[len(s)-1] | 0x20
	return c <= 'f' || c == 'x'
}

// parseIPv4 implements the IPv4 parser (§3.5). s must end in a number. report receives the validation errors with which
// parsing continues. On failure, broken is the reason. All offsets are in s.
func parseIPv4(s string, report func(rule *urlerr.Rule, offset int)) (addr uint32, broken *urlerr.Rule, offset int) {
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
		return 0, ruleIPv4TooManyParts, fifth
	case dots < 3:
		report(ruleIPv4TooFewParts, end)
	}
	start, tooBig, failed := 0, -1, false // tooBig is the offset of the first part above 255
	for i := range dots + 1 {
		number, base, stop := ipaddr.Number(s[:end], start)
		if stop == start || stop < end && s[stop] != '.' {
			return 0, ruleIPv4NonNumericPart, start
		}
		if base != 10 {
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
		return 0, ruleIPv4OutOfRangePart, tooBig
	case tooBig >= 0:
		report(ruleIPv4OutOfRangePart, tooBig)
	}
	return addr, nil, 0
}
