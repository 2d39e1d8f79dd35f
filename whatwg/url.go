package whatwg

import (
	"math"
	"net/netip"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
)

// A URL is a URL record (§4.1). It is a small value: assignment copies it. Methods with a pointer receiver change it.
// Two URLs are equal (==) if and only if their hrefs are equal. The getters of the zero value return "".
//
//	https://user:pass@example.com:1234/foo/bar?baz#quux
//	└─┬──┘  └┬─┘ └┬─┘ └────┬────┘ └┬─┘└──┬───┘└┬─┘└─┬─┘
//	  │      │    │     hostname   │     │     │   hash
//	  │      │   password          │     │    search
//	  │     username               │  pathname
//	protocol                      port
type URL struct {
	// 0 < scheme < user <= hostAt <= hostEnd <= path <= query <= frag <= len(href)
	//
	//	https://user:pass@example.com:1234/foo/bar?baz#quux
	//	     |      |     |          |    |       |   |
	//	     |      |     |          |    |       |   frag
	//	     |      |     |          |    |       query
	//	     |      |     |          |    path
	//	     |      |     |          hostEnd
	//	     |      |     hostAt
	//	     |      user
	//	     scheme
	href    string
	scheme  uint32 // offset of ":"
	user    uint32 // end of the user name; hostAt if there are no credentials
	hostAt  uint32
	hostEnd uint32
	path    uint32
	query   uint32 // offset of "?"; frag if there is no query
	frag    uint32 // offset of "#"; len(href) if there is no fragment
	kind    kind
	host    reading.HostKind
	flags   uint8
}

const (
	opaqueFlag  = 1 << iota // the path is opaque
	rewriteFlag             // the head that fast has read is not in normal form
)

// A kind is a special scheme (§4.2), or other.
type kind uint8

const (
	other kind = iota
	http
	https
	ws
	wss
	ftp
	file
)

// specialSchemes has the special schemes and their default ports (§4.2). The port is -1 if there is no default port.
var specialSchemes = [...]struct {
	name string
	port int
}{
	other: {"", -1},
	http:  {"http", 80},
	https: {"https", 443},
	ws:    {"ws", 80},
	wss:   {"wss", 443},
	ftp:   {"ftp", 21},
	file:  {"file", -1},
}

func kindOf(scheme string) kind {
	for k := http; k <= file; k++ {
		if ascii.EqualFold(scheme, specialSchemes[k].name) {
			return k
		}
	}
	return other
}

func (k kind) defaultPort() int { return specialSchemes[k].port }

// authorityEnds returns the bytes that end an authority, and the segments of a path.
func (k kind) authorityEnds() ascii.Class {
	if k == other {
		return ascii.AuthorityEnd
	}
	return ascii.SpecialEnd
}

// querySet returns the bytes to percent-encode in a query.
func (k kind) querySet() ascii.Class {
	if k == other {
		return ascii.QuerySet
	}
	return ascii.SpecialQuerySet
}

// IsZero reports whether u is the zero URL.
func (u URL) IsZero() bool { return u.href == "" }

// Href returns the serialization of u: the getter href (§6.1).
func (u URL) Href() string { return u.href }

// String returns Href, with passwords. For logs, use [URL.Redacted] or [URL.LogValue].
func (u URL) String() string { return u.href }

// WithoutFragment returns u without its fragment. It does not allocate.
func (u URL) WithoutFragment() URL {
	u.href = u.href[:u.frag]
	return u
}

// Scheme returns the scheme without ":", such as "https".
func (u URL) Scheme() string { return u.href[:u.scheme] }

// Protocol returns the scheme with ":": the getter protocol (§6.1).
func (u URL) Protocol() string {
	if u.href == "" {
		return ""
	}
	return u.href[:u.scheme+1]
}

// IsSpecial reports whether the scheme is special (§4.2): ftp, file, http, https, ws or wss.
func (u URL) IsSpecial() bool { return u.kind != other }

// Username returns the user name, percent-encoded: the getter username (§6.1).
func (u URL) Username() string {
	if u.user == u.hostAt {
		return ""
	}
	return u.href[u.scheme+3 : u.user]
}

