package rfc3986

import "strings"

// far is the least head of a Ref whose path begins too far behind for it.
const far = (1<<16 - 1) << 48

// The offsets of a Ref, which layout explains. They have to be measured again if
// a scheme and an authority fill 64 KiB; the time for that is linear in these.

func (r Ref) after() uint32 {
	if r.head >= far {
		return r.measure().after
	}
	return uint32(r.head & 0xffff)
}

func (r Ref) host() uint32 {
	if r.head >= far {
		return r.measure().host
	}
	return uint32(r.head >> 16 & 0xffff)
}

func (r Ref) hostEnd() uint32 {
	if r.head >= far {
		return r.measure().hostEnd
	}
	return uint32(r.head >> 32 & 0xffff)
}

func (r Ref) path() uint32 {
	if r.head >= far {
		return r.measure().path
	}
	return uint32(r.head >> 48)
}

func (r Ref) query() uint32 { return uint32(r.tail) }

func (r Ref) fragment() uint32 { return uint32(r.tail >> 32) }

// farScheme is Scheme, and farPath is Path, where they have to be measured. They are
// not inlined so that Scheme and Path are.
//
//go:noinline
func (r Ref) farScheme() string { return r.s[:max(r.measure().after, 1)-1] }

//go:noinline
func (r Ref) farPath() string { return r.s[r.measure().path:r.query()] }

// offsets are those that head has.
type offsets struct {
	after, host, hostEnd, path uint32
}

// measure finds the offsets that head has no room for. What is before the path is
// known to be a scheme, an authority or both.
func (r Ref) measure() (at offsets) {
	s := r.s[:r.query()]
	if s[0] != '/' {
		at.after = uint32(strings.IndexByte(s, ':') + 1)
	}
	at.host, at.hostEnd, at.path = at.after, at.after, at.after
	authority, ok := strings.CutPrefix(s[at.after:], "//")
	if !ok {
		return at
	}
	authority, _, _ = strings.Cut(authority, "/")
	begin := at.after + uint32(len("//"))
	at.path = begin + uint32(len(authority))
	host := authority[strings.IndexByte(authority, '@')+1:]
	at.host = at.path - uint32(len(host))
	if strings.HasPrefix(host, "[") {
		host = host[:strings.IndexByte(host, ']')+1]
	} else {
		host, _, _ = strings.Cut(host, ":")
	}
	at.hostEnd = at.host + uint32(len(host))
	return at
}

// A layout is a Ref with all its offsets at hand.
type layout struct {
	s string
	// Offsets into s:
	after    uint32 // behind the scheme's colon, 0 without a scheme
	host     uint32 // of the host; without an authority, of the path
	hostEnd  uint32 // behind the host, where ":" and the port begin if there is one
	path     uint32 // of the path, behind the authority if there is one
	query    uint32 // behind the path, of "?" if there is a query
	fragment uint32 // behind the query, of "#" if there is a fragment
}

// unpack makes l the layout of r. It fills what its caller has, since to return a
// layout is to write it piece by piece and read it at once, for which processors
// have to wait.
func (l *layout) unpack(r Ref) {
	l.s = r.s
	l.after, l.host, l.hostEnd, l.path = r.after(), r.host(), r.hostEnd(), r.path()
	l.query, l.fragment = r.query(), r.fragment()
}

// ref returns the Ref with the layout l.
func (l *layout) ref() Ref {
	return pack(l.s, int(l.after), int(l.host), int(l.hostEnd), int(l.path), int(l.query), int(l.fragment))
}

// pack returns the Ref of s with such offsets.
func pack(s string, after, host, hostEnd, path, query, fragment int) Ref {
	head := uint64(after) | uint64(host)<<16 | uint64(hostEnd)<<32 | uint64(path)<<48
	if path >= far>>48 {
		head = far | uint64(min(after, 1)) // whether there is a scheme, for IsURI
	}
	return Ref{s, head, uint64(query) | uint64(fragment)<<32}
}

// pathOf is Path of a layout.
func pathOf(l *layout) string { return l.s[l.path:l.query] }

// schemeOf is Scheme of a layout.
func schemeOf(l *layout) string { return l.s[:max(int(l.after)-1, 0)] }
