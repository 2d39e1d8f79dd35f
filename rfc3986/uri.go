package rfc3986

import (
	"net/netip"
)

// A URI is a reference that has a scheme (§3). Like a [Ref] it is immutable
// and comparable, and has the same accessors; [URI.Ref] gives the reference
// itself.
//
// The zero URI is no URI, since the empty text is none; see [URI.IsZero].
type URI struct{ ref Ref }

// Ref returns u as a reference.
func (u URI) Ref() Ref { return u.ref }

// IsZero reports whether u is the zero URI, which is not valid.
func (u URI) IsZero() bool { return u.ref.IsRelative() }

// String returns the URI as it was given. It holds the password if there is one, and
// so does what package fmt prints of a URI; for logs there are [URI.Redacted] and
// [URI.LogValue].
func (u URI) String() string { return u.ref.s }

// Scheme returns the scheme as it is written. See [Ref.Scheme].
func (u URI) Scheme() string { return u.ref.Scheme() }

// HasScheme reports whether the scheme is name, without regard to case.
func (u URI) HasScheme(name string) bool { return u.ref.HasScheme(name) }

// Authority returns the authority and whether there is one. See
// [Ref.Authority].
func (u URI) Authority() (authority string, ok bool) { return u.ref.Authority() }

// Userinfo returns the userinfo and whether there is one. See [Ref.Userinfo].
func (u URI) Userinfo() (userinfo string, ok bool) { return u.ref.Userinfo() }

// Host returns the host and whether there is one. See [Ref.Host].
func (u URI) Host() (host string, ok bool) { return u.ref.Host() }

// HostKind returns what the host is. See [Ref.HostKind].
func (u URI) HostKind() HostKind { return u.ref.HostKind() }

// Addr returns the host as an IP address, and whether it is one. See
// [Ref.Addr].
func (u URI) Addr() (addr netip.Addr, ok bool) { return u.ref.Addr() }

// Port returns the port and whether there is one. See [Ref.Port].
func (u URI) Port() (port string, ok bool) { return u.ref.Port() }

// PortNumber returns the port as a number. See [Ref.PortNumber].
func (u URI) PortNumber() (port uint16, ok bool, err error) { return u.ref.PortNumber() }

// Path returns the path. See [Ref.Path].
func (u URI) Path() string { return u.ref.Path() }

// PathForm returns which of the five rules of §3.3 the path matches.
func (u URI) PathForm() PathForm { return u.ref.PathForm() }

// Query returns the query and whether there is one. See [Ref.Query].
func (u URI) Query() (query string, ok bool) { return u.ref.Query() }

// Fragment returns the fragment and whether there is one. See [Ref.Fragment].
func (u URI) Fragment() (fragment string, ok bool) { return u.ref.Fragment() }

// IsAbsolute reports whether u is an absolute URI (§4.3), that is whether it
// has no fragment.
func (u URI) IsAbsolute() bool { return u.ref.IsAbsolute() }
