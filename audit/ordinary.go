package audit

import (
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// isOrdinary reports whether a URL has a form in which no finder finds anything and on which the dialects agree. In
// this form, the scheme is http or https. The host consists of lower-case letters, digits, dots and hyphens, its last
// label begins with a letter, and no label begins with 0. The port is absent or above 1023. There is no userinfo and no
// escape. For some URLs without findings, isOrdinary returns false. TestOrdinaryIsSilent compares isOrdinary with
// the finders, and checks that the default dialects accept such a URL and agree on it.
func isOrdinary(url string) bool {
	_, host, _, ok := ordinary(url)
	return ok && internalName(host) == ""
}

// ordinary returns the scheme, the host and the port of a URL. An absent port is -1. ok reports whether the URL has the
// form that isOrdinary describes. Unlike isOrdinary, ordinary accepts internal hosts.
func ordinary(url string) (scheme, host string, port int, ok bool) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || scheme != "http" && scheme != "https" || len(url) > maxShownHost*4 {
		return "", "", 0, false
	}
	port = -1
	n, label := 0, 0
	for ; n < len(rest) && ordinaryHost[rest[n]]; n++ {
		if c := rest[n]; c == '.' || c == '-' || c == '0' && n == label {
			if n == label || rest[n-1] == '-' {
				return "", "", 0, false
			}
			if c == '.' {
				label = n + 1
			}
		}
	}
	host, rest = rest[:n], rest[n:]
	if n > 60 || label == 0 || label == n || !ascii.Is(host[label], ascii.Lower) || host[n-1] == '-' {
		return "", "", 0, false
	}
	if strings.HasPrefix(rest, ":") {
		end := 1
		for end < len(rest) && ascii.Is(rest[end], ascii.Digit) {
			end++
		}
		port = number(rest[1:end])
		if port <= 1023 || rest[1] == '0' || slices.Contains(badPorts, port) || slices.Contains(servicePorts, port) {
			return "", "", 0, false
		}
		rest = rest[end:]
	}
	return scheme, host, port, strings.HasPrefix(rest, "/") && isOrdinaryPath(rest)
}

// acceptsOrdinary reports whether url is ordinary and the policy accepts it. Then no dialect needs to read url.
func (p *Policy) acceptsOrdinary(url string) bool {
	for _, d := range p.Dialects {
		if d.Name() != "net/url" && !slices.Contains(defaults, d) { // every net/url reads an ordinary URL alike
			return false
		}
	}
	scheme, host, port, ok := ordinary(url)
	return ok && internalName(host) == "" && (p.Schemes == nil || slices.Contains(p.Schemes, scheme)) &&
		(p.Hosts == nil || p.acceptsHost(host)) && !p.refusesName(host) && p.acceptsPort(scheme, port)
}

// isOrdinaryPath reports whether path has only ordinary bytes and segments. It has no empty segment, dot segment,
// params, query or fragment. path must begin with "/".
func isOrdinaryPath(path string) bool {
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			return false
		}
		end := i + 1
		for end < len(path) && ordinaryPath[path[end]] && path[end] != '/' {
			end++
		}
		segment := path[i+1 : end]
		if segment == "" && end < len(path) || segment != "" && !isOrdinarySegment(segment) {
			return false
		}
		i = end - 1
	}
	return true
}

// isOrdinarySegment reports whether segment cannot name a device of Windows. It looks only at the length of the text
// before the first dot.
func isOrdinarySegment(segment string) bool {
	dot := strings.IndexByte(segment, '.')
	if dot < 0 {
		dot = len(segment)
	}
	return dot != 0 && (dot < 3 || dot > 7 || !deviceStart[segment[0]])
}

var ordinaryHost, ordinaryPath, deviceStart = func() (host, path, device [256]bool) {
	for c := range host {
		b := byte(c)
		host[c] = ascii.Is(b, ascii.Lower|ascii.Digit) || b == '.' || b == '-'
		path[c] = ascii.Is(b, ascii.Unreserved) || strings.IndexByte("/,+!$()'*", b) >= 0
		device[c] = strings.IndexByte("cpanlCPANL", b) >= 0
	}
	return host, path, device
}()
