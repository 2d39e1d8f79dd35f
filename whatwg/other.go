package whatwg

import (
	"math"
	"math/bits"

	"earl.example/internal/text/ascii"
)

// This file reads URLs whose scheme is not special, where they are in normal form, and
// tells whether they can be parsed, as fast.go and check.go do for those that are.

// fastOther parses s, whose scheme is not special and has its colon at that offset, if it is
// in normal form and has neither credentials nor an IPv6 address, and reports whether it
// did. BenchmarkOther measures it.
func (u *URL) fastOther(s string, colon int) bool {
	if indexClass(s[:colon], 0, upper) < colon {
		return false
	}
	v := URL{href: s, scheme: uint32(colon)}
	from := colon + 1
	host, path := from, from
	if len(s) > from+1 && s[from] == '/' && s[from+1] == '/' {
		host = from + 2
		if path = v.otherHost(s, host); path == 0 {
			return false
		}
	} else {
		v.hostEnd = uint32(from)
	}
	v.user, v.hostAt, v.path = uint32(host), uint32(host), uint32(path)
	query, bad := path, false
	switch {
	case path < len(s) && s[path] == '/':
		query, bad = fastPath(s, path)
	case v.host == NoHost:
		v.flags = opaqueFlag
		query = opaqueEnd(s, path)
		bad = query < len(s) && s[query-1] == ' '
	}
	frag := query
	if query < len(s) && s[query] == '?' {
		frag = indexClass(s, query+1, querySet)
	}
	if bad || frag < len(s) && (s[frag] != '#' || indexClass(s, frag+1, fragmentSet) < len(s)) {
		return false
	}
	v.query, v.frag = uint32(query), uint32(frag)
	*u = v
	return true
}

// otherHost reads the opaque host that begins at offset i, and the port, and returns the
// offset behind, or 0 if they are not in normal form.
func (u *URL) otherHost(s string, i int) (path int) {
	end := indexClass(s, hostEnd(s, i, foldCase), forbiddenHost|c0Set)
	u.hostEnd, u.host = uint32(end), HostOpaque
	if end == i {
		u.host = HostEmpty
	}
	switch {
	case end == len(s) || table[s[end]]&authorityEnd != 0:
		return end
	case s[end] != ':' || end == i:
		return 0
	}
	if path = fastPort(s, end, other); path < len(s) && table[s[path]]&authorityEnd == 0 {
		return 0
	}
	return path
}

// opaqueEnd returns the offset of the first byte of s from i on that does not stay as it is
// in an opaque path, or ends it. It looks at eight at a time.
func opaqueEnd(s string, i int) int {
	for i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = load(s, i)
		}
		low := x &^ highs
		stays := atLeast(low, ' ') & unequal(low, 0x7F) & unequal(low, '?') & unequal(low, '#')
		if stop := (^stays | x) & highs; stop != 0 {
			return min(i+bits.TrailingZeros64(stop)/8, len(s))
		}
		i += 8
	}
	return len(s)
}

// checkOther is fastCheck for s whose scheme is not special, or missing. Nothing but a host
// can be wrong with one, and hosts that have more than letters, digits, "-" and ".", are left
// to others.
func checkOther(s string, base kind) (can, known bool) {
	i := schemeEnd(s)
	if i == 0 || i == len(s) || s[i] != ':' {
		return false, base == noBase && (i == 0 || i == len(s) || table[s[i]]&tabOrNewline == 0)
	}
	i++
	slashes := 0
	for slashes < 2 && i < len(s) && s[i] == '/' {
		i++
		slashes++
	}
	switch {
	case i < len(s) && table[s[i]]&tabOrNewline != 0:
		return false, false
	case slashes < 2:
		return true, true
	}
	end := hostEnd(s, i, foldCase)
	if end == len(s) || table[s[end]]&authorityEnd != 0 {
		return true, true
	}
	if s[end] != ':' || end == i {
		return false, false
	}
	port, number := checkPort(s, end)
	return number <= math.MaxUint16, port == len(s) || table[s[port]]&authorityEnd != 0
}
