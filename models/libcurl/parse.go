package libcurl

import (
	"math"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/reading"
	"earl.example/urlerr"
)

const (
	maxScheme = 40        // maximum length of a scheme
	maxInput  = 8_000_000 // maximum length of a URL
	maxZone   = 15        // maximum length of a zone
)

// A parser holds the state of one call of curl_url_set.
type parser struct {
	row *row
	url string

	// CURLU_URLENCODE and CURLU_ALLOW_SPACE, not CURLU_GUESS_SCHEME and CURLU_NON_SUPPORT_SCHEME
	redirect bool

	u  parts
	in reading.Spans // spans of the components in url
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: dialect, Input: p.url, Offset: offset, Component: component, Rule: rule}
}

func (p *parser) run() error {
	if err := p.checkBytes(); err != nil {
		return err
	}
	path, err := p.beforePath()
	if err != nil {
		return err
	}
	p.fromPath(path)
	return nil
}

// checkBytes rejects controls and spaces in any component.
func (p *parser) checkBytes() error {
	if len(p.url) > maxInput {
		return p.fault(maxInput, urlerr.NoComponent, ruleTooLong)
	}
	for i := range len(p.url) {
		switch c := p.url[i]; {
		case c == 0:
			return p.fault(i, urlerr.NoComponent, ruleNUL)
		case c == ' ' && !p.redirect, (c < ' ' || c == 0x7F) && (!p.redirect || p.row.noControls):
			return p.fault(i, urlerr.NoComponent, ruleMalformed)
		}
	}
	return nil
}

// beforePath parses the scheme and the authority, and returns the offset of the path.
func (p *parser) beforePath() (path int, err error) {
	scheme := p.schemeLen()
	name := ascii.ToLower(p.url[:scheme])
	p.u.scheme = name
	if scheme > 0 {
		p.in.Set(urlerr.Scheme, 0, scheme)
	}
	if name == "file" {
		return p.file()
	}
	host := 0
	if scheme > 0 {
		if p.redirect && !p.row.schemes.Has(name) {
			return 0, p.fault(0, urlerr.Scheme, ruleUnsupported)
		}
		rest := p.url[scheme+1:]
		slashes := len(rest) - len(strings.TrimLeft(rest, "/"))
		if slashes == 0 || slashes > 3 {
			return 0, p.fault(scheme+1+min(slashes, 3), urlerr.Authority, ruleSlashes)
		}
		host = scheme + 1 + slashes
	}
	path = model.Index(p.url, host, len(p.url), "/?#")
	if i := strings.IndexFunc(p.url[host:path], func(r rune) bool { return r < ' ' || r == 0x7F }); i >= 0 {
		return 0, p.fault(host+i, urlerr.Authority, ruleMalformed)
	}
	if err := p.authority(host, path); err != nil {
		return 0, err
	}
	if scheme == 0 {
		p.u.scheme = guessScheme(p.u.host)
	}
	return path, nil
}

// schemeLen returns the length of the scheme, or 0 if there is no scheme. Except in a redirect, a slash must follow the
// colon.
func (p *parser) schemeLen() int {
	if p.url == "" || !ascii.Is(p.url[0], ascii.Alpha) && !p.row.schemeByDigit {
		return 0
	}
	n := ascii.Skip(p.url[:min(maxScheme, len(p.url))], 0, ascii.SchemeChar)
	if rest := p.url[n:]; !strings.HasPrefix(rest, ":/") && !(p.redirect && strings.HasPrefix(rest, ":")) {
		return 0
	}
	return n
}

// guessScheme guesses the scheme from the first label of the host.
func guessScheme(host string) string {
	const guessed model.Names = " ftp dict ldap imap smtp pop3 "
	if label, _, ok := strings.Cut(host, "."); ok && guessed.Has(ascii.ToLower(label)) {
		return ascii.ToLower(label)
	}
	return "http"
}

// optionSchemes lists the schemes for which a userinfo can have login options.
const optionSchemes model.Names = " imap imaps pop3 pop3s smtp smtps "

// file parses a URL with the scheme file up to its path, and returns the offset of the path.
func (p *parser) file() (path int, err error) {
	const prefix = len("file:")
	bad := func(offset int) (int, error) { return 0, p.fault(offset, urlerr.Path, ruleFile) }
	if len(p.url) <= len("file:/") || p.url[prefix] != '/' && !p.row.relativeFile {
		return bad(prefix)
	}
	path = prefix
	if strings.HasPrefix(p.url[prefix:], "//") {
		path += 2
		rest := p.url[path:]
		switch {
		case strings.HasPrefix(rest, "/"):
		case ascii.HasPrefixFold(rest, "localhost/"), ascii.HasPrefixFold(rest, "127.0.0.1/"):
			p.in.Set(urlerr.Authority, path, path+len("localhost"))
			p.in.Set(urlerr.Host, path, path+len("localhost"))
			path += len("localhost")
		default:
			return bad(path)
		}
	}
	rest := strings.TrimPrefix(p.url[path:], "/")
	if n := min(2, len(rest)); ascii.IsDrive(rest[:n]) && (n == len(rest) || rest[n] == '/' || rest[n] == '\\') {
		return bad(path)
	}
	return path, nil
}

