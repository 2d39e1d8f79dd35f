package audit

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/text/ascii"
)

// A HostValue is the address or the name that a host means. All spellings of one address, or of one name, have the same
// HostValue. HostValues are comparable. The zero HostValue means that there is no host.
type HostValue struct {
	// Addr is the address, if the host is an IP address. An IPv6 address can be written with or without brackets. Addr
	// omits its zone. An IPv4 address can be written as one to four decimal, octal or hexadecimal numbers (RFC 3986 §7.4),
	// with full-width digits, or with a root dot.
	Addr netip.Addr

	// Name is the host in lower case, if it is not an IP address. Non-ASCII labels are converted to A-labels by UTS #46,
	// or by IDNA 2003 if UTS #46 rejects the host. If both reject it, they remain.
	Name string
}

// ParseHost returns the value of host. It accepts every text.
func ParseHost(host string) HostValue {
	if host == "" {
		return HostValue{}
	}
	if strings.IndexByte(host, ':') >= 0 {
		text := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
		text, _, _ = strings.Cut(text, "%")
		if addr, err := netip.ParseAddr(text); err == nil && addr.Is6() {
			return HostValue{Addr: addr}
		}
	}
	name := host
	if len(host) > 2 && host[0] == '[' && host[len(host)-1] == ']' {
		name = host[1 : len(host)-1] // Python removes the brackets
	}
	if !ascii.All(name, ascii.Unreserved) {
		if mapped, ok := toASCII(name); ok {
			name = mapped
		}
	}
	if ascii.Is(name[0], ascii.Digit) {
		if addr, ok := ipaddr.IPv4(strings.TrimSuffix(name, ".")); ok {
			return HostValue{Addr: addr}
		}
	}
	return HostValue{Name: ascii.ToLower(name)}
}

// toASCII converts a name to ASCII by UTS #46. If UTS #46 rejects the name, toASCII converts it by IDNA 2003, as Python
// does before a look-up. IDNA 2003 converts "⒑0.0.1" to 10.0.0.1, and "localhost" with a zero-width joiner to
// "localhost".
func toASCII(host string) (string, bool) {
	if ascii.Index(host, ascii.NonASCII) < 0 {
		return host, true
	}
	mapped, err := idna.AppendToASCII(nil, host, idna.Options{})
	if err == nil && len(mapped) > 0 {
		return string(mapped), true
	}
	old := toASCII2003(host)
	return old, old != ""
}

// toASCII2003 converts a non-ASCII name to ASCII by IDNA 2003. It returns "" if host is ASCII or if IDNA 2003 rejects
// host. The results of IDNA 2003 and UTS #46 differ for names with "ß" or U+1806, for example.
func toASCII2003(host string) string {
	if ascii.Index(host, ascii.NonASCII) < 0 || !utf8.ValidString(host) {
		return ""
	}
	mapped, _ := nameprep.AppendToASCII(nil, host)
	return string(mapped)
}

// String returns the address or the name, or "" for the zero HostValue.
func (h HostValue) String() string {
	if h.Addr.IsValid() {
		return h.Addr.String()
	}
	return h.Name
}

// Internal returns the reason why the host is not on the public Internet, or "" if it can be public. It does not look
// up names, so a name for which it returns "" can have any address.
func (h HostValue) Internal() string {
	if !h.Addr.IsValid() {
		return internalName(h.Name)
	}
	if r, ok := ipaddr.Internal(h.Addr); ok {
		return r.Name + " (" + r.RFC + ")"
	}
	return ""
}

// An internalDomain is a domain that is not public, or that has no public names below it.
type internalDomain struct {
	name, why string
	which     uint8 // which names are not public: itself, below, or both
}

const (
	itself uint8 = 1 << iota
	below
)

