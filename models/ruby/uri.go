package ruby

import (
	"cmp"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A uri is an object of class URI::Generic, or of the class for its scheme.
type uri struct {
	scheme                  model.Part // lower case; selects the class
	user, password, host    model.Part
	port                    string     // decimal, without leading zeros; can be the default port; "" for nil
	path                    model.Part // for URI::FTP, begins with a slash and omits the type
	typecode                model.Part // the type of URI::FTP, after ";type="
	opaque, query, fragment model.Part
	mail                    string // for URI::MailTo, the text of to_s between scheme and fragment
}

// defaultPorts maps schemes to the default ports of their classes.
var defaultPorts = map[string]string{
	"http": "80", "https": "443", "ftp": "21", "ldap": "389", "ldaps": "636", "ws": "80", "wss": "443",
}

// build sets p.u from the components of the input.
func (p *parser) build() {
	u := &p.u
	user, password, ok := strings.Cut(p.userinfo, ":")
	u.setAuthority(model.Part{Text: user, OK: p.userinfo != ""}, model.Part{Text: password, OK: ok}, u.host, p.port)
	if u.query.OK && !u.setQuery() {
		span, _ := p.at.Get(urlerr.Query)
		p.fail(span.Start, urlerr.Query)
	}
	span, _ := p.at.Get(urlerr.Path)
	switch u.scheme.Text {
	case "ftp":
		if !u.path.OK {
			p.fail(span.Start, urlerr.Path)
		}
		u.setPath(u.publicPath())
		if path, typecode, ok := strings.Cut(u.path.Text, ";type="); ok {
			u.path.Text, u.typecode = path, model.Present(typecode)
		}
	case "ldap", "ldaps":
		if !u.path.OK || u.fragment.OK {
			p.fail(span.End, urlerr.Fragment)
		}
	case "mailto":
		if u.query.OK {
			u.opaque = model.Present("?" + u.query.Text)
		}
		to, headers, _ := strings.Cut(u.opaque.Text, "?")
		if !u.opaque.OK || !isAddresses(to) {
			p.err = fault(p.in, span.Start, urlerr.Path, ruleComponent)
		}
		u.mail = to
		if headers = strings.TrimRight(headers, "&"); headers != "" {
			u.mail += "?" + headers
		}
	}
}

// isAddresses reports whether s is a list of mail addresses. A comma or a semicolon separates them, and may follow the
// last address.
func isAddresses(s string) bool {
	for s != "" {
		end := model.Index(s, 0, len(s), ",;")
		user, host, _ := strings.Cut(s[:end], "@")
		if user == "" || host == "" || strings.Contains(host, "@") {
			return false
		}
		s = s[min(end+1, len(s)):]
	}
	return true
}

func (u *uri) isFile() bool { return u.scheme.Text == "file" }

// setAuthority sets userinfo, host and port. For URI::File, it sets only the host.
func (u *uri) setAuthority(user, password, host model.Part, port string) {
	u.host = host
	if !u.isFile() {
		u.user, u.password = user, password
		u.port = cmp.Or(model.Decimal(port), defaultPorts[u.scheme.Text])
	} else if !host.OK || host.Text == "localhost" {
		u.host = model.Present("")
	}
}

// setPath sets the path. URI::FTP writes a slash at its beginning as %2F.
func (u *uri) setPath(path string) {
	if u.scheme.Text == "ftp" {
		if rest, ok := strings.CutPrefix(path, "/"); ok {
			path = "%2F" + rest
		}
		path = "/" + path
	}
	u.path = model.Present(path)
}

// publicPath returns URI#path. URI::FTP removes the slash that setPath adds.
func (u *uri) publicPath() string {
	if u.scheme.Text != "ftp" {
		return u.path.Text
	}
	path := strings.TrimPrefix(u.path.Text, "/")
	if rest, ok := strings.CutPrefix(path, "%2F"); ok {
		return "/" + rest
	}
	return path
}

// inQuery lists the characters that URI#query= does not escape.
var inQuery = percent.NewTable(ascii.QueryChar, "%[\\]^{|}")

// setQuery escapes the query. It returns false if two characters that are not hexadecimal digits follow a "%" in the
// query.
func (u *uri) setQuery() bool {
	q := ascii.WithoutNewlines(u.query.Text)
	u.query.Text, _ = percent.EncodeString(strings.ReplaceAll(q, "'", "%27"), &inQuery)
	for i := 0; i+2 < len(q); i++ {
		if q[i] == '%' && !ascii.Is(q[i+1], ascii.HexDigit) && !ascii.Is(q[i+2], ascii.HexDigit) {
			return false
		}
	}
	return true
}

// write writes u as URI#to_s does. It returns the length of this text. After it, write appends the values that the text
// does not contain literally.
func (u *uri) write(w *model.Writer, row *row) (href int) {
	w.PutScheme(u.scheme)
	path, written, port := u.opaque, u.opaque, model.Part{Text: u.port, OK: u.port != ""}
	switch {
	case u.scheme.Text == "mailto":
		written = model.Present(u.mail)
		fallthrough
	case u.opaque.OK:
		if u.host.Text == "" {
			w.Put("", urlerr.Host, u.host) // of URI::File
		}
		if w.Put("", urlerr.Path, written); u.path.OK {
			path = u.path
		}
	default:
		path, written = model.Present(u.publicPath()), u.path
		if u.host.OK || u.isFile() || u.scheme.Text == "postgres" {
			w.Add("//")
		}
		start := w.Len()
		if u.user.OK {
			w.PutUserinfo(u.user, u.password)
			w.Add("@")
		}
		w.Put("", urlerr.Host, u.host)
		if u.port != defaultPorts[u.scheme.Text] {
			w.Put(":", urlerr.Port, port)
		}
		if u.host.OK || w.Len() > start {
			w.At.Set(urlerr.Authority, start, w.Len())
		}
		if !row.noSlash && u.host.OK && u.path.Text != "" && u.path.Text[0] != '/' {
			w.Add("/")
		}
		w.Put("", urlerr.Path, u.path)
		if u.typecode.OK {
			w.Add(";type=" + u.typecode.Text)
		}
		w.Put("?", urlerr.Query, u.query)
	}
	w.Put("#", urlerr.Fragment, u.fragment)
	href = w.Len()
	if written.Text != path.Text {
		w.Put("", urlerr.Path, path)
	}
	if _, ok := w.At.Get(urlerr.Port); !ok {
		w.Put("", urlerr.Port, port)
	}
	if u.scheme.Text == "mailto" { // to_s does not write them
		w.Put("", urlerr.Query, u.query)
		start := w.Len()
		if u.user.OK {
			w.PutUserinfo(u.user, u.password)
			w.Add("@")
		}
		if w.Put("", urlerr.Host, u.host); u.host.OK {
			w.At.Set(urlerr.Authority, start, w.Len())
		}
	}
	return href
}

// merge sets u to the result of u.merge(ref). If this fails, it returns the broken rule.
func (u *uri) merge(ref uri, row *row) (rule urlerr.Rule) {
	base := *u
	switch {
	case ref.scheme.OK:
		*u = ref
	case !u.scheme.OK:
		return ruleRelative
	default:
		rule = u.mergeRelative(&ref, row)
	}
	if base.scheme.Text == "ftp" && rule.Kind == 0 && !base.equal(u) {
		return ruleFTP
	}
	return rule
}

// equal reports whether u == v in Ruby, without their queries and fragments.
func (u *uri) equal(v *uri) bool {
	return u.scheme == v.scheme && u.user == v.user && u.password == v.password && u.host.OK == v.host.OK &&
		ascii.EqualFold(u.host.Text, v.host.Text) && u.port == v.port && u.typecode == v.typecode &&
		cmp.Or(u.publicPath(), "/") == cmp.Or(v.publicPath(), "/")
}

// mergeRelative does the same as merge for a reference without a scheme.
func (u *uri) mergeRelative(ref *uri, row *row) (rule urlerr.Rule) {
	authority := ref.user.OK || ref.host.OK || ref.port != ""
	if ref.path.Text == "" && !authority && !ref.query.OK {
		if ref.fragment.OK {
			u.fragment = ref.fragment
		}
		return rule
	}
	u.query, u.fragment = model.Part{}, ref.fragment
	switch {
	case authority && u.isFile() && !row.keepPassword:
		u.user, u.password, u.host, u.port = ref.user, ref.password, ref.host, ref.port
		u.setPath(ref.path.Text)
	case authority:
		password := ref.password
		if row.keepPassword && !password.OK {
			password = u.password
		}
		u.setAuthority(ref.user, password, ref.host, ref.port)
		u.setPath(ref.path.Text)
	case u.path.OK:
		u.setPath(mergePath(u.publicPath(), ref.path.Text))
	}
	if ref.query.OK {
		if u.opaque.OK {
			return ruleSyntax
		}
		u.query = ref.query
	}
	return rule
}

func mergePath(base, ref string) string {
	path, rest := clean(model.Segments(base)), model.Segments(ref)
	if len(rest) != 0 && rest[0] == "" {
		path, rest = nil, rest[1:]
	}
	tail, up := model.WithoutDots(model.SlashAtEnd(rest))
	if len(path) == 0 {
		path = []string{""}
	} else if len(tail) > 0 { // ref replaces the last segment of the base
		path = path[:len(path)-1]
	}
	path = path[:max(min(1, len(path)), len(path)-up)]
	return strings.Join(append(path, tail...), "/")
}

// clean removes each ".." segment and the segment before it. If a ".." has no segment before it, clean returns nil.
func clean(path []string) []string {
	if n := len(path); n != 0 && path[n-1] == ".." {
		path = append(path, "")
	}
	out := make([]string, 0, len(path))
	for _, s := range path {
		switch {
		case s != "..":
			out = append(out, s)
		case len(out) == 0:
			return nil
		default:
			out = out[:len(out)-1]
		}
	}
	return out
}
