package rfc3986

import (
	"net/netip"
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
)

const (
	// stackText is how many bytes a result may have to be made without a
	// buffer on the heap.
	stackText = 512

	// maxGrowth is more than normalisation can add: "//" before a path, "/."
	// or "./" in it and "/" behind it, and what an IPv6 address gains.
	maxGrowth = 64
)

// Normalize returns r as the steps say (§6.2). The result is valid, has the
// same components, is not changed by the same steps again, and is r itself,
// without any allocation, if there is nothing to do. Else it is a new text,
// made with one allocation, or two if it is long and less than half of r.
//
// The zero Steps changes nothing. Nor does any step change a reference that is
// fewer than 64 bytes shorter than the longest, of 4 GiB - 16, or 2 GiB - 16 where
// an int has 32 bits, since the result might not fit.
func (r Ref) Normalize(steps Steps) Ref {
	var l layout
	l.unpack(r)
	info, normal := isNormal(&l, steps)
	if normal {
		return r
	}
	return normalized(&l, steps, info)
}

// normalized returns the normal form of r, which is another text.
func normalized(r *layout, steps Steps, info *scheme.Info) Ref {
	var buf [stackText]byte
	if len(r.s)+maxGrowth <= stackText {
		out, n := appendNormal(buf[:0], r, steps, info)
		n.s = string(out)
		return n.pack()
	}
	out, n := appendNormal(make([]byte, 0, len(r.s)+maxGrowth), r, steps, info)
	n.s = dotsegment.Text(out)
	return n.pack()
}

// IsNormal reports whether r is what Normalize would return, without making
// that.
func (r Ref) IsNormal(steps Steps) bool {
	var l layout
	l.unpack(r)
	_, normal := isNormal(&l, steps)
	return normal
}

// plainlyNormal reports whether r is of the kind that nearly all references on
// the Web are, for which the steps have nothing to do whatever the scheme is:
// with an authority that is a name without a port, a path, no upper case in
// front of it, and no triplet, dot segment or "@" behind. False says nothing.
// Eight bytes are looked at together; BenchmarkNormalize measures it.
func plainlyNormal(r *layout, steps Steps) bool {
	s := r.s
	path := int(r.path)
	if steps&^(StepsSyntax|StepsScheme) != 0 || len(s) < 9 || r.path == r.after || r.path == r.query ||
		r.hostEnd != r.path || int(r.hostEnd-r.host) == len(localhost) {
		return false
	}
	for i := 0; ; i += 8 {
		i = min(i, len(s)-9) // the last byte of all ends no trouble that it begins
		x := ascii.Load8(s, i)
		marks := ascii.Equal8(x, '%')
		if i < path {
			marks |= ascii.Upper8(x) & (1<<(8*uint64(path-i)) - 1)
		}
		if i+8 > path {
			marks |= ascii.Equal8(x, '@') | ascii.Equal8(x, '/')&ascii.Equal8(ascii.Load8(s, i+1), '.')
		}
		if marks != 0 {
			return false
		}
		if i == len(s)-9 {
			return true
		}
	}
}

// schemeInfo returns what the steps have to know of r's scheme.
func schemeInfo(r *layout, steps Steps) *scheme.Info {
	if steps&stepsOfScheme == 0 {
		return scheme.Lookup("")
	}
	return scheme.Lookup(schemeOf(r))
}

// isNormal reports whether the steps leave r as it is, and if they do not,
// returns what is known of its scheme.
func isNormal(r *layout, steps Steps) (info *scheme.Info, normal bool) {
	if plainlyNormal(r, steps) || len(r.s) > longest-maxGrowth {
		return nil, true
	}
	info = schemeInfo(r, steps)
	return info, unchanged(r, steps, info)
}

