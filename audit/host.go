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

// internalDomains lists domains that are not public, or that have no public names below them.
var internalDomains = []struct {
	which uint8  // which names are not public: itself, below, or both
	why   string // %s is the name
	names string
}{
	{itself, "loopback, in /etc/hosts of Red Hat", "localhost4 localhost6"},
	{itself, "loopback, in /etc/hosts of Debian", "ip6-localhost ip6-loopback"},
	{itself, "the metadata of a cloud", "instance-data metadata metadata.tencentyun.com metadata.packet.net " +
		"metadata.platformequinix.com"},
	{itself | below, "the metadata of a cloud", "metadata.goog"},
	{itself, "the API of a cluster", "kubernetes kubernetes.default"},
	{itself | below, "loopback (RFC 6761 §6.3)", "localhost"},
	{itself | below, "this machine by convention", "localdomain"},
	{itself | below, "loopback, in /etc/hosts of Red Hat", "localdomain4 localdomain6"},
	{itself | below, "the local link (RFC 6762)", "local"},
	{itself | below, "private use (reserved by ICANN); the metadata of clouds too", "internal"},
	{itself | below, "a home network (RFC 8375)", "home.arpa"},
	{itself | below, "a local network by convention", "lan intranet corp home private"},
	{itself | below, "a service of a cluster", "svc consul"},
	{itself | below, "testing (RFC 6761 §6.2)", "test"},
	{itself | below, "a name that never exists (RFC 6761 §6.4)", "invalid"},
	{itself | below, "a Tor service (RFC 7686)", "onion"},
	{itself | below, "an I2P service by convention", "i2p"},
	{itself | below, "a name outside the DNS (RFC 9476)", "alt"},
	{below, "a name of %s, which has the address that is written in it", "nip.io sslip.io xip.io traefik.me " +
		"rbndr.us 1u.ms"},
	{itself | below, "a public name for loopback", "localtest.me lvh.me vcap.me lacolhost.com fuf.me " +
		"127-0-0-1.org.uk smackaho.st localh.st spoofed.burpcollaborator.net bugbounty.dod.network " +
		"mail.ebc.apple.com 42foo.com"},
	{itself, "a public name for loopback", "traefik.me"},
}

const (
	itself uint8 = 1 << iota
	below
)

// An internalDomain is a row of internalDomains for one name.
type internalDomain struct {
	name, why string
	which     uint8
}

// internalByLabel maps a last label to the internal domains that end in it.
var internalByLabel = func() map[string][]internalDomain {
	byLabel := map[string][]internalDomain{}
	for _, row := range internalDomains {
		for name := range strings.FieldsSeq(row.names) {
			label := name[strings.LastIndexByte(name, '.')+1:]
			why := strings.Replace(row.why, "%s", name, 1)
			byLabel[label] = append(byLabel[label], internalDomain{name, why, row.which})
		}
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
