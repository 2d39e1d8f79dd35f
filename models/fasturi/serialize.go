package fasturi

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

var (
	pathChars      = percent.NewTable(ascii.PathChar, "%")
	queryChars     = percent.NewTable(ascii.QueryChar, "%")
	userinfoChars  = percent.NewTable(ascii.UserinfoChar, "%")
	regNameChars   = percent.NewTable(ascii.NameChar, "%")
	encodeURIChars = percent.NewTable(ascii.Unreserved, ";/?:@&=+$,#!*'()")
)

// encode percent-encodes the bytes that are not in the table, and converts the escapes to upper case.
func encode(s string, table *percent.Table) string {
	s, _ = percent.EncodeString(model.UpperEscapes(s), table)
	return s
}

// isEscapeChar reports whether the function escape of JavaScript keeps r.
func isEscapeChar(r rune) bool {
	return r < utf8.RuneSelf && (ascii.Is(byte(r), ascii.Alpha|ascii.Digit) || strings.IndexByte("@*_+-./", byte(r)) >= 0)
}

// laxEncode decodes the escapes of unreserved characters but ".", and converts the others to upper case. It writes
// characters that are not kept as the function escape of JavaScript does: %E9 and %u20AC.
func laxEncode(s string, keep func(rune) bool) string {
	var out []byte
	for i := 0; i < len(s); {
		if percent.IsEscape(s, i) {
			out = append(out, model.UpperEscapes(model.Unescape(s[i:i+3], "."))...)
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

// hasOldPaths reports whether the release has the deviation of removeDots, and no rules for mailto.
func (r *row) hasOldPaths() bool { return r.lax || r.third }

// removeDots removes dot segments by RFC 3986 §5.2.4, with a deviation of old releases: at the end of a path, "//" is
// "/".
func removeDots(path string, old bool) string {
	path = path[dotsegment.Leading(path):]
	if old && strings.HasSuffix(path, "//") {
		path = path[:len(path)-1]
	}
	return string(dotsegment.Remove([]byte(path)))
}

// removeRelativeDots removes dot segments from a path without a slash at its beginning. It keeps ".." segments that
// have no segment to remove.
func removeRelativeDots(path string, old bool) string {
	if path == "" || path[0] == '/' {
		return removeDots(path, old)
	}
	segments := strings.Split(path, "/")
	out, up := model.WithoutDots(segments)
	if last := segments[len(segments)-1]; (last == "." || last == "..") && (len(out) > 0 || up == 0) {
		out = append(out, "")
	}
	out = append(slices.Repeat([]string{".."}, up), out...)
	if out[0] == "" || strings.Contains(out[0], ":") {
		out[0] = "./" + out[0]
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

// serialize returns the result of serialize for the component. If resolved is set, the component is the result of
// resolve, and the rules of its scheme do not apply.
func (p *parser) serialize(resolved bool) string {
	c, lax := p.component, p.row.lax
	scheme := ascii.ToLower(c.scheme.Text)
	if !resolved && domains.Has(scheme) {
		port := "80"
		if scheme == "https" || scheme == "wss" {
			port = "443"
		}
		c.port.OK = c.port.Text != "" && c.port.Text != port
		switch {
		case scheme[0] == 'w':
			if c.fragment.OK = false; !p.resource {
				break
			}
			c.scheme.Text = scheme
			if c.path.Text == "/" {
				c.path.Text = ""
			}
			if lax {
				c.query.Text, _, _ = strings.Cut(c.query.Text, "?")
			}
		case c.path.Text == "":
			c.path.Text = "/"
		}
	}
	schemeless := !c.scheme.OK && !c.host.OK && !lax
	path := c.path.Text
	switch {
	case resolved:
		path = model.UpperEscapes(path)
	case lax:
		if path = laxEncode(path, isEscapeChar); c.scheme.OK {
			path = strings.ReplaceAll(path, "%3A", ":")
		}
	default:
		if path = encode(path, &pathChars); schemeless {
			path = hideColon(path)
		}
	}
	if !lax {
		c.userinfo.Text = encode(c.userinfo.Text, &userinfoChars)
	}
	text := model.Part{Text: c.scheme.Text, OK: c.scheme.Text != ""}.Between("", ":")
	if c.host.OK {
		text += "//" + c.userinfo.Between("", "@") + c.hostText(p.row) + c.port.Between(":", "")
		if path != "" && path[0] != '/' {
			text += "/"
		}
	}
	switch {
	case schemeless:
		path = hideColon(encode(removeRelativeDots(path, p.row.third), &pathChars))
	case p.row.hasOldPaths() || scheme != "urn" && scheme != "mailto":
		path = removeDots(path, p.row.hasOldPaths())
	}
	if !c.host.OK && strings.HasPrefix(path, "//") {
		path = "/%2F" + path[len("//"):]
	}
	return text + path + c.query.Between("?", "") + c.fragment.Between("#", "")
}

// hostText returns the host as it is written. An address is in brackets.
func (c *component) hostText(row *row) string {
	host := c.host.Text
	if row.lax {
		host = unescape(host)
		if address, ok := laxIPv6(host, "%25"); ok {
			return "[" + address + "]"
		}
		return hostDelimiters.Replace(host)
	}
	if c.zone.OK {
		address, _, _ := strings.Cut(host, "%")
		return "[" + address + "%25" + c.zone.Text + "]"
	}
	if name, zone, isIP := ipv6(host); isIP {
		return "[" + strings.Trim(name, "[]") + zone.Between("%25", "") + "]"
	}
	if host = model.Unescape(host, ""); row.third {
		return hostDelimiters.Replace(model.UpperEscapes(host))
	}
	return encode(host, &regNameChars)
}

// resolve returns the target of a reference, by RFC 3986 §5.2.2.
func resolve(base, ref *component, row *row) component {
	t := *ref
	isAbsolute := ref.scheme.Text != ""
	scheme := ascii.ToLower(ref.scheme.Text)
	switch path := ref.path.Text; {
	case !row.hasOldPaths() && (scheme == "urn" || scheme == "mailto"):
		return t
	case isAbsolute, ref.host.OK, strings.HasPrefix(path, "/"):
		t.path.Text = removeDots(path, row.hasOldPaths())
	case path == "":
		t.path = base.path
		if !ref.query.OK {
			t.query = base.query
		}
	default:
		path = base.path.Text[:strings.LastIndexByte(base.path.Text, '/')+1] + path
		if base.host.OK && base.path.Text == "" {
			path = "/" + path
		}
		if !base.scheme.OK && !row.lax {
			t.path.Text = removeRelativeDots(path, row.third)
		} else {
			t.path.Text = removeDots(path, row.hasOldPaths())
		}
	}
	if isAbsolute {
		return t
	}
	if !ref.host.OK {
		t.userinfo, t.host, t.port, t.zone = base.userinfo, base.host, base.port, base.zone
	}
	t.scheme = base.scheme
	return t
}

// write writes href and then the values of the components that differ.
func (c component) write(w *model.Writer, href string) {
	w.Add(href)
	w.Put("", urlerr.Scheme, c.scheme)
	if c.host.OK {
		w.PutAuthority(c.userinfo, c.host, c.port)
	}
	w.Put("", urlerr.Path, c.path)
	w.Put("", urlerr.Query, c.query)
	w.Put("", urlerr.Fragment, c.fragment)
}
