package ruby

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser is one call of URI.parse.
type parser struct {
	row  *row
	in   string
	old  bool // the parser is for RFC 2396
	abs  bool // there is a scheme
	at   reading.Spans
	u    uri
	port opt
}

const uric = ascii.QueryChar | ascii.Bracket // the characters of a URI in RFC 2396

// run parses the input.
func (p *parser) run(rfc2396 bool) error {
	p.old = rfc2396
	start, end := 0, len(p.in)
	if p.old {
		start = end - len(strings.TrimLeft(p.in, " \t\r\n\f\v"))
		end = start + len(strings.TrimRight(p.in[start:], " \t\r\n\f\v"))
	}
	if i := ascii.Index(p.in, ascii.NonASCII); i >= 0 {
		if p.old && !utf8.ValidString(p.in) { // a regular expression accepts no such string
			return fault(p.in, i, urlerr.NoComponent, ruleEncoding)
		}
		return p.fault(i, urlerr.NoComponent)
	}
	scheme := start
	for scheme < end && ascii.Is(p.in[scheme], ascii.SchemeChar) {
		scheme++
	}
	rest := start
	if scheme > start && scheme < end && p.in[scheme] == ':' && ascii.Is(p.in[start], ascii.Alpha) {
		p.abs = true
		p.at.Set(urlerr.Scheme, start, scheme)
		p.u.scheme = opt{ascii.ToLower(p.in[start:scheme]), true}
		rest = scheme + 1
	}
	fragmentClass := ascii.QueryChar
	if p.old {
		fragmentClass = uric
	}
	if i := strings.IndexByte(p.in[rest:end], '#'); i >= 0 {
		if err := p.check(rest+i+1, end, fragmentClass, urlerr.Fragment); err != nil {
			return err
		}
		p.u.fragment = p.value(urlerr.Fragment, rest+i+1, end)
		end = rest + i
	}
	if p.abs && rest < end && p.in[rest] != '/' && (p.old || p.in[rest] != '?') {
		return p.opaque(rest, end)
	}
	if i := strings.IndexByte(p.in[rest:end], '?'); i >= 0 {
		if p.old {
			if err := p.check(rest+i+1, end, uric, urlerr.Query); err != nil {
				return err
			}
		}
		p.u.query = p.value(urlerr.Query, rest+i+1, end)
		end = rest + i
	}
	if err := p.hierarchy(rest, end); err != nil {
		return err
	}
	return p.build()
}

// fault returns the error that p.in[i] does not fit.
func (p *parser) fault(i int, c urlerr.Component) error {
	rule := ruleSyntax
	rule.Kind = kinds[c]
	return fault(p.in, i, c, rule)
}

var kinds = [...]urlerr.Kind{
	urlerr.NoComponent: urlerr.BadText, urlerr.Scheme: urlerr.BadScheme, urlerr.Authority: urlerr.BadHost,
	urlerr.Userinfo: urlerr.BadUserinfo, urlerr.Host: urlerr.BadHost, urlerr.Port: urlerr.BadPort,
	urlerr.Path: urlerr.BadPath, urlerr.Query: urlerr.BadQuery, urlerr.Fragment: urlerr.BadFragment,
}

// check returns an error unless p.in[start:end] consists of escapes and characters of class.
func (p *parser) check(start, end int, class ascii.Class, c urlerr.Component) error {
	for i := start; i < end; i++ {
		if p.in[i] == '%' && i+2 < end && ascii.Is(p.in[i+1], ascii.HexDigit) && ascii.Is(p.in[i+2], ascii.HexDigit) {
			i += 2
		} else if !ascii.Is(p.in[i], class) {
			return p.fault(i, c)
		}
	}
	return nil
}

// value returns p.in[start:end], which is c.
func (p *parser) value(c urlerr.Component, start, end int) opt {
	p.at.Set(c, start, end)
	return opt{p.in[start:end], true}
}

// opaque parses p.in[start:end], which follows a scheme and does not begin with a slash.
func (p *parser) opaque(start, end int) error {
	class, stop := ascii.PathChar, end
	if p.old {
		class = uric
	} else if i := strings.IndexByte(p.in[start:end], '?'); i >= 0 {
		stop = start + i // anything can follow
	}
	bad := p.check(start, stop, class, urlerr.Path)
	if p.old && ascii.Is(p.in[start], ascii.Bracket) {
		bad = p.fault(start, urlerr.Path)
	}
	if bad != nil {
		return bad
	}
	p.u.opaque = p.value(urlerr.Path, start, end)
	return p.build()
}

