package urllib

import (
	"bytes"
	"slices"
	"strings"
)

// Join is urljoin(base, url): it resolves the reference url against base. If
// either is empty the result is the other one, as it is; so is url if its
// scheme is not the base's, or not one that urljoin knows (see
// [Python.Schemes]).
func Join(base, url string) (string, error) {
	var buf [stackText]byte
	return joined(standard.appendJoin(buf[:0], base, url, JoinOptions{}))
}

// Join is urljoin(base, url, allow_fragments).
func (py Python) Join(base, url string, opt JoinOptions) (string, error) {
	var buf [stackText]byte
	return joined(py.interpreter().appendJoin(buf[:0], base, url, opt))
}

// AppendJoin appends urljoin(base, url, allow_fragments). On an error it
// returns dst as it was.
func (py Python) AppendJoin(dst []byte, base, url string, opt JoinOptions) ([]byte, error) {
	out, same, err := py.interpreter().appendJoin(dst, base, url, opt)
	if err != nil {
		return dst, err
	}
	return append(out, same...), nil
}

// joined makes the string of what appendJoin returns.
func joined(out []byte, same string, err error) (string, error) {
	if err != nil || same != "" {
		return same, err
	}
	return string(out), nil
}

// appendJoin appends base and url joined. If that is one of the two as it
// stands it appends nothing and returns it as same.
func (in interpreter) appendJoin(dst []byte, base, url string, opt JoinOptions) (out []byte, same string, err error) {
	if base == "" {
		return dst, url, nil
	}
	if url == "" {
		return dst, base, nil
	}
	var b, r pieces
	if err := in.split(&b, base, "", opt.NoFragments); err != nil {
		return dst, "", err
	}
	if err := in.split(&r, url, "", opt.NoFragments); err != nil {
		return dst, "", err
	}
	if r.has&hasScheme == 0 {
		r.scheme = b.scheme
	}
	relative := in.lists(r.scheme)&inRelative != 0 || in.has(presence) && r.scheme == ""
	if r.scheme != b.scheme || !relative {
		return dst, url, nil
	}
	if in.has(presence) {
		return in.joinPresent(dst, &b, &r), "", nil
	}
	return in.joinNonEmpty(dst, &b, &r), "", nil
}

// joinNonEmpty joins as releases before 3.14 do: an empty component is an
// absent one, and params are split off the path.
func (in interpreter) joinNonEmpty(dst []byte, b, r *pieces) []byte {
	path, params := in.splitParams(r.scheme, r.path)
	whole := SplitResult{r.scheme, r.netloc, path, r.query, r.fragment}
	if in.lists(r.scheme)&inNetloc != 0 {
		if r.netloc != "" {
			return in.appendUnsplit(dst, whole, params)
		}
		whole.Netloc = b.netloc
	}
	basePath, baseParams := in.splitParams(b.scheme, b.path)
	if path == "" && params == "" {
		whole.Path, params = basePath, baseParams
		if r.query == "" {
			whole.Query = b.query
		}
		return in.appendUnsplit(dst, whole, params)
	}
	dst, at := growPrefix(dst, whole.Scheme, whole.Netloc, whole.Netloc != "", len(b.path)+len(r.path)+len(r.query)+len(r.fragment))
	dst = appendMerged(dst, basePath, path)
	if whole.Netloc == "" {
		head := dst[at:min(len(dst), at+2)]
		dst = insert(dst, at, in.slashes(whole.Scheme, string(head)))
	} else if dst[at] != '/' {
		dst = insert(dst, at, "/")
	}
	if params != "" {
		dst = append(append(dst, ';'), params...)
	}
	return appendTail(dst, r.query, r.fragment, nonEmpty(r.query, r.fragment))
}

// nonEmpty is the presence of components that count if they are not empty.
func nonEmpty(query, fragment string) (has presentParts) {
	if query != "" {
		has |= hasQuery
	}
	if fragment != "" {
		has |= hasFragment
	}
	return has
}

