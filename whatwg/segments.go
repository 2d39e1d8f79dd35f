package whatwg

import (
	"iter"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

var segmentEscapes = escaped(ascii.FileEncoded | ascii.Slash)

// Segments yields the segments of the path (§4.1), percent-decoded. The path "/a%2Fb/" has the segments "a/b" and "".
// An opaque path has no segments.
func (u URL) Segments() iter.Seq[string] {
	return func(yield func(segment string) bool) {
		path := u.Pathname()
		for !u.HasOpaquePath() && path != "" {
			end := 1 + indexByte(path[1:], '/')
			segment, _ := percent.DecodeString(path[1:end], false)
			if !yield(segment) {
				return
			}
			path = path[end:]
		}
	}
}

// AppendSegments appends segments to the path, percent-encoded: a "/" in a segment becomes "%2F". If the last segment
// of the path is empty, the new segments replace it: "/a" and "/a/" with "b" both become "/a/b". AppendSegments returns
// false, and does not change u, if the path is opaque, if there are no segments, if a segment is "." or "..", or if the
// URL would be too long.
func (u *URL) AppendSegments(segments ...string) bool {
	if u.IsZero() || u.HasOpaquePath() || len(segments) == 0 {
		return false
	}
	path := []byte(strings.TrimSuffix(u.Pathname(), "/"))
	for _, segment := range segments {
		if segment == "." || segment == ".." || tooLong(len(u.href)+len(path)+len(segment)) {
			return false
		}
		path = percent.AppendEncode(append(path, '/'), segment, &segmentEscapes)
	}
	r := u.record()
	r.path = string(path)
	return u.set(&r)
}
