package rfc3986

import (
	"net/netip"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
)

// Equivalent reports whether a.Normalize(steps) == b.Normalize(steps). It does not allocate.
//
// If it returns false, a and b can still identify the same resource (§6.1).
func Equivalent(a, b URI, steps Steps) bool {
	if a == b {
		return true
	}
	var l, m layout
	l.unpack(a.ref)
	m.unpack(b.ref)
	if steps == 0 || plainlyNormal(&l, steps) && plainlyNormal(&m, steps) {
		return false
	}
	if max(len(a.ref.s), len(b.ref.s)) > longest-maxGrowth {
		return a.Normalize(steps) == b.Normalize(steps)
	}
	c := comparison{&l, &m, steps, schemeInfo(&l, steps)}
	return c.schemes() && c.paths() && c.tails()
}

// FirstRung returns the lowest rung of the ladder of §6.2 at which a and b are equal, or [NoRung]. It applies only
// steps. URIs that are equal at a rung are equal at all rungs above.
func FirstRung(a, b URI, steps Steps) Rung {
	if !Equivalent(a, b, steps&stepsAll) {
		return NoRung
	}
	rung := RungString
	for rung < RungProtocol && !Equivalent(a, b, steps&rung.Steps()) {
		rung++
	}
	return rung
}

// A comparison compares two URIs. info describes the scheme of a; it is used only if the schemes are equal.
type comparison struct {
	a, b  *layout
	steps Steps
	info  *scheme.Info
}

func (c *comparison) schemes() bool {
	a, b := schemeOf(c.a), schemeOf(c.b)
	return a == b || c.steps&StepCase != 0 && ascii.EqualFold(a, b)
}

// authorities compares the authorities of URIs with equal paths. rooted reports that the paths begin with a slash.
func (c *comparison) authorities(rooted bool) bool {
	a, b := c.a, c.b
	hasA, hasB := a.path != a.after, b.path != b.after
	if hasA != hasB {
		// An empty authority can equal an absent one.
		if c.steps&StepDefaultHost == 0 || !c.info.Has(scheme.Localhost) || !rooted {
			return false
		}
		if hasB {
			a = b
		}
		return c.port(a) == "" && a.host == a.after+2 && c.host(a) == ""
	}
	if !hasA {
		return true
	}
	// This text is "//", the userinfo and "@".
	if !equalText(a.s[a.after:a.host], b.s[b.after:b.host], c.steps, false) || c.port(a) != c.port(b) {
		return false
	}
	return c.hosts(c.host(a), c.host(b))
}

func (c *comparison) port(r *layout) string {
	if dropsPort(r, c.steps, c.info) {
		return ""
	}
	return r.s[r.hostEnd:r.path]
}

func (c *comparison) host(r *layout) string {
	if dropsHost(r, c.port(r), c.steps, c.info) {
		return ""
	}
	return r.s[r.host:r.hostEnd]
}

func (c *comparison) hosts(a, b string) bool {
	if a == b {
		return true
	}
	if a == "" || b == "" || a[0] == '[' != (b[0] == '[') {
		return false
	}
	if a[0] != '[' {
		return equalText(a, b, c.steps, true)
	}
	zoneA, zoneB := zoneStart(a), zoneStart(b)
	if !equalText(a[zoneA:], b[zoneB:], c.steps, false) {
		return false
	}
	if c.steps&StepIPv6 != 0 && a[1]|0x20 != 'v' && b[1]|0x20 != 'v' {
		addrA, _ := netip.ParseAddr(a[1:zoneA])
		addrB, _ := netip.ParseAddr(b[1:zoneB])
		return addrA == addrB
	}
	return equalText(a[:zoneA], b[:zoneB], c.steps, true)
}

// paths compares the paths, then the authorities.
func (c *comparison) paths() bool {
	hasA, hasB := c.a.path != c.a.after, c.b.path != c.b.after
	if hasA == hasB && pathOf(c.a) == pathOf(c.b) {
		return c.authorities(false)
	}
	a, b := c.segments(c.a), c.segments(c.b)
	for {
		x, ok := a.next()
		y, both := b.next()
		if ok != both || a.first != b.first {
			return false
		}
		if !ok {
			return a.empty == b.empty && c.authorities(!a.empty && !a.first)
		}
		if x != y && !c.segment(x, y, a.first) {
			return false
		}
	}
}

