// Package dotsegment removes the segments "." and ".." from paths as RFC 3986
// §5.2.4 does.
package dotsegment

import (
	"bytes"
	"unsafe"

	"earl.example/internal/text/ascii"
)

// Has reports whether a segment of path is "." or "..".
func Has(path string) bool {
	return isDots(path, 0) || InnerIndex(path) >= 0
}

// InnerIndex returns the offset of the first slash in path behind which a
// segment "." or ".." stands, or -1. Eight bytes at a time it looks for "/.",
// which is rare; rfc3986.BenchmarkResolve measures it.
func InnerIndex(path string) int {
	n := len(path)
	if n <= 8 {
		x := ascii.Load8Padded(path, 0)
		if !hasPair(x, x>>8) {
			return -1
		}
		return innerIndex(path, 0, n)
	}
	for i := 0; ; i += 8 {
		i = min(i, n-9) // no segment follows the last byte of all
		if hasPair(ascii.Load8(path, i), ascii.Load8(path, i+1)) {
			if at := innerIndex(path, i, i+8); at >= 0 {
				return at
			}
		}
		if i == n-9 {
			return -1
		}
	}
}

// hasPair reports whether "/." stands in x, of which next has the bytes that
// follow.
func hasPair(x, next uint64) bool {
	return ascii.Below8(x^'/'*ascii.Ones|next^'.'*ascii.Ones, 1) != 0
}

// innerIndex is InnerIndex for a slash from offset i to end, byte by byte.
func innerIndex(path string, i, end int) int {
	for ; i < end; i++ {
		if path[i] == '/' && isDots(path, i+1) {
			return i
		}
	}
	return -1
}

// Dots returns 1 for the segment ".", 2 for "..", and 0 for others. Dots that are
// escaped count if escaped says so.
func Dots(segment string, escaped bool) int {
	if segment == "" || len(segment) > len("%2e%2e") {
		return 0
	}
	n := 0
	for segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case escaped && len(segment) >= 3 && segment[0] == '%' && segment[1] == '2' && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return 0
		}
		n++
	}
	if n > 2 {
		return 0
	}
	return n
}

// isDots reports whether the segment that begins at offset i is "." or "..".
func isDots[T ~string | ~[]byte](path T, i int) bool {
	if i == len(path) || path[i] != '.' {
		return false
	}
	i++
	if i < len(path) && path[i] == '.' {
		i++
	}
	return i == len(path) || path[i] == '/'
}

// Remove is remove_dot_segments: it takes the segments "." and ".." out of
// path, and with each ".." the segment before it, and returns what is left in
// the memory of path. The letters of its comments are the RFC's.
func Remove(path []byte) []byte {
	in := Leading(path)
	out := 0
	if in < len(path) && path[in] != '/' { // E, of a path without a slash in front
		n := segmentEnd(path, in)
		out = copy(path, path[in:n])
		in = n
	}
	for in < len(path) {
		n := nextDots(path, in)
		if n > in { // E, some times
			out += copy(path[out:], path[in:n])
		}
		if n == len(path) {
			break
		}
		in = n + len("/.")
		if in < len(path) && path[in] == '.' { // C, else B
			in++
			for out > 0 {
				if out--; path[out] == '/' {
					break
				}
			}
		}
		if in == len(path) {
			path[out] = '/'
			out++
		}
	}
	return path[:out]
}

// nextDots returns the offset of the first slash from i on behind which a
// segment "." or ".." stands, or the end.
func nextDots(path []byte, i int) int {
	for ; i < len(path); i++ {
		if path[i] == '/' && isDots(path, i+1) {
			break
		}
	}
	return i
}

// Leading returns the length of the segments "." and ".." at the beginning of
// path with their slashes, which steps A and D drop.
func Leading[T ~string | ~[]byte](path T) int {
	in := 0
	for in < len(path) && path[in] == '.' {
		n := in + 1
		if n < len(path) && path[n] == '.' {
			n++
		}
		if n == len(path) { // D
			return n
		}
		if path[n] != '/' {
			break
		}
		in = n + 1 // A
	}
	return in
}

// Climb cuts a segment off dir, which ends with a slash, for each ".." of dots, which
// are segments "." and ".." as Leading finds them. It returns how much is left, not
// less than root, and whether there was a segment for each.
func Climb(dir, dots string, root int) (cut int, enough bool) {
	cut, enough = len(dir), true
	for i := 0; i < len(dots); i += len("./") {
		if i+1 == len(dots) || dots[i+1] != '.' {
			continue
		}
		i++
		if cut > root {
			cut = root + ascii.LastIndexByte(dir[root:cut-1], '/') + 1
		} else {
			enough = false
		}
	}
	return cut, enough
}

// segmentEnd returns the offset of the first slash from i on, or the end.
func segmentEnd(path []byte, i int) int {
	if n := bytes.IndexByte(path[i:], '/'); n >= 0 {
		return i + n
	}
	return len(path)
}

// Text returns as a string what is left of a text when segments are gone. It is b
// itself, which nobody else may have, or a copy where less than half of b's memory
// is in use.
func Text(b []byte) string {
	if len(b) < cap(b)/2 {
		return string(b)
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}
