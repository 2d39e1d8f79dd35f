package libcurl

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// resolve returns the components of the URL of a redirect from base to ref.
func (r *row) resolve(base, ref string) (parts, error) {
	b := parser{row: r, url: base}
	if err := b.run(); err != nil {
		return parts{}, err
	}
	p := parser{row: r, url: ref, redirect: true}
	if nul := strings.IndexByte(ref, 0); nul >= 0 {
		return parts{}, p.fault(nul, urlerr.NoComponent, ruleNUL)
	}
	switch {
	case p.schemeLen() > 0: // ref is an absolute URL
	case r.concat:
		text := b.u.text(r, true)
		if path, _ := b.in.Get(urlerr.Path); b.u.scheme == "file" && path.End-path.Start <= 1 {
			text = "file://(nil)" // libcurl does not store the path "/", and its printf writes a null pointer as "(nil)"
		}
		p.url = r.join(text, ref)
	case ref == "":
		b.u.fragment = model.Part{}
		return b.u, nil
	default: // redirect escapes control characters, so they are accepted
		p.url = r.redirect(b.u.text(r, true), &b.u, ref)
	}
	err := p.run()
	return p.u, err
}

// redirect cuts base before the components that ref replaces, and appends ref. base is the text of u.
func (r *row) redirect(base string, u *parts, ref string) string {
	host, cut := len(u.scheme)+len("://"), len(base)
	index := func(delimiter string) int { return model.Index(base, host, len(base), delimiter) }
	switch {
	case strings.HasPrefix(ref, "//"):
		return base[:host] + r.escapeAfterHost(ref[2:])
	case ref[0] == '/':
		cut = index("/")
	case ref[0] != '#' && u.query.OK:
		cut = index("?")
	case u.fragment.OK:
		cut = index("#")
	}
	if strings.IndexByte("/?#", ref[0]) < 0 {
		cut = host + strings.LastIndexByte(base[host:cut], '/') + 1
	}
	return base[:cut] + r.escape(ref, queryNotYet)
}

// join resolves ref against base in releases with row.concat. Other releases use redirect.
func (r *row) join(base, ref string) string {
	host := strings.Index(base, "//") + 2
	switch {
	case strings.HasPrefix(ref, "//"):
		return base[:host] + r.escapeAfterHost(ref[2:])
	case strings.HasPrefix(ref, "/"):
		return base[:model.Index(base, host, len(base), "/?")] + r.escape(ref, queryNotYet)
	}
	base = base[:model.Index(base, host, len(base), "?")]
	if !strings.HasPrefix(ref, "?") {
		if last := strings.LastIndexByte(base[host:], '/'); last >= 0 {
			base = base[:host+last]
		}
	}
	ref = strings.TrimPrefix(ref, "./")
	path := model.Index(base, host, len(base), "/") + 1
	for strings.HasPrefix(ref, "../") {
		ref = ref[len("../"):]
		if len(base) > path {
			base = base[:path+max(0, strings.LastIndexByte(base[path:], '/'))]
		}
	}
	if len(base) != path && !strings.HasPrefix(ref, "/") && !strings.HasPrefix(ref, "?") {
		base += "/"
	}
	return base + r.escape(ref, queryNotYet)
}

// escapeAfterHost escapes the part of s after the host. s is a URL without its scheme and the slashes after it. If s
// contains "//", libcurl looks for the end of the host only after this "//".
func (r *row) escapeAfterHost(s string) string {
	start := 0
	if i := strings.Index(s, "//"); i >= 0 {
		start = i + len("//")
	}
	end := model.Index(s, start, len(s), "/?")
	return s[:end] + r.escape(s[end:], queryNotYet)
}

// Values of the parameter query of escape. They say in which part of a URL the text to escape begins.
const (
	queryNo     = iota // not in a query; "?" does not begin a query
	queryNotYet        // before a query; "?" begins it
	queryYes           // in a query; a space becomes "+"
)

// escape percent-encodes the octets that libcurl does not allow in a redirect.
func (r *row) escape(s string, query int) string {
	digits, least := "0123456789ABCDEF", byte(0x7F)
	if r.oldEscapes {
		digits, least = "0123456789abcdef", 0x80
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' && query == queryYes:
			out = append(out, '+')
		case c == ' ' || c >= least || c < ' ' && !r.oldEscapes:
			out = append(out, '%', digits[c>>4], digits[c&15])
		case c == '%' && !r.oldEscapes && percent.HexFollows(s, i):
			c = percent.Octet(s, i)
			out = append(out, '%', digits[c>>4], digits[c&15])
			i += 2
		default:
			if out = append(out, c); c == '?' && query == queryNotYet {
				query = queryYes
			}
		}
	}
	return string(out)
}
