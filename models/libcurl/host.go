package libcurl

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// host reads the host p.url[start:end].
func (p *parser) host(start, end int) error {
	host := p.url[start:end]
	if p.row.numbersFirst && p.ipv4(host) {
		return nil
	}
	if host[0] != '[' || !p.row.numbersFirst {
		decoded, _ := percent.DecodeString(host, false)
		bad := func(c rune) bool { return c < ' ' || c == 0x7F && !p.row.decodedHost }
		if decoded != host && strings.ContainsFunc(decoded, bad) {
			return p.fault(start+strings.IndexByte(host, '%'), urlerr.Host, ruleHost)
		}
		host = decoded
	}
	if host[0] == '[' && (p.row.decodedHost || p.url[start] == '[') {
		return p.ipv6(host, start)
	}
	if !p.row.numbersFirst && p.ipv4(host) {
		return nil
	}
	bad := -1
	if !ascii.All(host, ascii.Unreserved) {
		bad = strings.IndexAny(host, p.row.hostBad)
	}
	if bad < 0 && !p.row.dotsAtEnd && (host == "." || strings.HasSuffix(host, "..")) {
		bad = len(host) - 1
	}
	if bad >= 0 {
		return p.fault(start+bad, urlerr.Host, ruleHost)
	}
	p.u.host = host
	return nil
}

// ipv4 reports whether host is an IPv4 address in the forms of inet_aton, and sets the host to four decimal numbers. If
// the release allows it, host may end in a dot.
func (p *parser) ipv4(host string) bool {
	if !p.row.dottedNumbers {
		host = strings.TrimSuffix(host, ".")
	}
	addr, ok := ipaddr.IPv4(host)
	if ok {
		p.u.host = addr.String()
	}
	return ok
}

// ipv6 parses an address in brackets, with an optional zone. start is the offset of the host in the input. The host may
// already be percent-decoded.
func (p *parser) ipv6(host string, start int) error {
	bad := func() error { return p.fault(start, urlerr.Host, ruleIPv6) }
	text := host[1:]
	n := len(text) - len(strings.TrimLeft(text, "0123456789ABCDEFabcdef:."))
	if n == len(text) {
		return bad()
	}
	if n != len(text)-1 { // libcurl takes any single byte at the end for the bracket
		if text[n] != '%' {
			return bad()
		}
		var ok bool
		if p.u.zone, ok = p.row.readZone(text[n:]); !ok {
			return bad()
		}
	}
	addr, _ := netip.ParseAddr(p.row.withoutColon(text[:n]))
	if !addr.Is6() {
		return bad()
	}
	short := formatIPv6(addr)
	if len(short) > n || len(short) == n && p.row.shorterIPv6 {
		short = text[:n]
	}
	p.u.host = "[" + short + "]"
	return nil
}

// readZone returns the zone at the start of s, between a percent sign and "]".
func (r *row) readZone(s string) (zone string, ok bool) {
	zone, _, ok = strings.Cut(s[1:], "]")
	if len(zone) > 2 && strings.HasPrefix(zone, "25") {
		zone = zone[2:]
	}
	bad := func(c rune) bool { return !r.anyZone && c < utf8.RuneSelf && !ascii.Is(byte(c), ascii.Unreserved) }
	return zone, ok && zone != "" && len(zone) <= maxZone && !strings.ContainsFunc(zone, bad)
}

// withoutColon returns an IPv6 address without a single colon at its end. The inet_pton of libcurl ignores this colon,
// and the inet_pton of the C library rejects it.
func (r *row) withoutColon(addr string) string {
	before := strings.TrimSuffix(addr, ":")
	if r.colonAtEnd && !strings.HasSuffix(before, ":") && strings.IndexByte(before, '.') < 0 {
		return before
	}
	return addr
}

// formatIPv6 writes an address as inet_ntop does.
func formatIPv6(addr netip.Addr) string {
	b := addr.As16()
	if [12]byte(b[:12]) == ([12]byte{}) && (b[12] != 0 || b[13] != 0) {
		return "::" + netip.AddrFrom4([4]byte(b[12:])).String()
	}
	return addr.String()
}
