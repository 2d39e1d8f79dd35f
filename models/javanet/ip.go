package javanet

import (
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
)

// isInt reports whether the number fits into a Java int.
func isInt(digits string) bool {
	_, err := strconv.ParseInt("0"+digits, 10, 32)
	return err == nil
}

// ipv4 reports whether s is an IPv4 address. If it is not, offset is the offset of the error. Leading zeros do not
// matter.
func ipv4(s string) (offset int, ok bool) {
	for n := range 4 {
		if n > 0 {
			if offset == len(s) || s[offset] != '.' {
				return offset, false
			}
			offset++
		}
		number := s[offset:ascii.Skip(s, offset, ascii.Digit)]
		if d := model.Decimal(number); d == "" || len(d) > 3 || len(d) == 3 && d > "255" {
			return offset, false
		}
		offset += len(number)
	}
	return offset, offset == len(s)
}

// ipv6 reports whether s is an IPv6 address. If it is not, offset is the offset of the error. If zeros is set, a group
// may also have leading zeros beyond four digits.
func ipv6(s string, zeros bool) (offset int, ok bool) {
	i, size := 0, 0
	compressed := strings.HasPrefix(s, "::")
	if compressed {
		i = len("::")
	}
	for i < len(s) || size > 0 {
		group := i
		i = ascii.Skip(s, i, ascii.HexDigit)
		if i == group || i < len(s) && s[i] == '.' {
			if group == 0 || strings.Trim(s[group:], "0123456789.") != "" {
				return group, false
			}
			if at, ok := ipv4(s[group:]); !ok {
				return group + at, false
			}
			size += 4
			break
		}
		if zeros {
			group = i - len(strings.TrimLeft(s[group:i], "0"))
		}
		if i-group > 4 {
			return group, false
		}
		size += 2
		if i == len(s) {
			break
		}
		if s[i] != ':' {
			return 0, false
		}
		if i++; i < len(s) && s[i] == ':' && !compressed {
			i, compressed = i+1, true
			if i == len(s) {
				break
			}
		}
	}
	return 0, compressed && size <= 14 || !compressed && size == 16
}
