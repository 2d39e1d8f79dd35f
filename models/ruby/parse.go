package ruby

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of URI.parse.
type parser struct {
	row *row
	in  string
	at  reading.Spans
	u   uri
	err error // the first error

	userinfo, port string // in the form of the input
}

const anything ascii.Class = 0 // allows all characters

func (p *parser) run() error {
	rest, end := 0, len(p.in)
	if i := ascii.Index(p.in, ascii.NonASCII); i >= 0 {
		p.fail(i, urlerr.NoComponent)
	}
	if n := model.SchemeLen(p.in); n > 0 && ascii.Is(p.in[0], ascii.Alpha) {
		p.u.scheme = model.Present(ascii.ToLower(p.in[:n]))
		p.at.Set(urlerr.Scheme, 0, n)
		rest = n + 1
	}
	end, p.u.fragment = p.after("#", rest, end, ascii.QueryChar, urlerr.Fragment)
	if p.u.scheme.OK && rest < end && p.in[rest] != '/' && p.in[rest] != '?' { // opaque
		p.value(rest, model.Index(p.in, rest, end, "?"), ascii.PathChar, urlerr.Path)
		p.u.opaque = p.value(rest, end, anything, urlerr.Path)
	} else {
		end, p.u.query = p.after("?", rest, end, anything, urlerr.Query)
		p.hierarchy(rest, end)
	}
	if p.err == nil {
		p.build()
	}
	return p.err
}

// fail rejects the input because of an error at offset i, unless there is an earlier error.
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

// value returns p.in[start:end] as the value of c. It fails unless the value consists of escapes and of characters in
// class.
func (p *parser) value(start, end int, class ascii.Class, c urlerr.Component) model.Part {
	if i := percent.Skip(p.in[:end], start, class); i < end && class != anything {
		p.fail(i, c)
	}
	p.at.Set(c, start, end)
	return model.Present(p.in[start:end])
}

// after finds the first delimiter in p.in[start:end]. It returns the offset of the delimiter, and the text after it as
// the value of c. Without a delimiter, the results are end and an absent value.
func (p *parser) after(delimiter string, start, end int, class ascii.Class, c urlerr.Component) (int, model.Part) {
	i := model.Index(p.in, start, end, delimiter)
	if i == end {
		return end, model.Part{}
	}
	return i, p.value(i+1, end, class, c)
}

// hierarchy parses p.in[start:end] as an authority and a path, or as a path.
func (p *parser) hierarchy(start, end int) {
	path := start
	if strings.HasPrefix(p.in[start:end], "//") {
		path = model.Index(p.in, start+2, end, "/")
		before := *p
		if p.authority(start+2, path); p.err != nil && !p.u.scheme.OK && !p.row.strictPath {
			// Parse the text again as a path that begins with "//".
			*p, path = before, start
		}
	}
	if path < end && p.in[path] != '/' {
		segment := model.Index(p.in, path, end, "/")
		if i := model.Index(p.in, path, segment, ":"); i < segment {
			p.fail(i, urlerr.Path)
		}
	}
	p.u.path = p.value(path, end, ascii.PathChar, urlerr.Path)
}

func (p *parser) authority(start, end int) {
	p.at.Set(urlerr.Authority, start, end)
	host := start
	if at := model.Index(p.in, start, end, "@"); at < end {
		host = at + 1
		p.userinfo = p.value(start, at, ascii.UserinfoChar, urlerr.Userinfo).Text
		p.at.SetUserinfo(p.in, start, at)
	}
	hostEnd, class := model.Index(p.in, host, end, ":"), ascii.NameChar
	if host < end && p.in[host] == '[' {
		bracket := model.Index(p.in, host, end, "]")
		if bracket == end || !isLiteral(p.in[host+1:bracket]) {
			p.fail(host, urlerr.Host)
		}
		hostEnd, class = min(bracket+1, end), anything
	}
	if host < hostEnd || p.u.scheme.OK || !p.row.noEmptyHost && host > start { // in any other case, the host is nil
		p.u.host = p.value(host, hostEnd, class, urlerr.Host)
	}
	if hostEnd < end {
		if p.in[hostEnd] != ':' || !ascii.All(p.in[hostEnd+1:end], ascii.Digit) {
			p.fail(hostEnd, urlerr.Port)
		}
		p.port = p.value(hostEnd+1, end, anything, urlerr.Port).Text
	}
}

// isLiteral reports whether s is valid between the brackets of a host.
func isLiteral(s string) bool {
	before, after, short, ok := model.IPv6Groups(s, ipaddr.IsOctet)
	switch {
	case ok && short: // the grammar of Ruby omits [::1:2:3:4:5:6]
		return before+after <= 7 && !(before == 0 && after == 6)
	case ok:
		return after == 8
	}
	version, rest, _ := strings.Cut(s, ".")
	version, future := strings.CutPrefix(version, "v")
	return future && version != "" && ascii.All(version, ascii.HexDigit) && rest != "" &&
		ascii.All(rest, ascii.UserinfoChar)
}
