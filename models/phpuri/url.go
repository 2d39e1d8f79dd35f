package phpuri

import (
	"cmp"
	"errors"
	"math"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// readURL sets r to the reading of url. If base is not nil, it resolves url against base. If package whatwg rejects url
// too, readURL rejects r with the error of package whatwg.
func (d Dialect) readURL(r *reading.Reading, url string, base *reading.Reading) {
	start, end := trim(url)
	text, places := clean.Within(url, start, end, true)
	p := urlParser{text: text, base: base, old: table[d.older].old}
	if p.run() {
		at, in := r.Accept(p.String(), p.Len())
		p.in.Map(places.Start, places.End)
		*at, *in = p.At, p.in
		return
	}
	var b whatwg.URL
	if base != nil {
		b, _ = whatwg.Parse(base.Href())
	}
	offset, component, rule := places.Start(p.broken), urlerr.Host, ruleDomain
	_, err := b.Resolve(url[start:end])
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		offset, component, rule = start+e.Offset, e.Component, e.Rule
	}
	r.Reject(d.fault(url, offset, component, rule))
}

// A urlParser parses a URL as lexbor does: by the URL Standard, with the differences that the package documentation
// lists.
type urlParser struct {
	model.Writer
	in            reading.Spans // spans of the components in text
	text          string
	base          *reading.Reading // may be nil
	old           bool
	special, file bool
	broken        int // offset of a rejected host
}

// ports maps the special schemes to their default ports.
var ports = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}

func (p *urlParser) run() bool {
	scheme, i := "", 0
	if n := ascii.SchemeLen(p.text); n > 0 && strings.HasPrefix(p.text[n:], ":") {
		scheme, i = ascii.ToLower(p.text[:n]), n+1
		p.in.Set(urlerr.Scheme, 0, n)
	}
	basePath, inherits, hasHost := "", false, false
	if p.base != nil {
		of, _ := p.base.Scheme()
		_, special := ports[of]
		basePath, _ = p.base.Path()
		inherits = scheme == "" || special && scheme == of
		_, hasHost = p.base.Host()
		hasHost = hasHost && inherits
		scheme = cmp.Or(scheme, of)
	}
	if scheme == "" {
		return false
	}
	_, p.special = ports[scheme]
	p.file = scheme == "file"
	p.PutScheme(model.Present(scheme))
	opaque := !p.special && !strings.HasPrefix(p.text[i:], "/")
	if inherits {
		opaque = !hasHost && !strings.HasPrefix(basePath, "/")
	}
	switch {
	case opaque:
		if hasHost = false; inherits && !strings.HasPrefix(p.text, "#") {
			return false
		}
	case p.slash(i) && p.slash(i+1) || p.special && !p.file && !inherits:
		inherits, hasHost = false, true
		for n := 0; p.slash(i) && (n < 2 || p.special && !p.file); n++ {
			i++
		}
		var ok bool
		if i, ok = p.authority(i, ports[scheme]); !ok {
			return false
		}
	case hasHost:
		host, _ := p.base.Host()
		port, _ := p.base.Port()
		writeHost(&p.Writer, part(p.base.Userinfo()), host, port)
	case p.file:
		hasHost = true
		writeHost(&p.Writer, model.Part{}, "", "")
	}
	p.path(i, opaque, inherits, hasHost, basePath)
	return true
}

// slash reports whether p.text has a slash at offset i. In special URLs, a backslash counts as a slash.
func (p *urlParser) slash(i int) bool {
	return i < len(p.text) && (p.text[i] == '/' || p.special && p.text[i] == '\\')
}

