package rfc3986

import (
	"net/netip"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Ref is a URI reference (§4.1): a URI, or a relative reference. It holds
// the text that it came from and where the components begin, nothing else:
// no component is decoded or changed.
//
// Refs are immutable and comparable. Two are equal with == if and only if
// their texts are, which is the first rung of §6.2, simple string comparison.
// The zero Ref is the empty reference, which is valid: it refers to the base
// itself.
//
//	scheme     userinfo  host       port
//	 ┌─┴─┐     ┌─┴─┐ ┌────┴────┐ ┌┴┐
//	 http  :// me    @ example.com : 8042 /over/there ? name=ferret # nose
//	       └──────── authority ──────────┘└── path ──┘  └─ query ─┘ └fragment┘
//
// A component whose delimiter is absent is undefined, and differs from an
// empty one (§3): http://h has no query, and http://h? has an empty one. The
// accessors of such components return false where it is absent. The path is
// never undefined (§3.3), and a scheme is never empty.
type Ref struct {
	s string
	// Offsets into s, as layout has them. They are packed, since the compiler
	// keeps values of no more than four words in registers, and moves larger ones
	// through memory.
	head uint64 // after, host, hostEnd and path, 16 bits each from the lowest; or at least far
	tail uint64 // query in the lower half, fragment in the upper one
}

// String returns the reference as it was given. It holds the password if there is
// one, and so does what package fmt prints of a Ref; for logs there are
// [Ref.Redacted] and [Ref.LogValue].
func (r Ref) String() string { return r.s }

// IsZero reports whether r is the zero Ref, the empty reference.
func (r Ref) IsZero() bool { return r.s == "" }

// Scheme returns the scheme as it is written, or "" for a relative reference:
// a scheme is never empty (§3.1). Schemes are case-insensitive; see
// [Ref.HasScheme].
func (r Ref) Scheme() string {
	if r.head >= far {
		return r.farScheme()
	}
	return r.s[:max(uint16(r.head), 1)-1]
}

// HasScheme reports whether the scheme is name, without regard to case
// (§3.1, §6.2.2.1).
func (r Ref) HasScheme(name string) bool {
	return r.IsURI() && ascii.EqualFold(r.Scheme(), name)
}

// Authority returns the authority, without the slashes before it, and whether
// there is one (§3.2).
func (r Ref) Authority() (authority string, ok bool) {
	if r.path() == r.after() {
		return "", false
	}
	return r.s[r.after()+2 : r.path()], true
}

// Userinfo returns the userinfo, without the "@" after it, and whether there
// is one (§3.2.1). It may hold a password: see [Ref.Redacted].
func (r Ref) Userinfo() (userinfo string, ok bool) {
	if r.host() <= r.after()+2 {
		return "", false
	}
	return r.s[r.after()+2 : r.host()-1], true
}

// Host returns the host as it is written, an IP literal with its brackets,
// and whether there is one, that is whether there is an authority (§3.2.2).
// A host may be empty.
func (r Ref) Host() (host string, ok bool) {
	return r.s[r.host():r.hostEnd()], r.path() != r.after()
}

// Port returns the port, which is digits or nothing, without the colon before
// it, and whether there is one (§3.2.3). See [Ref.PortNumber] for its value.
func (r Ref) Port() (port string, ok bool) {
	if r.hostEnd() == r.path() {
		return "", false
	}
	return r.s[r.hostEnd()+1 : r.path()], true
}

// Path returns the path, which is never undefined but may be empty (§3.3).
func (r Ref) Path() string {
	if r.head >= far {
		return r.farPath()
	}
	return r.s[r.head>>48 : uint32(r.tail)]
}

// Query returns the query, without the "?" before it, and whether there is one
// (§3.4).
func (r Ref) Query() (query string, ok bool) {
	if r.query() == r.fragment() {
		return "", false
	}
	return r.s[r.query()+1 : r.fragment()], true
}

// Fragment returns the fragment, without the "#" before it, and whether there
// is one (§3.5).
func (r Ref) Fragment() (fragment string, ok bool) {
	if int(r.fragment()) == len(r.s) {
		return "", false
	}
	return r.s[r.fragment()+1:], true
}

// IsURI reports whether r is a URI (§3), that is whether it has a scheme.
func (r Ref) IsURI() bool { return r.head&0xffff != 0 }

// IsRelative reports whether r is a relative reference (§4.2), that is whether
// it has no scheme.
func (r Ref) IsRelative() bool { return r.head&0xffff == 0 }

// IsAbsolute reports whether r is an absolute URI (§4.3): it has a scheme and
// no fragment, not even an empty one.
func (r Ref) IsAbsolute() bool { return r.IsURI() && int(r.fragment()) == len(r.s) }

// IsNetworkPath reports whether r is a network-path reference (§4.2), a
// relative one that begins with two slashes.
func (r Ref) IsNetworkPath() bool { return r.head != 0 && r.IsRelative() }

// IsAbsolutePath reports whether r is an absolute-path reference (§4.2), a
// relative one that begins with a single slash.
func (r Ref) IsAbsolutePath() bool { return r.head == 0 && r.s != "" && r.s[0] == '/' }

// IsRelativePath reports whether r is a relative-path reference (§4.2), a
// relative one that does not begin with a slash. So is the empty reference.
func (r Ref) IsRelativePath() bool { return r.head == 0 && (r.s == "" || r.s[0] != '/') }

// A PathForm is one of the five forms of a path (§3.3).
type PathForm uint8

// The forms of a path.
const (
	PathEmpty    PathForm = iota // path-empty: nothing, and no authority before it
	PathAbEmpty                  // path-abempty: after an authority; empty, or begins with "/"
	PathAbsolute                 // path-absolute: begins with "/" but not with "//"
	PathNoScheme                 // path-noscheme: in a relative reference; the first segment has no colon
	PathRootless                 // path-rootless: behind a scheme; begins with a segment
)

var pathForms = [...]string{"path-empty", "path-abempty", "path-absolute", "path-noscheme", "path-rootless"}

// String returns the name of the rule in the grammar, such as "path-rootless".
func (f PathForm) String() string {
	if int(f) < len(pathForms) {
		return pathForms[f]
	}
	return "path form out of range"
}

// PathForm returns which of the five rules of §3.3 the path matches. Where two
// fit the text alone, what stands before the path decides.
func (r Ref) PathForm() PathForm {
	switch {
	case r.path() != r.after():
		return PathAbEmpty
	case r.path() == r.query():
		return PathEmpty
	case r.s[r.path()] == '/':
		return PathAbsolute
	case r.IsURI():
		return PathRootless
	default:
		return PathNoScheme
	}
}

// URI returns r as a URI, and whether it is one.
func (r Ref) URI() (u URI, ok bool) {
	if r.IsRelative() {
		return URI{}, false
	}
	return URI{r}, true
}

// PortNumber returns the port as a number. ok is false if there is no port or
// an empty one. The grammar limits neither the digits nor the value, so a
// number beyond 65535, which no TCP or UDP port has, is an error of kind
// [urlerr.BadPort].
func (r Ref) PortNumber() (port uint16, ok bool, err error) {
	digits, _ := r.Port()
	n := uint32(0)
	for i := 0; i < len(digits); i++ {
		n = 10*n + uint32(digits[i]-'0')
		if n > 65535 {
			return 0, false, fail(&rulePortRange, r.s, int(r.hostEnd())+1+i, urlerr.Port)
		}
	}
	return uint16(n), digits != "", nil
}

// A HostKind is one of the alternatives of host (§3.2.2).
type HostKind uint8

// The kinds of hosts.
const (
	NoHost        HostKind = iota // there is no authority
	HostRegName                   // reg-name, a registered name, possibly empty
	HostIPv4                      // IPv4address, four decimal numbers of at most 255 without leading zeros
	HostIPv6                      // IPv6address in brackets
	HostIPvFuture                 // IPvFuture, in brackets: "v", a version, a dot and an address
)

var hostKinds = [...]string{"none", "reg-name", "IPv4address", "IPv6address", "IPvFuture"}

// String returns the name of the rule in the grammar, such as "reg-name", or
// "none".
func (k HostKind) String() string {
	if int(k) < len(hostKinds) {
		return hostKinds[k]
	}
	return "host kind out of range"
}

// HostKind returns what the host is. The first alternative that matches wins
// (§3.2.2): what can be read as IPv4address is no reg-name, and whatever else
// looks like a number, such as 127.1, is one.
func (r Ref) HostKind() HostKind {
	host, ok := r.Host()
	if !ok {
		return NoHost
	}
	switch {
	case host == "":
		return HostRegName
	case host[0] == '[':
		if host[1]|0x20 == 'v' {
			return HostIPvFuture
		}
		return HostIPv6
	case isIPv4(host):
		return HostIPv4
	default:
		return HostRegName
	}
}

// Addr returns the host as an IP address, and whether it is one. An IPvFuture
// has no address that this package knows. A zone identifier, which only
// [ParseOptions] lets in, is decoded into the address's zone.
func (r Ref) Addr() (addr netip.Addr, ok bool) {
	if kind := r.HostKind(); kind == HostIPv4 || kind == HostIPv6 {
		return hostAddr(r.s[r.host():r.hostEnd()])
	}
	return netip.Addr{}, false
}
