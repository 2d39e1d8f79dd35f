package yarl

import (
	"strings"

	"earl.example/internal/python/str"
	"earl.example/reading"
	"earl.example/urlerr"
)

// relative lists the schemes whose references are resolved, and authoritative the others that are written with "//".
const (
	relative = "  ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtsps rtspu sftp svn svn+ssh ws wss "

	authoritative = " telnet snews rsync nfs git git+ssh itms-services "
)

func isRelative(scheme string) bool { return strings.Contains(relative, " "+scheme+" ") }

// join returns the URL that p.join(u) is.
func (p *parser) join(u *parser) (*parser, error) {
	scheme := u.scheme
	if scheme == "" {
		scheme = p.scheme
	}
	if scheme != p.scheme || !isRelative(scheme) {
		return u, nil
	}
	to := *u
	to.scheme = scheme
	if u.hasNetloc() {
		return to.split()
	}
	to.authority, to.user, to.password, to.host, to.port = p.authority, p.user, p.password, p.host, p.port
	to.ipv6, to.number = p.ipv6, p.number
	switch {
	case u.path == "":
		to.path = p.path
		if u.query == "" {
			to.query = p.query
		}
		if u.fragment == "" {
			to.fragment = p.fragment
		}
		return to.split()
	case u.path[0] == '/':
	case p.path == "":
		to.path = "/" + u.path
	default:
		// The segments of the base come back decoded.
		to.path = u.path
		if slash := strings.LastIndexByte(p.path, '/'); slash == len(p.path)-1 {
			to.path = p.path + u.path
		} else if slash >= 0 {
			segments := strings.Split(p.path[:slash], "/")
			for i := range segments {
				segments[i] = unquote(segments[i])
			}
			to.path = strings.Join(segments, "/") + "/" + u.path
		}
	}
	to.path = normalizePath(to.path)
	return to.split()
}

// split splits the authority of a joined URL again, as str does. A host of a bracketed text that is not an address has
// colons, but no brackets any more.
func (p *parser) split() (*parser, error) {
	p.hideScheme()
	if p.ipv6 || strings.IndexByte(p.host.text, ':') < 0 {
		return p, nil
	}
	host, port, _ := strings.Cut(p.host.text, ":")
	if p.port.ok {
		port += ":" + p.port.text
	}
	n, err := str.ParseInt(port, python)
	if port != "" && (err != nil || n < 0 || n > 65535) {
		return nil, p.fault(len(p.cleaned), urlerr.Port, rulePort)
	}
	p.host.text, p.port, p.number = host, part{port, true}, n
	return p, nil
}

// hasNetloc reports whether the authority is not empty as yarl writes it.
func (p *parser) hasNetloc() bool {
	return p.authority && (p.user.text != "" || p.password.ok || p.host.text != "" || p.port.ok)
}

// appendNetloc appends the authority, and sets at to the spans of its components.
func (p *parser) appendNetloc(dst []byte, at *reading.Spans, port bool) []byte {
	if !p.authority {
		return dst
	}
	if !port && p.host.text == "" {
		return dst
	}
	start := len(dst)
	put := func(c urlerr.Component, v part) {
		if v.ok {
			at.Set(c, len(dst), len(dst)+len(v.text))
			dst = append(dst, v.text...)
		}
	}
	if p.user.ok || p.password.ok {
		put(urlerr.Username, p.user)
		if p.password.ok {
			dst = append(dst, ':')
			put(urlerr.Password, p.password)
		}
		at.Set(urlerr.Userinfo, start, len(dst))
		if p.user.text != "" || p.password.ok {
			dst = append(dst, '@')
		}
	}
	if p.ipv6 || !port && strings.IndexByte(p.host.text, ':') >= 0 {
		dst = append(dst, '[')
		put(urlerr.Host, p.host)
		dst = append(dst, ']')
	} else {
		put(urlerr.Host, p.host)
	}
	if p.port.ok && port {
		dst = append(dst, ':')
		put(urlerr.Port, p.port)
	}
	at.Set(urlerr.Authority, start, len(dst))
	return dst
}

// append appends the URL as str has it, and sets at to the spans of the components. Attributes that it has in another
// form follow it; href is its length.
func (p *parser) append(dst []byte, at *reading.Spans) (text []byte, href int) {
	put := func(c urlerr.Component, value string) {
		if value != "" || c == urlerr.Path {
			at.Set(c, len(dst), len(dst)+len(value))
			dst = append(dst, value...)
		}
	}
	hidden := p.hidesPort()
	put(urlerr.Scheme, p.scheme)
	if p.scheme != "" {
		dst = append(dst, ':')
	}
	path := p.path
	netloc := p.hasNetloc()
	if netloc || p.scheme != "" && (isRelative(p.scheme) || strings.Contains(authoritative, " "+p.scheme+" ")) ||
		strings.HasPrefix(path, "//") {
		dst = append(dst, "//"...)
		dst = p.appendNetloc(dst, at, !hidden)
		if path != "" && path[0] != '/' {
			dst = append(dst, '/')
		}
	} else if p.authority {
		p.appendNetloc(dst, at, true) // it is empty
	}
	if path == "" && netloc && (p.query != "" || p.fragment != "") {
		path = "/"
	}
	put(urlerr.Path, path)
	if p.query != "" {
		dst = append(dst, '?')
		put(urlerr.Query, p.query)
	}
	if p.fragment != "" {
		dst = append(dst, '#')
		put(urlerr.Fragment, p.fragment)
	}
	href = len(dst)
	if hidden {
		dst = p.appendNetloc(dst, at, true)
	}
	if path == "" && netloc {
		put(urlerr.Path, "/")
	}
	return dst, href
}

// text returns the URL as str has it.
func (p *parser) text() string {
	var at reading.Spans
	text, href := p.append(nil, &at)
	return string(text[:href])
}

// hidesPort reports whether str leaves out the port, since it is the default of the scheme.
func (p *parser) hidesPort() bool {
	switch p.scheme {
	case "http", "ws":
		return p.number == 80
	case "https", "wss":
		return p.number == 443
	}
	return p.number == 21 && p.scheme == "ftp"
}
