package audit

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// internalHost returns the reason why the policy rejects one of the hosts that dialects found, or "" if it accepts all
// of them.
func (p *Policy) internalHost(v *view) string {
	host, port := v.get(urlerr.Host), portNumber(v.scheme, v.get(urlerr.Port))
	if why := p.internal(host, port, true); why != "" {
		return why
	}
	for _, r := range v.report.accepted() {
		read, readPort := value(r, urlerr.Host), portNumber(value(r, urlerr.Scheme), value(r, urlerr.Port))
		if read != host || readPort != port {
			if why := p.internal(read, readPort, true); why != "" {
				return why
			}
		}
	}
	if start, escaped, _ := strings.Cut(host, "%"); escaped != "" { // url.parse of Node.js ends the host there
		if why := p.internal(strings.TrimRight(start, "."), 0, false); why != "" {
			return why
		}
	}
	return p.internal(v.lateHost(), 0, false)
}

// portNumber returns the number of a port, or the default port of the scheme if port is empty or invalid.
func portNumber(schemeName, port string) uint16 {
	if n := number(port); port != "" && n >= 0 {
		return uint16(n)
	}
	return scheme.Lookup(schemeName).Port
}

// refusesHost reports whether RefusedHosts lists one of the hosts that dialects found, or another spelling of it.
func (p *Policy) refusesHost(v *view) bool {
	if p.RefusedHosts == nil {
		return false
	}
	hosts := []string{v.get(urlerr.Host), v.decodedHost(), v.lateHost()}
	for _, r := range v.report.accepted() {
		hosts = append(hosts, value(r, urlerr.Host))
	}
	return slices.ContainsFunc(hosts, p.refusesName)
}

// refusesName reports whether RefusedHosts lists host, or another spelling of it.
func (p *Policy) refusesName(host string) bool {
	if host == "" {
		return false
	}
	return slices.ContainsFunc(spellings(host), func(spelling string) bool {
		read := withoutRootDot(ParseHost(spelling))
		return slices.ContainsFunc(p.RefusedHosts, func(refused string) bool {
			domain, below := strings.CutPrefix(refused, ".")
			return covers(withoutRootDot(ParseHost(domain)), below, read)
		})
	})
}

// covers reports whether host is the listed host or, if below is set, a name below the listed name.
func covers(listed HostValue, below bool, host HostValue) bool {
	if below {
		return listed.Name != "" && host.Name != listed.Name && isBelow(host.Name, listed.Name)
	}
	return host == listed
}

// withoutRootDot returns host without the dots at its end.
func withoutRootDot(host HostValue) HostValue {
	host.Name = strings.TrimRight(host.Name, ".")
	return host
}