// joinPresent joins as 3.14 does: an empty component differs from an absent
// one, and params are part of the path.
func (in interpreter) joinPresent(dst []byte, b, r *pieces) []byte {
	whole := *r
	listed := r.scheme == "" || in.lists(r.scheme)&inNetloc != 0
	alone := listed && r.netloc != ""
	if listed && !alone {
		whole.netloc = b.netloc
		whole.has = r.has&^hasNetloc | b.has&hasNetloc
	}
	if !alone && r.path == "" {
		whole.path = b.path
		if r.has&hasQuery == 0 {
			whole.query = b.query
			whole.has |= b.has & hasQuery
			if r.has&hasFragment == 0 {
				whole.fragment = b.fragment
				whole.has |= b.has & hasFragment
			}
		}
	}
	dst, at := growPrefix(dst, whole.scheme, whole.netloc, whole.has&hasNetloc != 0, len(b.path)+len(r.path)+len(whole.query)+len(whole.fragment))
	if alone || r.path == "" {
		dst = append(dst, whole.path...)
	} else {
		dst = appendMerged(dst, b.path, r.path)
	}
	dst = fixPath(dst, at, whole.has)
	return appendTail(dst, whole.query, whole.fragment, whole.has)
}

// growPrefix appends the scheme and the netloc, with room for n more bytes
// and the delimiters, and returns where the path begins.
func growPrefix(dst []byte, scheme, netloc string, hasNetloc bool, n int) ([]byte, int) {
	dst = slices.Grow(dst, len(scheme)+len(netloc)+n+len("://")+len("//;?#"))
	if scheme != "" {
		dst = append(append(dst, scheme...), ':')
	}
	if hasNetloc {
		dst = append(append(dst, "//"...), netloc...)
	}
	return dst, len(dst)
}

// fixPath puts before the path, which begins at offset at, the slash that
// parts it from a netloc, or the empty netloc that a path which begins with
// two slashes needs.
func fixPath(dst []byte, at int, has presentParts) []byte {
	switch path := dst[at:]; {
	case has&hasNetloc != 0 && len(path) > 0 && path[0] != '/':
		return insert(dst, at, "/")
	case has&hasNetloc == 0 && bytes.HasPrefix(path, []byte("//")):
		return insert(dst, at, "//")
	}
	return dst
}

// insert puts s into dst at offset at.
func insert(dst []byte, at int, s string) []byte {
	return slices.Insert(dst, at, []byte(s)...)
}

// appendTail appends the query and the fragment that has says are present.
func appendTail(dst []byte, query, fragment string, has presentParts) []byte {
	if has&hasQuery != 0 {
		dst = append(append(dst, '?'), query...)
	}
	if has&hasFragment != 0 {
		dst = append(append(dst, '#'), fragment...)
	}
	return dst
}

// appendMerged appends path, which is not empty, resolved against base as
// urljoin does it. A path with a leading slash stands alone. Any other
// replaces what follows base's last slash, and loses the empty segments that
// are neither first nor last. The result is never empty.
func appendMerged(dst []byte, base, path string) []byte {
	m := merger{dst: dst, start: len(dst)}
	rooted := path[0] == '/'
	if !rooted {
		if slash := strings.LastIndexByte(base, '/'); slash >= 0 {
			m.addAll(base[:slash], false)
		} else if base == "" {
			m.addAll("", false)
		}
	}
	if last := m.addAll(path, rooted); last == "." || last == ".." {
		m.push("")
	} else if last == "" && !rooted {
		m.push("")
	}
	if len(m.dst) == m.start {
		m.dst = append(m.dst, '/')
	}
	return m.dst
}

// A merger builds a path from segments.
type merger struct {
	dst   []byte
	start int  // where the path begins in dst
	count int  // how many segments it has: an empty one does not show
	begun bool // whether the first segment was read
}

// addAll adds the segments of path: "." does nothing, ".." removes the
// segment before it. An empty segment is left out unless it is the very
// first or keepEmpty is set. It returns the last segment.
func (m *merger) addAll(path string, keepEmpty bool) (segment string) {
	for {
		rest := ""
		slash := strings.IndexByte(path, '/')
		if slash < 0 {
			segment = path
		} else {
			segment, rest = path[:slash], path[slash+1:]
		}
		switch {
		case segment == ".":
		case segment == "..":
			m.pop()
		case segment != "" || keepEmpty || !m.begun:
			m.push(segment)
		}
		m.begun = true
		if slash < 0 {
			return segment
		}
		path = rest
	}
}

// push adds a segment.
func (m *merger) push(segment string) {
	if m.count > 0 {
		m.dst = append(m.dst, '/')
	}
	m.dst = append(m.dst, segment...)
	m.count++
}

// pop removes the last segment, if there is one.
func (m *merger) pop() {
	if m.count == 0 {
		return
	}
	m.count--
	m.dst = m.dst[:m.start+max(0, bytes.LastIndexByte(m.dst[m.start:], '/'))]
}
