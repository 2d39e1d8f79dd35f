package urllib3

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of parse_url.
type parser struct {
	row *row
	url string
	in  reading.Spans // spans of the components in url

	normal bool // the URL is normalised: its scheme is http, https or absent

	scheme, auth, host, port, path, query, fragment model.Part
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "urllib3", Input: p.url, Offset: offset, Component: component, Rule: rule}
}

func (p *parser) run() error {
	if p.url == "" {
		return nil
	}
	rest := 0 // the offset after the scheme and its colon
	if n := model.SchemeLen(p.url); n > 0 && ascii.Is(p.url[0], ascii.Alpha) && !strings.Contains(p.url[:n], ".") {
		p.in.Set(urlerr.Scheme, 0, n)
		p.scheme = model.Present(ascii.ToLower(p.url[:n]))
		rest = n + 1
	}
	p.normal = rest == 0 || p.scheme.Text == "http" || p.scheme.Text == "https"
	if strings.HasPrefix(p.url[rest:], "//") {
		rest += len("//")
	} else if rest != 0 || p.url[0] == '/' {
		p.readPath(rest)
		return nil
	}
	end := model.Index(p.url, rest, len(p.url), `\/?#`)
	if end > rest {
		if err := p.authority(rest, end); err != nil {
			return err
		}
	}
	p.readPath(end)
	return nil
}

// authority parses userinfo, host and port in p.url[start:end], which must not be empty.
func (p *parser) authority(start, end int) error {
	p.in.Set(urlerr.Authority, start, end)
	host := start + strings.LastIndexByte(p.url[start:end], '@') + 1
	if host > start+1 {
		p.in.SetUserinfo(p.url, start, host-1)
		p.auth = model.Present(p.encode(p.url[start:host-1], &userinfoChars))
	}
	text := p.url[host:end]
	control := func(r rune) bool { return r <= ' ' || r == 0x7F }
	if i := strings.IndexFunc(text, control); i >= 0 && !p.row.plainHost {
		return p.fault(host+i, urlerr.Host, ruleControl)
	}
	if p.row.plainHost {
		if cut, ok := strings.CutSuffix(text, "\n"); ok && (strings.HasSuffix(cut, "]") ||
			strings.HasSuffix(strings.TrimRight(cut, "0123456789"), ":")) {
			text = cut
		}
	}
	n := hostLen(text)
	if n < 0 || n < len(text) && text[n] != ':' {
		return p.fault(host+max(n, 0), urlerr.Host, ruleHost)
	}
	p.in.Set(urlerr.Host, host, host+n)
	if n < len(text) {
		if err := p.readPort(host+n+1, text[n+1:]); err != nil {
			return err
		}
	}
	name, err := p.normalHost(text[:n], host)
	p.host = model.Present(name)
	return err
}

// hostLen returns the length of the host at the beginning of s, or -1 if the host is invalid.
func hostLen(s string) int {
	if rest, ok := strings.CutPrefix(s, "["); ok {
		inside, _, closed := strings.Cut(rest, "]")
		if !closed || !isIPv6(inside) {
			return -1
		}
		return len(inside) + len("[]")
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ':':
			return i
		case '[', ']':
			return -1
		case '%':
			if !percent.HexFollows(s, i) {
				return -1
			}
		}
	}
	return len(s)
}

// isIPv6 reports whether s is an IPv6 address, with an optional zone. In an embedded IPv4 address, each number may be
// any number of one to three digits, such as 999.
func isIPv6(s string) bool {
	s, zone, hasZone := strings.Cut(s, "%")
	before, after, short, ok := model.IPv6Groups(s, model.IsNumber)
	return ok && (short && before+after <= 7 || !short && after == 8) && (!hasZone || model.IsZone(zone))
}

// readPort sets the port from text, which begins at the given offset in the URL.
func (p *parser) readPort(offset int, text string) error {
	p.in.Set(urlerr.Port, offset, offset+len(text))
	switch port := model.Decimal(text); {
	case !ascii.All(text, ascii.Digit), len(port) > 5:
		return p.fault(offset, urlerr.Port, ruleHost)
	case len(port) == 5 && port > "65535":
		return p.fault(offset, urlerr.Port, rulePort)
	case text != "":
		p.port = model.Present(port)
	}
	return nil
}

