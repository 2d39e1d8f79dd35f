package rfc3986

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

const (
	// stackText is the maximum length of a result that is first written on the stack.
	stackText = 512

	// maxGrowth exceeds the number of bytes that normalization can add: "//", "/." or "./", "/", and the growth of an IPv6
	// address.
	maxGrowth = 64
)

// Normalize returns r after steps (§6.2). The result has the same components. Normalizing it again by the same steps
// does not change it. Normalize allocates the result if it differs from r, and a buffer if r is longer than 448 bytes.
// For most URLs in normal form, it needs neither.
//
// References of more than 4 GiB - 80 bytes, or 2 GiB - 80 where an int has 32 bits, are returned unchanged.
func (r Ref) Normalize(steps Steps) Ref {
	var l layout
	l.unpack(r)
	if plainlyNormal(&l, steps) || len(r.s) > longest-maxGrowth {
		return r
	}
	if steps >= StepNFC {
		return r.normalizeChars(steps & stepsAll)
	}
	var short [stackText]byte
	buf := short[:0]
	if n := len(r.s) + maxGrowth; n > stackText {
		buf = make([]byte, 0, n)
	}
	text, n := appendNormal(buf, &l, steps)
	if string(text) == r.s {
		return r
	}
	n.s = string(text)
	return n.pack()
}

// Equivalent reports whether a.Normalize(steps) == b.Normalize(steps). If it returns false, a and b can still identify
// the same resource (§6.1).
func Equivalent(a, b URI, steps Steps) bool {
	return a == b || a.Normalize(steps) == b.Normalize(steps)
}

// FirstRung returns the lowest rung of the ladder of §6.2 at which a and b are equal, or [NoRung]. It applies only
// steps. URIs that are equal at a rung are equal at all rungs above.
func FirstRung(a, b URI, steps Steps) Rung {
	if !Equivalent(a, b, steps&stepsAll) {
		return NoRung
	}
	rung := RungString
	for rung < RungProtocol && !Equivalent(a, b, steps&rung.Steps()) {
		rung++
	}
	return rung
}

// plainlyNormal reports whether r is a common reference that no step of StepsSyntax or StepsScheme changes. Such a
// reference has an authority that is a host without a port, and a path. It has no percent-encoding, no upper case
// before the path, and no dot segment or "@" from the path on. If it returns false, r can still be normal.
// BenchmarkNormalize measures it.
func plainlyNormal(r *layout, steps Steps) bool {
	s := r.s
	path := int(r.path)
	if steps&^(StepsSyntax|StepsScheme) != 0 || len(s) < 9 || r.path == r.after || r.path == r.query ||
		r.hostEnd != r.path || int(r.hostEnd-r.host) == len(localhost) {
		return false
	}
	for i := 0; ; i += 8 {
		i = min(i, len(s)-9) // the last byte alone cannot change the result
		x := ascii.Load8(s, i)
		marks := ascii.Equal8(x, '%')
		if i < path {
			marks |= ascii.Upper8(x&^ascii.Highs) & (1<<(8*uint64(path-i)) - 1)
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

const localhost = "localhost"

func dropsPort(r *layout, steps Steps, info *scheme.Info) bool {
	if r.hostEnd == r.path {
		return false
	}
	port := r.s[r.hostEnd+1 : r.path]
	if port == "" {
		return steps&StepEmptyPort != 0
	}
	var own [5]byte
	return steps&StepDefaultPort != 0 && info.Port != 0 &&
		strings.TrimLeft(port, "0") == string(strconv.AppendUint(own[:0], uint64(info.Port), 10))
}

// zoneStart returns the offset of the zone identifier of an IP-literal, or of the closing bracket.
func zoneStart(host string) int {
	if i := strings.IndexByte(host, '%'); i >= 0 {
		return i
	}
	return len(host) - 1
}

// appendIPv6 appends the bracket and the address of host, an IPv6 literal, as RFC 5952 writes it.
func appendIPv6(dst []byte, host string) []byte {
	addr, _ := netip.ParseAddr(host[1:zoneStart(host)])
	return addr.AppendTo(append(dst, '['))
}

// appendNormal appends the normal form of r. It returns the offsets of the normal form in a layout without text.
func appendNormal(dst []byte, r *layout, steps Steps) ([]byte, layout) {
	s, info := r.s, scheme.Lookup("")
	if steps&stepsOfScheme != 0 {
		info = scheme.Lookup(schemeOf(r))
	}
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
	dst = appendText(dst, s[r.query:r.fragment], steps|stepPrivate, false)
	n.fragment = uint32(len(dst) - start)
	if steps&StepDropFragment == 0 {
		dst = appendText(dst, s[r.fragment:], steps, false)
	}
	return dst, n
}

// appendAuthority appends the authority of r with its slashes. It sets the offsets of the host in n, relative to start.
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
			dst = appendText(dst, host[:zone], steps, steps&StepCase != 0)
		}
		dst = appendText(dst, host[zone:], steps, false)
	} else if !dropsHost(r, port, steps, info) {
		dst = appendText(dst, host, steps, steps&StepCase != 0)
	}
	n.hostEnd = uint32(len(dst) - start)
	return append(dst, port...)
}

// dropsHost reports whether the steps make the host of r empty. port is the port after the steps.
func dropsHost(r *layout, port string, steps Steps, info *scheme.Info) bool {
	var short [3 * len(localhost)]byte
	host := r.s[r.host:r.hostEnd]
	return steps&StepDefaultHost != 0 && info.Has(scheme.Localhost) && r.host == r.after+2 && port == "" &&
		len(host) <= len(short) && string(appendText(short[:0], host, steps, true)) == localhost
}

// appendText appends s as the steps change it. If fold is set, the result is in lower case, except for
// percent-encodings.
func appendText(dst []byte, s string, steps Steps, fold bool) []byte {
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			i = len(s)
		}
		at := len(dst)
		dst = append(dst, s[:i]...)
		if s = s[i:]; s != "" {
			var read int
			dst, read = appendEncoded(dst, s, steps)
			s = s[read:]
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

// appendEncoded appends the character whose percent-encoding s begins with, or its first triplet. It returns the bytes
// of s that it read.
func appendEncoded(dst []byte, s string, steps Steps) ([]byte, int) {
	c := percent.Octet(s, 0)
	switch {
	case steps&StepPercent != 0 && ascii.Is(c, ascii.Unreserved):
		return append(dst, c), 3
	case steps&StepIRI != 0 && c >= utf8.RuneSelf:
		if wide := encodedChar(s, steps); wide != 0 {
			return utf8.AppendRune(dst, wide), 3 * utf8.RuneLen(wide)
		}
	}
	if steps&StepCase != 0 {
		return append(dst, '%', ascii.UpperHex[c>>4], ascii.UpperHex[c&15]), 3
	}
	return append(dst, s[:3]...), 3
}
