package audit

import (
	"slices"
	"strings"
	"sync"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// isOrdinary reports whether a URL has a form in which no finder finds anything and on which the dialects agree. In
// this form, the scheme is http or https. The host consists of lower-case letters, digits, dots and hyphens, its last
// label begins with a letter, and no label begins with 0. The port is absent or above 1023. There is no userinfo and no
// escape. For some URLs without findings, isOrdinary returns false. TestOrdinaryIsSilent compares isOrdinary with the
// finders, and checks that the default dialects accept such a URL and agree on it.
func isOrdinary(url string) bool {
	o, ok := ordinary(url)
	return ok && internalName(o.host) == ""
}

// An origin is the scheme, the host and the port of a URL. An absent port is "".
type origin struct{ scheme, host, port string }

// ordinary returns the origin of a URL. ok reports whether the URL has the form that isOrdinary describes. Unlike
// isOrdinary, ordinary accepts internal hosts.
func ordinary(url string) (o origin, ok bool) {
	scheme, rest := "https", ""
	if rest, ok = strings.CutPrefix(url, "https://"); !ok {
		scheme = "http"
		rest, ok = strings.CutPrefix(url, "http://")
	}
	if !ok || len(url) > maxShownHost*4 {
		return origin{}, false
	}
	port := ""
	n, label := 0, 0
	for ; n < len(rest) && ascii.Is(rest[n], ascii.OrdinaryHost); n++ {
		if c := rest[n]; c == '.' || c == '-' || c == '0' && n == label {
			if n == label || rest[n-1] == '-' {
				return origin{}, false
			}
			if c == '.' {
				label = n + 1
			}
		}
	}
	host := rest[:n]
	rest = rest[n:]
	if n > 60 || label == 0 || label == n || !ascii.Is(host[label], ascii.Lower) || host[n-1] == '-' {
		return origin{}, false
	}
	if strings.HasPrefix(rest, ":") {
		end := ascii.Skip(rest, 1, ascii.Digit)
		port = rest[1:end]
		if n := number(port); n <= 1023 || port[0] == '0' || slices.Contains(ports()["[blocked]"], n) ||
			slices.Contains(ports()["[services]"], n) {
			return origin{}, false
		}
		rest = rest[end:]
	}
	return origin{scheme, host, port}, strings.HasPrefix(rest, "/") && isOrdinaryPath(rest)
}

// neverAbsent returns for each dialect of defaults the components that are present in every URL. The bit of c is 1<<c.
var neverAbsent = sync.OnceValue(func() []uint16 {
	masks := make([]uint16, len(defaults))
	for i, d := range defaults {
		var r reading.Reading
		d.Read(&r, "http://h.example/a")
		for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
			if value, ok := r.Get(c); ok && value == "" {
				masks[i] |= 1 << c
			}
		}
	}
	return masks
})

// readAlike sets the readings of an ordinary URL with a path. It reports whether some dialects are not in defaults.
// These dialects read the URL themselves. isDefault reports that the dialects are those of defaults.
//
// The dialects of defaults read such a URL alike, because it has nothing that one of them changes or treats specially:
//
//   - The scheme is in lower case and followed by "//", and has an authority in each dialect.
//   - The authority is a host or a host and a port, so it has no "@", bracket, backslash or escape.
//   - The host has at most 60 bytes, all ASCII and in lower case, so no dialect maps it. There is no "--", so no label
//     is an A-label. No label is empty. The last label begins with a letter, so the host is not an IPv4 address.
//   - The port has no leading zeros and is not a default port, so no dialect rewrites or drops it.
//   - The path begins with "/", so no dialect adds it. All its bytes are in pchar of RFC 3986, and no dialect escapes
//     one of them. None is ";", which begins params. No segment is a dot segment, and only the last can be empty.
//   - There is no query and no fragment.
//
// So all their readings have the same spans. Only the components without a span differ: in some dialects they are "",
// in others absent. FuzzAlike compares the readings with the readings of the dialects.
func (r *Report) readAlike(url string, isDefault bool) (others bool) {
	var first *reading.Reading
	masks := neverAbsent()
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		known := i
		if !isDefault { // comparing dialects takes longer than all else
			known = slices.Index(defaults, v.Dialect)
		}
		switch {
		case known < 0:
			others = true
			v.Dialect.Read(&v.Reading, url)
			continue
		case first == nil:
			first = &v.Reading
			v.Dialect.Read(first, url)
		default:
			v.Reading = *first
		}
		v.Reading.SetNeverAbsent(masks[known])
	}
	return others
}

// acceptsOrdinary reports whether url is ordinary and the policy accepts it. Then no dialect needs to read url.
func (p *Policy) acceptsOrdinary(url string) bool {
	for _, d := range p.Dialects {
		if d.Name() != "net/url" && !slices.Contains(defaults, d) { // every net/url reads an ordinary URL alike
			return false
		}
	}
	o, ok := ordinary(url)
	return ok && internalName(o.host) == "" && (p.Schemes == nil || slices.Contains(p.Schemes, o.scheme)) &&
		(p.Hosts == nil || p.acceptsHost(o.host)) && !p.refusesName(o.host) &&
		(p.Ports == nil && p.RefusedPorts == nil || p.acceptsPort(portNumber(o.scheme, o.port)))
}

// isOrdinaryPath reports whether path has only ordinary bytes and segments. It has no empty segment, dot segment,
// params, query or fragment. path must begin with "/".
func isOrdinaryPath(path string) bool {
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			return false
		}
		end := i + 1
		for end < len(path) && ascii.Is(path[end], ascii.OrdinaryPath) && path[end] != '/' {
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

// isOrdinarySegment reports whether segment does not begin with a dot and is not the name of a device of Windows.
func isOrdinarySegment(segment string) bool {
	if !ascii.Is(segment[0], ascii.DeviceStart) {
		return segment[0] != '.'
	}
	stem, _, _ := strings.Cut(segment, ".")
	return !slices.Contains(list("devices"), ascii.ToLower(stem))
}
