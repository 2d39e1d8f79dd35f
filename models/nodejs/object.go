package nodejs

import (
	"slices"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// An object is a result of url.parse. A field that is null in Node.js is "", except as noted.
type object struct {
	scheme   string // lower case, with ":"
	slashes  bool
	auth     string // decoded
	hasAuth  bool   // after url.parse
	host     string // hostname and port, with brackets
	hasHost  bool   // after url.parse
	port     string
	hostname string // without brackets; only url.parse sets it
	path     string
	search   string // with "?"
	hash     string // with "#"
}

// inAuth lists the characters that url.format does not escape in a userinfo.
var inAuth = percent.NewTable(0, "!'()*-._~:")

// write writes the URL as url.format does. It does not set the span of the userinfo.
func (u *object) write(w *model.Writer) {
	// put writes text and sets the span of c to the part text[start:len(text)-end].
	put := func(c urlerr.Component, text string, start, end int) {
		if text != "" {
			w.At.Set(c, w.Len()+start, w.Len()+len(text)-end)
			w.Add(text)
		}
	}
	put(urlerr.Scheme, u.scheme, 0, 1)
	slashes := u.slashes || slashed.Has(u.scheme) && u.host != ""
	if slashes || u.scheme == "file:" {
		w.Add("//")
	}
	start := w.Len()
	if u.auth != "" && u.host != "" {
		encoded, _ := percent.EncodeString(u.auth, &inAuth)
		w.Add(encoded)
		w.Add("@")
	}
	host := w.Len()
	w.Add(u.host)
	if u.hasHost {
		w.At.Set(urlerr.Authority, start, w.Len())
		if strings.HasPrefix(u.host, "[") {
			host++
		}
		w.At.Set(urlerr.Host, host, host+len(u.hostname))
	}
	if u.port != "" {
		w.At.Set(urlerr.Port, w.Len()-len(u.port), w.Len())
	}
	if slashes && u.path != "" && u.path[0] != '/' {
		w.Add("/")
	}
	put(urlerr.Path, u.path, 0, 0)
	put(urlerr.Query, u.search, 1, 0)
	put(urlerr.Fragment, u.hash, 1, 0)
}

// resolve returns the result of url.resolve for a parsed base and a parsed reference.
func resolve(base, ref object) object {
	switch {
	case !ref.slashes && ref.scheme+ref.host+ref.path+ref.search+ref.hash == "": // ref is empty
		base.hash = ""
		return base
	case ref.slashes && ref.scheme == "":
		if ref.scheme = base.scheme; slashed.Has(base.scheme) && ref.hostname != "" && ref.path == "" {
			ref.path = "/"
		}
		return ref
	case ref.scheme == "" || ref.scheme == base.scheme:
		return merge(base, ref)
	case !slashed.Has(ref.scheme):
		return ref
	}
	ref.slashes = ref.slashes || base.slashes
	if ref.host != "" || ref.scheme == "file:" {
		return ref
	}
	// The host is the first segment that is not empty.
	ref.host, ref.path, _ = strings.Cut(strings.TrimLeft(ref.path, "/"), "/")
	if !strings.HasPrefix(ref.path, "/") {
		ref.path = "/" + ref.path
	}
	return ref
}

// merge resolves ref against u, and does not set the hostname. ref must have no scheme, or the same scheme as u.
func merge(u, ref object) object {
	refAbsolute := ref.host != "" || strings.HasPrefix(ref.path, "/")
	absolute := refAbsolute || strings.HasPrefix(u.path, "/") || u.host != "" && ref.path != ""
	keepDots := !absolute
	path, refPath := model.Segments(u.path), model.Segments(ref.path)
	u.hash = ref.hash
	// If the scheme is not in slashed, the host becomes the first segment, and a ".." can remove it.
	hostInPath := u.scheme != "" && !slashed.Has(u.scheme)
	if hostInPath {
		path = prependHost(path, u.host)
		u.host = ""
		if ref.scheme != "" {
			refPath = prependHost(refPath, ref.host)
			u.auth, ref.host = "", ""
		}
		absolute = absolute && (first(refPath) || first(path))
	}
	switch {
	case refAbsolute:
		if ref.hasHost {
			if u.host != ref.host {
				u.auth = ""
			}
			u.host = ref.host
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
	slashAtEnd := last == "" || (last == "." || last == "..") && (u.host != "" || len(path) > 1)
	path, up := model.WithoutDots(path)
	if keepDots {
		path = slices.Insert(path, 0, slices.Repeat([]string{".."}, up)...)
	}
	if absolute && !first(path) {
		path = slices.Insert(path, 0, "")
	}
	if slashAtEnd && (len(path) < 2 || path[len(path)-1] != "") {
		path = append(path, "")
	}
	rooted := first(path)
	if hostInPath && !rooted && len(path) > 0 {
		u.hostFrom(path)
		path = path[1:]
	}
	if !rooted && u.host != "" {
		path = slices.Insert(path, 0, "")
	}
	if ref.auth != "" {
		u.auth = ref.auth
	}
	u.path = strings.Join(path, "/")
	u.slashes = u.slashes || ref.slashes
	return u
}

// first reports whether path has a first segment and this segment is empty.
func first(path []string) bool { return len(path) != 0 && path[0] == "" }

// prependHost returns path with host as its first segment.
func prependHost(path []string, host string) []string {
	if host == "" {
		return path
	}
	if first(path) {
		path = path[1:]
	}
	return slices.Insert(path, 0, host)
}

// hostFrom sets the host to the first segment of path. The segment can begin with a userinfo and "@".
func (u *object) hostFrom(path []string) {
	u.host = strings.Join(path[:min(1, len(path))], "")
	if auth, rest, ok := strings.Cut(u.host, "@"); ok && auth != "" {
		u.auth = auth
		u.host, _, _ = strings.Cut(rest, "@")
	}
}
