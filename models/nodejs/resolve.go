package nodejs

import (
	"slices"
	"strings"
)

// resolve returns the result of url.resolve for a base and a reference that are parsed.
func resolve(base, ref object) object {
	u := base
	u.bare, u.hash = false, ref.hash
	switch {
	case ref.scheme == "" && !ref.hasHost && ref.path == "" && ref.search == "" && ref.hash == "" && !ref.slashes:
		return u // ref is empty
	case ref.slashes && ref.scheme == "":
		scheme := u.scheme
		u = ref
		if u.scheme = scheme; isSlashed(scheme) && u.hostname != "" && u.path == "" {
			u.path = "/"
		}
		return u
	case ref.scheme != "" && ref.scheme != base.scheme:
		if isSlashed(ref.scheme) {
			return otherScheme(base, ref)
		}
		return ref
	}
	return merge(base, ref)
}

// otherScheme returns the target if ref has another scheme than the base, with slashes. If ref has no host, the host
// is the first segment of its path that is not empty.
func otherScheme(base, ref object) object {
	u := ref
	u.slashes = base.slashes || ref.slashes
	if ref.host == "" && ref.scheme != "file" {
		segments := strings.Split(ref.path, "/")
		for len(segments) > 0 && u.host == "" {
			u.host, segments = segments[0], segments[1:]
		}
		if len(segments) == 0 || segments[0] != "" {
			segments = slices.Insert(segments, 0, "")
		}
		if len(segments) < 2 {
			segments = slices.Insert(segments, 0, "")
		}
		u.path = strings.Join(segments, "/")
		u.hostname = u.host
	}
	u.hasHost = true
	return u
}

// merge returns the target if the base's scheme counts.
func merge(base, ref object) object {
	u := base
	u.bare, u.hash = false, ref.hash
	refAbsolute := ref.host != "" || strings.HasPrefix(ref.path, "/")
	absolute := refAbsolute || strings.HasPrefix(base.path, "/") || base.host != "" && ref.path != ""
	dropDots := absolute
	var path, refPath []string
	if base.path != "" {
		path = strings.Split(base.path, "/")
	}
	if ref.path != "" {
		refPath = strings.Split(ref.path, "/")
	}
	// Without slashes, the host is the first segment, so that ".." can remove it.
	hostInPath := base.scheme != "" && !isSlashed(base.scheme)
	if hostInPath {
		path = prependHost(path, base.host)
		u.host, u.hostname, u.port = "", "", ""
		if ref.scheme != "" {
			refPath = prependHost(refPath, ref.host)
			u.auth, u.hasAuth = "", false
			ref.host, ref.hostname, ref.port, ref.hasHost = "", "", "", false
		}
		absolute = absolute && (first(refPath) || first(path))
	}
	switch {
	case refAbsolute:
		if ref.hasHost {
			if u.host != ref.host || u.hostname != ref.hostname {
				u.auth, u.hasAuth = "", false
			}
			u.host, u.hostname, u.port, u.hasHost = ref.host, ref.hostname, ref.port, true
		}
		u.search = ref.search
		path = refPath
	case len(refPath) > 0:
		path = append(path[:max(0, len(path)-1)], refPath...)
		u.search = ref.search
	case ref.search != "":
		if hostInPath {
			u.hostFrom(path)
		}
		u.search = ref.search
		return u
	}
	if len(path) == 0 {
		u.path = ""
		return u
	}
	last := path[len(path)-1]
	slashAtEnd := last == "" || (last == "." || last == "..") && (u.host != "" || ref.host != "" || len(path) > 1)
	path = removeDots(path, !absolute && !dropDots)
	if absolute && !first(path) {
		path = slices.Insert(path, 0, "")
	}
	if slashAtEnd && (len(path) < 2 || path[len(path)-1] != "") {
		path = append(path, "")
	}
	rooted := first(path)
	if hostInPath {
		if rooted {
			u.hostFrom(nil)
		} else if u.hostFrom(path); len(path) > 0 {
			path = path[1:]
		}
	}
	if (absolute || u.host != "" && len(path) > 0) && !rooted {
		path = slices.Insert(path, 0, "")
	}
	u.path = strings.Join(path, "/")
	if ref.auth != "" {
		u.auth, u.hasAuth = ref.auth, true
	}
	u.slashes = u.slashes || ref.slashes
	return u
}

// first reports whether the first segment exists and is empty.
func first(path []string) bool { return len(path) > 0 && path[0] == "" }

// prependHost returns path with host before it.
func prependHost(path []string, host string) []string {
	switch {
	case host == "":
		return path
	case first(path):
		path[0] = host
		return path
	}
	return slices.Insert(path, 0, host)
}

// hostFrom sets the host to the first segment of path. A userinfo before "@" may be in it.
func (u *object) hostFrom(path []string) {
	u.host = ""
	if len(path) > 0 {
		u.host = path[0]
	}
	if strings.IndexByte(u.host, '@') > 0 {
		parts := strings.SplitN(u.host, "@", 3)
		u.auth, u.hasAuth, u.host = parts[0], true, parts[1]
	}
	u.hostname, u.hasHost = u.host, true
}

// removeDots removes dot segments from path. If keep is set, ".." segments that have nothing to remove stay.
func removeDots(path []string, keep bool) []string {
	up := 0
	n := len(path)
	for i := len(path) - 1; i >= 0; i-- {
		switch s := path[i]; {
		case s == ".":
		case s == "..":
			up++
		case up > 0:
			up--
		default:
			n--
			path[n] = s
		}
	}
	if keep && up > 0 {
		return slices.Insert(path[n:], 0, slices.Repeat([]string{".."}, up)...)
	}
	return path[n:]
}
