package ruby

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// merge makes u the result of u.merge(ref), or returns the rule that is broken.
func (u *uri) merge(ref uri, row *row) (rule urlerr.Rule) {
	base := *u
	switch {
	case ref.scheme.ok:
		*u = ref
	case !u.scheme.ok:
		return ruleRelative
	default:
		rule = u.mergeRelative(&ref, row)
	}
	if base.scheme.s == "ftp" && rule.Kind == 0 && !base.equal(u) {
		return ruleFTP
	}
	return rule
}

// equal reports whether u == v, both of URI::FTP or not. Query and fragment do not count.
func (u *uri) equal(v *uri) bool {
	path := func(u *uri) string {
		if path := u.publicPath(); path != "" {
			return path
		}
		return "/"
	}
	return u.scheme == v.scheme && u.user == v.user && u.password == v.password && u.host.ok == v.host.ok &&
		ascii.EqualFold(u.host.s, v.host.s) && u.port == v.port && path(u) == path(v) && u.typecode == v.typecode
}

// mergeRelative is merge for a reference without a scheme.
func (u *uri) mergeRelative(ref *uri, row *row) (rule urlerr.Rule) {
	authority := ref.user.ok || ref.host.ok || ref.port.ok
	if ref.path.s == "" && !authority && !ref.query.ok {
		if ref.fragment.ok {
			u.fragment = ref.fragment
		}
		return rule
	}
	u.query, u.fragment = opt{}, ref.fragment
	switch {
	case authority && row.keepPassword:
		userinfo := ref.user
		if ref.password.ok {
			userinfo.s += ":" + ref.password.s
		}
		u.setUserinfo(userinfo, true)
		u.setHost(ref.host)
		u.setPort(ref.port)
		u.setPath(ref.path.s)
	case authority:
		u.user, u.password, u.host, u.port = ref.user, ref.password, ref.host, ref.port
		if !u.port.ok {
			u.port = u.defaultPort()
		}
		u.setPath(ref.path.s)
	case u.path.ok:
		u.setPath(mergePath(u.publicPath(), ref.path.s))
	}
	if ref.query.ok {
		if u.opaque.ok {
			return ruleSyntax
		}
		u.query = ref.query
	}
	return rule
}

// mergePath resolves the path ref against the path base.
func mergePath(base, ref string) string {
	path, rest := clean(split(base)), split(ref)
	if len(rest) > 0 && rest[0] == "" {
		path, rest = nil, rest[1:]
	}
	if n := len(rest); n > 0 && (rest[n-1] == "." || rest[n-1] == "..") {
		rest = append(rest, "")
	}
	var tail []string
	for _, s := range rest {
		switch n := len(tail); {
		case s == ".":
		case s == ".." && n > 0 && tail[n-1] != "..":
			tail = tail[:n-1]
		default:
			tail = append(tail, s)
		}
	}
	slash := len(tail) > 0
	if len(path) == 0 {
		path = []string{""}
	} else if slash {
		path = path[:len(path)-1]
	}
	for len(tail) > 0 && tail[0] == ".." {
		if tail = tail[1:]; len(path) > 1 {
			path = path[:len(path)-1]
		}
	}
	switch {
	case len(tail) > 0:
		path = append(path, tail...)
	case slash:
		path = append(path, "")
	}
	return strings.Join(path, "/")
}

func split(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// clean removes each ".." from path with the segment before it. A ".." at the beginning removes everything.
func clean(path []string) []string {
	if n := len(path); n > 0 && path[n-1] == ".." {
		path = append(path, "")
	}
	out := make([]string, 0, len(path))
	for _, s := range path {
		if s != ".." {
			out = append(out, s)
			continue
		}
		if len(out) == 0 {
			return nil
		}
		out = out[:len(out)-1]
	}
	return out
}