// unchanged is isNormal for all kinds of references.
func unchanged(r *layout, steps Steps, info *scheme.Info) bool {
	s := r.s
	if steps&StepCase != 0 && ascii.Index(s[:r.after], ascii.Upper) >= 0 {
		return false
	}
	if steps&(StepCase|StepPercent) != 0 && !normalEscapes(s, steps) {
		return false
	}
	if r.path != r.after {
		if !normalHost(r, steps, info) || steps&(StepEmptyPort|StepDefaultPort) != 0 && dropsPort(r, steps, info) {
			return false
		}
	} else if steps&StepDefaultHost != 0 && info.Has(scheme.Localhost) && r.path < r.query && s[r.path] == '/' {
		return false
	}
	if steps&StepFragment != 0 && int(r.fragment) < len(s) {
		return false
	}
	return normalPath(r, steps, info)
}

// normalEscapes reports whether the steps leave the triplets of s as they are.
func normalEscapes(s string, steps Steps) bool {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return true
		}
		s = s[i:]
		if steps&StepCase != 0 && (s[1] >= 'a' || s[2] >= 'a') ||
			steps&StepPercent != 0 && ascii.Is(octet(s, 0), ascii.Unreserved) {
			return false
		}
		s = s[3:]
	}
}

// octet returns what the triplet at offset i stands for.
func octet(s string, i int) byte { return ascii.Unhex[s[i+1]]<<4 | ascii.Unhex[s[i+2]] }

// normalHost reports whether the steps leave the host of r as it is, triplets
// aside.
func normalHost(r *layout, steps Steps, info *scheme.Info) bool {
	host := r.s[r.host:r.hostEnd]
	if host == "" {
		return true
	}
	if host[0] == '[' {
		if steps&StepIPv6 != 0 && host[1]|0x20 != 'v' {
			var buf [longestIPv6]byte
			if string(appendIPv6(buf[:0], host)) != host[:zoneStart(host)] {
				return false
			}
		}
		host = host[:zoneStart(host)]
	}
	if steps&StepCase != 0 && hasUpper(host) {
		return false
	}
	return steps&StepDefaultHost == 0 || !info.Has(scheme.Localhost) ||
		r.host != r.after+2 || r.hostEnd != r.path || !ascii.EqualFold(host, localhost)
}

const localhost = "localhost"

// hasUpper reports whether an upper-case letter stands outside the triplets of
// host.
func hasUpper(host string) bool {
	for i := 0; i < len(host); i++ {
		switch c := host[i]; {
		case c == '%':
			i += 2
		case ascii.Is(c, ascii.Upper):
			return true
		}
	}
	return false
}

// dropsPort reports whether the steps remove the port of r, which has an
// authority.
func dropsPort(r *layout, steps Steps, info *scheme.Info) bool {
	if r.hostEnd == r.path {
		return false
	}
	port := r.s[r.hostEnd+1 : r.path]
	if port == "" {
		return steps&StepEmptyPort != 0
	}
	return steps&StepDefaultPort != 0 && info.Port != 0 && isNumber(port, info.Port)
}

// isNumber reports whether digits, which are not empty, have the value n,
// which is not 0.
func isNumber(digits string, n uint16) bool {
	value := uint32(0)
	for i := range len(digits) {
		value = 10*value + uint32(digits[i]-'0')
		if value > uint32(n) {
			return false
		}
	}
	return value == uint32(n)
}

// longestIPv6 is more than an IPv6 address in brackets needs.
const longestIPv6 = 64

// zoneStart returns where the zone identifier of an IP-literal begins, or, if
// there is none, the closing bracket.
func zoneStart(host string) int {
	if i := strings.IndexByte(host, '%'); i >= 0 {
		return i
	}
	return len(host) - 1
}

// appendIPv6 appends the bracket and the address of host, an IP-literal with
// an IPv6address, as RFC 5952 writes it.
func appendIPv6(dst []byte, host string) []byte {
	addr, _ := netip.ParseAddr(host[1:zoneStart(host)])
	return addr.AppendTo(append(dst, '['))
}

