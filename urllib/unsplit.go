package urllib

import (
	"slices"
	"strings"
)

// Unsplit is urlunsplit(components): the inverse of Split as far as there is
// one. An empty query, fragment or netloc leaves no delimiter behind, except
// that a scheme of the netloc list gets its "//". Nothing is quoted, changed
// in case or checked.
func Unsplit(r SplitResult) string { return standard.unsplit(r) }

// Unsplit is urlunsplit(components).
func (py Python) Unsplit(r SplitResult) string { return py.interpreter().unsplit(r) }

// Unparse is urlunparse(components): Unsplit with the params put back after
// the path.
func Unparse(r ParseResult) string { return standard.unparse(r) }

// Unparse is urlunparse(components).
func (py Python) Unparse(r ParseResult) string { return py.interpreter().unparse(r) }

// stackText is the length of the longest text that is built without a buffer
// on the heap.
const stackText = 256

func (in interpreter) unsplit(r SplitResult) string {
	var buf [stackText]byte
	return string(in.appendUnsplit(buf[:0], r, ""))
}

func (in interpreter) unparse(r ParseResult) string {
	var buf [stackText]byte
	return string(in.appendUnsplit(buf[:0], r.split(), r.Params))
}

// split returns r without its params.
func (r ParseResult) split() SplitResult {
	return SplitResult{r.Scheme, r.Netloc, r.Path, r.Query, r.Fragment}
}

// appendUnsplit appends r put together, with params after the path.
func (in interpreter) appendUnsplit(dst []byte, r SplitResult, params string) []byte {
	n := len(r.Scheme) + len(r.Netloc) + len(r.Path) + len(params) + len(r.Query) + len(r.Fragment)
	dst = slices.Grow(dst, n+len("://")+len("/;?#"))
	if r.Scheme != "" {
		dst = append(append(dst, r.Scheme...), ':')
	}
	if r.Netloc != "" {
		dst = append(append(dst, slashes...), r.Netloc...)
	}
	dst = append(dst, in.beforePath(r.Scheme, r.Netloc, r.Path, params)...)
	dst = append(dst, r.Path...)
	if params != "" {
		dst = append(append(dst, ';'), params...)
	}
	if r.Query != "" {
		dst = append(append(dst, '?'), r.Query...)
	}
	if r.Fragment != "" {
		dst = append(append(dst, '#'), r.Fragment...)
	}
	return dst
}

// beforePath returns the slashes that urlunsplit writes between the netloc and the path: one that the path lacks, or
// the "//" of an empty netloc.
func (in interpreter) beforePath(scheme, netloc, path, params string) string {
	head := path
	if path == "" && params != "" {
		head = ";"
	}
	switch {
	case netloc != "" && head != "" && head[0] != '/':
		return "/"
	case netloc != "":
		return ""
	case path == "" && params != "" && in.has(presence):
		// 3.14 looks for the slashes before it adds the params.
		if in.slashes(scheme, "") != "" {
			return "///"
		}
		return ""
	}
	return in.slashes(scheme, head)
}

// slashes returns what precedes a path that has no netloc before it: the "//"
// of an empty netloc, where the scheme's list or the path calls for one.
func (in interpreter) slashes(scheme, path string) string {
	if strings.HasPrefix(path, "//") {
		if in.has(keepSlashes) {
			return "//" // or the path would turn into a netloc
		}
		return ""
	}
	if scheme == "" || in.lists(scheme)&inNetloc == 0 {
		return ""
	}
	if path == "" || path[0] == '/' {
		return "//"
	}
	if in.has(rootlessPath) {
		return ""
	}
	return "///"
}
