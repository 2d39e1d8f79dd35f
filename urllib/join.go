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
	lists := in.lists(r.scheme)
	relative := lists&inRelative != 0 || in.has(presence) && r.scheme == ""
	if r.scheme != b.scheme || !relative {
		return dst, url, nil
	}
	if in.has(presence) {
		return in.joinPresent(dst, &b, &r), "", nil
	}
	return in.joinNonEmpty(dst, &b, &r, lists&inNetloc != 0), "", nil
}

// joinNonEmpty joins as releases before 3.14 do: an empty component is an
// absent one, and params are split off the path.
func (in interpreter) joinNonEmpty(dst []byte, b, r *pieces, usesNetloc bool) []byte {
	path, params := in.splitParams(r.scheme, r.path)
	whole := SplitResult{r.scheme, r.netloc, path, r.query, r.fragment}
	if usesNetloc {
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

// appendMerged appends path resolved against base as urljoin does it. A path
// with a leading slash stands alone. Any other replaces what follows base's
// last slash, and loses the empty segments that are neither first nor last.
// The result is never empty.
func appendMerged(dst []byte, base, path string) []byte {
	start := len(dst)
	rooted := path != "" && path[0] == '/'
	depth := 0
	if !rooted {
		if slash := strings.LastIndexByte(base, '/'); slash >= 0 || base == "" {
			// Python splits the base at its slashes, and keeps an empty first
			// segment, which is the root.
			base = base[:max(slash, 0)]
			if base == "" || base[0] == '/' {
				depth = 1
			}
			if base != "" {
				dst, depth = appendSegments(dst, start, depth, base[depth:], false)
			}
		}
	}
	dst, depth = appendSegments(dst, start, depth, path, rooted)
	switch last := path[strings.LastIndexByte(path, '/')+1:]; {
	case last == "." || last == "..", last == "" && !rooted:
		if depth > 0 {
			dst = append(dst, '/')
		}
	}
	if len(dst) == start {
		dst = append(dst, '/')
	}
	return dst
}

// appendSegments appends the segments of path to the depth segments that
// stand in dst from start on: "." does nothing, ".." removes the segment
// before it, and an empty one is left out unless keepEmpty is set. It returns
// the new depth, which an empty segment does not show.
func appendSegments(dst []byte, start, depth int, path string, keepEmpty bool) ([]byte, int) {
	for at := 0; at <= len(path); {
		end, plain := plainRun(path, at)
		if plain > 0 {
			if depth > 0 {
				dst = append(dst, '/')
			}
			dst = append(dst, path[at:end]...)
			depth += plain
			at = end + 1
			continue
		}
		for end < len(path) && path[end] != '/' {
			end++
		}
		switch segment := path[at:end]; {
		case segment == ".":
		case segment == "..":
			if depth > 0 {
				depth--
				dst = dst[:start+max(0, bytes.LastIndexByte(dst[start:], '/'))]
			}
		case segment != "" || keepEmpty:
			if depth > 0 {
				dst = append(dst, '/')
			}
			dst = append(dst, segment...)
			depth++
		}
		at = end + 1
	}
	return dst, depth
}

// plainRun returns where the run of segments ends that begins at offset at of
// path and holds no empty segment and none that begins with a dot, and how
// many they are.
func plainRun(path string, at int) (end, count int) {
	if at == len(path) || path[at] == '.' || path[at] == '/' {
		return at, 0
	}
	count = 1
	for end = at + 1; end < len(path); end++ {
		if path[end] != '/' {
			continue
		}
		if end+1 == len(path) || path[end+1] == '.' || path[end+1] == '/' {
			break
		}
		count++
	}
	return end, count
}