// internal returns the reason why some spelling of host is not public, or "" if all spellings can be public. port is 0
// if it is unknown. If exists is set, a name that cannot be in the public DNS counts as not public.
func (p *Policy) internal(host string, port uint16, exists bool) string {
	for _, spelling := range spellings(host) {
		h := ParseHost(spelling)
		if h.Addr.IsValid() {
			if why := p.mindsAddr(HostValue{}, h.Addr, port); why != "" {
				return why
			}
			continue
		}
		if _, listed := p.internalFor(h, port); listed || p.AllowInternal {
			continue
		}
		why := h.Internal()
		if why == "" && exists && !p.names(h) {
			why = unresolvable(h)
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// maxDecoded is the number of times that programs may decode a host between the check and the look-up.
const maxDecoded = 3

// spellings returns host and the names that programs may look up instead. Each item of this list is added for host, and
// for all names that earlier items added:
//
//   - host, percent-decoded one to maxDecoded times
//   - the result of IDNA 2003
//   - each part between characters that cannot occur in a host: programs in C end a host at a null byte or a blank,
//     url.parse of Node.js before 16 ends it at "~", and database clients accept several hosts
//   - an IPv4 address without the leading zeros of its numbers, which Java reads as decimal
func spellings(host string) []string {
	all := []string{host}
	if isPlainName(host) && !strings.HasPrefix(host, "0") && !strings.Contains(host, ".0") {
		return all
	}
	for len(all) <= maxDecoded {
		last := all[len(all)-1]
		decoded := decode(last)
		if decoded == last {
			break
		}
		all = append(all, decoded)
	}
	for _, text := range all {
		if old := toASCII2003(text); old != "" {
			all = append(all, old)
		}
	}
	for _, text := range all {
		if strings.Contains(text, ":") && ParseHost(text).Addr.IsValid() {
			continue // an IPv6 address may have a zone after "%"
		}
		for part := range strings.FieldsFuncSeq(text, isNoHost) {
			if part != text {
				all = append(all, part)
			}
		}
	}
	for _, text := range all {
		if decimal := ipaddr.WithoutZeros(text); decimal != text {
			all = append(all, decimal)
		}
	}
	return all
}

func isNoHost(r rune) bool {
	if r >= utf8.RuneSelf {
		return unicode.IsSpace(r)
	}
	return (!ascii.Is(byte(r), ascii.Unreserved) || r == '~') && r != ':' && r != '%'
}

// unresolvable returns the reason why the public DNS cannot have an address for h, or "" if the public DNS can have an
// address. A local resolver can still know an address.
func unresolvable(h HostValue) string {
	name := strings.Trim(h.Name, ".")
	switch {
	case h.Future != "":
		return "an address of an unknown version of IP"
	case h.Name == "":
	case name == "":
		return "only dots, which are not a name"
	case strings.Contains(name, ":"):
		return "neither a name nor an address"
	case !isASCII(name): // ParseHost keeps it
		return "a name that browsers cannot look up (UTS #46)"
	case !strings.Contains(name, "."):
		return "a name of one label, which the local network completes"
	case ipaddr.EndsInNumber(name):
		return "a number that is not an address, of which some resolvers use 32 bits"
	}
	// in URLs of databases, commas separate hosts
	if strings.ContainsFunc(strings.ReplaceAll(name, ",", ""), isNoHost) {
		return "a name with a character at which some programs end the host"
	}
	return ""
}

// mindsAddr returns the reason why the policy rejects addr, an address of host, or "" if the policy accepts addr. host
// is the zero HostValue if the name is unknown, and port is 0 if the port is unknown.
func (p *Policy) mindsAddr(host HostValue, addr netip.Addr, port uint16) string {
	addr = addr.WithZone("")
	inner, _, _ := ipaddr.Embedded(addr)
	if p.refusesAddr(addr) || p.refusesAddr(inner) {
		return "the policy lists its address range in Refused"
	}
	why, internal := ipaddr.Internal(addr)
	if !internal || p.AllowInternal || accepts(p.Internal, addr) {
		return ""
	}
	ranges, _ := p.internalFor(host, port)
	if _, listed := p.internalFor(HostValue{Addr: addr.Unmap()}, port); listed || accepts(ranges, addr) {
		return ""
	}
	return why.Name + " (" + why.RFC + ")"
}

// refusesAddr reports whether Refused lists addr. Systems connect an unspecified address to the machine itself, so it
// is listed if loopback is.
func (p *Policy) refusesAddr(addr netip.Addr) bool {
	return contains(p.Refused, addr) || addr.IsUnspecified() &&
		(contains(p.Refused, netip.AddrFrom4([4]byte{127, 0, 0, 1})) || contains(p.Refused, netip.IPv6Loopback()))
}

// accepts reports whether ranges accept addr, which is not public. A range accepts the address of a metadata service
// only if it has nothing else, because nobody means it with a range such as fc00::/7.
func accepts(ranges []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(ranges, func(r netip.Prefix) bool {
		return (r.Contains(addr) || r.Contains(addr.Unmap())) &&
			(!contains(metadataRanges(), addr.Unmap()) || isWithin(r, metadataRanges()))
	})
}

// isWithin reports whether one of ranges contains r.
func isWithin(r netip.Prefix, ranges []netip.Prefix) bool {
	return slices.ContainsFunc(ranges, func(all netip.Prefix) bool {
		return r.IsValid() && all.Bits() <= r.Bits() && all.Contains(r.Addr())
	})
}

func contains(ranges []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(ranges, func(r netip.Prefix) bool { return r.Contains(addr) })
}

// splitPort splits text into a host and a port, which is 0 if there is none.
func splitPort(text string) (host string, port uint16) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || strings.Contains(text[:i], ":") && text[i-1] != ']' {
		return text, 0
	}
	n, err := strconv.ParseUint(text[i+1:], 10, 16)
	if err != nil || n == 0 {
		return text, 0
	}
	return text[:i], uint16(n)
}

// internalFor returns the ranges that InternalFor lists for host, and whether it lists host. port is 0 if it is
// unknown; then no item with a port matches.
func (p *Policy) internalFor(host HostValue, port uint16) (ranges []netip.Prefix, ok bool) {
	if host == (HostValue{}) || host.Future != "" {
		return nil, false
	}
	host = withoutRootDot(host)
	for key, prefixes := range p.InternalFor {
		name, below := strings.CutPrefix(key, ".")
		name, only := splitPort(name)
		if (only == 0 || only == port) && covers(withoutRootDot(ParseHost(name)), below, host) &&
			(!below || isPlainName(host.Name)) && (host.Name != "" || only != 0) {
			ranges, ok = append(ranges, prefixes...), true
		}
	}
	return ranges, ok
}

// names reports whether Hosts lists host itself, and not only a domain above it.
func (p *Policy) names(host HostValue) bool {
	return slices.ContainsFunc(p.Hosts, func(accepted string) bool { return ParseHost(accepted) == host })
}

// acceptsHost reports whether Hosts accepts host. A non-ASCII host must be valid by UTS #46, and Hosts must accept the
// result of UTS #46 and the result of IDNA 2003. They differ for "exᵃmple.com", for example.
func (p *Policy) acceptsHost(host string) bool {
	if _, err := idna.AppendToASCII(nil, host, idna.Options{}); err != nil && !isASCII(host) {
		return false
	}
	old := toASCII2003(host)
	return p.acceptsValue(ParseHost(host)) && (old == "" || p.acceptsValue(ParseHost(old)))
}

func (p *Policy) acceptsValue(host HostValue) bool {
	return slices.ContainsFunc(p.Hosts, func(accepted string) bool {
		domain, below := strings.CutPrefix(accepted, ".")
		return covers(ParseHost(domain), below, host) && (!below || isPlainName(host.Name))
	})
}

// isPlainName reports whether name consists of letters, digits, "-", "." and "_". At any other character, some program
// may end the host. For example, some programs read evil.com%2F.example.com as evil.com.
func isPlainName(name string) bool {
	return ascii.All(name, ascii.Unreserved) && !strings.Contains(name, "~")
}

// Control rejects an address that is not public, unless the policy allows the address. Set [net.Dialer.Control] to it:
// the dialer then calls Control with each address to which it connects. A check of a URL cannot replace this check,
// because the address of a name can change between the check and the connection.
//
// The error is a [*PolicyError]. These addresses are not public:
//
//   - addresses that are not globally reachable, by IANA's special-purpose registries
//   - multicast addresses, and addresses in ranges that IANA had not allocated on the day of earl's list, which
//     "earl version" prints
//   - the address of the platform services of Azure
//   - IPv6 addresses that contain an IPv4 address of this list: IPv4-mapped, NAT64 with the well-known prefix, 6to4,
//     Teredo and ISATAP
//
// Control rejects networks other than TCP and UDP over IP, unless AllowInternal is set.
//
// If a client uses a proxy, Control is called only with the address of the proxy, and the proxy must check the
// addresses of the servers. Control does not know which public addresses belong to the machine and its network: list
// them in Refused. Control ignores Hosts, InternalFor, Ports and RefusedPorts.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	isKnown := slices.Contains([]string{"tcp", "tcp4", "tcp6", "udp", "udp4", "udp6"}, network)
	switch {
	case p.AllowInternal && (p.Refused == nil || !isKnown):
		return nil
	case !isKnown:
		return refuseAddr(address, "The policy allows only TCP and UDP.")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuseAddr(address, "This is not an address with a port.")
	}
	if why := p.mindsAddr(HostValue{}, to.Addr(), to.Port()); why != "" {
		return refuseAddr(address, "The address is not public: "+why+".")
	}
	return nil
}

// CheckAddr returns nil if the policy accepts addr, an address of the host with the given name. If the policy rejects
// addr, CheckAddr returns a [*PolicyError]. CheckAddr applies the rules of [Policy.Control], and also accepts the
// ranges that InternalFor lists for the given name. The name may be empty. It may have a port, as in "example.com:80":
// without it, no item of InternalFor with a port matches.
func (p Policy) CheckAddr(name string, addr netip.Addr) error {
	host, port := splitPort(name)
	if why := p.mindsAddr(ParseHost(host), addr, port); why != "" {
		return refuseAddr(addr.String(), "The address is not public: "+why+".")
	}
	return nil
}

func refuseAddr(address, message string) error {
	return refuse(address, "dest-internal", message, span(0, len(address)))
}
