package whatwg

import (
	"net/netip"
	"strings"
)

// A URL is a URL record of §4.1, in the form that the standard gives it when it
// is serialized. It is a small value that does not change: its text, and where
// in it the components are. Two URLs are equal (==) if and only if their hrefs
// are.
//
// The zero URL is not a URL. Its getters return "", and [URL.IsZero] true.
//
//	protocol    username   password   hostname      port pathname search hash
//	https:   // user     : pass     @ example.com : 1234 /foo/bar ?baz   #quux
//	                                  └───── host ─────┘
type URL struct {
	//	https://user:pass@example.com:1234/foo/bar?baz#quux
	//	     |      |    |           |    |       |   |
	//	     |      |    |           |    |       |   frag
	//	     |      |    |           |    |       query
	//	     |      |    |           |    path
	//	     |      |    |           hostEnd
	//	     |      |    hostAt
	//	     |      user
	//	     scheme
	href    string
	scheme  uint32 // of the colon
	user    uint32 // where the username ends
	hostAt  uint32 // where the host begins; user if there are no credentials
	hostEnd uint32
	path    uint32
	query   uint32 // of the "?"; frag if there is none
	frag    uint32 // of the "#"; len(href) if there is none
	kind    kind
	host    HostKind
	flags   uint8
}

// opaqueFlag says that the path is opaque.
const opaqueFlag = 1

// A kind is a special scheme, §4.2, or other.
type kind uint8

const (
	other kind = iota
	http
	https
	ws
	wss
	ftp
	fileScheme
)

// kindOf returns the kind of a scheme in lower case.
func kindOf(scheme string) kind {
	switch scheme {
	case "http":
		return http
	case "https":
		return https
	case "ws":
		return ws
	case "wss":
		return wss
	case "ftp":
		return ftp
	case "file":
		return fileScheme
	}
	return other
}

// defaultPort returns the default port of a scheme, §4.2, -1 for none.
func (k kind) defaultPort() int { return int(defaultPorts[k]) }

var defaultPorts = [...]int32{other: -1, http: 80, https: 443, ws: 80, wss: 443, ftp: 21, fileScheme: -1}

// A HostKind tells what the host of a URL is, §3.1.
type HostKind uint8

// The kinds of host.
const (
	NoHost     HostKind = iota // there is no host, as in "mailto:a@b"
	HostEmpty                  // the empty host, as in "file:///"
	HostDomain                 // a domain, in ASCII
	HostIPv4                   // an IPv4 address
	HostIPv6                   // an IPv6 address
	HostOpaque                 // the host of a URL whose scheme is not special
)

var hostKinds = [...]string{"none", "empty host", "domain", "IPv4 address", "IPv6 address", "opaque host"}

// String returns the standard's name of the kind, such as "domain", or "none".
func (k HostKind) String() string {
	if int(k) < len(hostKinds) {
		return hostKinds[k]
	}
	return "host kind out of range"
}

// IsZero reports whether u is the zero URL, which is none.
func (u URL) IsZero() bool { return u.href == "" }

// Href returns the URL as text: the getter href of §6.1.
func (u URL) Href() string { return u.href }

// String is Href. It holds the password if there is one, and so does what package
// fmt prints of a URL; for logs there are [URL.Redacted] and [URL.LogValue].
func (u URL) String() string { return u.href }

// HrefWithoutFragment returns the URL as text without its fragment, with which
// §4.6 compares URLs if asked to exclude fragments.
func (u URL) HrefWithoutFragment() string { return u.href[:u.frag] }

// Scheme returns the scheme without its colon, such as "https".
func (u URL) Scheme() string { return u.href[:u.scheme] }

// Protocol returns the scheme with its colon: the getter protocol of §6.1.
func (u URL) Protocol() string {
	if u.href == "" {
		return ""
	}
	return u.href[:u.scheme+1]
}

// IsSpecial reports whether the scheme is special, §4.2: ftp, file, http,
// https, ws or wss.
func (u URL) IsSpecial() bool { return u.kind != other }

// Username returns the username as it stands, percent-encoded: the getter
// username of §6.1.
func (u URL) Username() string {
	if u.user == u.hostAt {
		return ""
	}
	return u.href[u.scheme+3 : u.user]
}

// Password returns the password as it stands, percent-encoded: the getter
// password of §6.1.
func (u URL) Password() string {
	if u.user+1 >= u.hostAt {
		return ""
	}
	return u.href[u.user+1 : u.hostAt-1]
}

