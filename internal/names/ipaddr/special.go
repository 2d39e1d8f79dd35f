package ipaddr

import (
	"net/netip"
	"slices"
	"sync"
)

// A Range is a range of addresses for a special purpose.
type Range struct {
	Prefix netip.Prefix
	Name   string // name in the registry
	RFC    string
	Public bool // globally reachable
}

func entry(prefix, name, rfc string, public bool) Range {
	return Range{netip.MustParsePrefix(prefix), name, rfc, public}
}

// special lists IANA's IPv4 and IPv6 Special-Purpose Address Registries, as in testdata/iana.txt, without
// blocks that lie in a larger block with the same data. The entries from 224.0.0.0/4 on are not in the registries. A
// range precedes every larger range that contains it.
var special = sync.OnceValue(func() []Range {
	return []Range{
		entry("0.0.0.0/8", "this network", "RFC 791", false),
		entry("10.0.0.0/8", "private use", "RFC 1918", false),
		entry("100.64.0.0/10", "shared address space", "RFC 6598", false),
		entry("127.0.0.0/8", "loopback", "RFC 1122", false),
		entry("169.254.0.0/16", "link local, and the metadata of clouds", "RFC 3927", false),
		entry("172.16.0.0/12", "private use", "RFC 1918", false),
		entry("192.0.0.9/32", "Port Control Protocol anycast", "RFC 7723", true),
		entry("192.0.0.10/32", "TURN anycast", "RFC 8155", true),
		entry("192.0.0.0/24", "IETF protocol assignments", "RFC 6890", false),
		entry("192.0.2.0/24", "documentation", "RFC 5737", false),
		entry("192.31.196.0/24", "AS112", "RFC 7535", true),
		entry("192.52.193.0/24", "AMT", "RFC 7450", true),
		entry("192.88.99.0/24", "6to4 relay anycast, deprecated", "RFC 7526", false),
		entry("192.168.0.0/16", "private use", "RFC 1918", false),
		entry("192.175.48.0/24", "AS112", "RFC 7534", true),
		entry("198.18.0.0/15", "benchmarking", "RFC 2544", false),
		entry("198.51.100.0/24", "documentation", "RFC 5737", false),
		entry("203.0.113.0/24", "documentation", "RFC 5737", false),
		entry("255.255.255.255/32", "limited broadcast", "RFC 919", false),
		entry("240.0.0.0/4", "reserved", "RFC 1112", false),

		entry("::1/128", "loopback", "RFC 4291", false),
		entry("::/128", "unspecified", "RFC 4291", false),
		entry("::ffff:0:0/96", "IPv4-mapped", "RFC 4291", false),
		entry("64:ff9b::/96", "IPv4-IPv6 translation", "RFC 6052", true),
		entry("64:ff9b:1::/48", "IPv4-IPv6 translation", "RFC 8215", false),
		entry("100::/64", "discard only", "RFC 6666", false),
		entry("100:0:0:1::/64", "dummy", "RFC 9780", false),
		entry("2001::/32", "Teredo", "RFC 4380", false),
		entry("2001:1::1/128", "Port Control Protocol anycast", "RFC 7723", true),
		entry("2001:1::2/128", "TURN anycast", "RFC 8155", true),
		entry("2001:1::3/128", "DNS-SD service registration anycast", "RFC 9665", true),
		entry("2001:3::/32", "AMT", "RFC 7450", true),
		entry("2001:4:112::/48", "AS112", "RFC 7535", true),
		entry("2001:20::/28", "ORCHIDv2", "RFC 7343", true),
		entry("2001:30::/28", "drone remote identification", "RFC 9374", true),
		entry("2001::/23", "IETF protocol assignments", "RFC 2928", false), // includes benchmarking and ORCHID
		entry("2001:db8::/32", "documentation", "RFC 3849", false),
		entry("2002::/16", "6to4", "RFC 3056", false),
		entry("2620:4f:8000::/48", "AS112", "RFC 7534", true),
		entry("3fff::/20", "documentation", "RFC 9637", false),
		entry("5f00::/16", "segment routing SIDs", "RFC 9602", false),
		entry("fc00::/7", "unique local", "RFC 4193", false),
		entry("fe80::/10", "link local", "RFC 4291", false),

		entry("224.0.0.0/4", "multicast", "RFC 5771", false),
		entry("ff00::/8", "multicast", "RFC 4291", false),
		entry("fec0::/10", "site local, deprecated", "RFC 3879", false),
		entry("::ffff:0:0:0/96", "IPv4-translated, obsolete", "RFC 2765", false),
		entry("::/96", "IPv4-compatible, deprecated", "RFC 4291", false),
		entry("168.63.129.16/32", "the platform of a cloud, to its machines", "Azure", false),
	}
})

// Ranges returns all special ranges, for tests.
func Ranges() []Range { return slices.Clone(special()) }

// Special returns the special range that contains addr, or the range of unallocated IPv6 addresses, which some overlay
// networks use.
func Special(addr netip.Addr) (Range, bool) {
	addr = addr.WithZone("")
	for _, r := range special() {
		if r.Prefix.Contains(addr) {
			return r, true
		}
	}
	inside := func(p netip.Prefix) bool { return p.Contains(addr) }
	if addr.Is6() && !slices.ContainsFunc(allocated[:], inside) {
		return entry("::/0", "not allocated by IANA as of "+Date, "RFC 4291", false), true
	}
	return Range{}, false
}

// Internal returns the special range that makes addr not public. This is the range of the IPv4 address inside addr, or
// the range of addr itself. For an IPv4-mapped address, only the IPv4 address counts: ::ffff:1.1.1.1 is as public as
// 1.1.1.1.
func Internal(addr netip.Addr) (Range, bool) {
	if inner, _, ok := Embedded(addr); ok {
		if r, special := Special(inner); special && !r.Public {
			return r, true
		}
		if addr.Is4In6() {
			return Range{}, false
		}
	}
	r, ok := Special(addr)
	return r, ok && !r.Public
}
