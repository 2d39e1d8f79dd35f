package ipaddr

import (
	_ "embed" // embeds the lists
	"net/netip"
	"slices"
	"strings"
	"sync"

	"earl.example/internal/text/tables"
)

// A Range is a range of addresses for a special purpose.
type Range struct {
	Prefix netip.Prefix
	Name   string // name in the registry
	RFC    string
	Public bool // globally reachable
}

//go:embed special.txt
var specialText string

//go:embed unicast.txt
var unicastText string

// Date is the day of the list of allocated blocks.
var Date = tables.Date(unicastText)

var special = sync.OnceValue(func() (all []Range) {
	for row := range tables.Rows(specialText) {
		all = append(all, Range{netip.MustParsePrefix(row[0]), strings.Join(row[3:], " "),
			strings.Replace(row[2], "RFC", "RFC ", 1), row[1] == "yes"})
	}
	return all
})

// allocated has the blocks of 2000::/3 that IANA has allocated.
var allocated = sync.OnceValue(func() (all []netip.Prefix) {
	for row := range tables.Rows(unicastText) {
		all = append(all, netip.MustParsePrefix(row[0]))
	}
	return all
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
	if addr.Is6() && !slices.ContainsFunc(allocated(), inside) {
		return Range{netip.MustParsePrefix("::/0"), "not allocated by IANA as of " + Date, "RFC 4291", false}, true
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
