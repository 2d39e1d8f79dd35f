package urltext

import (
	"strconv"
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/rfc3986"
)

// Complete guesses the URI of a text that lacks the beginning, such as www.w3.org/Addressing/ (§4.5). It also returns
// its guesses in words, such as "host" and "scheme by name". It is a heuristic, which can change. Use it only where
// there is no base, as for the input of a dialog. Do not store guesses: a name can mean another host elsewhere (RFC
// 1535).
//
//   - A text with a scheme is a URI, without guesses. There is one exception: an unregistered scheme that looks like a
//     host and precedes a number up to 65535 is a host with a port, as in localhost:8080/x.
//   - A host is an IP address, localhost, or a domain name of at least two labels. The last label is not a number.
//     Before a port, a single label is also a host. Underscores and percent-encoded non-ASCII octets count as letters.
//   - A text that begins with "//" lacks only the scheme.
//   - A name, "@" and a domain name of at least two labels are a mailbox.
//   - The scheme is http, https, ftp, gopher, ldap or ldaps if the port is its default port. If the port does not
//     decide, it is dict, ftp, gopher, imap or ldap if the first of several labels has this name. In all other cases it
//     is http, for which a label such as www or www2 is a hint.
//
// Other texts are errors: a path, a single label, and a userinfo before a host, which could hide another host (§7.6).
func Complete(s string) (u rfc3986.URI, guesses []string, err error) {
	return CompleteOptions{}.Complete(s)
}

// CompleteOptions change the guesses of [Complete].
type CompleteOptions struct {
	// DefaultScheme is the scheme if neither a port nor a name hints at another scheme. "" means http.
	DefaultScheme string
}

// Complete is the function [Complete] with options.
func (opt CompleteOptions) Complete(s string) (u rfc3986.URI, guesses []string, err error) {
	if opt.DefaultScheme == "" {
		opt.DefaultScheme = "http"
	}
	schemeOnly, err := rfc3986.Edit{Scheme: &opt.DefaultScheme}.Apply(rfc3986.Ref{})
	if err != nil {
		return rfc3986.URI{}, nil, err
	}
	web := schemeOnly.Scheme()
	n := ascii.SchemeLen(s)
	hasScheme := n != 0 && strings.HasPrefix(s[n:], ":")
	isPort := hasScheme && portFollows(s, n)
	switch {
	case hasScheme && !isPort, strings.HasPrefix(s, "//"):
		r, err := rfc3986.Parse(s)
		if err != nil {
			return rfc3986.URI{}, nil, err
		}
		if u, ok := r.URI(); ok {
			return u, nil, nil
		}
		host, _ := r.Host()
		if host == "" {
			return rfc3986.URI{}, nil, fail(&ruleSuffix, s, len("//"))
		}
		port, _ := r.Port()
		name, g := guessScheme(web, host, port)
		return completed(name+":", s, g)
	case isMailbox(s):
		return completed("mailto:", s, "mailbox")
	}
	authority := s[:endOfName(s, 0, len(s))]
	host, port := splitHost(authority)
	if !isHost(host, port != "") || strings.Contains(authority, "@") {
		return rfc3986.URI{}, nil, fail(&ruleSuffix, s, 0)
	}
	name, g := guessScheme(web, host, port)
	if isPort {
		return completed(name+"://", s, "host", "port", g)
	}
	return completed(name+"://", s, "host", g)
}

func completed(prefix, s string, guesses ...string) (rfc3986.URI, []string, error) {
	u, err := rfc3986.ParseURI(prefix + s)
	if err != nil {
		return rfc3986.URI{}, nil, errorIn(s, err, func(at int) int { return at - len(prefix) })
	}
	return u, guesses, nil
}

func portFollows(s string, n int) bool {
	port := s[n+1 : endOfName(s, n, len(s))]
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil && isHost(s[:n], true) && !scheme.Lookup(s[:n]).IsRegistered()
}

func splitHost(s string) (host, port string) {
	end := 0
	if strings.HasPrefix(s, "[") {
		end = strings.IndexByte(s, ']') + 1
	}
	if n := strings.IndexByte(s[end:], ':'); n >= 0 {
		return s[:end+n], s[end+n+1:]
	}
	return s, ""
}

// isHost reports whether s looks like a host. It does not check hosts in brackets.
func isHost(s string, hasPort bool) bool {
	if strings.HasPrefix(s, "[") || ipaddr.IsIPv4(s) {
		return true
	}
	labels := strings.TrimSuffix(s, ".")
	last := labels[strings.LastIndexByte(labels, '.')+1:]
	if ascii.All(last, ascii.Digit) {
		return false
	}
	for label := range strings.SplitSeq(labels, ".") {
		if !isLabel(label) {
			return false
		}
	}
	return hasPort || len(last) < len(labels) || ascii.EqualFold(labels, "localhost")
}

// isLabel reports whether s is a label of a domain name. Underscores and percent-encoded non-ASCII octets are letters.
func isLabel(s string) bool {
	if s == "" || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		switch {
		case ascii.Is(s[i], ascii.Alpha|ascii.Digit) || s[i] == '_' || s[i] == '-':
		case percent.IsEscape(s, i) && ascii.Unhex[s[i+1]] >= 8:
		default:
			return false
		}
	}
	return true
}

func isMailbox(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && ascii.Index(local, ascii.GenDelim) < 0 && !ipaddr.IsIPv4(domain) &&
		!strings.HasPrefix(domain, "[") && isHost(domain, false) && strings.Contains(strings.TrimSuffix(domain, "."), ".")
}

// Schemes that a port or the first label of a host hints at.
var (
	schemesByPort = [...]string{"http", "https", "ftp", "gopher", "ldap", "ldaps"}
	schemesByName = [...]string{"dict", "ftp", "gopher", "imap", "ldap"}
)

func guessScheme(web, host, port string) (name, guess string) {
	port = strings.TrimLeft(port, "0")
	for _, name := range schemesByPort {
		if strconv.Itoa(int(scheme.Lookup(name).Port)) == port {
			return name, "scheme by port"
		}
	}
	label, _, several := strings.Cut(host, ".")
	if several {
		for _, name := range schemesByName {
			if ascii.EqualFold(name, label) {
				return name, "scheme by name"
			}
		}
		if ascii.HasPrefixFold(label, "www") && ascii.All(label[3:], ascii.Digit) {
			return web, "scheme by name"
		}
	}
	return web, "scheme by default"
}