// Password returns the password, percent-encoded: the getter password (§6.1).
func (u URL) Password() string {
	if u.user+1 >= u.hostAt {
		return ""
	}
	return u.href[u.user+1 : u.hostAt-1]
}

// HasCredentials reports whether u has a user name or a password ("includes credentials", §4.2).
func (u URL) HasCredentials() bool { return u.user != u.hostAt }

// Host returns the host, and ":" and the port if u has a port: the getter host (§6.1).
func (u URL) Host() string { return u.href[u.hostAt:u.authorityEnd()] }

// authorityEnd returns the end of the port, or of the host if there is no port.
func (u URL) authorityEnd() uint32 {
	if u.host == reading.NoHost {
		return u.hostEnd // path may be after "/."
	}
	return u.path
}

// Hostname returns the host without the port: the getter hostname (§6.1). An IPv6 address has brackets.
func (u URL) Hostname() string { return u.href[u.hostAt:u.hostEnd] }

// DialHost returns the host without the brackets of an IPv6 address, as [net.JoinHostPort] takes it.
func (u URL) DialHost() string { return strings.Trim(u.Hostname(), "[]") }

// HostKind returns the kind of the host (§3.1).
func (u URL) HostKind() reading.HostKind { return u.host }

// Addr returns the host as an IP address. ok is false if the host is not an IP address.
func (u URL) Addr() (addr netip.Addr, ok bool) {
	host := u.Hostname()
	switch u.host {
	case reading.HostIPv4:
	case reading.HostIPv6:
		host = host[1 : len(host)-1]
	default:
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(host)
	return addr, err == nil
}

// UnicodeHostname returns the host for display (§4.8); see [DomainToUnicode].
func (u URL) UnicodeHostname() string {
	if u.host == reading.HostName {
		return DomainToUnicode(u.Hostname())
	}
	return u.Hostname()
}

// Port returns the port in digits: the getter port (§6.1). It is "" for the default port of the scheme.
func (u URL) Port() string {
	if end := u.authorityEnd(); u.hostEnd < end {
		return u.href[u.hostEnd+1 : end]
	}
	return ""
}

// PortNumber returns the port, or the default port of the scheme. ok is false if there is neither.
func (u URL) PortNumber() (port uint16, ok bool) {
	if digits := u.Port(); digits != "" {
		number, _ := ascii.Number(digits, math.MaxUint16)
		return uint16(number), true
	}
	n := u.kind.defaultPort()
	return uint16(max(n, 0)), n >= 0
}

// Pathname returns the path: the getter pathname (§6.1).
func (u URL) Pathname() string { return u.href[u.path:u.query] }

// HasOpaquePath reports whether the path is opaque (§4.2), as in "mailto:a@b".
func (u URL) HasOpaquePath() bool { return u.flags&opaqueFlag != 0 }

// Query returns the query without "?". ok is false if the query is absent: "http://h/?" has an empty query.
func (u URL) Query() (query string, ok bool) {
	if u.query == u.frag {
		return "", false
	}
	return u.href[u.query+1 : u.frag], true
}

// Search returns the query with "?": the getter search (§6.1). It is "" if the query is empty or absent.
func (u URL) Search() string {
	if u.frag-u.query <= 1 {
		return ""
	}
	return u.href[u.query:u.frag]
}

// Fragment returns the fragment without "#". ok is false if the fragment is absent.
func (u URL) Fragment() (fragment string, ok bool) {
	if int(u.frag) == len(u.href) {
		return "", false
	}
	return u.href[u.frag+1:], true
}

// Hash returns the fragment with "#": the getter hash (§6.1). It is "" if the fragment is empty or absent.
func (u URL) Hash() string {
	if len(u.href)-int(u.frag) <= 1 {
		return ""
	}
	return u.href[u.frag:]
}

// Clone returns a copy of u that does not share memory with the text that was parsed.
func (u URL) Clone() URL {
	u.href = strings.Clone(u.href)
	return u
}
