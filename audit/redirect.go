package audit

import (
	"errors"
	"fmt"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/whatwg"
)

// SameOrigin returns the reference to send a browser to, after a login for example: ref as browsers resolve it against
// base, without the origin. The result begins with exactly one slash, and a browser reads it as a URL of the origin of
// base. If ref can lead to another origin in some program, also in one that decodes the path first, SameOrigin returns
// a [*PolicyError].
//
// base is the URL of the page that received ref. Send the result, not ref.
func SameOrigin(base, ref string) (string, error) {
	u, err := whatwg.Parse(base)
	if err != nil {
		return "", err
	}
	if u.Hostname() == "" {
		return "", errors.New("audit: the base has no host")
	}
	if u.Username() != "" || u.Password() != "" { // a browser would resolve ref with them
		u.SetUsername("")
		u.SetPassword("")
		base = u.Href()
	}
	p := Web()
	p.Schemes, p.Hosts, p.AllowInternal = []string{u.Scheme()}, []string{u.Hostname()}, true
	p.Ports = []uint16{portNumber(u.Scheme(), u.Port())}
	if err := p.CheckRef(base, ref); err != nil {
		return "", err
	}
	target, err := u.Resolve(ref)
	if err != nil || !target.Origin().SameOrigin(u.Origin()) {
		return "", refuse(ref, "policy-host", "A browser reads another origin than that of the base.", span(0, len(ref)))
	}
	// a program between here and the browser can decode the path
	for path, n := target.Pathname(), 0; n <= maxDecoded; n++ {
		if isNetworkPath(path) || strings.HasPrefix(path, "//") {
			return "", refuse(ref, "path-network", "A browser reads a host after the slashes of the path.", span(0, len(ref)))
		}
		path = strings.Map(withoutControls, decode(path))
	}
	return strings.TrimPrefix(target.Href(), target.Origin().String()), nil
}

// withoutControls is a function for strings.Map that removes spaces and control characters, as browsers do in some
// places.
func withoutControls(r rune) rune {
	if r <= ' ' || r == 0x7F {
		return -1
	}
	return r
}

// CheckRedirectURI returns nil if uri, the parameter redirect_uri of OAuth 2.0, is one of the registered URIs. All
// characters must be equal, as RFC 9700 §4.1.3 demands: no prefix, no pattern, no other spelling. The only exception is
// the port of a registered URI that begins with http://127.0.0.1 or http://[::1]: a native application can use any port
// (RFC 8252 §7.3). A URI with a fragment is rejected (RFC 6749 §3.1.2). The error is a [*PolicyError].
func CheckRedirectURI(uri string, registered []string) error {
	if i := strings.IndexByte(uri, '#'); i >= 0 {
		return refuse(uri, "policy-redirect", "A redirect URI has no fragment.", span(i, len(uri)))
	}
	after, loopback := cutLoopback(uri)
	for _, own := range registered {
		if own == uri {
			return nil
		}
		if rest, ok := cutLoopback(own); ok && loopback && rest == after {
			return nil
		}
	}
	return refuse(uri, "policy-redirect", "The URI is not registered. All characters must be equal.", span(0, len(uri)))
}

// cutLoopback returns uri without its port, if it is an http URI of 127.0.0.1 or ::1.
func cutLoopback(uri string) (string, bool) {
	for _, origin := range []string{"http://127.0.0.1", "http://[::1]"} {
		rest, ok := strings.CutPrefix(uri, origin)
		if !ok {
			continue
		}
		if digits, ok := strings.CutPrefix(rest, ":"); ok {
			port, n := ascii.Number(digits, 65535)
			if n == 0 || port == 0 || digits[0] == '0' {
				return "", false
			}
			rest = digits[n:]
		}
		if rest != "" && rest[0] != '/' && rest[0] != '?' {
			return "", false
		}
		return origin + rest, true
	}
	return "", false
}

// CheckOrigin returns nil if origin, the value of the header Origin of a request, is allowed to read responses (CORS).
// An item of allowed is an origin as browsers send it, such as "https://app.example". In "https://*.app.example", "*"
// stands for one or more labels; the item does not allow https://app.example. The origin "null", which every sandboxed
// frame and every local file has, is allowed only if allowed lists "null".
//
// All characters must be equal: browsers send an origin in lower case, in Punycode, without a default port and without
// a path. The error is a [*PolicyError]; another error says that an item of allowed can never match.
func CheckOrigin(origin string, allowed []string) error {
	for _, item := range allowed {
		before, after, wildcard := strings.Cut(item, "*")
		plain := item
		if wildcard {
			plain = before + "a" + after
		}
		lower := ascii.ToLower(item)
		if strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://") || wildcard {
			_, err := whatwg.ParseOrigin(plain)
			if err != nil || wildcard && !(strings.HasSuffix(before, "://") && len(after) > 1 && after[0] == '.') {
				return fmt.Errorf("audit: no browser sends the allowed origin %q: write it like https://a.example or "+
					"https://*.a.example", item)
			}
		}
		if !wildcard && item == origin {
			return nil
		}
		if rest, ok := strings.CutPrefix(origin, before); wildcard && ok {
			if labels, ok := strings.CutSuffix(rest, after); ok && isLabels(labels) {
				return nil
			}
		}
	}
	return refuse(origin, "policy-origin", "The origin is not allowed.", span(0, len(origin)))
}

// isLabels reports whether s consists of labels of a host in lower case.
func isLabels(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		inner := strings.ReplaceAll(label, "-", "")
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || !ascii.All(inner, ascii.Lower|ascii.Digit) {
			return false
		}
	}
	return true
}

// CheckCookieDomain returns nil if a response of host may set a cookie with the attribute Domain. The domain must be
// the host or a domain above it, and must not be a public suffix, because all sites below the suffix would receive the
// cookie (RFC 6265 §5.3). A host that is a public suffix or an address can set the attribute to itself. host can have
// a port. An empty domain is accepted: the cookie is for the host only.
//
// The variable List of golang.org/x/net/publicsuffix implements suffixes. Its version decides. The error is a
// [*PolicyError].
func CheckCookieDomain(host, domain string, suffixes whatwg.PublicSuffixList) error {
	host, _ = splitPort(host)
	from, to := ParseHost(host), ParseHost(strings.TrimPrefix(domain, "."))
	reject := func(message string) error { return refuse(domain, "policy-cookie", message, span(0, len(domain))) }
	switch {
	case domain == "" || from == to:
		return nil
	case from.Name == "" || to.Name == "":
		return reject("The domain is not the host, and one of them is an address.")
	case !isPlainName(from.Name) || !isPlainName(to.Name) || strings.Contains("."+from.Name, "..") ||
		strings.Contains("."+to.Name+".", ".."):
		return reject("The host or the domain is not a name.")
	case !isBelow(from.Name, to.Name):
		return reject("The host is not below the domain.")
	case suffixes.PublicSuffix(to.Name) == to.Name:
		return reject("The domain is a public suffix.")
	}
	return nil
}
