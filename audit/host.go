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

// An internalDomain is a name whose address is not public, or that of names below it, with
// the reason.
type internalDomain struct {
	name, why string
	which     uint8 // itself, below
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
	{"42foo.com", "a public name for loopback", itself | below},
	{"traefik.me", "a public name for loopback", itself},
}

// internalByLabel are the same by their last label.
var internalByLabel = func() map[string][]internalDomain {
	byLabel := map[string][]internalDomain{}
	for _, d := range internalDomains {
		label := d.name[strings.LastIndexByte(d.name, '.')+1:]
		byLabel[label] = append(byLabel[label], d)
	}
	return byLabel
}()

// internalName returns why a name is none of the public Internet, "" if it may be one.
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

// isBelow reports whether name is domain or a name below it.
func isBelow(name, domain string) bool {
	if len(name) < len(domain) || name[len(name)-len(domain):] != domain {
		return false
	}
	return len(name) == len(domain) || name[len(name)-len(domain)-1] == '.'
}
