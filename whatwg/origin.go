package whatwg

import (
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/reading"
	"earl.example/urlerr"
)

// An Origin is the origin of a URL (§4.7): scheme, host and port, or opaque. The zero Origin is opaque. An Origin
// shares the memory of the URL.
type Origin struct {
	scheme, host, port string
	kind               reading.HostKind
}

// Origin returns the origin of u. For ftp, http, https, ws and wss it is scheme, host and port. For a blob URL with an
// http or https URL as its path, it is the origin of that inner URL. The origins of all other URLs are opaque,
// including those of file URLs, as the standard suggests.
func (u URL) Origin() Origin {
	if u.kind == other && u.Scheme() == "blob" {
		if inner, err := Parse(u.Pathname()); err == nil && (inner.kind == http || inner.kind == https) {
			return inner.Origin()
		}
	}
	if u.kind == other || u.kind == file {
		return Origin{}
	}
	return Origin{u.Scheme(), u.Hostname(), u.Port(), u.host}
}

// ParseOrigin returns the origin with the serialization s, such as "https://example.com:81" in a header Origin. "null"
// is an opaque origin. ParseOrigin rejects every text that [Origin.String] does not return.
func ParseOrigin(s string) (Origin, error) {
	if s == "null" {
		return Origin{}, nil
	}
	u, err := Parse(s)
	if err != nil {
		return Origin{}, err
	}
	o := u.Origin()
	if o.String() != s {
		return Origin{}, newError(ruleOrigin, s, -1, urlerr.NoComponent, nil)
	}
	return o, nil
}

// MarshalText returns the result of String. The error is nil.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the result of [ParseOrigin] for text.
func (o *Origin) UnmarshalText(text []byte) error { return marshal.Set(o, string(text), ParseOrigin) }

// Clone returns a copy of o that does not share memory.
func (o Origin) Clone() Origin {
	o.scheme, o.host, o.port = strings.Clone(o.scheme), strings.Clone(o.host), strings.Clone(o.port)
	return o
}

// IsOpaque reports whether o is opaque. No origin is the same origin as an opaque origin, not even the opaque origin
// itself.
func (o Origin) IsOpaque() bool { return o.scheme == "" }

// String returns the serialization of o, such as "https://example.com:81", or "null" if o is opaque.
func (o Origin) String() string {
	switch {
	case o.scheme == "":
		return "null"
	case o.port == "":
		return o.scheme + "://" + o.host
	}
	return o.scheme + "://" + o.host + ":" + o.port
}

// SameOrigin reports whether o and p are the same origin. It is false if one of them is opaque.
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// A PublicSuffixList returns public suffixes, such as "com" and "co.uk" (§3.2). The variable List of
// golang.org/x/net/publicsuffix implements it. Lists differ from program to program.
type PublicSuffixList interface {
	// PublicSuffix returns the public suffix of domain, which is in lower case and does not end with ".".
	PublicSuffix(domain string) string
}

// PublicSuffix returns the public suffix of the host (§3.2). ok is false if the host is not a domain, or has an empty
// label.
func (u URL) PublicSuffix(list PublicSuffixList) (suffix string, ok bool) {
	return publicSuffix(u.Hostname(), u.host, list)
}

func publicSuffix(host string, kind reading.HostKind, list PublicSuffixList) (suffix string, ok bool) {
	domain := strings.TrimSuffix(host, ".")
	if kind != reading.HostName || domain == "" || domain[0] == '.' || strings.HasSuffix(domain, ".") ||
		strings.Contains(domain, "..") {
		return "", false
	}
	suffix = list.PublicSuffix(domain)
	if suffix == "" || !strings.HasSuffix(domain, suffix) {
		return "", false
	}
	return host[len(domain)-len(suffix):], true
}

// RegistrableDomain returns the public suffix of the host with the label before it (§3.2). ok is false if there is
// none.
func (u URL) RegistrableDomain(list PublicSuffixList) (domain string, ok bool) {
	return registrableDomain(u.Hostname(), u.host, list)
}

func registrableDomain(host string, kind reading.HostKind, list PublicSuffixList) (domain string, ok bool) {
	suffix, ok := publicSuffix(host, kind, list)
	if !ok || len(suffix) == len(host) {
		return "", false
	}
	label := host[:len(host)-len(suffix)-1]
	return host[strings.LastIndexByte(label, '.')+1:], true
}

// site returns the site of o as HTML defines it: the scheme and the registrable domain. If there is no registrable
// domain, the site has the host.
func (o Origin) site(list PublicSuffixList) Origin {
	if domain, ok := registrableDomain(o.host, o.kind, list); ok {
		o.host = domain
	}
	o.port = ""
	return o
}

// SameSite reports whether o and p have the same site as HTML defines it, including the scheme. It is false if one of
// them is opaque.
func (o Origin) SameSite(p Origin, list PublicSuffixList) bool {
	return !o.IsOpaque() && o.site(list) == p.site(list)
}
