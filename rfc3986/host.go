package rfc3986

import (
	"net/netip"
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// ipv6 parses an IPv6address at offset i (§3.2.2). It returns the offset of the first byte that cannot continue it, and
// whether s[i:end] is an IPv6address.
func ipv6(s string, i int) (end int, complete bool) {
	pieces, most := 0, 8 // most is 7 after "::"
	if i < len(s) && s[i] == ':' {
		if i+1 == len(s) || s[i+1] != ':' {
			return i + 1, false
		}
		i += 2
		most, complete = 7, true
	}
	for {
		// A piece begins here. After "::" it may be absent.
		begin := i
		for i < len(s) && i < begin+4 && ascii.Is(s[i], ascii.HexDigit) {
			i++
		}
		if i == begin || pieces == most {
			return begin, complete
		}
		if i < len(s) && s[i] == '.' && (most == 8 && pieces == 6 || most == 7 && pieces < 6) &&
			ipaddr.OctetLen(s[begin:i]) == i-begin {
			return ipaddr.Octets(s, begin)
		}
		pieces++
		complete = pieces == 8 || most == 7
		if i == len(s) || s[i] != ':' {
			return i, complete
		}
		double := i+1 < len(s) && s[i+1] == ':'
		switch {
		case double && most == 8 && pieces <= 7:
			i += 2
			most, complete = 7, true
		case pieces < most:
			i++
			complete = false
		default:
			return i, complete
		}
	}
}

func hostAddr(host string) (netip.Addr, bool) {
	if host[0] == '[' {
		host = host[1 : len(host)-1]
	}
	host, zone, _ := strings.Cut(host, "%25")
	addr, err := netip.ParseAddr(host)
	if zone != "" {
		decoded, _ := percent.AppendDecode(nil, zone, false)
		addr = addr.WithZone(string(decoded))
	}
	return addr, err == nil
}

// ipLiteral parses the IP-literal at offset i (§3.2.2). It returns the end, or a broken rule and the offset.
func ipLiteral(s string, i int, zone bool) (end int, broken *urlerr.Rule) {
	i++
	if i < len(s) && s[i]|0x20 == 'v' {
		return ipFuture(s, i)
	}
	end, complete := ipv6(s, i)
	if !complete {
		return end, ruleIPv6
	}
	if end < len(s) && s[end] == '%' {
		if !zone {
			return end, ruleZone
		}
		if len(s)-end < 3 || s[end:end+3] != "%25" {
			return end, ruleZoneID
		}
		begin := end + 3
		if end = percent.Skip(s, begin, ascii.Unreserved); end == begin || !endOfAuthority(s, end) && s[end] != ']' {
			return end, ruleZoneID
		}
	}
	if endOfAuthority(s, end) {
		return end, ruleLiteral
	}
	if s[end] != ']' {
		return end, ruleIPv6
	}
	return afterLiteral(s, end+1)
}

func ipFuture(s string, i int) (end int, broken *urlerr.Rule) {
	version := i + 1
	i = ascii.Skip(s, version, ascii.HexDigit)
	if i == version || i == len(s) || s[i] != '.' {
		return i, ruleFuture
	}
	address := i + 1
	i = ascii.Skip(s, address, ascii.UserinfoChar)
	switch {
	case i > address && endOfAuthority(s, i):
		return i, ruleLiteral
	case i == address || s[i] != ']':
		return i, ruleFuture
	}
	return afterLiteral(s, i+1)
}

func afterLiteral(s string, i int) (end int, broken *urlerr.Rule) {
	if !endOfAuthority(s, i) && s[i] != ':' {
		return i, ruleLiteral
	}
	return i, nil
}
