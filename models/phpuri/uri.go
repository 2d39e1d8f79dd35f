package phpuri

import (
	"net/netip"
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// maxPort is the maximum length of a port in bytes.
const maxPort = 20

// checkPort returns an error if the port of ref is too long or too large.
func (d Dialect) checkPort(ref rfc3986.Ref) error {
	port, _ := ref.Port()
	if _, err := strconv.ParseInt("0"+port, 10, 64); err == nil && len(port) <= maxPort {
		return nil
	}
	var r reading.Reading
	rfc3986.Dialect{}.Read(&r, ref.String())
	span, _ := r.InInput(urlerr.Port)
	return d.fault(ref.String(), span.Start, urlerr.Port, rulePort)
}

// readURI sets r to the reading of ref, with the given path in place of the path of ref.
func (d Dialect) readURI(r *reading.Reading, ref rfc3986.Ref, path string) {
	const steps = rfc3986.StepCase | rfc3986.StepPercent
	var raw, normal reading.Reading
	rfc3986.Dialect{}.Read(&raw, ref.String())
	rfc3986.Dialect{}.Read(&normal, ref.Normalize(steps).String())

	var w model.Writer
	scheme := part(normal.Scheme())
	w.PutScheme(scheme)
	host, hasHost := normal.Host()
	if hasHost {
		port, hasPort := normal.Port()
		port = model.Decimal(port)
		writeHost(&w, part(normal.Userinfo()), expanded(host), port)
		if at, _ := w.At.Get(urlerr.Authority); hasPort && port == "" {
			w.Add(":")
			w.At.Set(urlerr.Authority, at.Start, w.Len())
		}
	}
	const root = "//h/"
	if written, err := rfc3986.Parse(root + path); err == nil {
		path = written.Normalize(steps).String()[len(root):]
	}
	w.Put("", urlerr.Path, model.Present(normalPath(path, scheme.OK, hasHost, false)))
	w.Put("?", urlerr.Query, part(normal.Query()))
	w.Put("#", urlerr.Fragment, part(normal.Fragment()))
	href := w.Len()
	if written, _ := w.At.Get(urlerr.Host); w.String()[written.Start:written.End] != host {
		w.Put("", urlerr.Host, model.Present(host))
	}
	at, in := r.Accept(w.String(), href)
	*at = w.At
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if span, ok := raw.InInput(c); ok && (c != urlerr.Port || span.Start < span.End) {
			in.Set(c, span.Start, span.End)
		}
	}
}

// expanded returns an IPv6 address with all its digits, as toString writes it. It returns any other host unchanged.
func expanded(host string) string {
	if addr, _ := netip.ParseAddr(strings.Trim(host, "[]")); addr.Is6() {
		return "[" + addr.StringExpanded() + "]"
	}
	return host
}

// normalPath removes dot segments, with these exceptions:
//
//   - In a URL without a scheme, a ".." without a segment before it remains, if the path is relative or follows an
//     authority.
//   - A "." at the start remains if the path would begin with "//" without this ".".
//   - In a URL without a scheme, a "." at the start also remains if the first segment would contain a colon without
//     this ".".
//
// If the removal of a ".." makes the path begin with "//", normalPath adds "./" only if safe is set.
func normalPath(path string, hasScheme, hasHost, safe bool) string {
	rest, rooted := strings.CutPrefix(path, "/")
	relative := !hasScheme && (!rooted || hasHost)
	segments := strings.Split(rest, "/")
	kept := segments[:0]
	for i, segment := range segments {
		last := i+1 == len(segments)
		n := len(kept)
		switch {
		case segment == "." && n == 0 && !last &&
			(relative && strings.Contains(segments[i+1], ":") || !hasHost && segments[i+1] == ""):
			kept = append(kept, segment)
		case segment == ".":
			if last && n > 0 {
				kept = append(kept, "")
			}
		case segment != ".." || relative && (n == 0 || kept[n-1] == ".."):
			kept = append(kept, segment)
		case n > 0:
			if kept = kept[:n-1]; last {
				kept = append(kept, "")
			}
		}
	}
	path = strings.Join(kept, "/")
	n := len(kept)
	if safe && !hasHost && n > 0 && kept[0] == "" && (rooted || n > 1 && kept[1] == "") {
		path = "./" + path
	}
	if rooted {
		path = "/" + path
	}
	return path
}

// resolve resolves ref against base and sets r to the reading of the target. The reading has no valid offsets in the
// input. The raw path of the target has no dot segments.
func (d Dialect) resolve(r *reading.Reading, base, ref string) error {
	b, u, err := model.ParseBoth(d.parse, base, ref)
	if err != nil {
		return err
	}
	if !b.IsURI() {
		return d.fault(base, 0, urlerr.Scheme, ruleBase)
	}
	path := u.Path()
	_, own := u.Authority()
	_, hasHost := b.Authority()
	switch {
	case u.IsURI() || own:
		path = normalPath(path, true, own, false)
	case path == "":
		path = b.Path()
	case path[0] == '/':
		path = normalPath(path, true, hasHost, false)
	default:
		dir := b.Path()
		if dir == "" && hasHost {
			dir = "/"
		}
		path = normalPath(dir[:strings.LastIndexByte(dir, '/')+1]+path, true, hasHost, true)
	}
	absolute, _ := b.URI()
	target, err := rfc3986.Resolve(absolute, u)
	if err == nil {
		d.readURI(r, target.Ref(), path)
	}
	return err
}
