package yarl

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// relative lists the schemes for which join resolves references. authoritative lists the other schemes for which str
// writes "//".
const (
	relative model.Names = " ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtsps rtspu sftp svn " +
		"svn+ssh ws wss "
	authoritative model.Names = " telnet snews rsync nfs git git+ssh itms-services "
)

// defaultPorts maps the schemes that need a host to their default ports.
var defaultPorts = map[string]int{"http": 80, "ws": 80, "https": 443, "wss": 443, "ftp": 21}

func (p *parser) join(u *parser) (*parser, error) {
	scheme := u.scheme
	if scheme == "" {
		scheme = p.scheme
	}
	if scheme != p.scheme || scheme != "" && !relative.Has(scheme) {
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
		// URL.join decodes the segments of the base.
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
	to.path = removeDots(to.path)
	return to.split()
}

// split parses the authority of a joined URL again, as yarl does. If the brackets of a host contained no address, yarl
// has removed them, and the host can have a colon. split then ends the host at this colon.
func (p *parser) split() (*parser, error) {
	p.hideScheme()
	if p.ipv6 || strings.IndexByte(p.host.Text, ':') < 0 {
		return p, nil
	}
	host, port, _ := strings.Cut(p.host.Text, ":")
	if p.port.OK {
		port += ":" + p.port.Text
	}
	n, err := str.ParseInt(port, python)
	if port != "" && (err != nil || n < 0 || n > 65535) {
		return nil, p.fault(len(p.cleaned), urlerr.Port, rulePort)
	}
	p.host.Text, p.port, p.number = host, model.Present(port), n
	return p, nil
}

func (p *parser) hasNetloc() bool {
	return p.authority && (p.user.Text != "" || p.password.OK || p.host.Text != "" || p.port.OK)
}

func (p *parser) writeNetloc(w *model.Writer, port bool) {
	if !p.authority || !port && p.host.Text == "" {
		return
	}
	start := w.Len()
	if p.user.OK || p.password.OK {
		w.PutUserinfo(p.user, p.password)
	}
	if p.user.Text != "" || p.password.OK {
		w.Add("@")
	}
	if p.ipv6 || !port && strings.Contains(p.host.Text, ":") {
		w.Put("[", urlerr.Host, p.host)
		w.Add("]")
	} else {
		w.Put("", urlerr.Host, p.host)
	}
	if port {
		w.Put(":", urlerr.Port, p.port)
	}
	w.At.Set(urlerr.Authority, start, w.Len())
}

// write writes the URL that str returns. href is its length. After it, write appends the attributes that the URL does
// not contain literally.
func (p *parser) write(w *model.Writer) (href int) {
	put := func(delimiter string, c urlerr.Component, value string) {
		w.Put(delimiter, c, model.Part{Text: value, OK: value != ""})
	}
	if put("", urlerr.Scheme, p.scheme); p.scheme != "" {
		w.Add(":")
	}
	n := defaultPorts[p.scheme]
	hidden := n > 0 && n == p.number // str omits the default port
	path, netloc := p.path, p.hasNetloc()
	if netloc || relative.Has(p.scheme) || authoritative.Has(p.scheme) || strings.HasPrefix(path, "//") {
		w.Add("//")
		p.writeNetloc(w, !hidden)
		if path != "" && path[0] != '/' {
			w.Add("/")
		}
	} else {
		p.writeNetloc(w, true) // writes an empty text
	}
	if path == "" && netloc && (p.query != "" || p.fragment != "") {
		path = "/"
	}
	w.Put("", urlerr.Path, model.Present(path))
	put("?", urlerr.Query, p.query)
	put("#", urlerr.Fragment, p.fragment)
	href = w.Len()
	if hidden {
		p.writeNetloc(w, true)
	}
	if path == "" && netloc {
		w.Put("", urlerr.Path, model.Present("/"))
	}
	return href
}
