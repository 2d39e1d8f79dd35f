package audit

import (
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// isOrdinary reports whether no finder can find anything in a URL on which the dialects agree: the scheme is http or
// https, the host has lower-case letters, digits, dots and hyphens, its last label begins with a letter, no label
// begins with 0, the port is absent or above 1023, and there is no userinfo or escape. It may return false for other
// URLs without findings. TestOrdinaryIsSilent compares it with the finders, and checks that the default dialects accept
// such a URL and agree.
func isOrdinary(url string) bool {
	_, host, _, ok := ordinary(url)
	return ok && internalName(host) == ""
}

// ordinary returns the scheme, the host and the port of a URL as isOrdinary describes it, except that the host may be
// internal. The port is -1 if the URL has none.
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
		if port <= 1023 || rest[1] == '0' || isBadPort(port) || isServicePort(port) {
			return "", "", 0, false
		}
		rest = rest[end:]
	}
	return scheme, host, port, strings.HasPrefix(rest, "/") && isOrdinaryPath(rest)
}

// acceptsOrdinary reports whether the policy accepts a URL that is ordinary, so that no dialect needs to read it.
func (p *Policy) acceptsOrdinary(url string) bool {
	if p.Dialects != nil {
		return false
	}
	scheme, host, port, ok := ordinary(url)
	return ok && internalName(host) == "" && (p.Schemes == nil || slices.Contains(p.Schemes, scheme)) &&
		(p.Hosts == nil || p.acceptsHost(host)) && p.acceptsPort(scheme, port)
}

// isOrdinaryPath reports whether path, which begins with "/", has only ordinary bytes and segments: no empty segments,
// dot segments, params, query or fragment.
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

// isOrdinarySegment reports whether segment cannot be a device of Windows, by the length of its part before the first
// dot.
func isOrdinarySegment(segment string) bool {
	dot := strings.IndexByte(segment, '.')
	if dot < 0 {
		dot = len(segment)
	}
	return dot != 0 && (dot < 3 || dot > 7 || !deviceStart[segment[0]])
}

var ordinaryHost, ordinaryPath, deviceStart = func() (host, path, device [256]bool) {
	for c := range 256 {
		b := byte(c)
		host[c] = ascii.Is(b, ascii.Lower|ascii.Digit) || b == '.' || b == '-'
		path[c] = ascii.Is(b, ascii.Unreserved) || strings.IndexByte("/,+!$()'*", b) >= 0
		device[c] = strings.IndexByte("cpanlCPANL", b) >= 0
	}
	return host, path, device
}()
