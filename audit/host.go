package audit

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/nameprep"
	"earl.example/reading"
)

// A HostValue is the address or the name that a host means. It has one of four kinds (see [HostValue.Kind]), and only
// the field of its kind is set. All spellings of one address, or of one name, have the same HostValue. HostValues are
// comparable: two hosts are equal if kind and value are equal. The zero HostValue means that there is no host.
type HostValue struct {
	// Addr is the address, if the host is an IP address. An IPv6 address can be written with or without brackets. Addr
	// omits its zone. An IPv4 address can be written as one to four decimal, octal or hexadecimal numbers (RFC 3986 §7.4),
	// with characters that UTS #46 maps to digits, or with a root dot.
	Addr netip.Addr

	// Future is the text in the brackets of an IPvFuture (RFC 3986 §3.2.2), in lower case. No program knows such an
	// address. Python removes the brackets and looks up the rest as a name, so a name never equals an IPvFuture.
	Future string

	// Name is any other host, in lower case. Non-ASCII labels are converted to A-labels by UTS #46. If UTS #46 rejects the
	// host, they remain. So do brackets around anything but an IPv6 address or an IPvFuture.
	Name string
}

// ParseHost returns the value of host, whoever connects: a text that some program reads as an address is this address.
// It reads IPv4 addresses as inet_aton of C does, and accepts every text. [Verdict.Hosts] returns the host to which one
// program connects.
func ParseHost(host string) HostValue {
	value, _ := anyone.read(host)
	return value
}

// inBrackets returns the text in the brackets around host, and true. If host has no brackets around it, inBrackets
// returns host and false.
func inBrackets(host string) (inside string, ok bool) {
	inside, opened := strings.CutPrefix(host, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	if !opened || !closed {
		return host, false
	}
	return inside, true
}

// Kind returns the kind of h: [reading.HostIPv4], HostIPv6, HostIPvFuture, HostName, or NoHost for the zero HostValue.
func (h HostValue) Kind() reading.HostKind {
	switch {
	case h.Addr.Is4():
		return reading.HostIPv4
	case h.Addr.IsValid():
		return reading.HostIPv6
	case h.Future != "":
		return reading.HostIPvFuture
	case h.Name != "":
		return reading.HostName
	}
	return reading.NoHost
}

// toASCII converts a name to ASCII by UTS #46. ok is false if UTS #46 rejects the name.
func toASCII(host string) (mapped string, ok bool) {
	if isASCII(host) {
		return host, true
	}
	text, err := idna.AppendToASCII(nil, host, idna.Options{})
	return string(text), err == nil && len(text) > 0
}

// toAnyASCII is like toASCII, but converts a name that UTS #46 rejects by IDNA 2003.
func toAnyASCII(host string) (mapped string, ok bool) {
	if mapped, ok = toASCII(host); ok {
		return mapped, true
	}
	mapped = toASCII2003(host)
	return mapped, mapped != ""
}

// toASCII2003 converts a non-ASCII name to ASCII by IDNA 2003, as Python does before a look-up. It returns "" if host
// is ASCII or if IDNA 2003 rejects host. The results of IDNA 2003 and UTS #46 differ for names with "ß". UTS #46
// rejects "⒑0.0.1", which IDNA 2003 converts to 10.0.0.1, and "localhost" with U+1806, which becomes "localhost".
func toASCII2003(host string) string {
	if isASCII(host) || !utf8.ValidString(host) {
		return ""
	}
	mapped, _ := nameprep.AppendToASCII(nil, host)
	return string(mapped)
}

// String returns the address or the name, or "" for the zero HostValue. An IPvFuture is in brackets, an IPv6 address is
// not.
func (h HostValue) String() string {
	switch {
	case h.Addr.IsValid():
		return h.Addr.String()
	case h.Future != "":
		return "[" + h.Future + "]"
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
	which     uint8 // which names are not public: itself, below, or both; and machine
}

const (
	itself uint8 = 1 << iota
	below
	machine // the names lead to the machine itself, to services that a cloud offers to it, or to any address
)

// internalName returns the reason why name is not on the public Internet, or "" if it can be public.
func internalName(name string) string {
	name = strings.TrimRight(name, ".")
	for _, d := range internalByLabel()[name[strings.LastIndexByte(name, '.')+1:]] {
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
	before, ok := strings.CutSuffix(name, domain)
	return ok && (before == "" || strings.HasSuffix(before, "."))
}
