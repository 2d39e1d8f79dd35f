package whatwg

import "strings"

// An Origin is a URL's origin, §4.7: scheme, host and port, or opaque. The
// zero Origin is opaque.
type Origin struct {
	scheme, host, port string
	kind               HostKind
}

// Origin returns the URL's origin. Those of ftp, http, https, ws and wss have
// scheme, host and port, and that of blob is the origin of the http or https
// URL that its path holds. All others are opaque, file's too.
func (u URL) Origin() Origin {
	switch u.kind {
	case other:
		if u.Scheme() != "blob" {
			return Origin{}
		}
		inner, err := Parse(u.Pathname())
		if err != nil || inner.kind != http && inner.kind != https {
			return Origin{}
		}
		return inner.Origin()
	case fileScheme:
		return Origin{}
	}
	return Origin{u.Scheme(), u.Hostname(), u.Port(), u.host}
}

// IsOpaque reports whether o is opaque: the same origin as no other, not even
// itself.
func (o Origin) IsOpaque() bool { return o.scheme == "" }

// Scheme returns the scheme, "" if o is opaque.
func (o Origin) Scheme() string { return o.scheme }

// Host returns the host, "" if o is opaque.
func (o Origin) Host() string { return o.host }

// Port returns the port in digits, "" if it is the default, or if o is opaque.
func (o Origin) Port() string { return o.port }

// String returns the origin as text, "null" if it is opaque: the getter origin
// of §6.1.
func (o Origin) String() string {
	switch {
	case o.scheme == "":
		return "null"
	case o.port == "":
		return o.scheme + "://" + o.host
	}
	return o.scheme + "://" + o.host + ":" + o.port
}

// SameOrigin reports whether o and p are the same origin, which opaque origins
// never are.
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// A PublicSuffixList tells public suffixes, such as "com" and "co.uk", as
// publicsuffix.List of golang.org/x/net does. The standard refers to such a
// list in §3.2, and warns that lists differ from program to program.
type PublicSuffixList interface {
	// PublicSuffix returns the public suffix of a domain in lower case without
	// a dot at its end.
	PublicSuffix(domain string) string
}

// PublicSuffix returns the public suffix of the host, §3.2, and whether it has
// one, which only domains without an empty label do.
func (u URL) PublicSuffix(list PublicSuffixList) (suffix string, ok bool) {
	return publicSuffix(u.Hostname(), u.host, list)
}

// publicSuffix returns the public suffix of a domain without an empty label: of
// others the list says nothing.
func publicSuffix(host string, kind HostKind, list PublicSuffixList) (suffix string, ok bool) {
	domain := strings.TrimSuffix(host, ".")
	if kind != HostDomain || domain == "" || domain[0] == '.' || strings.HasSuffix(domain, ".") || strings.Contains(domain, "..") {
		return "", false
	}
	suffix = list.PublicSuffix(domain)
	if suffix == "" || !strings.HasSuffix(domain, suffix) {
		return "", false
	}
	return host[len(domain)-len(suffix):], true
}

// RegistrableDomain returns the public suffix of the host and the label before
// it, §3.2, and whether there are such.
func (u URL) RegistrableDomain(list PublicSuffixList) (domain string, ok bool) {
	return registrableDomain(u.Hostname(), u.host, list)
}

func registrableDomain(host string, kind HostKind, list PublicSuffixList) (domain string, ok bool) {
	suffix, ok := publicSuffix(host, kind, list)
	if !ok || len(suffix) == len(host) {
		return "", false
	}
	label := host[:len(host)-len(suffix)-1]
	return host[strings.LastIndexByte(label, '.')+1:], true
}

// Site returns what HTML calls the site of an origin: the scheme, and the
// registrable domain, or else the host. An opaque origin is its own site.
func (o Origin) Site(list PublicSuffixList) Origin {
	if domain, ok := registrableDomain(o.host, o.kind, list); ok {
		o.host = domain
	}
	o.port = ""
	return o
}

// SameSite reports whether the sites of o and p are the same, schemes
// included. Opaque origins are of no site but their own.
func (o Origin) SameSite(p Origin, list PublicSuffixList) bool {
	return !o.IsOpaque() && o.Site(list) == p.Site(list)
}
