package javanet

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// get returns the value of c in the text of u.
func (u *uri) get(c urlerr.Component) (string, bool) {
	span, ok := u.at.Get(c)
	return u.text[span.Start:span.End], ok
}

// opaque reports whether u is opaque: it has a scheme, and there is no slash after the scheme and its colon.
func (u *uri) opaque() bool {
	_, hierarchical := u.at.Get(urlerr.Path)
	return !hierarchical
}

// part returns component c of u between two delimiters, or "" if c is absent.
func (u *uri) part(before string, c urlerr.Component, after string) string {
	value, ok := u.get(c)
	if !ok {
		return ""
	}
	return before + value + after
}

// authorityText returns "//" and the authority of u, with the port as a number.
func (u *uri) authorityText() string {
	host, ok := u.at.Get(urlerr.Host)
	if !ok {
		return u.part("//", urlerr.Authority, "")
	}
	start, _ := u.at.Get(urlerr.Authority)
	authority := "//" + u.text[start.Start:host.End]
	if u.port != "" {
		authority += ":" + u.port
	}
	return authority
}

// resolve resolves ref against base, as URI.resolve does.
func resolve(base, ref *uri) string {
	if base.opaque() || ref.opaque() {
		return ref.text
	}
	if _, ok := ref.at.Get(urlerr.Scheme); ok {
		return ref.text
	}
	target := base.part("", urlerr.Scheme, ":")
	path, _ := ref.get(urlerr.Path)
	_, hasQuery := ref.at.Get(urlerr.Query)
	fragment, hasFragment := ref.get(urlerr.Fragment)
	_, hasAuthority := ref.at.Get(urlerr.Authority)
	switch {
	case hasAuthority:
		target += ref.authorityText() + path
	case path == "" && hasFragment && !hasQuery:
		if same, ok := base.get(urlerr.Fragment); ok && same == fragment {
			return base.text
		}
		target += base.authorityText() + base.part("", urlerr.Path, "") + base.part("?", urlerr.Query, "")
	default:
		if !strings.HasPrefix(path, "/") {
			path = merge(base, path)
		}
		target += base.authorityText() + path
	}
	return target + ref.part("?", urlerr.Query, "") + ref.part("#", urlerr.Fragment, "")
}

// merge resolves path against the path of base. path must not begin with a slash.
func merge(base *uri, path string) string {
	dir, _ := base.get(urlerr.Path)
	if _, ok := base.at.Get(urlerr.Scheme); ok && dir == "" && path != "" && !base.row.noSlash {
		dir = "/"
	}
	return normalize(dir[:strings.LastIndexByte(dir, '/')+1] + path)
}

// normalized returns u with a normalized path, as URI.normalize does.
func (u *uri) normalized() string {
	path, ok := u.get(urlerr.Path)
	normal := normalize(path)
	if !ok || normal == path {
		return u.text
	}
	return u.part("", urlerr.Scheme, ":") + u.authorityText() + normal + u.part("?", urlerr.Query, "") +
		u.part("#", urlerr.Fragment, "")
}

// normalize removes empty segments and "." segments. It removes each ".." segment together with the segment before it.
// If a segment with a colon becomes the first segment, normalize adds "./" before this segment.
func normalize(path string) string {
	var segments []string
	rest := strings.TrimLeft(path, "/")
	absolute := len(rest) < len(path)
	slash := false // whether a slash follows the last segment
	for rest != "" {
		var segment string
		segment, rest, slash = strings.Cut(rest, "/")
		rest = strings.TrimLeft(rest, "/")
		switch {
		case segment == ".":
			slash = true
		case segment == ".." && len(segments) > 0 && segments[len(segments)-1] != "..":
			segments = segments[:len(segments)-1]
			slash = true
		default:
			segments = append(segments, segment)
		}
	}
	normal := strings.Join(segments, "/")
	if slash && normal != "" {
		normal += "/"
	}
	switch {
	case absolute:
		return "/" + normal
	case len(segments) > 0 && strings.Contains(segments[0], ":") && !strings.HasPrefix(path, segments[0]):
		return "./" + normal
	}
	return normal
}

// relativize returns u relative to base, as URI.relativize does. If this is not possible, it returns u.
func relativize(base, u *uri) string {
	if base.opaque() || u.opaque() {
		return u.text
	}
	baseScheme, _ := base.get(urlerr.Scheme)
	scheme, _ := u.get(urlerr.Scheme)
	baseAuthority, _ := base.get(urlerr.Authority)
	authority, _ := u.get(urlerr.Authority)
	if !ascii.EqualFold(baseScheme, scheme) || !equalEscapes(baseAuthority, authority) {
		return u.text
	}
	dir, _ := base.get(urlerr.Path)
	path, _ := u.get(urlerr.Path)
	dir, path = normalize(dir), normalize(path)
	if dir != path {
		if !strings.HasSuffix(dir, "/") {
			dir += "/"
		}
		if !strings.HasPrefix(path, dir) {
			return u.text
		}
	}
	return path[len(dir):] + u.part("?", urlerr.Query, "") + u.part("#", urlerr.Fragment, "")
}

// equalEscapes reports whether a and b are equal if the case of the hexadecimal digits in escapes is ignored.
func equalEscapes(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if a[i] != b[i] {
			return false
		}
		if a[i] == '%' && i+2 < len(a) && ascii.EqualFold(a[i+1:i+3], b[i+1:i+3]) {
			i += 2
		}
	}
	return true
}
