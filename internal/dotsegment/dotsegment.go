// Package dotsegment removes the segments "." and ".." from paths as RFC 3986
// §5.2.4 does.
package dotsegment

import (
	"bytes"

	"earl.example/internal/ascii"
)

// Has reports whether a segment of path is "." or "..".
func Has(path string) bool {
	return isDots(path, 0) || InnerIndex(path) >= 0
}

// InnerIndex returns the offset of the first slash in path behind which a
// segment "." or ".." stands, or -1. Eight bytes at a time it looks for "/.",
// which is rare; BenchmarkResolve of package rfc3986 measures it.
func InnerIndex(path string) int {
	i := 0
	for ; i+9 <= len(path); i += 8 {
		slashes := ascii.Equal8(ascii.Load8(path, i), '/')
		if slashes&ascii.Equal8(ascii.Load8(path, i+1), '.') == 0 {
			continue
		}
		for j := i; j < i+8; j++ {
			if path[j] == '/' && isDots(path, j+1) {
				return j
			}
		}
	}
	for ; i < len(path); i++ {
		if path[i] == '/' && isDots(path, i+1) {
			return i
		}
	}
	return -1
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
		out += copy(path[out:], path[in:n]) // E, some times
		if n == len(path) {
			break
		}
		in = segmentEnd(path, n+1)
		if in-n == len("/..") { // C, else B
			out = max(0, bytes.LastIndexByte(path[:out], '/'))
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

// segmentEnd returns the offset of the first slash from i on, or the end.
func segmentEnd(path []byte, i int) int {
	if n := bytes.IndexByte(path[i:], '/'); n >= 0 {
		return i + n
	}
	return len(path)
}
