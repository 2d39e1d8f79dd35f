package rfc1808

import (
	"strings"

	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/resolve"
	"earl.example/urlerr"
)

// Relative returns the shortest reference that resolves to target against base. Of two references with the same length,
// it returns the reference with fewer components. "./" is added before a first segment with a colon (§5.3).
//
// A target that is not absolute is an error of kind [urlerr.BadScheme], unless base is the zero URL.
func Relative(base, target URL) (URL, error) {
	switch {
	case base.s == "":
		return target, nil
	case target.scheme == 0:
		return URL{}, fail(ruleRelative, target.s, 0, urlerr.Scheme)
	case base == target:
		return URL{}, nil
	}
	best := target
	consider := func(text string) {
		if len(text) >= len(best.s) {
			return
		}
		r := Parse(text)
		if u, err := Resolve(base, r); err == nil && u == target {
			best = r
		}
	}
	before := target.s[:target.path]
	if base.path == base.scheme && strings.HasPrefix(target.Path(), emptyNetLoc) {
		before = strings.TrimSuffix(before, emptyNetLoc) // Resolve adds an empty net_loc
	}
	if base.s[:base.path] == before {
		consider("#") // base without its fragment
		consider(target.s[target.fragment:])
		consider(target.s[target.query:])
		consider(target.s[target.params:])
		if path, ok := relativePath(base, target); ok {
			consider(path + target.s[target.params:])
		}
		consider(target.s[target.path:])
		if strings.HasPrefix(target.Path(), emptyNetLoc) {
			consider(emptyNetLoc + target.s[target.path:])
		}
	}
	consider(target.s[target.scheme:])
	return best, nil
}

// relativePath returns the relative path from the path of base to the path of target. ok is false if only base's path
// begins with a slash.
func relativePath(base, target URL) (path string, ok bool) {
	dir, slash := strings.CutPrefix(base.Path(), "/")
	to, fromRoot := strings.CutPrefix(target.Path(), "/")
	switch slash = slash || base.path != base.scheme; {
	case !slash: // the slash of target separates segments
		to = target.Path()
	case !fromRoot:
		return "", false
	}
	if dir = dir[:strings.LastIndexByte(dir, '/')+1]; dotsegment.Has(dir) {
		dir = string(removeDots([]byte(dir), nil))
	}
	return resolve.Relative(dir, to), true
}
