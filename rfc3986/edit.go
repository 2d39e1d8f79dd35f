package rfc3986

import (
	"net/netip"
	"strconv"
	"strings"

	"earl.example/urlerr"
)

// The methods that edit return a new value and leave all other components as
// they are, byte for byte. They write what they set as Build does, and have
// its errors.

// WithScheme returns r with another scheme, in lower case. To a reference
// without authority and scheme it may give the path of a URI that means
// something else: see [Resolve].
func (r Ref) WithScheme(scheme string) (URI, error) {
	scheme, err := checkScheme(scheme)
	if err != nil {
		return URI{}, err
	}
	p := r.draft()
	p.scheme = scheme
	return asURI(p.compose())
}

// WithoutScheme returns r without its scheme. Where the first segment of the
// path has a colon and would be taken for a scheme, "./" goes in front (§4.2).
func (r Ref) WithoutScheme() Ref {
	p := r.draft()
	p.scheme = ""
	return p.build()
}

// WithAuthority returns r with an authority, which is written as userinfo,
// host and port are in [Components].
func (r Ref) WithAuthority(authority string) (Ref, error) {
	begin, end, whole, f := parseAuthority(authority, 0, skipName(authority, 0), false)
	if f == 0 && whole < len(authority) {
		f = faultName
	}
	if f != 0 {
		return Ref{}, f.partError(authority, whole)
	}
	host, err := checkHost(authority[begin:end])
	if err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.host, p.hasAuthority = host, true
	p.userinfo, p.hasUserinfo = strings.CutSuffix(authority[:begin], "@")
	p.port, p.hasPort = strings.CutPrefix(authority[end:], ":")
	return p.compose()
}

// WithoutAuthority returns r without its authority. A path that begins with
// "//" and would be taken for an authority gets "/." in front (§3.3).
func (r Ref) WithoutAuthority() Ref {
	p := r.draft()
	p.userinfo, p.host, p.port = "", "", ""
	p.hasUserinfo, p.hasAuthority, p.hasPort = false, false, false
	return p.build()
}

// WithUserinfo returns r with a userinfo. It needs an authority. A password in
// it is deprecated, and shown wherever the reference is (§3.2.1).
func (r Ref) WithUserinfo(userinfo string) (Ref, error) {
	if err := checkUserinfo(userinfo); err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.userinfo, p.hasUserinfo = userinfo, true
	return p.withAuthority(userinfo, urlerr.Userinfo)
}

// withAuthority is compose for what needs an authority.
func (p *draft) withAuthority(text string, component urlerr.Component) (Ref, error) {
	if !p.hasAuthority {
		return Ref{}, failPart(&ruleAuthority, text, -1, component)
	}
	return p.compose()
}

// WithoutUserinfo returns r without a userinfo.
func (r Ref) WithoutUserinfo() Ref {
	p := r.draft()
	p.userinfo, p.hasUserinfo = "", false
	return p.build()
}

// WithHost returns r with another host, in lower case. Where there was no
// authority there is one then, which the path must fit.
func (r Ref) WithHost(host string) (Ref, error) {
	host, err := checkHost(host)
	return r.withHost(host, err)
}

// WithName returns r with a host that is a name, which is data: it is taken as
// text in UTF-8, written in lower case as far as ASCII goes, and what a
// reg-name cannot have becomes triplets (§3.2.2). For names that DNS is to find
// there is [Ref.WithDomain].
func (r Ref) WithName(name string) (Ref, error) {
	host, err := hostOfName(name)
	return r.withHost(host, err)
}

// WithDomain returns r with a host that is a domain name of DNS, which is data: it
// is taken as text in UTF-8, and a name beyond ASCII is put into the form of IDNA
// (§3.2.2), as é.example is xn--9ca.example. That is ToASCII of UTS #46 with its
// checks of hyphens, lengths and characters: what has no such form, or could not be
// found, is an error of kind [urlerr.BadHost]. A dot at the end, for the root, stays;
// those of RFC 3490 §3.1, such as "。", are dots.
// What has the form of an IPv4 address is one, as with [Ref.WithName].
func (r Ref) WithDomain(name string) (Ref, error) {
	host, err := hostOfDomain(name)
	return r.withHost(host, err)
}

// WithAddr returns r with a host that is an IP address. An address with a zone
// is an error, since URIs have none (RFC 9844).
func (r Ref) WithAddr(addr netip.Addr) (Ref, error) {
	host, err := hostOfAddr(addr)
	return r.withHost(host, err)
}

func (r Ref) withHost(host string, err error) (Ref, error) {
	if err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.host, p.hasAuthority = host, true
	return p.compose()
}

// WithPort returns r with a port, which is digits or nothing. It needs an
// authority.
func (r Ref) WithPort(port string) (Ref, error) {
	if err := checkPort(port); err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.port, p.hasPort = port, true
	return p.withAuthority(port, urlerr.Port)
}

// WithPortNumber returns r with a port. It needs an authority.
func (r Ref) WithPortNumber(port uint16) (Ref, error) {
	return r.WithPort(strconv.Itoa(int(port)))
}

// WithoutPort returns r without a port.
func (r Ref) WithoutPort() Ref {
	p := r.draft()
	p.port, p.hasPort = "", false
	return p.build()
}

// WithPath returns r with another path, as it is to be written: [Ref.WithSegments]
// takes data. A path that the rest of r does not let stand so is repaired or an
// error, as [Build] says.
func (r Ref) WithPath(path string) (Ref, error) {
	if err := checkPath(path); err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.path = path
	return p.compose()
}

// WithQuery returns r with a query, as it is to be written: [Encode] is for data,
// and [Ref.WithPair] sets one pair. What the grammar does not allow is an error.
func (r Ref) WithQuery(query string) (Ref, error) {
	if err := checkQuery(query); err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.query, p.hasQuery = query, true
	return p.compose()
}

// WithoutQuery returns r without a query.
func (r Ref) WithoutQuery() Ref {
	p := r.draft()
	p.query, p.hasQuery = "", false
	return p.build()
}

// WithFragment returns r with a fragment, as it is to be written: [Encode] is for
// data. What the grammar does not allow is an error.
func (r Ref) WithFragment(fragment string) (Ref, error) {
	if err := checkFragment(fragment); err != nil {
		return Ref{}, err
	}
	p := r.draft()
	p.fragment, p.hasFragment = fragment, true
	return p.compose()
}

// WithoutFragment returns r without a fragment. It allocates nothing.
func (r Ref) WithoutFragment() Ref {
	r.s = r.s[:r.fragment()]
	return r
}
