package javanet

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/urlerr"
)

// part returns component c.
func (p *parser) part(c urlerr.Component) model.Part { return model.At(p.text, &p.in, c) }

// opaque reports whether u is opaque: it has a scheme, and there is no slash after the scheme and its colon.
func (u *uri) opaque() bool { return !u.part(urlerr.Path).OK }

// authorityText returns "//" and the authority of u, with the port as a number.
func (u *uri) authorityText() string {
	host, ok := u.in.Get(urlerr.Host)
	if !ok {
		return u.part(urlerr.Authority).Between("//", "")
	}
	start, _ := u.in.Get(urlerr.Authority)
	authority := "//" + u.text[start.Start:host.End]
	if u.port != "" {
		authority += ":" + u.port
	}
	return authority
}

// end returns the query and the fragment of u with their delimiters.
func (u *uri) end() string {
	return u.part(urlerr.Query).Between("?", "") + u.part(urlerr.Fragment).Between("#", "")
}

// resolve resolves ref against base, as URI.resolve does.
func resolve(base, ref *uri) string {
	if base.opaque() || ref.part(urlerr.Scheme).OK {
		return ref.text
	}
	path, authority := ref.part(urlerr.Path).Text, base.authorityText()
	switch {
	case ref.part(urlerr.Authority).OK:
		authority = ref.authorityText()
	case path == "" && ref.part(urlerr.Fragment).OK && !ref.part(urlerr.Query).OK:
		fragment := ref.part(urlerr.Fragment).Between("#", "")
		if fragment == base.part(urlerr.Fragment).Between("#", "") {
			return base.text
		}
		path = base.part(urlerr.Path).Text + base.part(urlerr.Query).Between("?", "")
	case !strings.HasPrefix(path, "/"):
		path = merge(base, path)
	}
	return base.part(urlerr.Scheme).Between("", ":") + authority + path + ref.end()
}

// merge resolves path against the path of base. path must not begin with a slash.
func merge(base *uri, path string) string {
	dir := base.part(urlerr.Path).Text
	if base.part(urlerr.Scheme).OK && dir == "" && path != "" && !base.row.noSlash {
		dir = "/"
	}
	return normalize(dir[:strings.LastIndexByte(dir, '/')+1] + path)
}

// normalized returns u with a normalized path, as URI.normalize does.
func (u *uri) normalized() string {
	path := u.part(urlerr.Path).Text
	normal := normalize(path)
	if normal == path {
		return u.text
	}
	return u.part(urlerr.Scheme).Between("", ":") + u.authorityText() + normal + u.end()
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
	case len(segments) > 0 && strings.Contains(segments[0], ":"):
		return "./" + normal
	}
	return normal
}
