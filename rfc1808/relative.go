package rfc1808

import (
	"strings"

	"earl.example/internal/text/dotsegment"
	"earl.example/urlerr"
)

// Relative returns the shortest reference that gives target when it is resolved
// against base, the inverse of [Resolve]. Between references of one length it
// takes the one that says less. A first segment with a colon has "./" before it,
// as §5.3 prefers: ./this:that. No component of it is empty, as the RFC leaves open
// what such say, but for a net_loc in front of a path that begins with slashes.
// There is always such a reference, since an absolute URL resolves to itself (§4
// step 2b); a target that is not absolute is an error of kind [urlerr.BadScheme],
// unless no base is known.
func Relative(base, target URL) (URL, error) {
	switch {
	case base.s == "":
		return target, nil
	case target.scheme == 0:
		return URL{}, fail(&ruleRelative, target.s, 0, urlerr.Scheme)
	case base == target:
		return URL{}, nil
	}
	best := target
	var buf []byte
	consider := func(text string) {
		if len(text) >= len(best.s) {
			return
		}
		r := Parse(text)
		if gives(&base, &r, target.s, &buf) {
			best = r
		}
	}
	before := target.s[:target.path]
	if base.path == base.scheme && strings.HasPrefix(target.Path(), guard) {
		before = strings.TrimSuffix(before, guard) // that Resolve would write
	}
	if base.s[:base.path] == before {
		consider(target.s[target.fragment:])
		consider(target.s[target.query:])
		consider(target.s[target.params:])
		if path, ok := relativePath(base, target); ok {
			consider(path + target.s[target.params:])
		}
		consider(target.s[target.path:])
		if strings.HasPrefix(target.Path(), guard) {
			consider(guard + target.s[target.path:])
		}
	}
	consider(target.s[target.scheme:])
	return best, nil
}

// gives reports whether want is the text of r resolved against b. What has to be
// made for that is made in buf.
func gives(b, r *URL, want string, buf *[]byte) bool {
	var t target
	if err := (ResolveOptions{}).plan(&t, b, r); err != nil {
		return false
	}
	n := len(t.head) + len(t.mid) + len(t.tail)
	if t.rework && n+len(guard) >= len(want) {
		*buf = t.append((*buf)[:0])
		return string(*buf) == want
	}
	rest, isHead := strings.CutPrefix(want, t.head)
	return n == len(want) && isHead && rest[:len(t.mid)] == t.mid && rest[len(t.mid):] == t.tail
}

// relativePath returns the relative path that leads from the path of base to
// that of target, if both begin with a slash or neither does.
func relativePath(base, target URL) (path string, ok bool) {
	dir, slash := base.BarePath()
	to, fromRoot := target.BarePath()
	switch slash = slash || base.path != base.scheme; {
	case !slash: // the slash of target is one between segments
		to = target.Path()
	case !fromRoot:
		return "", false
	}
	if dir = dir[:strings.LastIndexByte(dir, '/')+1]; dotsegment.Has(dir) {
		dir = string(clean([]byte(dir)))
	}
	same := 0 // the length of the directory that both are in
	for i := 0; i < len(dir) && i < len(to) && dir[i] == to[i]; i++ {
		if dir[i] == '/' {
			same = i + 1
		}
	}
	ups, rest := strings.Count(dir[same:], "/"), to[same:]
	first, _, _ := strings.Cut(rest, "/")
	switch {
	case ups > 0 && rest == "":
		return strings.Repeat("../", ups)[:3*ups-1], true
	case ups > 0:
		return strings.Repeat("../", ups) + rest, true
	case rest == "":
		return ".", true
	case first == "" || strings.IndexByte(first, ':') >= 0:
		return "./" + rest, true
	}
	return rest, true
}