// appendNormal appends the normal form of r. The layout that it returns has the
// offsets of that, but not yet its text.
func appendNormal(dst []byte, r *layout, steps Steps, info *scheme.Info) ([]byte, layout) {
	s := r.s
	dst = slices.Grow(dst, len(s)+maxGrowth)
	start := len(dst)
	var n layout
	dst = append(dst, s[:r.after]...)
	if steps&StepCase != 0 {
		ascii.LowerBytes(dst[start:])
	}
	n.after = r.after
	n.host, n.hostEnd = r.after, r.after
	if r.path != r.after {
		dst = appendAuthority(dst, start, r, &n, steps, info)
	}
	path := len(dst)
	dst = appendPath(dst, r, steps, info)
	if r.path == r.after && len(dst) > path && dst[path] == '/' {
		switch {
		case steps&StepDefaultHost != 0 && info.Has(scheme.Localhost):
			dst = slices.Insert(dst, path, '/', '/')
			path += 2
			n.host += 2
			n.hostEnd += 2
		case len(dst) > path+1 && dst[path+1] == '/':
			dst = slices.Insert(dst, path, '/', '.')
		}
	}
	n.path = uint32(path - start)
	n.query = uint32(len(dst) - start)
	dst = appendText(dst, s[r.query:r.fragment], steps, false)
	n.fragment = uint32(len(dst) - start)
	if steps&StepFragment == 0 {
		dst = appendText(dst, s[r.fragment:], steps, false)
	}
	return dst, n
}

// appendAuthority appends the authority of r with its slashes, and notes in n
// where its host is, counted from start.
func appendAuthority(dst []byte, start int, r, n *layout, steps Steps, info *scheme.Info) []byte {
	s := r.s
	dst = appendText(dst, s[r.after:r.host], steps, false)
	n.host = uint32(len(dst) - start)
	host := s[r.host:r.hostEnd]
	port := s[r.hostEnd:r.path]
	if dropsPort(r, steps, info) {
		port = ""
	}
	if host != "" && host[0] == '[' {
		zone := zoneStart(host)
		if steps&StepIPv6 != 0 && host[1]|0x20 != 'v' {
			dst = appendIPv6(dst, host)
		} else {
			dst = appendText(dst, host[:zone], steps, true)
		}
		dst = appendText(dst, host[zone:], steps, false)
	} else if !dropsHost(r, port, steps, info) {
		dst = appendText(dst, host, steps, true)
	}
	n.hostEnd = uint32(len(dst) - start)
	return append(dst, port...)
}

// dropsHost reports whether the steps make the host of r empty, given the port
// that they leave.
func dropsHost(r *layout, port string, steps Steps, info *scheme.Info) bool {
	return steps&StepDefaultHost != 0 && info.Has(scheme.Localhost) && r.host == r.after+2 && port == "" &&
		equalText(r.s[r.host:r.hostEnd], localhost, steps|StepCase, true)
}

// appendText appends s with its triplets as the steps say, and in lower case
// outside of them if fold and StepCase say so.
func appendText(dst []byte, s string, steps Steps, fold bool) []byte {
	if steps&StepCase == 0 {
		fold = false
	}
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			i = len(s)
		}
		at := len(dst)
		dst = append(dst, s[:i]...)
		if s = s[i:]; s != "" {
			dst = appendTriplet(dst, s, steps)
			s = s[3:]
		}
		if fold {
			ascii.LowerBytes(dst[at : at+i])
			if len(dst) == at+i+1 {
				ascii.LowerBytes(dst[at+i:])
			}
		}
	}
	return dst
}

// appendTriplet appends the triplet that s begins with, or what it stands for.
func appendTriplet(dst []byte, s string, steps Steps) []byte {
	if c := octet(s, 0); steps&StepPercent != 0 && ascii.Is(c, ascii.Unreserved) {
		return append(dst, c)
	}
	if steps&StepCase != 0 {
		return append(dst, '%', upperHex(s[1]), upperHex(s[2]))
	}
	return append(dst, s[:3]...)
}

// upperHex returns the hexadecimal digit c in upper case.
func upperHex(c byte) byte {
	if c >= 'a' {
		c -= 0x20
	}
	return c
}
