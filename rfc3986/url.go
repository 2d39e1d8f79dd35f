package rfc3986

import (
	"math"
	"net/netip"
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Ref is a URI reference (§4.1): a URI or a relative reference. Nothing is decoded or changed.
//
// Refs are immutable. Two Refs are equal with == if and only if their texts are equal (simple string comparison,
// §6.2.1). The zero Ref is the empty reference, which refers to the base itself.
//
//	http://me@example.com:8042/over/there?name=ferret#nose
//	└┬─┘   ├┘ └────┬────┘ └┬─┘└────┬────┘ └────┬────┘ └┬─┘
//	scheme │      host    port    path       query    fragment
//	       userinfo
//
// A component is absent if its delimiter does not occur: http://h has no query, and http://h? has an empty query (§3).
// The accessors then return ok == false. The path is never absent (§3.3). The scheme is never empty (§3.1).
type Ref struct {
	s string
	// Packed offsets into s; see layout.
	head uint64 // after, host, hostEnd and path, 16 bits each from the lowest; or at least overflow
	tail uint64 // query in the lower half, fragment in the upper half
}

// ref is the name of the embedded field of URI.
type ref = Ref

// A URI is a reference with a scheme (§3). Edits of a URI return a URI. The zero value of URI does not represent a URI:
// its edits are an error of kind [urlerr.BadScheme], or return the zero value if they have no error result.
//
// A URI also has these methods of [Ref]:
//
//	String, Redacted, LogValue, AppendText, MarshalText, NetURL, IsZero, IsURI, IsAbsoluteURI, URI
//	Scheme, HasScheme, Authority, Userinfo, DecodedUserinfo, Host, HostKind, DialHost, Addr, Port, PortNumber
//	Path, PathForm, Segments, DecodedSegments, Query, Pairs, DecodedPairs, Lookup, LookupAll, Fragment, IsSameDocument
type URI struct{ ref }

// Ref returns u as a reference.
func (u URI) Ref() Ref { return u.ref }

// URI returns r as a URI. ok is false if r has no scheme.
func (r Ref) URI() (u URI, ok bool) {
	if !r.IsURI() {
		return URI{}, false
	}
	return URI{r}, true
}

// IsZero reports whether r is the empty reference.
func (r Ref) IsZero() bool { return r.s == "" }

// Scheme returns the scheme as written, or "" for a relative reference. See [Ref.HasScheme].
func (r Ref) Scheme() string {
	if r.head >= overflow {
		return r.schemeSlow()
	}
	return r.s[:max(uint16(r.head), 1)-1]
}

// HasScheme reports whether the scheme is name, ignoring case (§3.1, §6.2.2.1).
func (r Ref) HasScheme(name string) bool {
	return r.IsURI() && ascii.EqualFold(r.Scheme(), name)
}

// Authority returns the authority, without the "//" before it (§3.2).
func (r Ref) Authority() (authority string, ok bool) {
	if r.path() == r.after() {
		return "", false
	}
	return r.s[r.after()+2 : r.path()], true
}

// Userinfo returns the userinfo, without the "@" after it (§3.2.1). It may contain a password; see [Ref.Redacted].
func (r Ref) Userinfo() (userinfo string, ok bool) {
	if r.host() <= r.after()+2 {
		return "", false
	}
	return r.s[r.after()+2 : r.host()-1], true
}

// Host returns the host as written. An IP literal keeps its brackets. ok reports whether r has an authority; host may
// still be empty (§3.2.2).
func (r Ref) Host() (host string, ok bool) {
	return r.s[r.host():r.hostEnd()], r.path() != r.after()
}

// DialHost returns the host without the brackets of an IP literal, as [net.JoinHostPort] takes it. It is empty if r has
// no authority. Percent-encodings remain.
func (r Ref) DialHost() string { return strings.Trim(r.s[r.host():r.hostEnd()], "[]") }

// Port returns the port, without the ":" before it (§3.2.3). It has digits only. See [Ref.PortNumber].
func (r Ref) Port() (port string, ok bool) {
	if r.hostEnd() == r.path() {
		return "", false
	}
	return r.s[r.hostEnd()+1 : r.path()], true
}

// Path returns the path (§3.3).
func (r Ref) Path() string {
	if r.head >= overflow {
		return r.pathSlow()
	}
	return r.s[r.head>>48 : uint32(r.tail)]
}

// Query returns the query, without the "?" before it (§3.4).
func (r Ref) Query() (query string, ok bool) {
	if r.query() == r.fragment() {
		return "", false
	}
	return r.s[r.query()+1 : r.fragment()], true
}

// Fragment returns the fragment, without the "#" before it (§3.5).
func (r Ref) Fragment() (fragment string, ok bool) {
	if int(r.fragment()) == len(r.s) {
		return "", false
	}
	return r.s[r.fragment()+1:], true
}

// IsURI reports whether r has a scheme (§3). If not, r is a relative reference (§4.2).
func (r Ref) IsURI() bool { return r.head&0xffff != 0 }

// IsAbsoluteURI reports whether r is an absolute URI (§4.3), which has a scheme and no fragment.
func (r Ref) IsAbsoluteURI() bool { return r.IsURI() && int(r.fragment()) == len(r.s) }

// PathForm returns the rule of the grammar that the path matches (§3.3): "path-empty", "path-abempty", "path-absolute",
// "path-noscheme" or "path-rootless". After an authority it is path-abempty.
func (r Ref) PathForm() string {
	switch {
	case r.path() != r.after():
		return "path-abempty"
	case r.path() == r.query():
		return "path-empty"
	case r.s[r.path()] == '/':
		return "path-absolute"
	case r.IsURI():
		return "path-rootless"
	default:
		return "path-noscheme"
	}
}

// PortNumber returns the port as a number. ok is false if the port is absent or empty. A number above 65535 is an error
// of kind [urlerr.BadPort].
func (r Ref) PortNumber() (port uint16, ok bool, err error) {
	digits, _ := r.Port()
	n, length := ascii.Number(digits, math.MaxUint16)
	if length < len(digits) {
		return 0, false, fail(rulePortRange, r.s, int(r.hostEnd())+1+length, urlerr.Port)
	}
	return uint16(n), digits != "", nil
}

// HostKind returns the kind of the host (§3.2.2). A host that matches IPv4address is [reading.HostIPv4]. Other numeric
// hosts, such as 127.1, are a [reading.HostName].
func (r Ref) HostKind() reading.HostKind {
	host, ok := r.Host()
	switch {
	case !ok:
		return reading.NoHost
	case host == "":
		return reading.HostEmpty
	case host[0] == '[' && host[1]|0x20 == 'v':
		return reading.HostIPvFuture
	case host[0] == '[':
		return reading.HostIPv6
	case ipaddr.IsIPv4(host):
		return reading.HostIPv4
	default:
		return reading.HostName
	}
}

// Addr returns the host as an IP address. ok is false unless the host is an IPv4 or IPv6 address. If [ParseOptions]
// allowed a zone identifier, addr has the decoded zone.
func (r Ref) Addr() (addr netip.Addr, ok bool) {
	if kind := r.HostKind(); kind == reading.HostIPv4 || kind == reading.HostIPv6 {
		return hostAddr(r.s[r.host():r.hostEnd()])
	}
	return netip.Addr{}, false
}

// Clone returns u with a copy of its text. See [Ref.Clone].
func (u URI) Clone() URI { return URI{u.ref.Clone()} }

// Normalize returns u after steps. See [Ref.Normalize].
func (u URI) Normalize(steps Steps) URI { return URI{u.ref.Normalize(steps)} }
