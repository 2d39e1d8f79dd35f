package audit

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// isOrdinary reports whether there is nothing to find in a URL about which the
// dialects agree, because it has nothing that is looked for: http or https, a
// host of lower-case letters, digits, dots and hyphens with a last label that
// begins with a letter, no port, no userinfo, and no escape. It may say no where
// there is nothing either; TestOrdinaryIsSilent holds it to the rest.
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
	if n == 0 || n > 60 || n == len(rest) || rest[n] != '/' || last == "" || !ascii.Is(last[0], ascii.Lower) || len(last) == len(host) {
		return false
	}
	if host[0] == '-' || host[0] == '.' || host[n-1] == '-' || strings.Contains(host, "--") || strings.Contains(host, "..") || strings.Contains(host, "-.") || strings.Contains(host, ".-") || internalName(host) != "" {
		return false
	}
	return isOrdinaryPath(rest[n:])
}

// isOrdinaryPath reports whether path, which begins with a slash, has nothing
// that is looked for: no empty or dot segments, none that a device may be
// called, no parameters, and no query or fragment behind it.
func isOrdinaryPath(path string) bool {
	for i := 0; i < len(path); i++ {
		if path[i] != '/' { // a byte that is not ordinary
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

// isOrdinarySegment reports whether segment is no device, in the coarsest way:
// what stands before the first dot has another length than the names of devices.
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
