package rfc3986

import (
	"net/netip"

	"earl.example/urlerr"
)

// asURI returns r, which an edit gave, as a URI. It was none before if it is
// none now, that is, the zero URI was edited.
func asURI(r Ref, err error) (URI, error) {
	if err != nil {
		return URI{}, err
	}
	if r.IsRelative() {
		return URI{}, fail(&ruleURI, r.s, 0, urlerr.Scheme)
	}
	return URI{r}, nil
}

// The methods that edit are those of Ref. The zero URI has no scheme, so that
// what gives it one is [Ref.WithScheme]; all others fail or leave it as it is.

// WithScheme returns u with another scheme. See [Ref.WithScheme].
func (u URI) WithScheme(scheme string) (URI, error) { return u.ref.WithScheme(scheme) }

// WithoutScheme returns u as a relative reference. See [Ref.WithoutScheme].
func (u URI) WithoutScheme() Ref { return u.ref.WithoutScheme() }

// WithAuthority returns u with an authority. See [Ref.WithAuthority].
func (u URI) WithAuthority(authority string) (URI, error) {
	return asURI(u.ref.WithAuthority(authority))
}

// WithoutAuthority returns u without its authority. See [Ref.WithoutAuthority].
func (u URI) WithoutAuthority() URI { return URI{u.ref.WithoutAuthority()} }

// WithUserinfo returns u with a userinfo. See [Ref.WithUserinfo].
func (u URI) WithUserinfo(userinfo string) (URI, error) { return asURI(u.ref.WithUserinfo(userinfo)) }

// WithoutUserinfo returns u without a userinfo.
func (u URI) WithoutUserinfo() URI { return URI{u.ref.WithoutUserinfo()} }

// WithHost returns u with another host. See [Ref.WithHost].
func (u URI) WithHost(host string) (URI, error) { return asURI(u.ref.WithHost(host)) }

// WithName returns u with a host that is a name, as data. See [Ref.WithName].
func (u URI) WithName(name string) (URI, error) { return asURI(u.ref.WithName(name)) }

// WithDomain returns u with a host that is a domain name of DNS. See
// [Ref.WithDomain].
func (u URI) WithDomain(name string) (URI, error) { return asURI(u.ref.WithDomain(name)) }

// WithAddr returns u with a host that is an IP address. See [Ref.WithAddr].
func (u URI) WithAddr(addr netip.Addr) (URI, error) { return asURI(u.ref.WithAddr(addr)) }

// WithPort returns u with a port. See [Ref.WithPort].
func (u URI) WithPort(port string) (URI, error) { return asURI(u.ref.WithPort(port)) }

// WithPortNumber returns u with a port. See [Ref.WithPortNumber].
func (u URI) WithPortNumber(port uint16) (URI, error) { return asURI(u.ref.WithPortNumber(port)) }

// WithoutPort returns u without a port.
func (u URI) WithoutPort() URI { return URI{u.ref.WithoutPort()} }

// WithPath returns u with another path. See [Ref.WithPath].
func (u URI) WithPath(path string) (URI, error) { return asURI(u.ref.WithPath(path)) }

// WithSegments returns u with a path of segments, which are data. See
// [Ref.WithSegments].
func (u URI) WithSegments(segments ...string) (URI, error) {
	return asURI(u.ref.WithSegments(segments...))
}

// AppendPath returns u with more segments, which are data. See
// [Ref.AppendPath].
func (u URI) AppendPath(segments ...string) (URI, error) { return asURI(u.ref.AppendPath(segments...)) }

// WithQuery returns u with a query. See [Ref.WithQuery].
func (u URI) WithQuery(query string) (URI, error) { return asURI(u.ref.WithQuery(query)) }

// WithoutQuery returns u without a query.
func (u URI) WithoutQuery() URI { return URI{u.ref.WithoutQuery()} }

// WithPair returns u with one pair of that name. See [QueryOptions.WithPair].
func (u URI) WithPair(name, value string) (URI, error) { return asURI(u.ref.WithPair(name, value)) }

// AddPair returns u with one pair more. See [QueryOptions.AddPair].
func (u URI) AddPair(name, value string) (URI, error) { return asURI(u.ref.AddPair(name, value)) }

// WithoutPair returns u without the pairs of that name. See
// [QueryOptions.WithoutPair].
func (u URI) WithoutPair(name string) URI { return URI{u.ref.WithoutPair(name)} }

// WithFragment returns u with a fragment. See [Ref.WithFragment].
func (u URI) WithFragment(fragment string) (URI, error) { return asURI(u.ref.WithFragment(fragment)) }

// WithoutFragment returns u without a fragment, as an absolute URI. It
// allocates nothing.
func (u URI) WithoutFragment() URI { return URI{u.ref.WithoutFragment()} }
