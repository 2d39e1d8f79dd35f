package nodejs

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser is one call of url.parse.
type parser struct {
	row *row
	in  string

	text    string   // the part of in that is parsed: valid UTF-8, without white space at the ends
	trimmed int      // if origin is nil, text[i] is from in[trimmed+i]
	origin  []uint32 // offsets in the input of the bytes of text and of its end

	u     object
	spans reading.Spans // of the components in the input
	name  string        // hostname before it is converted to ASCII
}

// maxHost is the length of the longest host in UTF-16 units.
const maxHost = 255

// run parses the input. If slashesHost is set, a host can follow "//" without a scheme.
func (p *parser) run(slashesHost bool) error {
	p.prepare()
	s := p.text
	if !slashesHost && isPlainPath(s) {
		p.u.bare = true
		p.fromPath(0, 0, 0)
		return nil
	}
	rest := 0
	scheme := 0
	for scheme < len(s) && ascii.Is(s[scheme], ascii.SchemeChar) {
		scheme++
	}
	slashed := false
	if scheme > 0 && scheme < len(s) && s[scheme] == ':' {
		p.set(urlerr.Scheme, 0, scheme)
		p.u.scheme = ascii.ToLower(s[:scheme])
		slashed = isSlashed(s[:scheme]) // Node does not convert it to lower case here
		rest = scheme + 1
	}
	hasScheme := rest > 0
	if p.u.scheme == "javascript" {
		p.fromPath(rest, rest, rest)
		return nil
	}
	if slashesHost || hasScheme || hasLogin(s) {
		p.u.slashes = strings.HasPrefix(s[rest:], "//")
	}
	if p.u.slashes {
		rest += 2
	}
	if p.u.slashes || hasScheme && !slashed {
		return p.authority(rest)
	}
	p.fromPath(rest, rest, rest)
	return nil
}

// isPlainPath reports whether url.parse takes s for a path and perhaps a query, and leaves it as it is.
func isPlainPath(s string) bool {
	if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "///") || strings.Contains(s, "#") {
		return false
	}
	path, _, _ := strings.Cut(s, "?")
	return !strings.Contains(path, "@") && strings.IndexFunc(s, isSpace) < 0
}

// isSpace reports whether r is white space of a regular expression of JavaScript.
func isSpace(r rune) bool {
	const others = "\t\n\v\f\r \u00A0\u1680\u2028\u2029\u202F\u205F\u3000\uFEFF"
	return r >= 0x2000 && r <= 0x200A || strings.ContainsRune(others, r)
}

// hasLogin reports whether s begins with "//", a userinfo, "@" and a host.
func hasLogin(s string) bool {
	if !strings.HasPrefix(s, "//") {
		return false
	}
	n := strings.IndexAny(s[2:], "@/")
	return n > 0 && s[2+n] == '@' && len(s) > 3+n && s[3+n] != '@' && s[3+n] != '/'
}

// isSlashed reports whether "//" is a part of each URL with the scheme.
func isSlashed(scheme string) bool {
	switch scheme {
	case "http", "https", "ftp", "gopher", "file", "ws", "wss":
		return true
	}
	return false
}

