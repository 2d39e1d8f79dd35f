package yarl

import (
	"cmp"
	"strings"
	"sync"

	"earl.example/internal/model"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// relative lists the schemes for which join resolves references. authoritative lists the other schemes for which str
// writes "//".
const (
	relative model.Names = " ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtsps rtspu sftp svn " +
		"svn+ssh ws wss "
	authoritative model.Names = " telnet snews rsync nfs git git+ssh "
	itms                      = "itms-services" // authoritative since 3.12
)

// defaultPorts maps the schemes that need a host to their default ports.
var defaultPorts = map[string]string{"http": "80", "ws": "80", "https": "443", "wss": "443", "ftp": "21"}

// cpython is the release that row.urlsplit means.
var cpython = sync.OnceValue(func() urllib.Version { return urllib.MustParseVersion("3.11.7") })

// String returns str(URL).
func (p *parser) String() string {
	var w model.Writer
	href := p.write(&w)
	return w.String()[:href]
}

func (p *parser) join(u *parser) (string, error) {
	if p.row.urlsplit {
		return urljoin(p.String(), u.String())
	}
	scheme := cmp.Or(u.scheme, p.scheme)
	if scheme != p.scheme || scheme != "" && !relative.Has(scheme) {
		return u.String(), nil
	}
	to := *u
	to.scheme = scheme
	switch {
	case u.netloc.text != "":
		return to.split()
	case u.path == "":
		to.path = p.path
		if u.query == "" {
			to.query = p.query
		}
		if u.fragment == "" {
			to.fragment = p.fragment
		}
	case u.path[0] == '/':
		to.path = to.row.removeDots(u.path)
	case p.path == "":
		to.path = to.row.removeDots("/" + u.path)
	default:
		// URL.join decodes the segments of the base.
		if slash := strings.LastIndexByte(p.path, '/'); slash == len(p.path)-1 {
			to.path = p.path + u.path
		} else if slash >= 0 {
			segments := strings.Split(p.path[:slash], "/")
			for i := range segments {
				segments[i] = unquote(segments[i])
			}
			to.path = strings.Join(segments, "/") + "/" + u.path
		}
		to.path = to.row.removeDots(to.path)
	}
	to.netloc = p.netloc
	return to.split()
}

// split parses the authority of a joined URL again, as yarl does, and returns str(URL). The result can differ from the
// first one, because the first one has no brackets around an IPvFuture address, and can have brackets from NFKC.
func (p *parser) split() (string, error) {
	p.hideScheme()
	n, _, broken := p.row.split(p.netloc.text)
	if broken.Kind != 0 {
		return "", p.fault(len(p.cleaned), urlerr.Authority, broken)
	}
	p.netloc = n
	return p.String(), nil
}

// urljoin returns str(URL(urljoin(base, ref), encoded=True)).
func urljoin(base, ref string) (string, error) {
	joined, err := urllib.Dialect{Version: cpython()}.Resolve(base, ref)
	if err != nil {
		return "", err
	}
	r, err := urllib.Python{Version: cpython()}.Split(joined, urllib.URLOptions{})
	if err != nil {
		return "", err
	}
	if _, ok := r.Hostname(); ok && r.Path == "" && r.Query+r.Fragment != "" {
		r.Path = "/"
	}
	return r.GetURL(), nil
}

// write writes the URL that str returns. href is its length. After it, write appends the attributes that the URL does
// not contain literally.
func (p *parser) write(w *model.Writer) (href int) {
	put := func(delimiter string, c urlerr.Component, value string) {
		w.Put(delimiter, c, model.Part{Text: value, OK: value != ""})
	}
	w.PutScheme(model.Part{Text: p.scheme, OK: p.scheme != ""})
	n := &p.netloc
	number := n.part(urlerr.Port).Text
	port := p.row.canonicalPort(number)
	hidden := port != "" && port == defaultPorts[p.scheme] && !p.row.urlsplit
	path := p.path
	slashes := n.text != "" || strings.HasPrefix(path, "//") && !p.row.urlsplit
	if !slashes && !strings.HasPrefix(path, "//") {
		slashes = relative.Has(p.scheme) || authoritative.Has(p.scheme) || p.scheme == itms && !p.row.urlsplit
	}
	if slashes {
		w.Add("//")
	}
	if hidden { // str omits the default port
		n.writeWithoutPort(w)
	} else {
		n.write(w)
	}
	if slashes && path != "" && path[0] != '/' {
		w.Add("/")
	}
	_, absolute := n.at.Get(urlerr.Host)
	absolute = absolute && n.text != ""
	if path == "" && absolute && (p.query != "" || p.fragment != "") {
		path = "/"
	}
	w.Put("", urlerr.Path, model.Present(path))
	put("?", urlerr.Query, p.query)
	put("#", urlerr.Fragment, p.fragment)
	href = w.Len()
	if hidden {
		n.write(w)
	}
	if port != number {
		put("", urlerr.Port, port)
	}
	if path == "" && absolute {
		w.Put("", urlerr.Path, model.Present("/"))
	}
	return href
}

// write writes n and sets the spans of its components.
func (n *netloc) write(w *model.Writer) {
	start := w.Len()
	w.Add(n.text)
	n.addTo(&w.At, start)
}

// writeWithoutPort writes n without its port. A host with a colon is written in brackets.
func (n *netloc) writeWithoutPort(w *model.Writer) {
	host := n.part(urlerr.Host).Text
	if strings.IndexByte(host, ':') >= 0 {
		host = "[" + host + "]"
	}
	if host != "" {
		short := makeNetloc(n.part(urlerr.Username), n.part(urlerr.Password), host, model.Part{}, "")
		short.write(w)
	}
}
