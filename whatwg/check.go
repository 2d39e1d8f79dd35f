package whatwg

import (
	"math"
	"strings"

	"earl.example/internal/text/ascii"
)

// This file tells whether a URL can be parsed, where its scheme is special and an
// authority follows. Nothing is written: what Parse would have to rewrite is looked at
// where it stands, and behind the host nothing can be wrong.

// noBase stands for the kind of a base URL where there is none.
const noBase = kind(255)

// fastCheck reports whether s can be parsed, with a base URL of kind base, and whether
// that is known. BenchmarkRewrite, BenchmarkHosts and BenchmarkFailures measure it.
func fastCheck(s string, base kind) (can, known bool) {
	if len(s) > maxUnread {
		return false, false
	}
	k, start := other, 0
	if len(s) >= 8 {
		k, start = fastScheme(s)
	}
	if start == 0 {
		for s != "" && s[0] <= ' ' {
			s = s[1:]
		}
		k, start = specialScheme(s)
		switch {
		case start == 0:
			return checkOther(s, base)
		case len(s) >= start+2 && table[s[start]]&table[s[start+1]]&specialSlashes != 0:
			start += 2
		case k == fileScheme: // and no host
			if len(s) > start && table[s[start]]&specialSlashes != 0 {
				start++
			}
			known = len(s) == start || table[s[start]]&tabOrNewline == 0
			return known, known
		case k == base:
			return false, false
		case len(s) > start && table[s[start]]&specialSlashes != 0:
			start++
		}
	}
	end := hostEnd(s, start, foldCase)
	if end > start && (end == len(s) || s[end] == '/') {
		return !mayBeNumber(s[start:end]) || checkNumber(s[start:end]), true
	}
	if end == start && k != fileScheme && (end == len(s) || s[end] == '?' || s[end] == '#') {
		return false, true
	}
	return checkHost(s, k, start, end)
}

// checkHost is fastCheck from the host on, which begins at offset start. Up to end there
// are letters, digits, "-" and ".".
func checkHost(s string, k kind, start, end int) (can, known bool) {
	end = indexClass(s, end, nonASCII|forbiddenDomain)
	switch {
	case end == len(s) || table[s[end]]&specialEnd != 0 || s[end] <= ' ' && isBlank(s[end:]):
		if end > start {
			return checkNumber(s[start:end]), true
		}
		if k == fileScheme {
			return true, true
		}
	case k == fileScheme:
		return false, false
	case s[end] == ':':
		if port, number := checkPort(s, end); port == len(s) || table[s[port]]&specialEnd != 0 {
			return number <= math.MaxUint16 && end > start && checkNumber(s[start:end]), true
		}
	}
	return checkAuthority(s, start)
}

// isBlank reports whether there is nothing in s but what §4.4 removes from the end.
func isBlank(s string) bool {
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	return s == ""
}

// checkNumber reports whether a domain, ASCII without escapes and of no code point that is
// forbidden, is no broken IPv4 address.
func checkNumber(s string) bool {
	if !endsInNumber(s) || isPlainIPv4(strings.TrimSuffix(s, ".")) {
		return true
	}
	_, broken, _ := parseIPv4(s, nil)
	return broken == ruleNone
}

// checkPort returns the offset of the first byte behind the colon at i that is no
// digit, and the number that the digits before it give, or one above 65535.
func checkPort(s string, i int) (end, number int) {
	for i++; i < len(s) && ascii.Is(s[i], ascii.Digit); i++ {
		number = min(number*10+int(s[i]-'0'), math.MaxUint16+1)
	}
	return i, number
}

// checkAuthority is fastCheck for any authority of a special URL that is of no file.
// It, or a slash too many, begins at offset i. Hosts that are decoded, and tabs and
// newlines, are left to others.
func checkAuthority(s string, i int) (can, known bool) {
	for i < len(s) && table[s[i]]&specialSlashes != 0 {
		i++
	}
	for len(s) > i && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	if i < len(s) && s[i] == '[' {
		h := head{from: i}
		if h.brackets(s) {
			return h.broken == ruleNone, true
		}
	}
	end, all := classesTo(s, i, specialEnd)
	if all&tabOrNewline != 0 {
		return false, false
	}
	colon := end
	if all&hostMark != 0 {
		i += strings.LastIndexByte(s[i:end], '@') + 1
		if colon = hostColon(s[:end], i); colon < end {
			if port, number := checkPort(s, colon); number > math.MaxUint16 || port < end {
				return false, true
			}
		}
		all = classesOf(s[i:colon])
	}
	host := s[i:colon]
	switch {
	case host == "":
		return false, true
	case host[0] == '[':
		if host[len(host)-1] != ']' {
			return false, true
		}
		_, broken, _ := parseIPv6(host[1:len(host)-1], nil)
		return broken == ruleNone, true
	case all&(nonASCII|percentSign) != 0:
		return false, false
	}
	return all&forbiddenDomain == 0 && checkNumber(host), true
}