// authority parses userinfo, host and port in p.url[start:end]. The first "@" ends the userinfo, not the last "@".
func (p *parser) authority(start, end int) error {
	p.in.Set(urlerr.Authority, start, end)
	host := start
	if at := strings.IndexByte(p.url[start:end], '@'); at >= 0 {
		p.userinfo(start, start+at)
		host = start + at + 1
	}
	hostEnd := host + hostLen(p.url[host:end])
	switch {
	case host == end || p.url[host] == ':':
		return p.fault(host, urlerr.Host, ruleNoHost)
	case hostEnd == host:
		return p.fault(end, urlerr.Host, ruleIPv6) // no closing bracket
	}
	if err := p.port(hostEnd, end); err != nil {
		return err
	}
	p.in.Set(urlerr.Host, host, hostEnd)
	return p.host(host, hostEnd)
}

// hostLen returns the length of the host at the beginning of s, or 0 if a bracket is not closed.
func hostLen(s string) int {
	if s != "" && s[0] == '[' {
		return strings.IndexByte(s, ']') + 1
	}
	return model.Index(s, 0, len(s), ":")
}

// userinfo splits p.url[start:end] into user, password and login options.
func (p *parser) userinfo(start, end int) {
	p.in.Set(urlerr.Userinfo, start, end)
	s := p.url[start:end]
	colon, semicolon := strings.IndexByte(s, ':'), -1
	if optionSchemes.Has(p.u.scheme) {
		semicolon = strings.IndexByte(s, ';')
	}
	user, password, options := len(s), len(s), len(s) // where they end
	if colon >= 0 {
		user, options = colon, colon
	}
	if semicolon > colon {
		user, password, options = min(user, semicolon), semicolon, len(s)
	} else if semicolon >= 0 {
		user = semicolon
	}
	p.u.user = model.Present(s[:user])
	p.in.Set(urlerr.Username, start, start+user)
	if colon >= 0 {
		p.u.password = model.Present(s[colon+1 : password])
		p.in.Set(urlerr.Password, start+colon+1, start+password)
	}
	if semicolon >= 0 && semicolon+1 < options {
		p.u.options = model.Present(s[semicolon+1 : options])
	}
}

// port parses p.url[hostEnd:end]. This text is empty, or it is ":" and a port.
func (p *parser) port(hostEnd, end int) error {
	if hostEnd == end {
		return nil
	}
	if p.url[hostEnd] != ':' {
		return p.fault(hostEnd, urlerr.Port, rulePort)
	}
	p.in.Set(urlerr.Port, hostEnd+1, end)
	digits := p.url[hostEnd+1 : end]
	if digits == "" && p.u.scheme != "" {
		return nil
	}
	if _, n := ascii.Number(digits, math.MaxUint16); n < len(digits) {
		if ascii.Is(digits[n], ascii.Digit) {
			n = 0 // out of range
		}
		return p.fault(hostEnd+1+n, urlerr.Port, rulePort)
	}
	if digits == "" {
		return p.fault(end, urlerr.Port, rulePort)
	}
	p.u.port = model.Present(model.Decimal(digits))
	return nil
}

// fromPath parses path, query and fragment.
func (p *parser) fromPath(path int) {
	end := len(p.url)
	end, p.u.fragment = model.After(p.url, "#", path, end, &p.in, urlerr.Fragment)
	end, p.u.query = model.After(p.url, "?", path, end, &p.in, urlerr.Query)
	p.in.Set(urlerr.Path, path, end)
	text := p.url[path:end]
	if p.redirect {
		text = p.row.escape(text, queryNo)
		p.u.query.Text = p.row.escape(p.u.query.Text, queryYes)
		if !p.row.oldEscapes {
			p.u.fragment.Text = p.row.escape(p.u.fragment.Text, queryNo)
		}
	}
	switch p.u.path = text; len(text) {
	case 0:
		p.u.path = "/"
	case 1: // not even "." is removed
	default:
		p.u.path = p.row.removeDots(text)
	}
}

// removeDots removes dot segments by RFC 3986 §5.2.4. Unless the release has rawDots, an escaped dot counts as a dot.
func (r *row) removeDots(path string) string {
	if !r.rawDots && strings.Contains(path, "%2") {
		path = unescapedDots(path)
	}
	if !dotsegment.Has(path) {
		return path
	}
	return ascii.Text(dotsegment.Remove([]byte(path)))
}

// unescapedDots returns path with unescaped dots in dot segments.
func unescapedDots(path string) string {
	out := make([]byte, 0, len(path)+len("/"))
	for segment := range strings.SplitSeq(path, "/") {
		if dots := dotsegment.Dots(segment, true); dots > 0 {
			segment = ".."[:dots]
		}
		out = append(append(out, segment...), '/')
	}
	return ascii.Text(out[:len(out)-1])
}
