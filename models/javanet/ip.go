package javanet

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// digits returns the digits that s begins with.
func digits(s string) string {
	n := 0
	for n < len(s) && ascii.Is(s[n], ascii.Digit) {
		n++
	}
	return s[:n]
}

// ipv4 parses the IPv4 address text[start:end]. Leading zeros have no meaning. It returns end, or the offset of the
// error.
func ipv4(text string, start, end int) (offset int, ok bool) {
	for n := range 4 {
		if n > 0 {
			if start == end || text[start] != '.' {
				return start, false
			}
			start++
		}
		number := digits(text[start:end])
		if d := decimal(number); d == "" || len(d) > 3 || len(d) == 3 && d > "255" {
			return start, false
		}
		start += len(number)
	}
	return start, start == end
}

// ipv6 parses the IPv6 address text[start:end]. It returns end, or the offset of the error. If zeros is set, a group
// can have more than four digits, but no larger value.
func ipv6(text string, start, end int, zeros bool) (offset int, ok bool) {
	i, size, compressed := start, 0, false
	if strings.HasPrefix(text[start:end], "::") {
		i, compressed = start+len("::"), true
	}
	for !compressed || i < end || size > 0 {
		group := i
		for i < end && ascii.Is(text[i], ascii.HexDigit) {
			i++
		}
		if i == group || i < end && text[i] == '.' {
			if group == start || strings.Trim(text[group:end], "0123456789.") != "" {
				return group, false
			}
			if at, ok := ipv4(text, group, end); !ok {
				return at, false
			}
			size += 4
			break
		}
		for zeros && text[group] == '0' && i-group > 4 {
			group++
		}
		if i-group > 4 {
			return group, false
		}
		size += 2
		if i == end {
			break
		}
		if text[i] != ':' {
			return start, false
		}
		if i++; i < end && text[i] == ':' && !compressed {
			i, compressed = i+1, true
			if i == end {
				break
			}
		}
	}
	if compressed && size > 14 || !compressed && size != 16 {
		return start, false
	}
	return end, true
}
