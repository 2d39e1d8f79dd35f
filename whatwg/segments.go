package whatwg

import (
	"iter"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

var segmentEscapes = escaped(ascii.FileEncoded | ascii.Slash)

// Segments yields the segments of the path as written (§4.1). The path "/a%2Fb/" has the segments "a%2Fb" and "". An
// opaque path has no segments.
func (u URL) Segments() iter.Seq[string] {
	return func(yield func(segment string) bool) {
		if path := u.Pathname(); path != "" && !u.HasOpaquePath() {
			strings.SplitSeq(path[1:], "/")(yield)
		}
	}
}

// DecodedSegments yields the segments of the path, each decoded: "/a%2Fb/" has "a/b" and "". Octets that are not UTF-8
// remain as they are. A decoded segment can contain slashes, NUL, or dots that a file system would interpret. To use a
// path as a file name, see [URL.POSIXPath].
func (u URL) DecodedSegments() iter.Seq[string] {
	return func(yield func(segment string) bool) {
		for segment := range u.Segments() {
			if !yield(PercentDecode(segment)) {
				return
			}
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
