package fasturi

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

var (
	pathChars      = percent.NewTable(ascii.PathChar, "")
	queryChars     = percent.NewTable(ascii.QueryChar, "")
	userinfoChars  = percent.NewTable(ascii.UserinfoChar, "")
	regNameChars   = percent.NewTable(ascii.NameChar, "")
	encodeURIChars = percent.NewTable(ascii.Unreserved, ";/?:@&=+$,#!*'()")
)

func anyUnreserved(c byte) bool { return ascii.Is(c, ascii.Unreserved) }
func notDot(c byte) bool        { return c != '.' && ascii.Is(c, ascii.Unreserved) }

// encode percent-encodes the bytes that are not in the table, if there is one. The escapes of bytes for which decode
// returns true are decoded, and other escapes are converted to upper case.
func encode(s string, table *percent.Table, decode func(byte) bool) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case percent.IsEscape(s, i):
			if c := percent.Octet(s, i); decode != nil && decode(c) {
				out = append(out, c)
			} else {
				out = append(out, '%', ascii.UpperHex[c>>4], ascii.UpperHex[c&15])
			}
			i += 2
		case table == nil:
			out = append(out, s[i])
		default:
			out = percent.AppendEncode(out, s[i:i+1], table)
		}
	}
	return string(out)
}

// isLaxPathChar reports whether r matches a pattern that ignores case by the rules of Unicode.
func isLaxPathChar(r rune) bool {
	return r < utf8.RuneSelf && ascii.Is(byte(r), ascii.PathChar) || r == 'ſ' || r == '\u212A'
}

// isEscapeChar reports whether the function escape of JavaScript keeps r.
func isEscapeChar(r rune) bool {
	return r < utf8.RuneSelf && (ascii.Is(byte(r), ascii.Alpha|ascii.Digit) || strings.IndexByte("@*_+-./", byte(r)) >= 0)
}

