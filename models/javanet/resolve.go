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

// opaque reports whether u has a scheme and then no slash.
func (u *uri) opaque() bool {
	_, hierarchical := u.at.Get(urlerr.Path)
	return !hierarchical
}

// A builder puts a URI together from components, as toString does after resolve, relativize and normalize.
type builder struct{ strings.Builder }

// scheme writes the scheme of u.
func (b *builder) scheme(u *uri) {
	if scheme, ok := u.get(urlerr.Scheme); ok {
		b.WriteString(scheme + ":")
	}
}

// authority writes the authority of u, with the port as a number.
func (b *builder) authority(u *uri) {
	authority, ok := u.get(urlerr.Authority)
	if !ok {
		return
	}
	if host, ok := u.at.Get(urlerr.Host); ok {
		start, _ := u.at.Get(urlerr.Authority)
		authority = u.text[start.Start:host.End]
		if u.port != "" {
			authority += ":" + u.port
		}
	}
	b.WriteString("//" + authority)
}

// part writes component c of u after its delimiter.
func (b *builder) part(u *uri, delimiter string, c urlerr.Component) {
	if value, ok := u.get(c); ok {
		b.WriteString(delimiter + value)
	}
}

// resolve returns ref resolved against base, as URI.resolve does.
func resolve(base, ref *uri) string {
	if base.opaque() || ref.opaque() {
		return ref.text
	}
	if _, ok := ref.at.Get(urlerr.Scheme); ok {
		return ref.text
	}
	var b builder
	b.scheme(base)
	path, _ := ref.get(urlerr.Path)
	_, hasQuery := ref.at.Get(urlerr.Query)
	fragment, hasFragment := ref.get(urlerr.Fragment)
	_, hasAuthority := ref.at.Get(urlerr.Authority)
	switch {
	case hasAuthority:
		b.authority(ref)
		b.WriteString(path)
	case path == "" && hasFragment && !hasQuery:
		if same, ok := base.get(urlerr.Fragment); ok && same == fragment {
			return base.text
		}
		b.authority(base)
		b.part(base, "", urlerr.Path)
		b.part(base, "?", urlerr.Query)
	default:
		b.authority(base)
		if !strings.HasPrefix(path, "/") {
			path = merge(base, path)
		}
		b.WriteString(path)
	}
	b.part(ref, "?", urlerr.Query)
	b.part(ref, "#", urlerr.Fragment)
	return b.String()
}

// merge returns path, without a slash at its start, relative to the path of base.
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
	var b builder
	b.scheme(u)
	b.authority(u)
	b.WriteString(normal)
	b.part(u, "?", urlerr.Query)
	b.part(u, "#", urlerr.Fragment)
	return b.String()
}

// normalize removes empty segments, ".", and ".." after another segment. If a first segment with a colon was not the
// first one of path, "./" precedes it.
func normalize(path string) string {
	var segments []string
	rest := strings.TrimLeft(path, "/")
	absolute := len(rest) < len(path)
	slash := false // after the last segment
	for rest != "" {
		segment := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			segment = rest[:i]
		}
		rest = rest[len(segment):]
		after := strings.TrimLeft(rest, "/")
		slash = len(after) < len(rest)
		rest = after
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

// relativize returns u relative to base, as URI.relativize does, or u.
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
	var b builder
	b.WriteString(path[len(dir):])
	b.part(u, "?", urlerr.Query)
	b.part(u, "#", urlerr.Fragment)
	return b.String()
}

// equalEscapes reports whether a and b are equal without regard to the case of digits in escapes.
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
