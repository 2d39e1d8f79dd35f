package libcurl

import (
	"net/netip"
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// host reads the host p.url[start:end].
func (p *parser) host(start, end int) error {
	host := p.url[start:end]
	bracket := host[0] == '['
	if p.row.numbersFirst && !bracket {
		if number, ok := p.row.ipv4(host); ok {
			p.u.host = number
			return nil
		}
	}
	if !bracket || !p.row.numbersFirst {
		if decoded, _ := percent.DecodeString(host, false); decoded != host {
			if strings.ContainsFunc(decoded, func(c rune) bool { return c < ' ' }) {
				return p.fault(start+strings.IndexByte(host, '%'), urlerr.Host, ruleHost)
			}
			host = decoded
		}
	}
	if host[0] == '[' {
		return p.ipv6(host, start)
	}
	if !p.row.numbersFirst {
		if number, ok := p.row.ipv4(host); ok {
			p.u.host = number
			return nil
		}
	}
	bad := p.row.badIndex(host)
	if bad < 0 && !p.row.dotsAtEnd && (host == "." || strings.HasSuffix(host, "..")) {
		bad = len(host) - 1
	}
	if bad >= 0 {
		return p.fault(min(start+bad, end-1), urlerr.Host, ruleHost)
	}
	p.u.host = host
	return nil
}

// badIndex returns the offset of the first invalid byte of host, or -1 if all bytes are valid.
func (r *row) badIndex(host string) int {
	for i := range len(host) {
		if r.hostBad[host[i]] {
			return i
		}
	}
	return -1
}

// ipv4 parses host in the forms of inet_aton and returns the address as four decimal numbers. If the release allows it,
// host may end in a dot.
func (r *row) ipv4(host string) (string, bool) {
	number := host
	if !r.dottedNumbers {
		number = strings.TrimSuffix(number, ".")
	}
	addr, ok := ipaddr.IPv4(number)
	if !ok {
		return "", false
	}
	return addr.String(), true
}

// ipv6 parses an address in brackets, with an optional zone. start is the offset of the host in the input. The host may
// already be percent-decoded.
func (p *parser) ipv6(host string, start int) error {
	bad := func() error { return p.fault(start, urlerr.Host, ruleIPv6) }
	text := host[1:]
	n := 0
	for n < len(text) && (ascii.Is(text[n], ascii.HexDigit) || text[n] == ':' || text[n] == '.') {
		n++
	}
	if len(host) < len("[::]") || n == len(text) {
		return bad()
	}
	if n != len(text)-1 { // libcurl takes any single byte at the end for the bracket
		if text[n] != '%' {
			return bad()
		}
		zone := text[n+1:]
		if len(zone) > 2 && strings.HasPrefix(zone, "25") && zone[2] != ']' {
			zone = zone[2:]
		}
		end := strings.IndexByte(zone, ']')
		if end < 1 || end > maxZone {
			return bad()
		}
		p.u.zone = zone[:end]
	}
	addr, err := netip.ParseAddr(p.row.withoutColon(text[:n]))
	if err != nil || !addr.Is6() {
		return bad()
	}
	short := formatIPv6(addr)
	if len(short) > n || len(short) == n && p.row.shorterIPv6 {
		short = text[:n]
	}
	if host[1:1+n] == short && host[1+n:] == "]" {
		p.u.host = host
	} else {
		p.u.host = "[" + short + "]"
	}
	return nil
}

// withoutColon returns an IPv6 address without a single colon at its end. The inet_pton of libcurl ignores this colon,
// and the inet_pton of the C library rejects it.
func (r *row) withoutColon(addr string) string {
	if before, ok := strings.CutSuffix(addr, ":"); ok && !r.systemIPv6 &&
		before != "" && before[len(before)-1] != ':' && strings.IndexByte(before, '.') < 0 {
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

// escapeHost escapes all characters that are not unreserved, as curl_easy_escape does.
func escapeHost(host string) string {
	text, _ := percent.EncodeString(host, &unreserved)
	return text
}

var unreserved = percent.NewTable(ascii.Unreserved, "")