// hierarchy parses p.in[start:end]: an authority and a path, or a path.
func (p *parser) hierarchy(start, end int) error {
	s := p.in[:end]
	path := start
	if strings.HasPrefix(s[start:], "//") {
		path = end
		if i := strings.IndexByte(s[start+2:], '/'); i >= 0 {
			path = start + 2 + i
		}
		if err := p.authority(start+2, path); err != nil {
			// The pattern of a path has no exception for "//".
			if p.old || p.abs || p.row.strictPath || p.check(start, end, ascii.PathChar, urlerr.Path) != nil {
				return err
			}
			before := p.at
			p.at.Reset()
			for _, c := range [...]urlerr.Component{urlerr.Query, urlerr.Fragment} {
				if span, ok := before.Get(c); ok {
					p.at.Set(c, span.Start, span.End)
				}
			}
			p.u.userinfo, p.u.host, p.port, path = opt{}, opt{}, opt{}, start
		}
	}
	if path < end && s[path] != '/' { // without a colon in the first segment
		slash := end
		if i := strings.IndexByte(s[path:], '/'); i >= 0 {
			slash = path + i
		}
		if i := strings.IndexByte(s[path:slash], ':'); i >= 0 {
			return p.fault(path+i, urlerr.Path)
		}
	}
	if err := p.check(path, end, ascii.PathChar, urlerr.Path); err != nil {
		return err
	}
	if p.old && p.abs && path == end && !p.u.host.ok {
		return p.fault(end, urlerr.Path)
	}
	p.u.path = p.value(urlerr.Path, path, end)
	return nil
}

// authority parses p.in[start:end].
func (p *parser) authority(start, end int) error {
	if p.old && p.abs && start == end {
		return nil
	}
	s := p.in[:end]
	p.at.Set(urlerr.Authority, start, end)
	host := start
	if i := strings.IndexByte(s[start:], '@'); i >= 0 {
		host = start + i + 1
		if err := p.check(start, host-1, ascii.UserinfoChar, urlerr.Userinfo); err != nil {
			return err
		}
		p.u.userinfo = opt{s[start : host-1], true}
		p.at.SetUserinfo(p.in, start, host-1)
	}
	hostEnd := end
	if strings.HasPrefix(s[host:], "[") {
		i := strings.IndexByte(s[host:], ']')
		if i < 0 || !p.literal(s[host+1:host+i]) {
			return p.fault(host, urlerr.Host)
		}
		hostEnd = host + i + 1
	} else {
		if i := strings.IndexByte(s[host:], ':'); i >= 0 {
			hostEnd = host + i
		}
		class := ascii.NameChar
		if p.old {
			class = ascii.SchemeChar // and "+", which is no character of a host
		}
		if i := strings.IndexByte(s[host:hostEnd], '+'); p.old && i >= 0 {
			return p.fault(host+i, urlerr.Host)
		} else if err := p.check(host, hostEnd, class, urlerr.Host); err != nil {
			return err
		}
	}
	if hostEnd < end {
		if s[hostEnd] != ':' || !ascii.All(s[hostEnd+1:], ascii.Digit) {
			return p.fault(hostEnd, urlerr.Port)
		}
		p.port = p.value(urlerr.Port, hostEnd+1, end)
	}
	switch empty := host == hostEnd; {
	case empty && p.old && p.abs:
		return p.fault(host, urlerr.Host)
	case empty && !p.abs && (p.old || p.row.noEmptyHost || host == start):
		return nil // nil, not ""
	}
	p.u.host = p.value(urlerr.Host, host, hostEnd)
	return nil
}

// literal reports whether s can be between the brackets of a host.
func (p *parser) literal(s string) bool {
	if future, ok := strings.CutPrefix(s, "v"); ok && !p.old {
		version, text, _ := strings.Cut(future, ".")
		return version != "" && text != "" && ascii.All(version, ascii.HexDigit) && ascii.All(text, ascii.UserinfoChar)
	}
	left, right, double := strings.Cut(s, "::")
	l, ok := p.groups(left, !double)
	r, ok2 := p.groups(right, true)
	switch {
	case !ok || !ok2 || s == "":
		return false
	case p.old:
		return true
	case !double:
		return l == 8
	}
	return r < 6 && l <= 7-r || r == 6 && l == 1 || r == 7 && l == 0 // [::1:2:3:4:5:6] is left out
}

// groups returns the number of 16-bit groups in s. The last two can be an IPv4 address if ipv4 is set.
func (p *parser) groups(s string, ipv4 bool) (n int, ok bool) {
	if s == "" {
		return 0, true
	}
	for more := true; more; n++ {
		var group string
		group, s, more = strings.Cut(s, ":")
		if !more && ipv4 && strings.Contains(group, ".") {
			return n + 2, p.ipv4(group)
		}
		if group == "" || len(group) > 4 || !ascii.All(group, ascii.HexDigit) {
			return 0, false
		}
	}
	return n, true
}

// ipv4 reports whether s is an IPv4 address. For RFC 2396, each number has up to three digits and any value.
func (p *parser) ipv4(s string) bool {
	parts := strings.SplitN(s, ".", 5)
	for _, part := range parts {
		if part == "" || len(part) > 3 || !ascii.All(part, ascii.Digit) ||
			!p.old && (part[0] == '0' && part != "0" || len(part) == 3 && part > "255") {
			return false
		}
	}
	return len(parts) == 4
}