// laxEncode is like encode, but other characters are written as the function escape of JavaScript does: %E9 and %u20AC.
func laxEncode(s string, decode func(byte) bool, keep func(rune) bool) string {
	var out []byte
	for i := 0; i < len(s); {
		if percent.IsEscape(s, i) {
			out = append(out, encode(s[i:i+3], nil, decode)...)
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if keep(r) || isEscapeChar(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			if unit < 0x100 {
				out = fmt.Appendf(out, "%%%02X", unit)
			} else {
				out = fmt.Appendf(out, "%%u%04X", unit)
			}
		}
	}
	return string(out)
}

func appendUTF16(units []uint16, s string) []uint16 {
	for _, r := range s {
		units = utf16.AppendRune(units, r)
	}
	return units
}

func fromUTF16(units []uint16) string { return string(utf16.Decode(units)) }

// removeDots removes dot segments by RFC 3986 §5.2.4, with a deviation of lax releases: at the end of a path, "//" is
// "/".
func removeDots(path string, lax bool) string {
	var out []string
	for in := path; in != ""; {
		switch {
		case in == "." || in == "..":
			in = ""
		case strings.HasPrefix(in, "../"):
			in = in[len("../"):]
		case strings.HasPrefix(in, "./"):
			in = in[len("./"):]
		case in == "/.", in == "//" && lax:
			out, in = append(out, "/"), ""
		case strings.HasPrefix(in, "/./"):
			in = in[len("/."):]
		case in == "/..", strings.HasPrefix(in, "/../"):
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
			if in = in[len("/.."):]; in == "" {
				out = append(out, "/")
			}
		default:
			end := strings.IndexByte(in[1:], '/') + 1
			if end == 0 {
				end = len(in)
			}
			out, in = append(out, in[:end]), in[end:]
		}
	}
	return strings.Join(out, "")
}

// removeRelativeDots removes dot segments from a path without a slash at its beginning. It keeps ".." segments that
// have no segment to remove.
func removeRelativeDots(path string) string {
	if path == "" || path[0] == '/' {
		return removeDots(path, false)
	}
	segments := strings.Split(path, "/")
	var out []string
	last := ""
	for _, last = range segments {
		switch {
		case last == ".":
		case last == ".." && len(out) > 0 && out[len(out)-1] != "..":
			out = out[:len(out)-1]
		default:
			out = append(out, last)
		}
	}
	if (last == "." || last == "..") && (len(out) == 0 || out[len(out)-1] != "..") {
		out = append(out, "")
	}
	if len(out) == 0 || out[0] == "" || strings.Contains(out[0], ":") {
		out = append([]string{"."}, out...)
	}
	return strings.Join(out, "/")
}

// hideColon percent-encodes the colons in the first segment of a path without a scheme.
func hideColon(path string) string {
	first, rest, more := strings.Cut(path, "/")
	if first = strings.ReplaceAll(first, ":", "%3A"); more {
		first += "/"
	}
	return first + rest
}

// serialize returns serialize(c). If resolved is set, c is the result of resolve, and the rules of its scheme do not
// apply.
func (c component) serialize(p *parser, resolved bool) (string, error) {
	lax := p.row.lax
	scheme := ascii.ToLower(c.scheme.Text)
	if !resolved && scheme == "urn" {
		p.fail(0, urlerr.Scheme, ruleModel)
		return "", p.err
	}
	if !resolved && domains.Has(scheme) {
		port := "80"
		if scheme == "https" || scheme == "wss" {
			port = "443"
		}
		c.port.OK = c.port.OK && c.port.Text != "" && c.port.Text != port
		switch {
		case scheme[0] == 'w':
			if c.fragment.OK = false; !p.resource {
				break
			}
			c.scheme.Text = scheme
			c.path.OK = c.path.Text != "/"
			if lax {
				c.query.Text, _, _ = strings.Cut(c.query.Text, "?")
			}
		case c.path.Text == "":
			c.path.Text = "/"
		}
	}
	schemeless := !c.scheme.OK && !c.userinfo.OK && !c.host.OK && !c.port.OK && !lax
	path := c.path.Text
	switch {
	case resolved:
		path = encode(path, nil, nil)
	case lax:
		if path = laxEncode(path, nil, isEscapeChar); c.scheme.OK {
			path = strings.ReplaceAll(path, "%3A", ":")
		}
	default:
		if path = encode(path, &pathChars, nil); schemeless {
			path = hideColon(path)
		}
	}
	var b strings.Builder
	if c.scheme.Text != "" {
		b.WriteString(c.scheme.Text + ":")
	}
	authority, hasAuthority := c.authority(lax)
	if hasAuthority {
		b.WriteString("//" + authority)
		if c.path.OK && path != "" && path[0] != '/' {
			b.WriteString("/")
		}
	}
	if c.path.OK {
		switch {
		case !lax && (scheme == "urn" || scheme == "mailto"):
		case schemeless && !strings.HasPrefix(path, "/"):
			path = removeRelativeDots(path)
		default:
			path = removeDots(path, lax)
		}
		if schemeless {
			path = hideColon(encode(path, &pathChars, nil))
		}
		if !hasAuthority && strings.HasPrefix(path, "//") {
			path = "/%2F" + path[len("//"):]
		}
		b.WriteString(path)
	}
	if c.query.OK {
		if !lax {
			c.query.Text = encode(c.query.Text, &queryChars, nil)
		}
		b.WriteString("?" + c.query.Text)
	}
	if c.fragment.OK {
		if !lax {
			c.fragment.Text = encode(c.fragment.Text, &queryChars, nil)
		}
		b.WriteString("#" + c.fragment.Text)
	}
	return b.String(), nil
}

// authority returns the text of the authority.
func (c *component) authority(lax bool) (text string, ok bool) {
	if c.userinfo.OK {
		if text = c.userinfo.Text; !lax {
			text = encode(text, &userinfoChars, nil)
		}
		text += "@"
	}
	if c.host.OK {
		text += c.hostText(lax)
	}
	if c.port.OK {
		text += ":" + c.port.Text
	}
	return text, c.userinfo.OK || c.host.OK || c.port.OK
}

func (c *component) hostText(lax bool) string {
	host := c.host.Text
	if lax {
		if host = unescape(host); ipaddr.IsIPv4(host) {
			return host
		}
		address, zone, ok := laxAddress(host)
		if !ok {
			return hostDelimiters(host, false)
		}
		if zone != "" {
			address += "%25" + zone
		}
		return "[" + address + "]"
	}
	if ipaddr.IsIPv4(host) {
		return host
	}
	if c.zone.OK {
		if i := strings.IndexByte(host, '%'); i >= 0 {
			return "[" + host[:i] + "%25" + c.zone.Text + "]"
		}
	}
	for range 2 {
		if name, zone, isIP, _ := ipv6(host); isIP {
			if zone.OK {
				name += "%25" + zone.Text
			}
			return "[" + strings.Trim(name, "[]") + "]"
		}
		host = encode(host, nil, anyUnreserved)
	}
	return encode(host, &regNameChars, nil)
}

// resolve returns the target of a reference, by RFC 3986 §5.2.2.
func resolve(base, ref *component, row *row) component {
	t := *ref
	isAbsolute := ref.scheme.Text != ""
	scheme := ascii.ToLower(ref.scheme.Text)
	switch {
	case isAbsolute && !row.lax && (scheme == "urn" || scheme == "mailto"):
		return t
	case isAbsolute, ref.userinfo.OK || ref.host.OK || ref.port.OK:
		t.path.Text = removeDots(ref.path.Text, row.lax)
	case ref.path.Text == "":
		t.path = base.path
		if !ref.query.OK {
			t.query = base.query
		}
	case ref.path.Text[0] == '/':
		t.path.Text = removeDots(ref.path.Text, row.lax)
	default:
		hasAuthority := base.userinfo.OK || base.host.OK || base.port.OK
		path := base.path.Text[:strings.LastIndexByte(base.path.Text, '/')+1] + ref.path.Text
		if hasAuthority && base.path.Text == "" {
			path = "/" + path
		}
		if !base.scheme.OK && !hasAuthority && path[0] != '/' && !row.lax {
			t.path.Text = removeRelativeDots(path)
		} else {
			t.path.Text = removeDots(path, row.lax)
		}
	}
	if isAbsolute {
		return t
	}
	if !ref.userinfo.OK && !ref.host.OK && !ref.port.OK {
		t.userinfo, t.host, t.port, t.zone = base.userinfo, base.host, base.port, base.zone
	}
	t.scheme = base.scheme
	return t
}

// requireHost reports an error if the scheme of the component needs a host, and it has none.
func (p *parser) requireHost() {
	switch {
	case p.host.Text != "":
	case p.scheme.Text == "http" || p.scheme.Text == "https":
		p.fail(-1, urlerr.Host, ruleNoHost)
	case (p.scheme.Text == "ws" || p.scheme.Text == "wss") && !p.row.noHost:
		p.fail(-1, urlerr.Host, ruleWebSocket)
	}
}

// resolvedHost converts the host of a resolved URL. An ASCII host with an escape stays if it cannot be converted.
func (p *parser) resolvedHost() {
	host := p.host.Text
	_, _, isIP, _ := ipv6(host)
	if host == "" || !domains.Has(ascii.ToLower(p.scheme.Text)) || ipaddr.IsIPv4(host) || isIP || isLiteral(host) {
		return
	}
	p.convertDomain(true)
}

// write writes href and then the values of the components that differ.
func (c component) write(w *model.Writer, href string) {
	w.Add(href)
	user, password, hasPassword := strings.Cut(c.userinfo.Text, ":")
	w.Put("", urlerr.Scheme, c.scheme)
	start := w.Len()
	if c.userinfo.OK {
		w.PutUserinfo(model.Present(user), model.Part{Text: password, OK: hasPassword})
		w.Add("@")
	}
	w.Put("", urlerr.Host, c.host)
	w.Put(":", urlerr.Port, c.port)
	if c.host.OK {
		w.At.Set(urlerr.Authority, start, w.Len())
	}
	w.Put("", urlerr.Path, c.path)
	w.Put("", urlerr.Query, c.query)
	w.Put("", urlerr.Fragment, c.fragment)
}
