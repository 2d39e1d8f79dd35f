package field

import (
	"strings"

	"earl.example/cmd/earl/internal/view"
	"earl.example/urlerr"
)

// depth returns the number of segments of a path, without an empty last one.
func depth(path string) int {
	path = strings.TrimPrefix(path, "/")
	n := strings.Count(path, "/")
	if path != "" && !strings.HasSuffix(path, "/") {
		n++
	}
	return n
}

// segments returns the segments of a path, without an empty last one.
func segments(v *view.View, _ string) (all []string, present bool) {
	path := strings.TrimSuffix(strings.TrimPrefix(v.Value(urlerr.Path), "/"), "/")
	if path == "" {
		return nil, false
	}
	return strings.Split(path, "/"), true
}

// segment returns segment n of a path. Segment 1 is the first, and segment -1 is the last. If the path begins with a
// slash, segment 1 follows this slash. An empty path has no segment.
func segment(path string, n int) (string, bool) {
	begin, end, ok := SegmentBounds(path, n)
	return path[begin:end], ok
}

// SegmentBounds returns the offsets of segment n of a path.
func SegmentBounds(path string, n int) (begin, end int, ok bool) {
	if path == "" {
		return 0, 0, false
	}
	if path[0] == '/' {
		begin = 1
	}
	if n < 0 {
		end = len(path)
		for ; n < -1; n++ {
			i := strings.LastIndexByte(path[begin:end], '/')
			if i < 0 {
				return 0, 0, false
			}
			end = begin + i
		}
		return begin + strings.LastIndexByte(path[begin:end], '/') + 1, end, true
	}
	for ; n > 1; n-- {
		i := strings.IndexByte(path[begin:], '/')
		if i < 0 {
			return 0, 0, false
		}
		begin += i + 1
	}
	end = len(path)
	if i := strings.IndexByte(path[begin:], '/'); i >= 0 {
		end = begin + i
	}
	return begin, end, true
}

func extension(path string) (string, bool) {
	name, _ := segment(path, -1)
	if i := strings.LastIndexByte(name, '.'); i > 0 && name != ".." {
		return name[i+1:], true
	}
	return "", false
}
