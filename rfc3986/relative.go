package rfc3986

import (
	"strings"

	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/resolve"
	"earl.example/urlerr"
)

// Relative returns the shortest reference that resolves to target against base. Among references of the same length, it
// prefers one with a relative path, then one with a path from the root, then one with an authority, then target itself.
// For a target without authority and path, such as "urn:", it returns target rather than ".", because few programs
// resolve "." to this target.
//
// If no reference resolves to target, as for most targets with dot segments, the error is of kind [urlerr.BadPath]. If
// base or target is the zero URI, it is of kind [urlerr.NoBase].
func Relative(base, target URI) (Ref, error) {
	if base.IsZero() || target.IsZero() {
		return Ref{}, fail(ruleBase, base.String(), -1, urlerr.NoComponent)
	}
	b, t := base.ref, target.ref
	best, found := Ref{}, false
	consider := func(text string) {
		if found && len(text) >= len(best.s) {
			return
		}
		r, _, broken := parse(text, &widest)
		if broken != nil {
			return
		}
		if u, err := Resolve(base, r); err == nil && u == target {
			best, found = r, true
		}
	}
	rest := t.s[t.query():]
	if b.s[:b.path()] == t.s[:t.path()] {
		consider(t.s[t.fragment():])
		consider(rest)
		path := t.Path()
		if strings.HasPrefix(path, dotPrefix+"//") {
			path = path[len(dotPrefix):]
		}
		if path != "" {
			consider(relativePath(b, path) + rest)
		}
		if strings.HasPrefix(t.Path(), "//") {
			consider(dotPrefix + t.s[t.path():])
		}
		consider(t.s[t.path():])
	}
	consider(t.s[t.after():])
	consider(t.s)
	if !found {
		return Ref{}, fail(ruleRelative, t.s, int(t.path()), urlerr.Path)
	}
	return best, nil
}

func relativePath(b Ref, path string) string {
	dir := b.Path()
	dir = dir[:strings.LastIndexByte(dir, '/')+1]
	switch {
	case b.path() != b.after() && b.path() == b.query():
		dir = "/"
	case dotsegment.Has(dir):
		dir = string(dotsegment.Remove([]byte(dir)))
	}
	if dir != "" && dir[0] != '/' && strings.HasPrefix(path, "/") {
		return resolve.Up(strings.Count(dir, "/"), path[1:]) // "../x" against a/b gives /x
	}
	return resolve.Relative(dir, path)
}
