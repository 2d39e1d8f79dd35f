// Package resolve builds targets from a base and a reference, for RFC 1808 §4 and RFC 3986 §5.2.
package resolve

import (
	"slices"
	"strings"

	"earl.example/internal/text/dotsegment"
)

// A Target is the text Base[:Cut] + Mid + Ref[Skip:].
type Target struct {
	Base, Mid, Ref string
	Cut, Skip      int
}

// Merge sets t to the text of base in which ref replaces the last segment of the path. The path of base is
// base[start:end]. ref begins with a relative path. If the path of base has no slash and follows an authority, Merge
// adds a slash.
func (t *Target) Merge(base string, start, end int, authority bool, ref string) {
	*t = Target{Base: base, Cut: start + strings.LastIndexByte(base[start:end], '/') + 1, Ref: ref}
	if t.Cut == start && authority {
		t.Mid = "/"
	}
}

// Splice returns cut and skip so that base[:cut] + path[skip:] is the target of a reference that begins with path. If
// ok is false, there is no such result, because path has dot segments after its start, or base has dot segments before
// its last slash. exact reports whether base has a segment for each "..". The path of base is base[start:end]. It is
// not empty and follows an authority. path is not empty. rfc3986.BenchmarkResolve measures it.
func Splice(base string, start, end int, path string) (cut, skip int, exact, ok bool) {
	cut, exact = start, true
	if path[0] != '/' {
		cut += strings.LastIndexByte(base[start:end], '/') + 1
		if dotsegment.InnerIndex(base[start:cut]) >= 0 {
			return cut, skip, exact, false
		}
		if path[0] == '.' {
			skip = dotsegment.Leading(path)
			cut, exact = dotsegment.Climb(base[:cut], path[:skip], start+len("/"))
		}
	}
	return cut, skip, exact, dotsegment.InnerIndex(path[skip:]) < 0
}

// Shift returns the number to add to an offset in Ref to get the offset of the same byte in the target. It can be
// negative.
func (t *Target) Shift() int { return t.Cut + len(t.Mid) - t.Skip }

// Len returns the length of the text, which can exceed an int.
func (t *Target) Len() uint64 {
	return uint64(t.Cut) + uint64(len(t.Mid)) + uint64(len(t.Ref)-t.Skip)
}

// String returns the text.
func (t *Target) String() string {
	if t.Mid == "" {
		return t.Base[:t.Cut] + t.Ref[t.Skip:]
	}
	return t.Base[:t.Cut] + t.Mid + t.Ref[t.Skip:]
}

// Append appends the text to dst, and leaves room for the given number of extra bytes.
func (t *Target) Append(dst []byte, extra int) []byte {
	dst = slices.Grow(dst, int(t.Len())+extra)
	return append(append(append(dst, t.Base[:t.Cut]...), t.Mid...), t.Ref[t.Skip:]...)
}

// Relative returns the shortest relative path that leads from a directory to path. dir is empty or ends with a slash,
// and has no dot segments. Neither begins with a slash, or both do.
func Relative(dir, path string) string {
	same := 0 // length of the common directory
	for i := 0; i < len(dir) && i < len(path) && dir[i] == path[i]; i++ {
		if dir[i] == '/' {
			same = i + 1
		}
	}
	return Up(strings.Count(dir[same:], "/"), path[same:])
}

// Up returns the relative path that leads up n directories, and from there to path.
func Up(n int, path string) string {
	first, _, _ := strings.Cut(path, "/")
	switch {
	case n > 0 && path == "":
		return strings.Repeat("../", n)[:3*n-1]
	case n > 0:
		return strings.Repeat("../", n) + path
	case path == "":
		return "."
	case first == "" || strings.IndexByte(first, ':') >= 0:
		return "./" + path
	}
	return path
}
