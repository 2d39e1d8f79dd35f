package audit

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// isOrdinary reports whether no finder can find anything in a URL on which the dialects agree: the scheme is http or
// https, the host has lower-case letters, digits, dots and hyphens, its last label begins with a letter, and there is
// no port, userinfo or escape. It may return false for other URLs without findings. TestOrdinaryIsSilent compares it
// with the finders.
func isOrdinary(url string) bool {
	rest, ok := strings.CutPrefix(url, "https://")
	if !ok {
		if rest, ok = strings.CutPrefix(url, "http://"); !ok {
			return false
		}
	}
	if len(url) > maxShownHost*4 {
		return false
	}
	n := 0
	for n < len(rest) && ordinaryHost[rest[n]] {
		n++
	}
	host := rest[:n]
	last := host[strings.LastIndexByte(host, '.')+1:]
	if n == 0 || n > 60 || n == len(rest) || rest[n] != '/' ||
		last == "" || !ascii.Is(last[0], ascii.Lower) || len(last) == len(host) {
		return false
	}
	if host[0] == '-' || host[0] == '.' || host[n-1] == '-' || internalName(host) != "" ||
		strings.Contains(host, "--") || strings.Contains(host, "..") ||
		strings.Contains(host, "-.") || strings.Contains(host, ".-") {
		return false
	}
	return isOrdinaryPath(rest[n:])
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
