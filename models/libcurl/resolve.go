package libcurl

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// redirect returns the URL of a redirect from base to ref.
func (d Dialect) redirect(base, ref string) (parts, error) {
	p := parser{row: d.row(), url: base, guess: true, unknown: true}
	if err := p.run(); err != nil {
		return parts{}, err
	}
	b := p.u
	path, _ := p.in.Get(urlerr.Path)
	p = parser{row: d.row(), url: ref, encode: true}
	if nul := strings.IndexByte(ref, 0); nul >= 0 {
		return parts{}, p.fault(nul, urlerr.NoComponent, ruleNUL)
	}
	switch {
	case p.row.schemeLen(ref, false) > 0: // ref is an absolute URL
	case p.row.concat:
		text := b.text(p.row, form{escaped: true})
		if b.scheme == "file" && path.End-path.Start <= 1 {
			text = "file://(nil)" // libcurl does not store the path "/", and its printf writes a null pointer as "(nil)"
		}
		p.url = p.row.join(text, ref)
	case ref == "":
		b.fragment, b.has = "", b.has&^hasFragment
		return b, nil
	default: // redirect escapes control characters, so they are accepted
		p.url = p.row.redirect(b.text(p.row, form{escaped: true, empty: true}), &b, ref)
	}
	if err := p.run(); err != nil {
		return parts{}, err
	}
	return p.u, nil
}

// redirect cuts base before the components that ref replaces, and appends ref. base is the text of u.
func (r *row) redirect(base string, u *parts, ref string) string {
	host := len(u.scheme) + len("://")
	cut := -1
	switch {
	case strings.HasPrefix(ref, "//"):
		return base[:host] + r.escapeAfterHost(ref[2:])
	case ref[0] == '/':
		cut = indexFrom(base, '/', host)
	case ref[0] == '#':
		if u.has&hasFragment != 0 {
			cut = indexFrom(base, '#', host)
		}
	default:
		if u.has&hasQuery != 0 {
			cut = indexFrom(base, '?', host)
		} else if u.has&hasFragment != 0 {
			cut = indexFrom(base, '#', host)
		}
		if ref[0] != '?' {
			end := len(base)
			if cut >= 0 {
				end = cut
			}
			cut = strings.LastIndexByte(base[host:end], '/')
			if cut >= 0 {
				cut += host + 1
			}
		}
	}
	if cut < 0 {
		cut = len(base)
	}
	return base[:cut] + r.escape(ref, queryNotYet)
}

// indexFrom returns the offset of the first c at or after start, or -1 if there is no c.
func indexFrom(s string, c byte, start int) int {
	if i := strings.IndexByte(s[start:], c); i >= 0 {
		return start + i
	}
	return -1
}

// join resolves ref against base in releases with row.concat. Other releases use redirect.
func (r *row) join(base, ref string) string {
	host := strings.Index(base, "//") + 2
	use := ref
	slash := true // whether to insert a slash between base and ref
	switch {
	case strings.HasPrefix(ref, "//"):
		return base[:host] + r.escapeAfterHost(ref[2:])
	case strings.HasPrefix(ref, "/"):
		if end := strings.IndexAny(base[host:], "/?"); end >= 0 {
			base = base[:host+end]
		}
		return base + r.escape(use, queryNotYet)
	}
	if query := indexFrom(base, '?', host); query >= 0 {
		base = base[:query]
	}
	if !strings.HasPrefix(ref, "?") {
		if last := strings.LastIndexByte(base[host:], '/'); last >= 0 {
			base = base[:host+last]
		}
	}
	use = strings.TrimPrefix(use, "./")
	path := indexFrom(base, '/', host) + 1
	for strings.HasPrefix(use, "../") {
		use = use[3:]
		if path > 0 && len(base) > path {
			base = base[:path+max(0, strings.LastIndexByte(base[path:], '/'))]
		}
	}
	if path > 0 && len(base) == path || strings.HasPrefix(use, "/") || strings.HasPrefix(use, "?") {
		slash = false
	}
	if slash {
		base += "/"
	}
	return base + r.escape(use, queryNotYet)
}

// escapeAfterHost escapes the part of s after the host. s is a URL without its scheme and the slashes after it. If s
// contains "//", libcurl looks for the end of the host only after this "//".
func (r *row) escapeAfterHost(s string) string {
	start := strings.Index(s, "//")
	if start < 0 {
		start = 0
	} else {
		start += 2
	}
	end := len(s)
	if i := strings.IndexAny(s[start:], "/?"); i >= 0 {
		end = start + i
	}
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
	digits := "0123456789ABCDEF"
	least := byte(0x7F)
	if r.oldEscapes {
		digits = "0123456789abcdef"
		least = 0x80
	}
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '?' && query == queryNotYet:
			query = queryYes
		case c == ' ' && query == queryYes:
			b.WriteString(s[done:i])
			b.WriteByte('+')
			done = i + 1
		case c == ' ' || c >= least || c < ' ' && !r.oldEscapes:
			b.WriteString(s[done:i])
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
			done = i + 1
		case c == '%' && !r.oldEscapes && i+2 < len(s) && ascii.Is(s[i+1], ascii.HexDigit) &&
			ascii.Is(s[i+2], ascii.HexDigit):
			b.WriteString(s[done:i])
			b.Write([]byte{'%', upperHex(s[i+1]), upperHex(s[i+2])})
			done = i + 3
			i += 2
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// upperHex returns a hexadecimal digit in upper case.
func upperHex(c byte) byte {
	if c > '9' {
		return c &^ 0x20
	}
	return c
}
