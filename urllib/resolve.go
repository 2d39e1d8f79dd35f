package urllib

import (
	"bytes"
	"slices"
	"strings"

	"earl.example/internal/steps"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/reading"
)

var _ = steps.Register(func(d reading.Dialect, base, ref string, t *steps.Trace) {
	_, _ = interpreter{version: d.(Dialect).Version}.join(base, ref, d.(Dialect).NoFragments, t)
}, "urllib")

// Join is urljoin(base, url): it resolves the reference url against base. If base is empty, Join returns url. If url is
// empty, Join returns base. If url has another scheme than base, or a scheme that is not in UsesRelative, Join returns
// url unchanged.
func Join(base, url string) (string, error) { return standard.join(base, url, false, nil) }

// Join is urljoin(base, url, allow_fragments). Bytes must be ASCII, unless base or url is empty.
func (py Interpreter[T]) Join(base, url T, opt URLOptions) (joined T, err error) {
	if err := py.interpreter().checkArguments("urljoin", &opt); err != nil {
		return joined, err
	}
	b, u := string(base), string(url)
	if isBytes[T]() && b != "" && u != "" {
		for _, s := range [...]string{b, u} {
			if err := checkASCII(s); err != nil {
				return joined, err
			}
		}
	}
	s, err := py.interpreter().join(b, u, opt.NoFragments, nil)
	if err != nil {
		return joined, err
	}
	return T(s), nil
}

// join is urljoin. trace is nil or receives the statements of urljoin, and prevents shortcuts.
func (in interpreter) join(base, url string, noFragments bool, trace *steps.Trace) (string, error) {
	if base == "" || url == "" {
		trace.Add("empty", base+url)
		return base + url, nil
	}
	var b, r cutURL
	var err error
	if b.s, b.cuts, err = in.split(base, noFragments); err != nil {
		return "", err
	}
	if r.s, r.cuts, err = in.split(url, noFragments); err != nil {
		return "", err
	}
	plain, related := in.related(&b, &r)
	if !related {
		trace.Add("foreign", url)
		return url, nil
	}
	if plain && trace == nil {
		if head, slash, tail, ok := splice(&b, &r); ok {
			if slash == "" {
				return ascii.Concat(head, tail), nil
			}
			return head + slash + tail, nil
		}
	}
	joined := in.joinInSteps(&b, &r, trace)
	trace.Add("result", joined)
	return joined, nil
}

type cutURL struct {
	s string
	cuts
}

// split sets to to the components of u, without params.
func (u *cutURL) split(to *components) {
	to.scheme, to.netloc, to.path, to.params = u.schemeOf(u.s), u.netlocOf(u.s), u.pathOf(u.s), ""
	to.query, to.fragment, to.none = u.queryOf(u.s), u.fragmentOf(u.s), u.missing(u.s)|Params
}

// related reports whether urljoin resolves r against b. If ok is false, urljoin returns r unchanged. plain reports
// whether the scheme is in uses_netloc and is written in lower case in both b and r.
func (in interpreter) related(b, r *cutURL) (plain, ok bool) {
	written := b.s[:b.scheme]
	scheme := ascii.ToLower(written)
	plain = scheme == written
	if r.scheme != 0 {
		written = r.s[:r.scheme]
		plain = plain && scheme == written
		if ascii.ToLower(written) != scheme {
			return plain, false
		}
	}
	lists := in.lists(scheme)
	ok = lists&inRelative != 0 || in.has(presence) && scheme == ""
	return plain && lists&inNetloc != 0, ok
}

// splice joins b and r, which are related and plain, by concatenating a prefix of b, an optional slash and a suffix of
// r. ok is false if this may not be enough. For example, b or r has an empty component, params, an empty segment, or a
// dot segment other than "../" at the start of r.
func splice(b, r *cutURL) (head, slash, tail string, ok bool) {
	switch {
	case b.scheme == 0, b.path <= b.scheme+len("://"), b.lacksSlash(),
		r.fragment-r.query == 1, len(r.s)-r.fragment == 1:
		return "", "", "", false
	case r.hasNetloc():
		if r.path == r.afterScheme()+len("//") || r.lacksSlash() || r.isOdd(r.path, r.query) {
			return "", "", "", false
		}
		if r.scheme == 0 {
			head = b.s[:b.afterScheme()]
		}
		return head, "", r.s, true
	case r.scheme != 0, r.s == "":
		return "", "", "", false
	case r.s[0] == '?':
		return b.s[:b.query], "", r.s, !b.isOdd(b.path, b.query)
	case r.query == 0: // r is only a fragment
		return b.s[:b.fragment], "", r.s, !b.isOdd(b.path, b.query) && b.fragment-b.query != 1
	case r.s[0] == '/':
		return b.s[:b.path], "", r.s, !r.isOdd(0, r.query)
	}
	return splicePath(b, r)
}

