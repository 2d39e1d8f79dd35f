package phpuri

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// maxPort is the maximum length of a port.
const maxPort = 20

// checkPort returns an error if the port of ref is too long or too large.
func (d Dialect) checkPort(ref rfc3986.Ref) error {
	port, ok := ref.Port()
	if _, err := strconv.ParseInt("0"+port, 10, 64); !ok || err == nil && len(port) <= maxPort {
		return nil
	}
	var r reading.Reading
	rfc3986.Dialect{}.Read(&r, ref.String())
	span, _ := r.InInput(urlerr.Port)
	return d.fault(ref.String(), span.Start, urlerr.Port, rulePort)
}

// readURI sets r to the reading of ref with another path.
func (d Dialect) readURI(r *reading.Reading, ref rfc3986.Ref, path string) {
	const steps = rfc3986.StepCase | rfc3986.StepPercent
	var raw, normal reading.Reading
	rfc3986.Dialect{}.Read(&raw, ref.String())
	rfc3986.Dialect{}.Read(&normal, ref.Normalize(steps).String())

	var w writer
	scheme, hasScheme := normal.Scheme()
	if hasScheme {
		w.put("", urlerr.Scheme, scheme)
		w.WriteByte(':')
	}
	host, hasHost := normal.Host()
	if hasHost {
		w.WriteString("//")
		start := w.Len()
		if userinfo, ok := normal.Userinfo(); ok {
			w.userinfo(userinfo)
		}
		w.put("", urlerr.Host, expanded(host))
		if port, ok := normal.Port(); port != "" {
			port = strings.TrimLeft(port[:len(port)-1], "0") + port[len(port)-1:]
			w.put(":", urlerr.Port, port)
		} else if ok {
			w.WriteByte(':')
		}
		w.at.Set(urlerr.Authority, start, w.Len())
	}
	const root = "//h/"
	path = rfc3986.MustParse(root + path).Normalize(steps).String()[len(root):]
	w.rest(&normal, normalPath(path, hasScheme, hasHost, false))
	href := w.Len()
	if written, _ := w.at.Get(urlerr.Host); w.String()[written.Start:written.End] != host {
		w.put("", urlerr.Host, host)
	}
	at, in := r.Accept(w.String(), href)
	*at = w.at
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if span, ok := raw.InInput(c); ok && (c != urlerr.Port || span.Start < span.End) {
			in.Set(c, span.Start, span.End)
		}
	}
}

// expanded returns an IPv6 address with all its digits, as toString writes it, and any other host unchanged.
func expanded(host string) string {
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && addr.Is6() {
		bytes := addr.As16()
		var groups []string
		for i := 0; i < len(bytes); i += 2 {
			groups = append(groups, fmt.Sprintf("%02x%02x", bytes[i], bytes[i+1]))
		}
		return "[" + strings.Join(groups, ":") + "]"
	}
	return host
}

// normalPath removes dot segments. If a reference has neither a scheme nor a path from the root, ".." without a segment
// to remove remains. A "." at the start remains if the path would begin with "//" or, without a scheme, have a colon in
// the first segment, but not if ".." is the reason, unless safe is set.
func normalPath(path string, hasScheme, hasHost, safe bool) string {
	if path == "" {
		return ""
	}
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

// resolve sets r to the reading of the target of ref against base, except for offsets in the input. Its path has no dot
// segments even before it is normalized.
func (d Dialect) resolve(r *reading.Reading, base, ref string) error {
	var both [2]rfc3986.Ref
	for i, url := range []string{base, ref} {
		var err error
		if both[i], err = rfc3986.Parse(url); err == nil {
			err = d.checkPort(both[i])
		}
		if err != nil {
			return err
		}
	}
	b, u := both[0], both[1]
	if !b.IsURI() {
		return d.fault(base, 0, urlerr.Scheme, ruleBase)
	}
	path := u.Path()
	scheme, at := u, u // the references that have the scheme and the authority, and perhaps the query
	_, own := u.Authority()
	_, hasHost := b.Authority()
	query, hasQuery := u.Query()
	switch {
	case u.IsURI() || own:
		hasHost, path = own, normalPath(path, true, own, false)
	case path == "":
		if path = b.Path(); !hasQuery {
			query, hasQuery = b.Query()
		}
	case path[0] == '/':
		path = normalPath(path, true, hasHost, false)
	default:
		dir := b.Path()
		if dir == "" && hasHost {
			dir = "/"
		}
		path = normalPath(dir[:strings.LastIndexByte(dir, '/')+1]+path, true, hasHost, true)
	}
	if !u.IsURI() {
		scheme = b
		if !own {
			at = b
		}
	}
	text := scheme.Scheme() + ":"
	if authority, ok := at.Authority(); ok {
		text += "//" + authority
	}
	if hasQuery {
		text += "?" + query
	}
	if fragment, ok := u.Fragment(); ok {
		text += "#" + fragment
	}
	target, err := rfc3986.Parse(text)
	if err == nil {
		d.readURI(r, target, path)
	}
	return err
}
