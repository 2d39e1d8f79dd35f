// Package ipaddr parses the forms of IP addresses that programs accept, finds IPv4 addresses inside IPv6 addresses, and
// lists the ranges that are not public.
package ipaddr

import (
	"net/netip"
	"strings"

	"earl.example/internal/text/ascii"
)

// IPv4 parses an address like inet_aton: one to four numbers separated by dots. Each number is decimal, octal (0177) or
// hexadecimal (0x7f). The last number fills the remaining bytes (RFC 3986 §7.4).
func IPv4(s string) (netip.Addr, bool) {
	value, i := uint64(0), 0
	for n := range 4 {
		part, _, end := Number(s, i)
		last, shift := end == len(s), 8*(3-n)
		switch {
		case end == i, s[end-1]|0x20 == 'x', !last && (s[end] != '.' || part > 0xFF), last && part >= 1<<(shift+8):
			return netip.Addr{}, false
		case last:
			value += part
			return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
		}
		value += part << shift
		i = end + 1
	}
	return netip.Addr{}, false
}

// Java parses an address like InetAddress of the JDK: one to four decimal numbers separated by dots, in at most 15
// characters. A number may have leading zeros, so 0177.0.0.1 is 177.0.0.1. The last number fills the remaining bytes.
func Java(s string) (netip.Addr, bool) {
	if len(s) > len("255.255.255.255") || strings.Trim(s, "0123456789.") != "" {
		return netip.Addr{}, false
	}
	return IPv4(WithoutZeros(s))
}

// WithoutZeros returns host without the leading zeros of its labels.
func WithoutZeros(host string) string {
	labels := strings.Split(host, ".")
	for i, label := range labels {
		for len(label) > 1 && label[0] == '0' && ascii.Is(label[1], ascii.Digit) {
			label = label[1:]
		}
		labels[i] = label
	}
	return strings.Join(labels, ".")
}

// Number parses the number of an IPv4 address at s[i:]: decimal, octal after "0", or hexadecimal after "0x". It returns
// the base and the end of the number, which is i if there is no digit. "0x" is 0. If the number is larger than 2³², the
// value is some number larger than 2³².
func Number(s string, i int) (value uint64, base, end int) {
	base = 10
	if i+1 < len(s) && s[i] == '0' && s[i+1] != '.' {
		base = 8
		if i++; s[i]|0x20 == 'x' {
			base = 16
			i++
		}
	}
	for ; i < len(s) && int(ascii.Unhex[s[i]]) < base; i++ {
		if value < 1<<32 {
			value = value*uint64(base) + uint64(ascii.Unhex[s[i]])
		}
	}
	return value, base, i
}

// OctetLen returns the length of the dec-octet at the start of s (RFC 3986 §3.2.2): a number up to 255 without leading
// zeros. It returns 0 if there is no dec-octet.
func OctetLen(s string) int {
	if s != "" && s[0] == '0' {
		return 1
	}
	_, n := ascii.Number(s, 255)
	return n
}

// IsOctet reports whether s is a dec-octet.
func IsOctet(s string) bool { return s != "" && OctetLen(s) == len(s) }

// IsIPv4 reports whether s is an IPv4address of RFC 3986 §3.2.2: four dec-octets. The URL Standard (§3.5) does not
// change such an address.
func IsIPv4(s string) bool {
	end, complete := Octets(s, 0)
	return complete && end == len(s)
}

// Octets parses the IPv4address at offset i (RFC 3986 §3.2.2). It returns the offset of the first byte that cannot
// continue it, and whether s[i:end] is an IPv4address.
func Octets(s string, i int) (end int, complete bool) {
	for n := range 4 {
		if n > 0 {
			if i == len(s) || s[i] != '.' {
				return i, false
			}
			i++
		}
		length := OctetLen(s[i:])
		if i += length; length == 0 {
			return i, false
		}
	}
	return i, true
}

// IsFuture reports whether s is an IPvFuture of RFC 3986 §3.2.2, such as "v1.a:b".
func IsFuture(s string) bool {
	before, rest, _ := strings.Cut(ascii.ToLower(s), ".")
	version, ok := strings.CutPrefix(before, "v")
	return ok && version != "" && rest != "" && ascii.All(version, ascii.HexDigit) && ascii.All(rest, ascii.UserinfoChar)
}

// EndsInNumber reports whether the last label of a name is a decimal or hexadecimal number. One dot at the end is
// ignored. The URL Standard (§3.5) parses such a name as an IPv4 address.
func EndsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	i := len(host)
	for i > 0 && ascii.Is(host[i-1], ascii.Digit) {
		i--
	}
	if i == 0 || host[i-1] == '.' {
		return i < len(host)
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	return len(last) >= 2 && last[0] == '0' && last[1]|0x20 == 'x' && ascii.All(last[2:], ascii.HexDigit)
}

// embeddings lists the ranges of IPv6 addresses that contain an IPv4 address, in the order in which Embedded searches
// them. For NAT64, it lists the prefixes of RFC 6052 and RFC 8215, but not the prefixes that network operators choose.
var embeddings = []struct {
	prefix netip.Prefix
	name   string
	at     int  // index of the first byte of the IPv4 address
	not    bool // the bits of the IPv4 address are inverted
}{
	{netip.MustParsePrefix("::ffff:0:0/96"), "IPv4-mapped (RFC 4291 §2.5.5.2)", 12, false},
	{netip.MustParsePrefix("64:ff9b::/96"), "NAT64 (RFC 6052)", 12, false},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "local NAT64 (RFC 8215)", 12, false},
	{netip.MustParsePrefix("2002::/16"), "6to4 (RFC 3056)", 2, false},
	{netip.MustParsePrefix("2001::/32"), "Teredo (RFC 4380)", 12, true},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), "IPv4-translated (RFC 2765)", 12, false},
	{netip.MustParsePrefix("::/96"), "IPv4-compatible (RFC 4291 §2.5.5.1)", 12, false},
}

// Embedded returns the IPv4 address inside an IPv6 address, and the kind of embedding. For Teredo, it is the address of
// the client.
func Embedded(addr netip.Addr) (inner netip.Addr, kind string, ok bool) {
	addr = addr.WithZone("")
	if !addr.Is6() || addr == netip.IPv6Unspecified() || addr == netip.IPv6Loopback() {
		return netip.Addr{}, "", false
	}
	b := addr.As16()
	for _, e := range embeddings {
		if !e.prefix.Contains(addr) {
			continue
		}
		v4 := [4]byte(b[e.at : e.at+4])
		if e.not {
			for i := range v4 {
				v4[i] = ^v4[i]
			}
		}
		return netip.AddrFrom4(v4), e.name, true
	}
	if b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5E && b[11] == 0xFE { // the prefix can be any
		return netip.AddrFrom4([4]byte(b[12:])), "ISATAP (RFC 5214 §6.1)", true
	}
	return netip.Addr{}, "", false
}
