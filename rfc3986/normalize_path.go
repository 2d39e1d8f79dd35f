package rfc3986

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
)

// normalPath reports whether the steps do not change the path of r, ignoring percent-encodings.
func normalPath(r *layout, steps Steps, info *scheme.Info) bool {
	path := pathOf(r)
	if path == "" {
		return !fillsPath(r, steps, info)
	}
	if steps&StepPath != 0 && !normalDots(r, path) {
		return false
	}
	if endsWithSlash(r, steps, info) && path[len(path)-1] != '/' {
		return false
	}
	return !foldsSegments(steps, info) || normalCase(path, info)
}

func normalCase(path string, info *scheme.Info) bool {
	for i := 0; i <= len(path); {
		n := segmentLen(path[i:])
		segment := path[i : i+n]
		parts := foldedParts(segment, i == 0, info)
		for at := 0; at < n; at++ {
			if segment[at] == '%' {
				at += 2
			} else if ascii.Is(segment[at], ascii.Upper) && parts.has(at) {
				return false
			}
		}
		i += n + 1
	}
	return true
}

func endsWithSlash(r *layout, steps Steps, info *scheme.Info) bool {
	return steps&StepTrailingSlash != 0 && info.Has(scheme.HTTP) && r.path != r.after
}

func fillsPath(r *layout, steps Steps, info *scheme.Info) bool {
	return steps&StepEmptyPath != 0 && r.after != 0 && r.path != r.after && !info.Has(scheme.PathRequired)
}

func segmentLen(s string) int {
	if i := strings.IndexByte(s, '/'); i >= 0 {
		return i
	}
	return len(s)
}

// normalDots reports whether StepPath does not change the path of r, ignoring encoded dots.
func normalDots(r *layout, path string) bool {
	switch {
	case path[0] == '/':
		if r.path == r.after && strings.HasPrefix(path, "/.//") {
			path = path[2:]
		}
	case r.after != 0:
	case strings.HasPrefix(path, "./"):
		path = path[2:]
		if first := path[:segmentLen(path)]; first != "" && strings.IndexByte(first, ':') < 0 {
			return false
		}
	default:
		for strings.HasPrefix(path, "../") {
			path = path[3:]
		}
	}
	return !dotsegment.Has(path)
}

// appendPath appends the path of r after the steps, without "/." before it.
func appendPath(dst []byte, r *layout, steps Steps, info *scheme.Info) []byte {
	path := pathOf(r)
	if path == "" {
		if fillsPath(r, steps, info) {
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
	if endsWithSlash(r, steps, info) && dst[len(dst)-1] != '/' {
		dst = append(dst, '/')
	}
	return dst
}

func appendSegments(dst []byte, path string, steps Steps, info *scheme.Info) []byte {
	if !foldsSegments(steps, info) {
		return appendText(dst, path, steps, false)
	}
	for i := 0; ; {
		n := segmentLen(path[i:])
		dst = appendFolded(dst, path[i:i+n], i == 0, steps, info)
		i += n
		if i == len(path) {
			return dst
		}
		dst = append(dst, '/')
		i++
	}
}

func trimDots(path string, percent bool) string {
	for path != "" && path[0] != '/' {
		n := segmentLen(path)
		if dotsegment.Dots(path[:n], percent) == 0 {
			break
		}
		path = path[min(n+1, len(path)):]
	}
	return path
}

// appendRelative appends the path of a relative reference with as few dot segments as possible. path[0] != '/'.
func appendRelative(dst []byte, path string, steps Steps) []byte {
	begin := len(dst)
	segments, removable := 0, 0 // written segments
	for i := 0; i <= len(path); {
		n := segmentLen(path[i:])
		segment := path[i : i+n]
		i += n + 1
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
		if kind > 0 && i > len(path) && segments > 0 {
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
	parts := foldedParts(segment, first, info)
	for i := 0; i < len(segment); {
		var u uint32
		u, i = unit(segment, i, steps, parts.has(i))
		dst = append(dst, byte(u))
		if u > 0xff {
			dst = append(dst, byte(u>>8), byte(u>>16))
		}
	}
	return dst
}

func foldsSegments(steps Steps, info *scheme.Info) bool {
	return steps&StepSchemeCase != 0 && info.Facts&(scheme.DomainAfterAt|scheme.NamespaceID) != 0
}

// parts iterates over the case-insensitive parts of a segment. The current part is segment[from:to].
type parts struct {
	segment  string
	from, to int
}

// foldedParts returns the iterator over the parts of segment. first reports that no slash precedes segment.
func foldedParts(segment string, first bool, info *scheme.Info) parts {
	if info.Has(scheme.NamespaceID) {
		if n := labelLen(segment); first && n < len(segment) && segment[n] == ':' {
			return parts{to: n}
		}
		return parts{}
	}
	if strings.Contains(segment, "%22") {
		return parts{}
	}
	return parts{segment: segment}
}

func (p *parts) next() bool {
	for {
		at := strings.IndexByte(p.segment[min(p.to, len(p.segment)):], '@')
		if at < 0 {
			p.from, p.to = math.MaxInt, math.MaxInt
			return false
		}
		p.from = p.to + at + 1
		p.to = p.from + labelLen(p.segment[p.from:])
		if p.to == len(p.segment) || strings.IndexByte(",;:", p.segment[p.to]) >= 0 {
			return true
		}
	}
}

// has reports whether offset i is in a part. i must not decrease from one call to the next.
func (p *parts) has(i int) bool {
	for i >= p.to && p.next() {
	}
	return p.from <= i && i < p.to
}

func labelLen(s string) int { return skip(s, 0, ascii.Unreserved) }
