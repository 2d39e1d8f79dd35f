package audit

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/ascii"
	"earl.example/internal/idna"
	"earl.example/internal/ipaddr"
	"earl.example/internal/nameprep"
)

// A HostValue is what a host stands for, however it is written. The zero
// HostValue is no host.
type HostValue struct {
	// Addr is the address, if the host is one in some spelling: of IPv6 in
	// brackets or not, without its zone; of IPv4 in one to four numbers of any
	// base (RFC 3986 §7.4), in full-width digits, or with a root dot.
	Addr netip.Addr

	// Name is any other host: as an A-label in lower case if it has one by UTS
	// #46, or else by IDNA of 2003; otherwise as it is, in lower case.
	Name string
}

// ParseHost returns what a host stands for. It takes any text: what has no
// meaning is a name.
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
		name = host[1 : len(host)-1] // Python keeps no brackets
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

// toASCII maps a name that is not all ASCII: as UTS #46 does, and what that
// refuses as IDNA did in 2003, as Python still does when it looks a name up.
// There "⒑0.0.1" is 10.0.0.1, and a joiner in "localhost" is dropped.
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

// toASCII2003 maps a name that is not all ASCII as IDNA did in 2003; "" if that
// refuses it. Beside what UTS #46 refuses there are names that both map, each to
// another one: those with "ß", and those with U+1806, which was dropped.
func toASCII2003(host string) string {
	if ascii.Index(host, ascii.NonASCII) < 0 || !utf8.ValidString(host) {
		return ""
	}
	mapped, _ := nameprep.AppendToASCII(nil, host)
	return string(mapped)
}

// Same reports whether two hosts are the same.
func (h HostValue) Same(o HostValue) bool { return h == o }

// IsAddr reports whether the host is an address.
func (h HostValue) IsAddr() bool { return h.Addr.IsValid() }

// String returns the address or the name; "" for the zero HostValue.
func (h HostValue) String() string {
	if h.IsAddr() {
		return h.Addr.String()
	}
	return h.Name
}

// Internal returns why the host is no place on the public Internet, "" if that
// cannot be seen: a name may have any address.
func (h HostValue) Internal() string {
	if h.IsAddr() {
		if r, ok := ipaddr.Internal(h.Addr); ok {
			return r.Name + " (" + r.RFC + ")"
		}
		return ""
	}
	return internalName(h.Name)
}

// internalSuffixes are names whose addresses are not public, and that of names
// below them, with the reason.
var internalSuffixes = []struct{ name, why string }{
	{"localhost", "loopback (RFC 6761 §6.3)"},
	{"localdomain", "this machine by convention"},
	{"localdomain4", "loopback, in /etc/hosts of Red Hat"},
	{"localdomain6", "loopback, in /etc/hosts of Red Hat"},
	{"local", "the local link (RFC 6762)"},
	{"internal", "private use (reserved by ICANN); the metadata of clouds too"},
	{"home.arpa", "a home network (RFC 8375)"},
	{"lan", "a local network by convention"},
	{"intranet", "a local network by convention"},
	{"corp", "a local network by convention"},
	{"home", "a local network by convention"},
	{"private", "a local network by convention"},
	{"svc", "a service of a cluster"},
	{"consul", "a service of a cluster"},
	{"test", "testing (RFC 6761 §6.2)"},
}

// internalHosts are names of one machine.
var internalHosts = []struct{ name, why string }{
	{"localhost4", "loopback, in /etc/hosts of Red Hat"},
	{"localhost6", "loopback, in /etc/hosts of Red Hat"},
	{"ip6-localhost", "loopback, in /etc/hosts of Debian"},
	{"ip6-loopback", "loopback, in /etc/hosts of Debian"},
	{"instance-data", "the metadata of a cloud"},
	{"metadata", "the metadata of a cloud"},
	{"metadata.tencentyun.com", "the metadata of a cloud"},
	{"kubernetes", "the API of a cluster"},
	{"kubernetes.default", "the API of a cluster"},
}

// loopbackDomains are public names for loopback, and so are names below them.
var loopbackDomains = []string{"localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "fuf.me", "127-0-0-1.org.uk", "smackaho.st", "42foo.com", "traefik.me"}

// numberedDomains answer for each name below them with the address that is
// written in it.
var numberedDomains = []string{"nip.io", "sslip.io", "xip.io", "traefik.me", "rbndr.us", "1u.ms"}

func internalName(name string) string {
	name = strings.TrimRight(name, ".")
	for _, h := range internalHosts {
		if name == h.name {
			return h.why
		}
	}
	for _, s := range internalSuffixes {
		if isBelow(name, s.name) {
			return s.why
		}
	}
	for _, domain := range numberedDomains {
		if name != domain && isBelow(name, domain) {
			return "a name of " + domain + ", which has the address that is written in it"
		}
	}
	for _, domain := range loopbackDomains {
		if isBelow(name, domain) {
			return "a public name for loopback"
		}
	}
	return ""
}

// isBelow reports whether name is domain or a name below it.
func isBelow(name, domain string) bool {
	if len(name) < len(domain) || name[len(name)-len(domain):] != domain {
		return false
	}
	return len(name) == len(domain) || name[len(name)-len(domain)-1] == '.'
}
