// Package dotsegment removes the segments "." and ".." from paths, as in RFC 3986 §5.2.4.
package dotsegment

import "strings"

// Has reports whether a segment of path is "." or "..".
func Has(path string) bool {
	return isDots(path, 0) || InnerIndex(path) >= 0
}

// InnerIndex returns the offset of the first slash in path before a segment "." or "..", or -1 if there is none.
func InnerIndex(path string) int {
	for i := 1; i < len(path); i++ {
		n := strings.IndexByte(path[i:], '.')
		if n < 0 {
			break
		}
		if i += n; path[i-1] == '/' && isDots(path, i) {
			return i - 1
		}
	}
	return -1
}

// Dots returns 1 for the segment ".", 2 for "..", and 0 for others. If escaped is set, percent-encoded dots count too.
func Dots(segment string, escaped bool) int {
	switch {
	case segment == "" || len(segment) > len("%2e%2e"):
		return 0
	case len(segment) <= 2 && segment[0] == '.' && segment[len(segment)-1] == '.':
		return len(segment)
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

// Remove applies remove_dot_segments to path, in place. It removes the segments "." and "..", and the segment before
// each "..". The letters in the comments are the steps of the RFC.
func Remove(path []byte) []byte { return RemoveInSteps(path, nil) }

// RemoveInSteps is Remove. If step is not nil, it calls step after each step, but only once for repeated steps A or E.
// The output buffer is then path[:out], and the input buffer is path[in:].
func RemoveInSteps(path []byte, step func(rule string, out, in int)) []byte {
	in := Leading(path)
	if step != nil && in > 0 {
		step("2A", 0, in)
	}
	out := 0
	for in < len(path) {
		n := in
		for n < len(path) && !(path[n] == '/' && isDots(path, n+1)) {
			n++
		}
		out += copy(path[out:], path[in:n]) // E, repeated
		if step != nil && n > in {
			step("2E", out, n)
		}
		if n == len(path) {
			break
		}
		rule := "2B"
		in = n + len("/.")
		if in < len(path) && path[in] == '.' { // C, else B
			rule = "2C"
			in++
			for out > 0 {
				if out--; path[out] == '/' {
					break
				}
			}
		}
		if in == len(path) {
			in--
			path[in] = '/'
		}
		if step != nil {
			step(rule, out, in)
		}
	}
	return path[:out]
}

// Leading returns the length of the segments "." and ".." at the beginning of path, with their slashes.
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

// Climb removes one segment from the end of dir for each ".." in dots. dir ends with a slash. dots is the part of
// another path that Leading measures. Climb returns the length of the rest of dir, which is at least root. enough
// reports whether dir has a segment for each "..".
func Climb(dir, dots string, root int) (cut int, enough bool) {
	cut, enough = len(dir), true
	for i := 0; i < len(dots); i += len("./") {
		if i+1 == len(dots) || dots[i+1] != '.' {
			continue
		}
		i++
		if cut > root {
			cut = root + strings.LastIndexByte(dir[root:cut-1], '/') + 1
		} else {
			enough = false
		}
	}
	return cut, enough
}
