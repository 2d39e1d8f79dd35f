package ruby

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser is one call of URI.parse.
type parser struct {
	row *row
	in  string
	old bool // RFC 2396
	abs bool // there is a scheme
	at  reading.Spans
	u   uri
	err error // the first

	userinfo, port opt // as in the input
}

const uric = ascii.QueryChar | ascii.Bracket // the characters of a URI in RFC 2396

// run parses the input.
func (p *parser) run() error {
	start, end := 0, len(p.in)
	if p.old {
		start = end - len(strings.TrimLeft(p.in, " \t\r\n\f\v"))
		end = start + len(strings.TrimRight(p.in[start:], " \t\r\n\f\v"))
	}
	if i := ascii.Index(p.in, ascii.NonASCII); i >= 0 {
		if p.old && !utf8.ValidString(p.in) { // a regular expression accepts no such string
			return fault(p.in, i, urlerr.NoComponent, ruleEncoding)
		}
		p.fail(i, urlerr.NoComponent)
	}
	rest := start
	for rest < end && ascii.Is(p.in[rest], ascii.SchemeChar) {
		rest++
	}
	p.abs = rest < end && p.in[rest] == ':' && ascii.Is(p.in[start], ascii.Alpha)
	if p.abs {
		p.u.scheme = opt{ascii.ToLower(p.in[start:rest]), true}
		p.at.Set(urlerr.Scheme, start, rest)
		rest++
	} else {
		rest = start
	}
	class := ascii.QueryChar
	if p.old {
		class = uric
	}
	end, p.u.fragment = p.after('#', rest, end, class, urlerr.Fragment)
	if p.abs && rest < end && p.in[rest] != '/' && (p.old || p.in[rest] != '?') {
		p.opaque(rest, end)
	} else {
		if !p.old {
			class = 0 // anything
		}
		end, p.u.query = p.after('?', rest, end, class, urlerr.Query)
		p.hierarchy(rest, end)
	}
	if p.err == nil {
		p.build()
	}
	return p.err
}

// fail rejects the input because p.in[i] does not fit.
func (p *parser) fail(i int, c urlerr.Component) {
	if p.err == nil {
		rule := ruleSyntax
		rule.Kind = kinds[c]
		p.err = fault(p.in, i, c, rule)
	}
}

var kinds = [...]urlerr.Kind{urlerr.NoComponent: urlerr.BadText, urlerr.Userinfo: urlerr.BadUserinfo,
	urlerr.Host: urlerr.BadHost, urlerr.Port: urlerr.BadPort, urlerr.Path: urlerr.BadPath, urlerr.Query: urlerr.BadQuery,
	urlerr.Fragment: urlerr.BadFragment}

// value returns p.in[start:end], which is c and consists of escapes and characters of class. Class 0 has all.
func (p *parser) value(start, end int, class ascii.Class, c urlerr.Component) opt {
	for i := start; i < end && class != 0; i++ {
		if p.in[i] == '%' && i+2 < end && ascii.Is(p.in[i+1], ascii.HexDigit) && ascii.Is(p.in[i+2], ascii.HexDigit) {
			i += 2
		} else if !ascii.Is(p.in[i], class) {
			p.fail(i, c)
		}
	}
	p.at.Set(c, start, end)
	return opt{p.in[start:end], true}
}

// after returns the value of c, which follows the first delimiter in p.in[start:end], and the offset of the delimiter.
// Without a delimiter it returns end.
func (p *parser) after(delimiter byte, start, end int, class ascii.Class, c urlerr.Component) (int, opt) {
	i := p.index(delimiter, start, end)
	if i == end {
		return end, opt{}
	}
	return i, p.value(i+1, end, class, c)
}

// index returns the offset of the first c in p.in[start:end], or end.
func (p *parser) index(c byte, start, end int) int {
	if i := strings.IndexByte(p.in[start:end], c); i >= 0 {
		return start + i
	}
	return end
}

// opaque parses p.in[start:end], which follows a scheme and does not begin with a slash.
func (p *parser) opaque(start, end int) {
	if p.old {
		if ascii.Is(p.in[start], ascii.Bracket) {
			p.fail(start, urlerr.Path)
		}
		p.value(start, end, uric, urlerr.Path)
	} else {
		p.value(start, p.index('?', start, end), ascii.PathChar, urlerr.Path)
	}
	p.u.opaque = p.value(start, end, 0, urlerr.Path)
}