// segment compares two segments. first reports that no slash precedes them.
func (c *comparison) segment(a, b string, first bool) bool {
	if !foldsSegments(c.steps, c.info) {
		return equalText(a, b, c.steps, false)
	}
	partsA, partsB := foldedParts(a, first, c.info), foldedParts(b, first, c.info)
	for i, j := 0, 0; ; {
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		var x, y uint32
		x, i = unit(a, i, c.steps, partsA.has(i))
		y, j = unit(b, j, c.steps, partsB.has(j))
		if x != y {
			return false
		}
	}
}

func (c *comparison) tails() bool {
	a, b := c.a, c.b
	if !equalText(a.s[a.query:a.fragment], b.s[b.query:b.fragment], c.steps, false) {
		return false
	}
	return c.steps&StepFragment != 0 || equalText(a.s[a.fragment:], b.s[b.fragment:], c.steps, false)
}

func equalText(a, b string, steps Steps, fold bool) bool {
	if a == b {
		return true
	}
	fold = fold && steps&StepCase != 0
	if strings.IndexByte(a, '%') < 0 && strings.IndexByte(b, '%') < 0 {
		return fold && ascii.EqualFold(a, b)
	}
	for i, j := 0, 0; ; {
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		var x, y uint32
		x, i = unit(a, i, steps, fold)
		y, j = unit(b, j, steps, fold)
		if x != y {
			return false
		}
	}
}

// unit reads the unit at offset i of s. It returns the unit as the steps change it, and the offset of the next unit in
// s. A unit is a byte, or the three bytes of a percent-encoding.
func unit(s string, i int, steps Steps, fold bool) (u uint32, next int) {
	c := s[i]
	next = i + 1
	if c == '%' {
		next = i + 3
		c = octet(s, i)
		if steps&StepPercent == 0 || !ascii.Is(c, ascii.Unreserved) {
			high, low := s[i+1], s[i+2]
			if steps&StepCase != 0 {
				high, low = upperHex(high), upperHex(low)
			}
			return '%' | uint32(high)<<8 | uint32(low)<<16, next
		}
	}
	if fold && ascii.Is(c, ascii.Upper) {
		c |= 0x20
	}
	return uint32(c), next
}

// segments yields the segments of a path as the steps change them, from the last segment to the first. In this order,
// ".." comes before the segment that it removes.
type segments struct {
	path   string // the unread part
	skip   int    // number of segments to remove
	steps  Steps
	slash  bool // an empty segment is next
	rooted bool
	done   bool
	empty  bool // the path has no segments
	first  bool // no slash precedes the last yielded segment
}

func (c *comparison) segments(r *layout) segments {
	path := pathOf(r)
	if path == "" && fillsPath(r, c.steps, c.info) {
		path = "/"
	}
	if c.steps&StepPath != 0 {
		path = trimDots(path, c.steps&StepPercent != 0)
	}
	if path == "" {
		return segments{done: true, empty: true}
	}
	return segments{
		path: path, steps: c.steps, rooted: path[0] == '/',
		slash: endsWithSlash(r, c.steps, c.info) && path[len(path)-1] != '/' ||
			c.steps&StepPath != 0 && lastDots(path, c.steps),
	}
}

// lastDots reports whether the last segment of path is a dot segment after a slash.
func lastDots(path string, steps Steps) bool {
	i := strings.LastIndexByte(path, '/')
	return i >= 0 && dotsegment.Dots(path[i+1:], steps&StepPercent != 0) > 0
}

func (s *segments) next() (segment string, ok bool) {
	if s.slash {
		s.slash = false
		return "", true
	}
	for !s.done {
		i := strings.LastIndexByte(s.path, '/')
		segment = s.path[i+1:]
		s.path = s.path[:max(i, 0)]
		s.done = i < 0 || i == 0 && s.rooted
		kind := 0
		if s.steps&StepPath != 0 {
			kind = dotsegment.Dots(segment, s.steps&StepPercent != 0)
		}
		switch {
		case kind == 2:
			s.skip++
		case kind == 1:
		case s.skip > 0:
			s.skip--
		default:
			s.first = i < 0
			return segment, true
		}
	}
	return "", false
}
