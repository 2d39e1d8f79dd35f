package rfc3986

import (
	"bytes"
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
)

// appendPath appends the path of r after the steps, without "/." before it.
func appendPath(dst []byte, r *layout, steps Steps, info *scheme.Info) []byte {
	path := pathOf(r)
	if path == "" {
		if steps&StepEmptyPath != 0 && r.after != 0 && r.path != r.after && !info.Has(scheme.PathRequired) {
			dst = append(dst, '/')
		}
		return dst
	}
	switch {
	case steps&StepPath == 0:
		dst = appendSegments(dst, path, steps, info)
	case r.after == 0 && path[0] != '/':
		dst = appendRelative(dst, path, steps)
	default:
		// Decoding comes first, so that encoded dots count.
		at := len(dst)
		dst = appendSegments(dst, trimDots(path, steps&StepPercent != 0), steps, info)
		dst = dst[:at+len(dotsegment.Remove(dst[at:]))]
	}
	if steps&StepAddSlash != 0 && info.Has(scheme.HTTP) && r.path != r.after && dst[len(dst)-1] != '/' {
		dst = append(dst, '/')
	}
	return dst
}

func appendSegments(dst []byte, path string, steps Steps, info *scheme.Info) []byte {
	if steps&StepSchemeCase == 0 || info.Facts&(scheme.DomainAfterAt|scheme.NamespaceID) == 0 {
		return appendText(dst, path, steps, false)
	}
	start := len(dst)
	for segment := range strings.SplitSeq(path, "/") {
		dst = append(appendFolded(dst, segment, len(dst) == start, steps, info), '/')
	}
	return dst[:len(dst)-1]
}

func trimDots(path string, percent bool) string {
	for path != "" && path[0] != '/' {
		segment, rest, _ := strings.Cut(path, "/")
		if dotsegment.Dots(segment, percent) == 0 {
			break
		}
		path = rest
	}
	return path
}

// appendRelative appends the path of a relative reference with as few dot segments as possible. path[0] != '/'.
func appendRelative(dst []byte, path string, steps Steps) []byte {
	begin := len(dst)
	segments, removable := 0, 0 // written segments
	for more := true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		kind := dotsegment.Dots(segment, steps&StepPercent != 0)
		switch {
		case kind == 2 && removable > 0:
			dst = dst[:begin+max(bytes.LastIndexByte(dst[begin:], '/'), 0)]
			removable--
			segments--
		case kind != 1:
			if segments > 0 {
				dst = append(dst, '/')
			}
			segments++
			if kind == 0 {
				removable++
			}
			dst = appendText(dst, segment, steps, false)
		}
		if kind > 0 && !more && segments > 0 {
			dst = append(dst, '/')
		}
	}
	first := dst[begin:]
	if i := bytes.IndexByte(first, '/'); i >= 0 {
		first = first[:i]
	}
	if len(first) == 0 || bytes.IndexByte(first, ':') >= 0 {
		dst = slices.Insert(dst, begin, '.', '/')
	}
	return dst
}

// appendFolded appends a segment with its case-insensitive parts in lower case. first reports that no slash precedes
// it.
func appendFolded(dst []byte, segment string, first bool, steps Steps, info *scheme.Info) []byte {
	if info.Has(scheme.NamespaceID) {
		n := labelLen(segment)
		dst = appendText(dst, segment[:n], steps, first && n < len(segment) && segment[n] == ':')
		return appendText(dst, segment[n:], steps, false)
	}
	if strings.Contains(segment, "%22") {
		return appendText(dst, segment, steps, false)
	}
	part, rest, more := strings.Cut(segment, "@")
	dst = appendText(dst, part, steps, false)
	for more {
		part, rest, more = strings.Cut(rest, "@")
		n := labelLen(part)
		isDomain := n == len(part) && !more || n < len(part) && strings.IndexByte(",;:", part[n]) >= 0
		dst = appendText(append(dst, '@'), part[:n], steps, isDomain)
		dst = appendText(dst, part[n:], steps, false)
	}
	return dst
}

func labelLen(s string) int { return percent.Skip(s, 0, ascii.Unreserved) }