// prepare sets p.text.
func (p *parser) prepare() {
	s := p.in
	if !utf8.ValidString(s) {
		s, p.origin = replaceInvalid(s)
	}
	trim := func(r rune) bool { return r <= ' ' || r == '\u00A0' || r == '\uFEFF' }
	start := len(s) - len(strings.TrimLeftFunc(s, trim))
	s = strings.TrimRightFunc(s[start:], trim)
	if p.origin == nil {
		p.trimmed = start
	} else {
		p.origin = p.origin[start:]
	}
	end := strings.IndexAny(s, "?#")
	if end < 0 {
		end = len(s)
	}
	if strings.Contains(s[:end], `\`) {
		s = strings.ReplaceAll(s[:end], `\`, "/") + s[end:]
	}
	p.text = s
}

// replaceInvalid returns s with U+FFFD for each ill-formed sequence, and the offset in s of each byte.
func replaceInvalid(s string) (string, []uint32) {
	out := make([]byte, 0, len(s)+16)
	origin := make([]uint32, 0, len(s)+16)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			size = illFormed(s[i:])
		}
		out = utf8.AppendRune(out, r)
		for n := len(origin); n < len(out); n++ {
			origin = append(origin, uint32(i))
		}
		i += size
	}
	return string(out), append(origin, uint32(len(s)))
}

// illFormed returns the length of the ill-formed sequence at the beginning of s.
func illFormed(s string) int {
	lead, low, high := s[0], byte(0x80), byte(0xBF)
	switch lead {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	switch {
	case lead < 0xE0 || lead > 0xF4 || len(s) < 2 || s[1] < low || s[1] > high:
		return 1
	case lead < 0xF0 || len(s) < 3 || s[2]&0xC0 != 0x80:
		return 2
	}
	return 3
}

// removeBreaks removes tabs and line breaks from p.text[start:end].
func (p *parser) removeBreaks(start, end int) {
	text := make([]byte, 0, len(p.text))
	origin := make([]uint32, 0, len(p.text)+1)
	for i := range len(p.text) {
		if c := p.text[i]; i < start || i >= end || !isBreak(c) {
			text = append(text, c)
			origin = append(origin, uint32(p.offset(i)))
		}
	}
	origin = append(origin, uint32(p.offset(len(p.text))))
	p.text, p.origin = string(text), origin
}

// offset returns the offset in the input of p.text[i].
func (p *parser) offset(i int) int {
	if p.origin != nil {
		return int(p.origin[i])
	}
	return p.trimmed + i
}

// set notes that p.text[start:end] is c.
func (p *parser) set(c urlerr.Component, start, end int) {
	from, to := p.offset(start), p.offset(end)
	for start < end && isBreak(p.in[to-1]) && !isBreak(p.text[end-1]) {
		to--
	}
	p.spans.Set(c, from, to)
}

func isBreak(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

func (p *parser) fault(i int, c urlerr.Component, rule urlerr.Rule) error {
	return fault(p.in, p.offset(i), c, rule)
}

// authority parses the authority at offset start of p.text, and all that follows.
func (p *parser) authority(start int) error {
	stop := endOf(p.text, start, "#/?")
	if strings.ContainsAny(p.text[start:stop], "\t\n\r") {
		p.removeBreaks(start, stop)
		stop = endOf(p.text, start, "#/?")
	}
	s := p.text
	host := start
	if at := strings.LastIndexByte(s[start:stop], '@'); at >= 0 {
		host = start + at + 1
		if err := p.userinfo(start, start+at); err != nil {
			return err
		}
	}
	end := endOf(s[:stop], host, " \"%';<>\\^`{|}")
	p.set(urlerr.Authority, start, end)
	hostEnd := end
	port := end
	for port > host && ascii.Is(s[port-1], ascii.Digit) {
		port--
	}
	if port > host && s[port-1] == ':' {
		hostEnd = port - 1
		if port < end {
			p.u.port = s[port:end]
			p.set(urlerr.Port, port, end)
		}
	}
	p.u.hasHost = true
	if strings.HasPrefix(s[host:hostEnd], "[") && s[hostEnd-1] == ']' {
		if err := p.brackets(host, hostEnd); err != nil {
			return err
		}
		p.fromPath(hostEnd, hostEnd, end)
		if !strings.HasPrefix(p.u.path, "/") {
			p.u.path = "/" + p.u.path
		}
		return nil
	}
	colon := endOf(s[:hostEnd], host, ":")
	if colon < hostEnd && !p.row.badPort {
		return p.fault(colon+1, urlerr.Port, rulePort)
	}
	if err := p.hostname(host, colon); err != nil {
		return err
	}
	p.fromPath(colon, hostEnd, end)
	return nil
}

// endOf returns the offset of the first of chars in s from offset start on, or len(s).
func endOf(s string, start int, chars string) int {
	if i := strings.IndexAny(s[start:], chars); i >= 0 {
		return start + i
	}
	return len(s)
}

// userinfo parses p.text[start:end].
func (p *parser) userinfo(start, end int) error {
	s := p.text[start:end]
	auth, bad := decode(s)
	if bad >= 0 {
		return p.fault(start+bad, urlerr.Userinfo, ruleAuth)
	}
	p.u.auth, p.u.hasAuth = auth, true
	p.set(urlerr.Userinfo, start, end)
	colon, size := endOf(s, 0, ":"), 1
	if escaped := strings.Index(ascii.ToLower(s[:colon]), "%3a"); escaped >= 0 {
		colon, size = escaped, 3
	}
	p.set(urlerr.Username, start, start+colon)
	if colon < len(s) {
		p.set(urlerr.Password, start+colon+size, end)
	}
	return nil
}

// fromPath parses the path, the query and the fragment. The path is p.text[start:middle] and what follows end. If start
// differs from end, a slash comes first.
func (p *parser) fromPath(start, middle, end int) {
	s := p.text
	query := endOf(s, end, "?#")
	fragment := endOf(s, query, "#")
	path := s[end:query]
	if start < middle {
		path = "/" + s[start:middle] + path
	} else {
		start = end
	}
	escape := p.u.scheme != "javascript" && !p.u.bare
	value := func(s string) string {
		if escape {
			return escapeUnsafe(s)
		}
		return s
	}
	p.u.path = value(path)
	if p.u.path != "" {
		p.set(urlerr.Path, start, query)
	} else if p.u.hostname != "" && isSlashed(p.u.scheme) {
		p.u.path = "/"
	}
	if query < fragment {
		p.u.search = value(s[query:fragment])
		p.set(urlerr.Query, query+1, fragment)
	}
	if fragment < len(s) {
		p.u.hash = value(s[fragment:])
		p.set(urlerr.Fragment, fragment+1, len(s))
	}
}