// hierarchy parses p.in[start:end]: an authority and a path, or a path.
func (p *parser) hierarchy(start, end int) {
	path := start
	if strings.HasPrefix(p.in[start:end], "//") {
		path = p.index('/', start+2, end)
		before := *p
		if p.authority(start+2, path); p.err != nil && !p.old && !p.abs && !p.row.strictPath {
			// A path may begin with "//".
			*p, path = before, start
		}
	}
	if path < end && p.in[path] != '/' {
		segment := p.index('/', path, end)
		if i := p.index(':', path, segment); i < segment {
			p.fail(i, urlerr.Path)
		}
	}
	if p.old && p.abs && path == end && !p.u.host.ok {
		p.fail(end, urlerr.Path)
	}
	p.u.path = p.value(path, end, ascii.PathChar, urlerr.Path)
}

// authority parses p.in[start:end].
func (p *parser) authority(start, end int) {
	if p.old && p.abs && start == end {
		return
	}
	p.at.Set(urlerr.Authority, start, end)
	host := start
	if at := p.index('@', start, end); at < end {
		host = at + 1
		p.userinfo = p.value(start, at, ascii.UserinfoChar, urlerr.Userinfo)
		p.at.SetUserinfo(p.in, start, at)
	}
	hostEnd, class := p.index(':', host, end), ascii.NameChar
	if p.old {
		class = ascii.SchemeChar // and "+", which is no character of a host
	}
	if host < end && p.in[host] == '[' {
		bracket := p.index(']', host, end)
		if bracket == end || !p.literal(p.in[host+1:bracket]) {
			p.fail(host, urlerr.Host)
		}
		hostEnd, class = min(bracket+1, end), 0
	} else if plus := p.index('+', host, hostEnd); p.old && plus < hostEnd {
		p.fail(plus, urlerr.Host)
	}
	switch empty := host == hostEnd; {
	case empty && p.old && p.abs:
		p.fail(host, urlerr.Host)
	case !empty || p.abs || !p.old && !p.row.noEmptyHost && host > start: // otherwise it is nil
		p.u.host = p.value(host, hostEnd, class, urlerr.Host)
	}
	if hostEnd < end {
		if p.in[hostEnd] != ':' || !ascii.All(p.in[hostEnd+1:end], ascii.Digit) {
			p.fail(hostEnd, urlerr.Port)
		}
		p.port = p.value(hostEnd+1, end, 0, urlerr.Port)
	}
}

// Patterns of the text in brackets.
const (
	group  = `[0-9A-Fa-f]{1,4}`
	number = `(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
)

var (
	future      = regexp.MustCompile(`^v[0-9A-Fa-f]+\.[-.!$&'()*+,;:=\w~]+$`)
	address     = ipv6(number)
	address2396 = ipv6(`\d{1,3}`) // any number of groups
)

// ipv6 returns the pattern of groups that end with a group or an IPv4 address of four numbers, around at most one "::".
func ipv6(number string) *regexp.Regexp {
	last := "(?:" + group + "|" + number + `(?:\.` + number + "){3})"
	groups := "(?:" + group + ":)*"
	return regexp.MustCompile("^(?:" + groups + last + "|(?:" + groups + group + ")?::(?:" + groups + last + ")?)$")
}

// literal reports whether s can be between the brackets of a host.
func (p *parser) literal(s string) bool {
	if p.old {
		return address2396.MatchString(s)
	}
	if !address.MatchString(s) {
		return future.MatchString(s)
	}
	left, right, double := strings.Cut(s, "::")
	l, r := groups(left), groups(right)
	return !double && l == 8 ||
		double && (r < 6 && l <= 7-r || r == 6 && l == 1 || r == 7 && l == 0) // [::1:2:3:4:5:6] is left out
}

// groups returns the number of 16-bit groups in s.
func groups(s string) int {
	if s == "" {
		return 0
	}
	return 1 + strings.Count(s, ":") + min(strings.Count(s, "."), 1)
}