var internalDomains = []internalDomain{
	{"localhost4", "loopback, in /etc/hosts of Red Hat", itself},
	{"localhost6", "loopback, in /etc/hosts of Red Hat", itself},
	{"ip6-localhost", "loopback, in /etc/hosts of Debian", itself},
	{"ip6-loopback", "loopback, in /etc/hosts of Debian", itself},
	{"instance-data", "the metadata of a cloud", itself},
	{"metadata", "the metadata of a cloud", itself},
	{"metadata.tencentyun.com", "the metadata of a cloud", itself},
	{"metadata.goog", "the metadata of a cloud", itself | below},
	{"metadata.packet.net", "the metadata of a cloud", itself},
	{"metadata.platformequinix.com", "the metadata of a cloud", itself},
	{"kubernetes", "the API of a cluster", itself},
	{"kubernetes.default", "the API of a cluster", itself},
	{"localhost", "loopback (RFC 6761 §6.3)", itself | below},
	{"localdomain", "this machine by convention", itself | below},
	{"localdomain4", "loopback, in /etc/hosts of Red Hat", itself | below},
	{"localdomain6", "loopback, in /etc/hosts of Red Hat", itself | below},
	{"local", "the local link (RFC 6762)", itself | below},
	{"internal", "private use (reserved by ICANN); the metadata of clouds too", itself | below},
	{"home.arpa", "a home network (RFC 8375)", itself | below},
	{"lan", "a local network by convention", itself | below},
	{"intranet", "a local network by convention", itself | below},
	{"corp", "a local network by convention", itself | below},
	{"home", "a local network by convention", itself | below},
	{"private", "a local network by convention", itself | below},
	{"svc", "a service of a cluster", itself | below},
	{"consul", "a service of a cluster", itself | below},
	{"test", "testing (RFC 6761 §6.2)", itself | below},
	{"invalid", "a name that never exists (RFC 6761 §6.4)", itself | below},
	{"onion", "a Tor service (RFC 7686)", itself | below},
	{"i2p", "an I2P service by convention", itself | below},
	{"alt", "a name outside the DNS (RFC 9476)", itself | below},
	{"nip.io", "a name of nip.io, which has the address that is written in it", below},
	{"sslip.io", "a name of sslip.io, which has the address that is written in it", below},
	{"xip.io", "a name of xip.io, which has the address that is written in it", below},
	{"traefik.me", "a name of traefik.me, which has the address that is written in it", below},
	{"rbndr.us", "a name of rbndr.us, which has the address that is written in it", below},
	{"1u.ms", "a name of 1u.ms, which has the address that is written in it", below},
	{"localtest.me", "a public name for loopback", itself | below},
	{"lvh.me", "a public name for loopback", itself | below},
	{"vcap.me", "a public name for loopback", itself | below},
	{"lacolhost.com", "a public name for loopback", itself | below},
	{"fuf.me", "a public name for loopback", itself | below},
	{"127-0-0-1.org.uk", "a public name for loopback", itself | below},
	{"smackaho.st", "a public name for loopback", itself | below},
	{"localh.st", "a public name for loopback", itself | below},
	{"spoofed.burpcollaborator.net", "a public name for loopback", itself | below},
	{"bugbounty.dod.network", "a public name for loopback", itself | below},
	{"mail.ebc.apple.com", "a public name for loopback", itself | below},
	{"42foo.com", "a public name for loopback", itself | below},
	{"traefik.me", "a public name for loopback", itself},
}

// internalByLabel maps a last label to the internal domains that end in it.
var internalByLabel = func() map[string][]internalDomain {
	byLabel := map[string][]internalDomain{}
	for _, d := range internalDomains {
		label := d.name[strings.LastIndexByte(d.name, '.')+1:]
		byLabel[label] = append(byLabel[label], d)
	}
	return byLabel
}()

// internalName returns the reason why name is not on the public Internet, or "" if it can be public.
func internalName(name string) string {
	name = strings.TrimRight(name, ".")
	for _, d := range internalByLabel[name[strings.LastIndexByte(name, '.')+1:]] {
		which := below
		if name == d.name {
			which = itself
		}
		if d.which&which != 0 && isBelow(name, d.name) {
			return d.why
		}
	}
	return ""
}

// isBelow reports whether name equals domain or is a subdomain of domain.
func isBelow(name, domain string) bool {
	if len(name) < len(domain) || name[len(name)-len(domain):] != domain {
		return false
	}
	return len(name) == len(domain) || name[len(name)-len(domain)-1] == '.'
}
