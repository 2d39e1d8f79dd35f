package rfc3986

import (
	"iter"
	"strings"

	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// Segments returns the segments of the path as they are written: what stands
// between the slashes (§3.3). A slash in front separates nothing: /a/b and a/b
// both have the segments "a" and "b". Empty segments count: /a//b has three,
// and /a/ has two; / has one, which is empty, and the empty path has none.
func (r Ref) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		path := r.Path()
		if path == "" {
			return
		}
		path = strings.TrimPrefix(path, "/")
		begin := 0
		for i := 0; i < len(path); i++ {
			if path[i] == '/' {
				if !yield(path[begin:i]) {
					return
				}
				begin = i + 1
			}
		}
		yield(path[begin:])
	}
}

// WithSegments returns r with a path made of segments, which are data: they are
// encoded as by [Encode]. The path begins with a slash if r has an authority
// or its path begins with one, and it ends with one if the last segment is
// empty. Without segments it is empty.
//
// The segments "." and ".." are an error of kind [urlerr.BadPath], because no
// path has them as data: written as they are they would be dot segments, and
// %2E is equivalent to a dot (§2.3). So is an empty first segment of a path
// that does not begin with a slash. [Ref.WithPath] takes a path as text.
func (r Ref) WithSegments(segments ...string) (Ref, error) {
	p := r.draft()
	root := ""
	if p.hasAuthority || strings.HasPrefix(p.path, "/") {
		root = "/"
	}
	if root == "" && len(segments) > 0 && segments[0] == "" {
		return Ref{}, failPart(&ruleSegment, "", 0, urlerr.Path)
	}
	return p.withSegments("", root, segments)
}

// AppendPath returns r with segments behind those of its path, which are data
// as in [Ref.WithSegments]. A slash at the end of the path is not doubled; an
// empty last segment makes the path end with one.
func (r Ref) AppendPath(segments ...string) (Ref, error) {
	p := r.draft()
	slash := "/"
	switch {
	case strings.HasSuffix(p.path, "/"):
		slash = ""
	case p.path == "":
		return r.WithSegments(segments...)
	}
	return p.withSegments(p.path, slash, segments)
}

// withSegments makes the path of what is before, a slash perhaps, and
// segments.
func (p *draft) withSegments(before, slash string, segments []string) (Ref, error) {
	for _, segment := range segments {
		if segment == "." || segment == ".." {
			return Ref{}, failPart(&ruleDots, segment, 0, urlerr.Path)
		}
	}
	p.path = before
	if len(segments) > 0 {
		var short [256]byte
		b := append(append(short[:0], before...), slash...)
		for i, segment := range segments {
			if i > 0 {
				b = append(b, '/')
			}
			b = percent.AppendEncode(b, segment, &encodeTable)
		}
		p.path = string(b)
	}
	return p.compose()
}

// Segments returns the segments of the path as they are written. See
// [Ref.Segments].
func (u URI) Segments() iter.Seq[string] { return u.ref.Segments() }