// normalHost returns the normal form of the host text, which begins at the given offset in the URL.
func (p *parser) normalHost(text string, offset int) (string, error) {
	if text == "" || !p.normal {
		return text, nil
	}
	if text[0] == '[' {
		address, id, zone := strings.Cut(text, "%")
		if !zone {
			return ascii.ToLower(text), nil
		}
		if id = strings.TrimSuffix(id, "]"); id != "25" {
			id = strings.TrimPrefix(id, "25")
		}
		if model.EscapedControl(id) >= 0 && !p.row.plainHost {
			return "", p.fault(offset+len(address)+1, urlerr.Host, ruleControl)
		}
		return ascii.ToLower(address) + "%" + encode(id, &unreservedChars) + "]", nil
	}
	text, bad := model.Urllib3Host(text, p.row.plainHost)
	if bad >= 0 {
		return "", p.fault(offset+bad, urlerr.Host, ruleControl)
	}
	if ascii.Prefix(text) == len(text) {
		return text, nil
	}
	var host []byte
	for rest, more := text, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if ascii.Prefix(label) == len(label) {
			host = append(host, label...)
		} else {
			var ok bool
			label = str.Lower(str.Canonical(label), str.Release{Minor: 14})
			if host, ok = idna.AppendIDNA2008(host, label, false); !ok {
				return "", p.fault(offset, urlerr.Host, ruleLabel)
			}
		}
		if more {
			host = append(host, '.')
		}
	}
	return string(host), nil
}

// readPath parses path, query and fragment. The path begins at offset start.
func (p *parser) readPath(start int) {
	end := len(p.url)
	end, p.fragment = model.After(p.url, "#", start, end, &p.in, urlerr.Fragment)
	end, p.query = model.After(p.url, "?", start, end, &p.in, urlerr.Query)
	p.fragment.Text, p.query.Text = p.encode(p.fragment.Text, &queryChars), p.encode(p.query.Text, &queryChars)
	path := p.url[start:end]
	if p.normal {
		path = p.encode(removeDots(path), &pathChars)
	}
	p.path = model.Part{Text: path, OK: path != "" || p.query.OK || p.fragment.OK}
	if p.path.OK {
		p.in.Set(urlerr.Path, start, end)
	}
	if path != "" && path[0] != '/' {
		p.path.Text = "/" + path
	}
}

// removeDots removes dot segments. A ".." can also remove the empty segment before the first slash.
func removeDots(path string) string {
	if !strings.HasPrefix(path, ".") && !strings.Contains(path, "/.") {
		return path
	}
	out, _ := model.WithoutDots(model.SlashAtEnd(strings.Split(path, "/")))
	text := strings.Join(out, "/")
	if path[0] == '/' && (out[0] != "" || len(out) == 1 && !strings.HasSuffix(path, "/")) {
		return "/" + text
	}
	return text
}

// The characters that each component may have, and "%", because encode has already encoded invalid percent signs.
var (
	unreservedChars = percent.NewTable(ascii.Unreserved, "%")
	userinfoChars   = percent.NewTable(ascii.UserinfoChar, "%")
	pathChars       = percent.NewTable(ascii.PathChar, "%")
	queryChars      = percent.NewTable(ascii.QueryChar, "%")
)

// encode percent-encodes a component if urllib3 normalizes the URL.
func (p *parser) encode(s string, allowed *percent.Table) string {
	if !p.normal || s == "" {
		return s
	}
	return encode(s, allowed)
}

// encode percent-encodes the bytes that are not allowed. If every percent sign begins an escape, encode converts the
// escapes to upper case and does not encode them again. If not, it encodes all percent signs.
func encode(s string, allowed *percent.Table) string {
	s = model.UpperEscapes(str.Canonical(s))
	if percent.IndexMalformed(s) < len(s) {
		s = strings.ReplaceAll(s, "%", "%25")
	}
	text, _ := percent.EncodeString(s, allowed)
	return text
}

// write writes the URL that the property Url.url has.
func (p *parser) write(w *model.Writer) {
	if w.Put("", urlerr.Scheme, p.scheme); p.scheme.OK {
		w.Add("://")
	}
	if p.host.OK {
		w.PutAuthority(p.auth, p.host, p.port)
	}
	w.PutPath(p.path, p.query, p.fragment)
}
