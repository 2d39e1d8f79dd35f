package phpuri

import (
	"errors"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// readURL sets r to the reading of url, relative to base if base is not nil. Package whatwg parses an edited text, in
// which the results of lexbor replace the parts that lexbor parses differently.
func (d Dialect) readURL(r *reading.Reading, url string, base *reading.Reading) {
	start, end := trim(url)
	text, places := clean.Within(url, start, end, true)
	l := split(text, base)
	e := editor{in: text}
	if name, _, ok := strings.Cut(text[l.user:max(l.user, l.host-1)], ":"); ok && table[d.older].old {
		if at := strings.LastIndexByte(name, '@'); at >= 0 {
			e.copy(l.user + at)
			e.replace(l.user+len(name), "")
		}
	}
	old, host, path, ownPath := table[d.older].old, "", "", false
	switch {
	case l.special && l.host < l.hostEnd && text[l.host] != '[':
		var ok bool
		if host, ok = toASCII(text[l.host:l.hostEnd]); !ok {
			r.Reject(d.fault(url, places.Start(l.host), urlerr.Host, ruleDomain))
			return
		}
		e.copy(l.host)
		e.replace(l.hostEnd, host)
	case l.inherits:
		host, _ = base.Host()
	}
	e.copy(l.path)
	if l.hasPath && (old || l.file || !utf8.ValidString(text[l.path:])) {
		p := pathParser{in: text[l.path:], special: l.special, file: l.file, old: old, out: []byte(l.dir)}
		n := p.run()
		path, ownPath = string(p.out), true
		e.replace(l.path+n, "/")
	} else if l.inherits && !l.hasPath {
		path, ownPath = base.Path()
	}
	e.copy(len(text))

	var w reading.Reading
	var err error
	edited := string(e.out)
	if base != nil {
		edited, err = whatwg.Dialect{}.Resolve(base.Href(), edited)
	}
	if err == nil {
		whatwg.Dialect{}.Read(&w, edited)
		err = w.Err()
	}
	if broken, ok := errors.AsType[*urlerr.Error](err); ok {
		r.Reject(&urlerr.Error{Dialect: d.Name(), Input: url, Offset: places.Start(e.origin(broken.Offset)),
			Component: broken.Component, Rule: broken.Rule, Err: broken.Err})
		return
	}
	if !ownPath {
		path, _ = w.Path()
		if end := strings.IndexAny(text[l.path:], "?#"); old && end > 0 && text[l.path+end-1] == ' ' {
			path = strings.TrimSuffix(path, "%20") + " " // the end of an opaque path
		}
	}
	in := accept(r, &w, host, path)
	if base == nil {
		for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
			if span, ok := w.InInput(c); ok {
				in.Set(c, places.Start(e.origin(span.Start)), places.End(e.origin(span.End)))
			}
		}
	}
}

// accept makes r the reading of w with another path, and with host if only its case differs from the host of w.
func accept(r, w *reading.Reading, host, path string) (in *reading.Spans) {
	var out writer
	scheme, _ := w.Scheme()
	out.put("", urlerr.Scheme, scheme)
	out.WriteByte(':')
	name, hasHost := w.Host()
	if hasHost {
		if ascii.EqualFold(name, host) || name == "" && ascii.EqualFold(host, "localhost") && host != "localhost" {
			name = host
		}
		out.WriteString("//")
		start := out.Len()
		if userinfo, ok := w.Userinfo(); ok {
			out.userinfo(userinfo)
		}
		out.put("", urlerr.Host, name)
		if port, ok := w.Port(); ok {
			out.put(":", urlerr.Port, port)
		}
		out.at.Set(urlerr.Authority, start, out.Len())
	} else if strings.HasPrefix(path, "//") {
		out.WriteString("/.")
	}
	out.rest(w, path)
	at, in := r.Accept(out.String(), out.Len())
	*at = out.at
	return in
}

// A layout has the parts of a text that lexbor parses in its own ways. Without a special host, host is hostEnd.
type layout struct {
	special, file bool // the scheme is special, is file
	user          int  // start of the userinfo, which ends before an "@" before the host
	host, hostEnd int
	path          int    // start of the path, or of the query or fragment
	hasPath       bool   // there is a path, which is not opaque
	inherits      bool   // without a host, that of the base is the host
	dir           string // of the base, before the path
}

// split finds the parts of text, relative to base if base is not nil.
func split(text string, base *reading.Reading) (l layout) {
	scheme, at := "", 0
	if n := schemeEnd(text); n > 0 {
		scheme, at = ascii.ToLower(text[:n]), n+1
	}
	if base != nil {
		of, _ := base.Scheme()
		l.inherits = scheme == "" || scheme == of && isSpecial(of)
		if scheme == "" {
			scheme = of
		}
	}
	l.special, l.file = isSpecial(scheme), scheme == "file"
	ends := "/?#"
	if l.special {
		ends = `/\?#`
	}
	slash := func(i int) bool { return i < len(text) && (text[i] == '/' || l.special && text[i] == '\\') }
	next := func(i int, set string) int {
		if n := strings.IndexAny(text[i:], set); n >= 0 {
			return i + n
		}
		return len(text)
	}
	l.path = at
	if slash(at) && slash(at+1) || l.special && !l.file && !l.inherits {
		l.inherits = false
		for n := 0; slash(at) && (n < 2 || l.special && !l.file); n++ {
			at++
		}
		l.path = next(at, ends)
		l.user, l.host, l.hostEnd = at, at, l.path
		if l.file && isDrive(text[at:l.path]) {
			l.path, l.hostEnd = at, at
		} else if !l.file {
			l.host += strings.LastIndexByte(text[at:l.path], '@') + 1
			inside := false // brackets
			l.hostEnd = l.host
			for ; l.hostEnd < l.path && (inside || text[l.hostEnd] != ':'); l.hostEnd++ {
				inside = text[l.hostEnd] == '[' || inside && text[l.hostEnd] != ']'
			}
		}
	}
	l.hasPath = l.path < len(text) && text[l.path] != '?' && text[l.path] != '#' &&
		(l.special || l.inherits || text[l.path] == '/')
	if l.hasPath && l.inherits {
		l.dir, _ = base.Path()
		switch drive := l.file && startsDrive(text[l.path:]); {
		case slash(l.path):
			if drive := len("/C:"); l.file && len(l.dir) > drive && l.dir[2:drive+1] == ":/" && isDrive(l.dir[1:drive]) &&
				!startsDrive(text[l.path+1:]) {
				l.dir = l.dir[:drive]
			} else {
				l.dir = ""
			}
		case drive:
			l.dir = ""
		default:
			p := pathParser{file: l.file, out: []byte(l.dir), count: strings.Count(l.dir, "/")}
			p.up()
			l.dir = string(p.out)
		}
	}
	return l
}

// schemeEnd returns the offset of the colon after a scheme, or 0.
func schemeEnd(s string) int {
	n := strings.IndexByte(s, ':')
	if n <= 0 || !ascii.All(s[:n], ascii.SchemeChar) || !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	return n
}

func isSpecial(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}

// isDrive reports whether s is a Windows drive letter.
func isDrive(s string) bool {
	return len(s) == 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|')
}

// startsDrive reports whether s starts with a Windows drive letter.
func startsDrive(s string) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || strings.IndexByte(`/\?#`, s[2]) >= 0)
}
