package whatwg

import (
	"strings"

	"earl.example/internal/text/resolve"
)

// Relative returns the shortest reference that resolves to target against base, as in browsers. Among references of the
// same length, it prefers a relative path, then a path from the root, then a host after "//", then the href of target.
// After a host, it always writes the path.
//
// A path never becomes a host: for the target "http://h//evil.example/" on the base "http://h/a" the reference is
// ".//evil.example/". The result is the href of target if base is the zero URL, and if no reference resolves to target,
// which a setter can bring about.
func Relative(base, target URL) string {
	best := target.href
	consider := func(ref string) {
		if len(ref) >= len(best) {
			return
		}
		if u, err := base.Resolve(ref); err == nil && u == target {
			best = ref
		}
	}
	path, tail := target.Pathname(), target.href[target.query:]
	if base.IsZero() || base.Scheme() != target.Scheme() {
		return best
	}
	consider(target.href[target.frag:])
	consider(tail)
	if base.href[:base.authorityEnd()] == target.href[:target.authorityEnd()] && path != "" && !target.HasOpaquePath() {
		dir := base.Pathname()
		if dir == "" || base.kind == file && len(dir) == len("/C:") && startsWithNormalDrive(dir) {
			dir += "/"
		}
		dir = dir[:strings.LastIndexByte(dir, '/')+1]
		relative := resolve.Relative(dir, path) + tail
		consider(strings.TrimPrefix(relative, "./")) // ":a" has no scheme
		consider(relative)
		if target.kind == file && startsWithNormalDrive(path) {
			rest := path[len("/C:"):] // a path from the root keeps the drive
			consider(rest + tail)
			consider("/." + rest + tail)
		}
		consider(path + tail)
		consider("/." + path + tail)
	}
	consider(target.href[target.scheme+1:])
	return best
}