// HasCredentials reports whether there is a username or a password: what §4.2
// calls "includes credentials".
func (u URL) HasCredentials() bool { return u.user != u.hostAt }

// Host returns the host, and after a colon the port if there is one: the getter
// host of §6.1.
func (u URL) Host() string { return u.href[u.hostAt:u.authorityEnd()] }

// authorityEnd returns the offset where the port ends, or else the host.
func (u URL) authorityEnd() uint32 {
	if u.host == NoHost {
		return u.hostEnd
	}
	return u.path
}

// Hostname returns the host without the port: the getter hostname of §6.1. An
// IPv6 address stands in brackets.
func (u URL) Hostname() string { return u.href[u.hostAt:u.hostEnd] }

// HostKind tells what the host is.
func (u URL) HostKind() HostKind { return u.host }

// Addr returns the host if it is an IP address, and whether it is one.
func (u URL) Addr() (addr netip.Addr, ok bool) {
	host := u.Hostname()
	switch u.host {
	case HostIPv4:
	case HostIPv6:
		host = host[1 : len(host)-1]
	default:
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(host)
	return addr, err == nil
}

// SameHost reports whether the hosts of u and v are equal, §3.7. URLs without a
// host have none that could be.
func (u URL) SameHost(v URL) bool {
	return u.host != NoHost && u.host == v.host && u.Hostname() == v.Hostname()
}

// UnicodeHostname returns the host for people to read: a domain through
// [DomainToUnicode], §4.8.
func (u URL) UnicodeHostname() string {
	if u.host == HostDomain {
		return DomainToUnicode(u.Hostname())
	}
	return u.Hostname()
}

// Port returns the port in digits, "" if there is none or if it is the default
// of the scheme: the getter port of §6.1.
func (u URL) Port() string {
	if end := u.authorityEnd(); u.hostEnd < end {
		return u.href[u.hostEnd+1 : end]
	}
	return ""
}

// PortNumber returns the port, or else the default port of the scheme, and
// whether there is either.
func (u URL) PortNumber() (port uint16, ok bool) {
	if digits := u.Port(); digits != "" {
		return uint16(portNumber(digits)), true
	}
	n := u.kind.defaultPort()
	return uint16(max(n, 0)), n >= 0
}

// Pathname returns the path: the getter pathname of §6.1.
func (u URL) Pathname() string { return u.href[u.path:u.query] }

// HasOpaquePath reports whether the path is opaque, §4.2, as in "mailto:a@b":
// such a URL is the base of nothing but fragments.
func (u URL) HasOpaquePath() bool { return u.flags&opaqueFlag != 0 }

// Query returns the query without its "?", and whether there is one: it is
// absent in "http://h/" and empty in "http://h/?".
func (u URL) Query() (query string, ok bool) {
	if u.query == u.frag {
		return "", false
	}
	return u.href[u.query+1 : u.frag], true
}

// Search returns the query with its "?", and "" if it is empty or absent: the
// getter search of §6.1.
func (u URL) Search() string {
	if u.frag-u.query <= 1 {
		return ""
	}
	return u.href[u.query:u.frag]
}

// Fragment returns the fragment without its "#", and whether there is one.
func (u URL) Fragment() (fragment string, ok bool) {
	if int(u.frag) == len(u.href) {
		return "", false
	}
	return u.href[u.frag+1:], true
}

// Hash returns the fragment with its "#", and "" if it is empty or absent: the
// getter hash of §6.1.
func (u URL) Hash() string {
	if len(u.href)-int(u.frag) <= 1 {
		return ""
	}
	return u.href[u.frag:]
}

// Clone returns u with text of its own, for a URL that should outlive the big
// string that it was part of.
func (u URL) Clone() URL {
	u.href = strings.Clone(u.href)
	return u
}

// Compare orders URLs by their hrefs: it returns -1, 0 or 1.
func (u URL) Compare(v URL) int { return strings.Compare(u.href, v.href) }

// Equal reports whether u and v are equal, §4.6, without their fragments if
// excludeFragments is true. Otherwise it is the same as ==.
func (u URL) Equal(v URL, excludeFragments bool) bool {
	if excludeFragments {
		return u.HrefWithoutFragment() == v.HrefWithoutFragment()
	}
	return u.href == v.href
}