// splicePath joins b and r like splice. r begins with a relative path.
func splicePath(b, r *cutURL) (head, slash, tail string, ok bool) {
	end := b.query // b.s[:end] stays
	for end > b.path && b.s[end-1] != '/' {
		end--
	}
	if b.isOdd(b.path, end) {
		return "", "", "", false
	}
	at := 0 // r.s[at:] stays
	for strings.HasPrefix(r.s[at:r.query], "../") {
		at += len("../")
		if end > b.path+1 {
			end = b.path + strings.LastIndexByte(b.s[b.path:end-1], '/') + 1
		}
	}
	if at < r.query && (r.s[at] == '.' || r.s[at] == '/') || r.isOdd(at, r.query) {
		return "", "", "", false
	}
	if end == b.path {
		slash = "/"
	}
	return b.s[:end], slash, r.s[at:], true
}

// lacksSlash reports whether the path of u is not empty and does not begin with "/".
func (u *cutURL) lacksSlash() bool { return u.path < u.query && u.s[u.path] != '/' }

// isOdd reports whether u.s[from:to] contains ";", an empty segment, or a segment that begins with a dot. It does not
// check the start of the first segment. The result can be true because of text after u.s[from:to].
func (u *cutURL) isOdd(from, to int) bool {
	for ; from < to; from += 7 { // each word checks 7 pairs of adjacent bytes
		x := ascii.Load8Padded(u.s, from)
		// "." and "/" differ in one bit.
		pair := ascii.Equal8(x, '/') & (ascii.Equal8(x|ascii.Ones, '/') >> 8)
		if pair|ascii.Equal8(x, ';') != 0 {
			return true
		}
	}
	return false
}

// joinInSteps joins base and url, which are related. It has no fast paths. Since 3.14, empty and absent components
// differ, and params are a part of the path.
func (in interpreter) joinInSteps(base, url *cutURL, trace *steps.Trace) string {
	var b, u components
	base.split(&b)
	url.split(&u)
	if url.scheme == 0 {
		u.scheme = b.scheme
	}
	keep := in.has(presence)
	if !keep {
		b.path, b.params = in.splitParams(b.scheme, b.path)
		u.path, u.params = in.splitParams(u.scheme, u.path)
		b.none, u.none = b.empty(), u.empty()
	}
	if in.lists(u.scheme)&inNetloc != 0 || keep && u.scheme == "" {
		if u.netloc != "" {
			trace.Add("netloc", "")
			return in.unsplit(&u, keep)
		}
		u.netloc = b.netloc
		u.none = u.none&^Netloc | b.none&Netloc
		trace.Add("bnetloc", b.netloc)
	}
	if u.path != "" || u.params != "" {
		var buf [stackText]byte
		path := appendMerged(buf[:0], b.path, u.path, trace)
		u.path = ascii.Text(path)
		return string(in.appendUnsplit(path, &u, keep)[len(path):])
	}
	u.path, u.params = b.path, b.params
	trace.Add("no path", b.path)
	if u.none&Query != 0 {
		trace.Add("bquery", b.query)
		u.query = b.query
		u.none = u.none&^Query | b.none&Query
		if keep && u.none&Fragment != 0 {
			u.fragment = b.fragment
			u.none = u.none&^Fragment | b.none&Fragment
		}
	}
	return in.unsplit(&u, keep)
}

// appendMerged resolves path against base like urljoin, and appends the result. It drops empty segments, except the
// first and the last. The result is never empty.
func appendMerged(dst []byte, base, path string, trace *steps.Trace) []byte {
	start := len(dst)
	dst = slices.Grow(dst, len(base)+len(path)+len("/"))
	rooted := path != "" && path[0] == '/'
	if rooted && trace == nil && !dotsegment.Has(path) {
		return append(dst, path...)
	}
	depth := 0
	if !rooted {
		if slash := strings.LastIndexByte(base, '/'); slash >= 0 || base == "" {
			// Python splits the base at its slashes. It keeps an empty first segment, which stands for the root.
			base = base[:max(slash, 0)]
			if base == "" || base[0] == '/' {
				depth = 1
			}
			if base != "" {
				dst, depth = appendSegments(dst, start, depth, base[depth:], false, nil)
			}
		}
	}
	trace.Add("path", "")
	steps.Row(trace, "base_parts", dst[start:], path)
	dst, depth = appendSegments(dst, start, depth, path, rooted, trace)
	switch last := path[strings.LastIndexByte(path, '/')+1:]; {
	case last == "." || last == "..", last == "" && !rooted:
		if depth > 0 {
			dst = append(dst, '/')
			steps.Row(trace, "append ''", dst[start:], "")
		}
	}
	if len(dst) == start {
		dst = append(dst, '/')
	}
	return dst
}

// appendSegments appends the segments of path to dst. Before the call, dst[start:] has depth segments. It drops empty
// segments unless keepEmpty is set. It returns the new depth, because dst alone does not show an empty segment.
func appendSegments(dst []byte, start, depth int, path string, keepEmpty bool, t *steps.Trace) ([]byte, int) {
	for at := 0; at <= len(path); {
		end := at
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
		if t != nil {
			steps.Row(t, "seg", dst[start:], path[min(at, len(path)):])
		}
	}
	return dst, depth
}
