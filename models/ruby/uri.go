package ruby

import (
	"regexp"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// An opt is a String or nil.
type opt struct {
	s  string
	ok bool
}

// A uri is an object of URI::Generic or of a class for its scheme.
type uri struct {
	scheme   opt // lower case; it also decides the class
	user     opt
	password opt
	host     opt
	port     opt // decimal, without leading zeros; the default port of the scheme if there was none
	path     opt // of URI::FTP with a slash before it and without a type
	opaque   opt
	query    opt
	fragment opt
	typecode opt    // of URI::FTP
	mail     string // of URI::MailTo: the text of to_s between scheme and fragment
}

// defaultPorts are the default ports of the classes of schemes.
var defaultPorts = map[string]opt{
	"http": {"80", true}, "https": {"443", true}, "ftp": {"21", true}, "ldap": {"389", true}, "ldaps": {"636", true},
	"ws": {"80", true}, "wss": {"443", true},
}

// build makes the object from the components of the input.
func (p *parser) build() {
	u := &p.u
	u.setHost(u.host)
	u.setUserinfo(p.userinfo, false)
	u.setPort(p.port)
	if u.query.ok && !u.setQuery() {
		span, _ := p.at.Get(urlerr.Query)
		p.fail(span.Start, urlerr.Query)
	}
	span, _ := p.at.Get(urlerr.Path)
	switch u.scheme.s {
	case "ftp":
		if !u.path.ok {
			p.fail(span.Start, urlerr.Path)
			return
		}
		u.setPath(u.publicPath())
		if path, typecode, ok := strings.Cut(u.path.s, typePrefix); ok {
			u.path.s, u.typecode = path, opt{typecode, true}
		}
	case "ldap", "ldaps":
		if !u.path.ok || u.fragment.ok {
			p.fail(span.End, urlerr.Fragment)
		}
	case "mailto":
		if u.query.ok {
			u.opaque = opt{"?" + u.query.s, true}
		}
		to, headers, _ := strings.Cut(u.opaque.s, "?")
		if !u.opaque.ok || !addresses.MatchString(to) {
			p.err = fault(p.in, span.Start, urlerr.Path, ruleComponent)
		}
		u.mail = to
		if headers = strings.TrimRight(headers, "&"); headers != "" {
			u.mail += "?" + headers
		}
	}
}

const typePrefix = ";type="

// addresses matches mail addresses with a comma or a semicolon between them, and perhaps one at the end.
var addresses = regexp.MustCompile(`^(?:[^@,;]+@[^@,;]+[,;])*(?:[^@,;]+@[^@,;]+)?$`)

// isFile reports whether u is of URI::File, which has no userinfo and no port.
func (u *uri) isFile() bool { return u.scheme.s == "file" }

func (u *uri) setHost(host opt) {
	if u.host = host; u.isFile() && (!host.ok || host.s == "localhost") {
		u.host = opt{"", true}
	}
}

// setUserinfo sets user and password. If keep is set, a password that the userinfo lacks stays.
func (u *uri) setUserinfo(userinfo opt, keep bool) {
	if u.isFile() {
		return
	}
	user, password, ok := strings.Cut(userinfo.s, ":")
	u.user = opt{user, userinfo.s != ""}
	if ok || !keep {
		u.password = opt{password, ok}
	}
}

func (u *uri) setPort(port opt) {
	digits := port.s
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	switch {
	case u.isFile():
	case digits == "":
		u.port = defaultPorts[u.scheme.s]
	default:
		u.port = opt{digits, true}
	}
}

// setPath sets the path. URI::FTP writes a slash at its beginning as %2F.
func (u *uri) setPath(path string) {
	if u.scheme.s == "ftp" {
		if rest, ok := strings.CutPrefix(path, "/"); ok {
			path = "%2F" + rest
		}
		path = "/" + path
	}
	u.path = opt{path, true}
}

// publicPath returns URI#path. URI::FTP removes the slash that setPath adds.
func (u *uri) publicPath() string {
	if u.scheme.s != "ftp" {
		return u.path.s
	}
	path := strings.TrimPrefix(u.path.s, "/")
	if rest, ok := strings.CutPrefix(path, "%2F"); ok {
		return "/" + rest
	}
	return path
}

// inQuery keeps the characters that URI#query= does not escape.
var inQuery = percent.NewTable(ascii.QueryChar, "%[\\]^{|}")

// badEscape matches a percent sign with which URI#query= raises an error.
var badEscape = regexp.MustCompile(`%[^0-9A-Fa-f]{2}`)

// setQuery escapes the query. It returns false if an escape is bad.
func (u *uri) setQuery() bool {
	q := ascii.WithoutNewlines(u.query.s)
	u.query.s, _ = percent.EncodeString(strings.ReplaceAll(q, "'", "%27"), &inQuery)
	return !badEscape.MatchString(q)
}

// append appends u as URI#to_s returns it, and sets at to the spans of the components. Values that the URL has in
// another form follow it; href is its length.
func (u *uri) append(dst []byte, at *reading.Spans, row *row) (text []byte, href int) {
	put := func(c urlerr.Component, before string, value opt) {
		if value.ok {
			dst = append(dst, before...)
			at.Set(c, len(dst), len(dst)+len(value.s))
			dst = append(dst, value.s...)
		}
	}
	if put(urlerr.Scheme, "", u.scheme); u.scheme.ok {
		dst = append(dst, ':')
	}
	path := u.opaque
	switch {
	case u.scheme.s == "mailto":
		put(urlerr.Path, "", opt{u.mail, true})
	case u.opaque.ok:
		put(urlerr.Path, "", u.opaque)
	default:
		path = opt{u.publicPath(), true}
		if u.host.ok || u.isFile() || u.scheme.s == "postgres" {
			dst = append(dst, "//"...)
		}
		start := len(dst)
		if put(urlerr.Username, "", u.user); u.user.ok {
			put(urlerr.Password, ":", u.password)
			at.Set(urlerr.Userinfo, start, len(dst))
			dst = append(dst, '@')
		}
		put(urlerr.Host, "", u.host)
		if u.port != defaultPorts[u.scheme.s] {
			put(urlerr.Port, ":", u.port)
		}
		if u.host.ok || len(dst) > start {
			at.Set(urlerr.Authority, start, len(dst))
		}
		if !row.noSlash && (u.host.ok || u.port.ok) && u.path.s != "" && u.path.s[0] != '/' {
			dst = append(dst, '/')
		}
		put(urlerr.Path, "", u.path)
		if u.typecode.ok {
			dst = append(append(dst, typePrefix...), u.typecode.s...)
		}
		put(urlerr.Query, "?", u.query)
	}
	put(urlerr.Fragment, "#", u.fragment)
	href = len(dst)
	if span, _ := at.Get(urlerr.Path); string(dst[span.Start:span.End]) != path.s {
		put(urlerr.Path, "", path)
	}
	if _, ok := at.Get(urlerr.Port); !ok {
		put(urlerr.Port, "", u.port)
	}
	if u.scheme.s == "mailto" {
		put(urlerr.Query, "", u.query)
	}
	return dst, href
}

// merge makes u the result of u.merge(ref), or returns the rule that is broken.
func (u *uri) merge(ref uri, row *row) (rule urlerr.Rule) {
	base := *u
	switch {
	case ref.scheme.ok:
		*u = ref
	case !u.scheme.ok:
		return ruleRelative
	default:
		rule = u.mergeRelative(&ref, row)
	}
	if base.scheme.s == "ftp" && rule.Kind == 0 && !base.equal(u) {
		return ruleFTP
	}
	return rule
}

// equal reports whether u == v, both of URI::FTP or not. Query and fragment do not count.
func (u *uri) equal(v *uri) bool {
	path := func(u *uri) string {
		if path := u.publicPath(); path != "" {
			return path
		}
		return "/"
	}
	return u.scheme == v.scheme && u.user == v.user && u.password == v.password && u.host.ok == v.host.ok &&
		ascii.EqualFold(u.host.s, v.host.s) && u.port == v.port && path(u) == path(v) && u.typecode == v.typecode
}

// mergeRelative is merge for a reference without a scheme.
func (u *uri) mergeRelative(ref *uri, row *row) (rule urlerr.Rule) {
	authority := ref.user.ok || ref.host.ok || ref.port.ok
	if ref.path.s == "" && !authority && !ref.query.ok {
		if ref.fragment.ok {
			u.fragment = ref.fragment
		}
		return rule
	}
	u.query, u.fragment = opt{}, ref.fragment
	switch {
	case authority && row.keepPassword:
		userinfo := ref.user
		if ref.password.ok {
			userinfo.s += ":" + ref.password.s
		}
		u.setUserinfo(userinfo, true)
		u.setHost(ref.host)
		u.setPort(ref.port)
		u.setPath(ref.path.s)
	case authority:
		u.user, u.password, u.host, u.port = ref.user, ref.password, ref.host, ref.port
		if !u.port.ok {
			u.port = defaultPorts[u.scheme.s]
		}
		u.setPath(ref.path.s)
	case u.path.ok:
		u.setPath(mergePath(u.publicPath(), ref.path.s))
	}
	if ref.query.ok {
		if u.opaque.ok {
			return ruleSyntax
		}
		u.query = ref.query
	}
	return rule
}

// mergePath resolves the path ref against the path base.
func mergePath(base, ref string) string {
	path, rest := clean(split(base)), split(ref)
	if len(rest) > 0 && rest[0] == "" {
		path, rest = nil, rest[1:]
	}
	if n := len(rest); n > 0 && (rest[n-1] == "." || rest[n-1] == "..") {
		rest = append(rest, "")
	}
	var tail []string
	for _, s := range rest {
		switch n := len(tail); {
		case s == ".":
		case s == ".." && n > 0 && tail[n-1] != "..":
			tail = tail[:n-1]
		default:
			tail = append(tail, s)
		}
	}
	slash := len(tail) > 0
	if len(path) == 0 {
		path = []string{""}
	} else if slash {
		path = path[:len(path)-1]
	}
	for len(tail) > 0 && tail[0] == ".." {
		if tail = tail[1:]; len(path) > 1 {
			path = path[:len(path)-1]
		}
	}
	if slash && len(tail) == 0 {
		tail = []string{""}
	}
	return strings.Join(append(path, tail...), "/")
}

func split(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// clean removes each ".." from path with the segment before it. A ".." at the beginning removes everything.
func clean(path []string) []string {
	if n := len(path); n > 0 && path[n-1] == ".." {
		path = append(path, "")
	}
	out := make([]string, 0, len(path))
	for _, s := range path {
		if s != ".." {
			out = append(out, s)
			continue
		}
		if len(out) == 0 {
			return nil
		}
		out = out[:len(out)-1]
	}
	return out
}
