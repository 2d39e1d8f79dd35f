package ruby

import (
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
	userinfo opt
	user     opt
	password opt
	host     opt
	port     opt // decimal, without leading zeros; the default port of the scheme if there was none
	path     opt // of URI::FTP with a slash before it and without a type
	opaque   opt
	query    opt
	fragment opt
	typecode opt    // of URI::FTP
	mail     string // of URI::MailTo: the text without fragment
}

// defaultPort returns the default port of the class for a scheme.
func (u *uri) defaultPort() opt {
	port := ""
	switch u.scheme.s {
	case "http", "ws":
		port = "80"
	case "https", "wss":
		port = "443"
	case "ftp":
		port = "21"
	case "ldap":
		port = "389"
	case "ldaps":
		port = "636"
	}
	return opt{port, port != ""}
}

// build makes the object of what was parsed.
func (p *parser) build() error {
	u := &p.u
	u.setHost(u.host)
	u.setUserinfo(u.userinfo, false)
	u.setPort(p.port)
	if u.query.ok && !u.setQuery() {
		span, _ := p.at.Get(urlerr.Query)
		return p.fault(span.Start, urlerr.Query)
	}
	span, _ := p.at.Get(urlerr.Path)
	switch u.scheme.s {
	case "ftp":
		if !u.path.ok {
			return p.fault(span.Start, urlerr.Path)
		}
		path := strings.TrimPrefix(u.path.s, "/")
		if rest, ok := strings.CutPrefix(path, "%2F"); ok {
			path = "/" + rest
		}
		u.setPath(path)
		if i := strings.Index(u.path.s, typePrefix); i >= 0 {
			u.typecode = opt{u.path.s[i+len(typePrefix):], true}
			u.path.s = u.path.s[:i]
		}
	case "ldap", "ldaps":
		if !u.path.ok || u.fragment.ok {
			return p.fault(span.End, urlerr.Fragment)
		}
	case "mailto":
		return p.mailto(span)
	}
	return nil
}

const typePrefix = ";type="

// mailto checks and rewrites an opaque part.
func (p *parser) mailto(span reading.Span) error {
	u := &p.u
	if u.query.ok && !u.opaque.ok {
		u.opaque = opt{"?" + u.query.s, true}
	}
	to, headers, _ := strings.Cut(u.opaque.s, "?")
	if !u.opaque.ok || !areAddresses(to) {
		return fault(p.in, span.Start, urlerr.Path, ruleComponent)
	}
	u.mail = "mailto:" + to
	if headers = strings.TrimRight(headers, "&"); headers != "" {
		u.mail += "?" + headers
	}
	return nil
}

// areAddresses reports whether each part of s before a comma or a semicolon has one "@" with text on both sides.
func areAddresses(s string) bool {
	for s != "" {
		end := strings.IndexAny(s, ",;")
		if end < 0 {
			end = len(s)
		}
		local, domain, ok := strings.Cut(s[:end], "@")
		if !ok || local == "" || domain == "" || strings.Contains(domain, "@") {
			return false
		}
		s = s[min(end+1, len(s)):]
	}
	return true
}

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
		u.port = u.defaultPort()
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
	path := u.path.s
	if u.scheme.s == "ftp" {
		path = strings.TrimPrefix(path, "/")
		if rest, ok := strings.CutPrefix(path, "%2F"); ok {
			path = "/" + rest
		}
	}
	return path
}

// inQuery keeps the characters that URI#query= does not escape.
var inQuery = percent.NewTable(ascii.QueryChar, "%[\\]^{|}")

// setQuery escapes the query. It returns false if two characters that are not hexadecimal follow a percent sign.
func (u *uri) setQuery() bool {
	q := ascii.WithoutNewlines(u.query.s)
	for i := 0; i+2 < len(q); i++ {
		if q[i] == '%' && !ascii.Is(q[i+1], ascii.HexDigit) && !ascii.Is(q[i+2], ascii.HexDigit) {
			return false
		}
	}
	q = strings.ReplaceAll(q, "'", "%27")
	u.query.s, _ = percent.EncodeString(q, &inQuery)
	return true
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
	put(urlerr.Scheme, "", u.scheme)
	if u.scheme.ok {
		dst = append(dst, ':')
	}
	path := opt{u.publicPath(), true}
	if u.mail != "" {
		path.s = strings.TrimPrefix(u.mail, "mailto:")
		put(urlerr.Path, "", path)
	} else if u.opaque.ok {
		put(urlerr.Path, "", u.opaque)
	} else {
		dst = u.appendAuthority(dst, at)
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
	if u.opaque.ok {
		path = u.opaque
	}
	if span, ok := at.Get(urlerr.Path); ok && string(dst[span.Start:span.End]) != path.s {
		put(urlerr.Path, "", path)
	}
	if _, ok := at.Get(urlerr.Port); !ok {
		put(urlerr.Port, "", u.port)
	}
	if u.mail != "" {
		put(urlerr.Query, "", u.query)
	}
	return dst, href
}

// appendAuthority appends userinfo, host and port.
func (u *uri) appendAuthority(dst []byte, at *reading.Spans) []byte {
	if u.host.ok || u.isFile() || u.scheme.s == "postgres" {
		dst = append(dst, "//"...)
	}
	start := len(dst)
	if u.user.ok {
		dst = append(dst, u.user.s...)
		at.Set(urlerr.Username, start, len(dst))
		if u.password.ok {
			dst = append(append(dst, ':'), u.password.s...)
			at.Set(urlerr.Password, len(dst)-len(u.password.s), len(dst))
		}
		at.Set(urlerr.Userinfo, start, len(dst))
		dst = append(dst, '@')
	}
	if u.host.ok {
		at.Set(urlerr.Host, len(dst), len(dst)+len(u.host.s))
		dst = append(dst, u.host.s...)
	}
	if u.port.ok && u.port != u.defaultPort() {
		dst = append(dst, ':')
		at.Set(urlerr.Port, len(dst), len(dst)+len(u.port.s))
		dst = append(dst, u.port.s...)
	}
	if u.host.ok || len(dst) > start {
		at.Set(urlerr.Authority, start, len(dst))
	}
	return dst
}
