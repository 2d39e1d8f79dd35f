package nodejs

import (
	"slices"
	"strings"

	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// An object is a result of url.parse. Node's null is "", unless a field says otherwise.
type object struct {
	scheme   string // lower case, with ":"
	slashes  bool
	auth     string // decoded
	hasAuth  bool   // after url.parse
	host     string // hostname and port, with brackets
	hasHost  bool   // after url.parse
	port     string
	hostname string // without brackets
	path     string
	search   string // with "?"
	hash     string // with "#"
}

// inAuth keeps the characters that url.format does not escape in a userinfo.
var inAuth = percent.NewTable(0, "!'()*-._~:")

// append appends the URL as url.format returns it, and sets at to the spans of the components but the userinfo.
func (u *object) append(dst []byte, at *reading.Spans) []byte {
	// put appends text. The component is text without its delimiters: as many bytes at its start and its end.
	put := func(c urlerr.Component, text string, start, end int) {
		if text != "" {
			at.Set(c, len(dst)+start, len(dst)+len(text)-end)
			dst = append(dst, text...)
		}
	}
	put(urlerr.Scheme, u.scheme, 0, 1)
	slashes := u.slashes || isSlashed(u.scheme) && u.host != ""
	if slashes || u.scheme == "file:" {
		dst = append(dst, "//"...)
	}
	start := len(dst)
	if u.auth != "" && u.host != "" {
		encoded, _ := percent.EncodeString(u.auth, &inAuth)
		dst = append(append(dst, encoded...), '@')
	}
	host := len(dst)
	dst = append(dst, u.host...)
	if u.hasHost {
		at.Set(urlerr.Authority, start, len(dst))
		if strings.HasPrefix(u.host, "[") {
			host++
		}
		at.Set(urlerr.Host, host, host+len(u.hostname))
	}
	if u.port != "" {
		at.Set(urlerr.Port, len(dst)-len(u.port), len(dst))
	}
	if slashes && u.path != "" && u.path[0] != '/' {
		dst = append(dst, '/')
	}
	put(urlerr.Path, u.path, 0, 0)
	put(urlerr.Query, u.search, 1, 0)
	put(urlerr.Fragment, u.hash, 1, 0)
	return dst
}

// resolve returns the result of url.resolve for a base and a reference that are parsed.
func resolve(base, ref object) object {
	switch {
	case !ref.slashes && ref.scheme+ref.host+ref.path+ref.search+ref.hash == "": // ref is empty
		base.hash = ""
		return base
	case ref.slashes && ref.scheme == "":
		if ref.scheme = base.scheme; isSlashed(base.scheme) && ref.hostname != "" && ref.path == "" {
			ref.path = "/"
		}
		return ref
	case ref.scheme == "" || ref.scheme == base.scheme:
		return merge(base, ref)
	case !isSlashed(ref.scheme):
		return ref
	}
	ref.slashes = ref.slashes || base.slashes
	if ref.host != "" || ref.scheme == "file:" {
		return ref
	}
	// The host is the first segment that is not empty.
	path := strings.Split(ref.path, "/")
	for len(path) > 0 && ref.host == "" {
		ref.host, path = path[0], path[1:]
	}
	for len(path) < 2 || path[0] != "" {
		path = slices.Insert(path, 0, "")
	}
	ref.path = strings.Join(path, "/")
	return ref
}

// merge returns the target if the base's scheme counts.
func merge(u, ref object) object {
	refAbsolute := ref.host != "" || strings.HasPrefix(ref.path, "/")
	absolute := refAbsolute || strings.HasPrefix(u.path, "/") || u.host != "" && ref.path != ""
	keepDots := !absolute
	path, refPath := split(u.path), split(ref.path)
	u.hash = ref.hash
	// Without slashes, the host is the first segment, so that ".." can remove it.
	hostInPath := u.scheme != "" && !isSlashed(u.scheme)
	if hostInPath {
		path = prependHost(path, u.host)
		u.host, u.hostname = "", ""
		if ref.scheme != "" {
			refPath = prependHost(refPath, ref.host)
			u.auth, ref.host, ref.hasHost = "", "", false
		}
		absolute = absolute && (first(refPath) || first(path))
	}
	switch {
	case refAbsolute:
		if ref.hasHost {
			if u.host != ref.host || u.hostname != ref.hostname {
				u.auth = ""
			}
			u.host, u.hostname = ref.host, ref.hostname
		}
		u.search, path = ref.search, refPath
	case len(refPath) > 0:
		u.search, path = ref.search, append(path[:max(0, len(path)-1)], refPath...)
	case ref.search != "":
		if u.search = ref.search; hostInPath {
			u.hostFrom(path)
		}
		return u
	}
	if len(path) == 0 {
		u.path = ""
		return u
	}
	last := path[len(path)-1]
	slashAtEnd := last == "" || (last == "." || last == "..") && (u.host != "" || ref.host != "" || len(path) > 1)
	path = removeDots(path, keepDots)
	if absolute && !first(path) {
		path = slices.Insert(path, 0, "")
	}
	if slashAtEnd && (len(path) < 2 || path[len(path)-1] != "") {
		path = append(path, "")
	}
	rooted := first(path)
	if hostInPath && (rooted || len(path) == 0) {
		u.hostFrom(nil)
	} else if hostInPath {
		u.hostFrom(path)
		path = path[1:]
	}
	if !rooted && u.host != "" && len(path) > 0 {
		path = slices.Insert(path, 0, "")
	}
	if ref.auth != "" {
		u.auth = ref.auth
	}
	u.path = strings.Join(path, "/")
	u.slashes = u.slashes || ref.slashes
	return u
}

func split(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// first reports whether the first segment exists and is empty.
func first(path []string) bool { return len(path) > 0 && path[0] == "" }

// prependHost returns path with host before it.
func prependHost(path []string, host string) []string {
	if host != "" && first(path) {
		path[0] = host
	} else if host != "" {
		path = slices.Insert(path, 0, host)
	}
	return path
}

// hostFrom sets the host to the first segment of path. A userinfo before "@" may be in it.
func (u *object) hostFrom(path []string) {
	u.host = ""
	if len(path) > 0 {
		u.host = path[0]
	}
	if strings.IndexByte(u.host, '@') > 0 {
		parts := strings.SplitN(u.host, "@", 3)
		u.auth, u.host = parts[0], parts[1]
	}
	u.hostname = u.host
}

// removeDots removes dot segments from path. If keep is set, ".." segments that have nothing to remove stay.
func removeDots(path []string, keep bool) []string {
	up, n := 0, len(path)
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
	if !keep {
		up = 0
	}
	return slices.Insert(path[n:], 0, slices.Repeat([]string{".."}, up)...)
}