// authority parses the authority at offset i and returns its end.
func (p *urlParser) authority(i int, defaultPort string) (end int, ok bool) {
	ends := "/?#"
	if p.special {
		ends = `/\?#`
	}
	end = model.Index(p.text, i, len(p.text), ends)
	host, userinfo := i, ""
	var hostEnd int
	if p.file {
		if ascii.IsDrive(p.text[i:end]) {
			end = i
		}
		hostEnd = end
	} else {
		if at := strings.LastIndexByte(p.text[i:end], '@'); at >= 0 {
			host += at + 1
			userinfo = p.credentials(i, host-1)
		}
		hostEnd = host
		for inside := false; hostEnd < end && (inside || p.text[hostEnd] != ':'); hostEnd++ {
			inside = p.text[hostEnd] == '[' || inside && p.text[hostEnd] != ']'
		}
	}
	p.broken = host
	name, ok := p.hostName(p.text[host:hostEnd])
	if !ok || name == "" && (host > i || hostEnd < end) {
		return 0, false
	}
	port := ""
	if hostEnd < end {
		port = model.Decimal(p.text[hostEnd+1 : end])
		if _, n := ascii.Number(port, math.MaxUint16); n < len(port) {
			return 0, false
		}
		p.in.Set(urlerr.Port, hostEnd+1, end)
	}
	if port == defaultPort {
		port = ""
	}
	p.in.Set(urlerr.Authority, i, end)
	p.in.Set(urlerr.Host, host, hostEnd)
	writeHost(&p.Writer, part(userinfo, userinfo != ""), name, port)
	return end, true
}

// credentials parses the userinfo p.text[i:end]. It returns the userinfo in the form that the URL has, or "" if
// username and password are empty. Before PHP 8.6, an "@" before the first colon ends the username.
func (p *urlParser) credentials(i, end int) string {
	p.in.SetUserinfo(p.text, i, end)
	name, password, ok := strings.Cut(p.text[i:end], ":")
	if at := strings.LastIndexByte(name, '@'); p.old && ok && at >= 0 {
		name = name[:at]
		p.in.Set(urlerr.Username, i, i+at)
	}
	name, password = encode(name, whatwg.UserinfoSet), encode(password, whatwg.UserinfoSet)
	if password == "" {
		return name
	}
	return name + ":" + password
}

// hostName returns the normal form of a host.
func (p *urlParser) hostName(host string) (name string, ok bool) {
	switch {
	case host == "":
		return "", !p.special || p.file
	case !p.special || host[0] == '[':
		u, err := whatwg.Parse("x://" + encode(host, whatwg.C0ControlSet) + "/")
		ok = !strings.ContainsAny(host, "\x00@") && (host[0] != '[' || strings.HasSuffix(host, "]"))
		return u.Hostname(), ok && err == nil
	}
	domain, ok := toASCII(host)
	if !ok || p.file && domain == "localhost" {
		return "", ok
	}
	u, err := whatwg.Parse("http://" + domain)
	if u.HostKind() == reading.HostIPv4 {
		domain = u.Hostname()
	}
	return domain, err == nil
}

// path parses the rest of the URL from the path at i.
func (p *urlParser) path(i int, opaque, inherits, hasHost bool, basePath string) {
	n, path := 0, ""
	rest := p.text[i:]
	query, hasQuery := "", false
	switch empty := rest == "" || rest[0] == '?' || rest[0] == '#'; {
	case opaque && !inherits:
		n = indexChar(rest, "?#")
		path = encode(rest[:n], whatwg.C0ControlSet)
		if cut, ok := strings.CutSuffix(path, " "); ok && !p.old {
			path = cut + "%20"
		}
	case inherits && empty:
		path = basePath
		query, hasQuery = p.base.Query()
	case !empty:
		dirs := pathParser{in: rest, special: p.special, file: p.file, old: p.old}
		if inherits {
			dirs.inherit(basePath)
		}
		n = dirs.run()
		path = string(dirs.out)
	case p.special:
		path = "/"
	}
	if !hasHost && strings.HasPrefix(path, "//") {
		p.Add("/.")
	}
	p.Put("", urlerr.Path, model.Present(path))
	p.in.Set(urlerr.Path, i, i+n)
	i, rest = i+n, rest[n:]
	if strings.HasPrefix(rest, "?") {
		set := whatwg.QuerySet
		if p.special {
			set = whatwg.SpecialQuerySet
		}
		n := 1 + indexChar(rest[1:], "#")
		query, hasQuery = encode(rest[1:n], set), true
		p.in.Set(urlerr.Query, i+1, i+n)
		i, rest = i+n, rest[n:]
	}
	if hasQuery {
		p.Put("?", urlerr.Query, model.Present(query))
	}
	if rest != "" {
		p.Put("#", urlerr.Fragment, model.Present(encode(rest[1:], whatwg.FragmentSet)))
		p.in.Set(urlerr.Fragment, i+1, len(p.text))
	}
}
