package nodejs

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of url.parse.
type parser struct {
	row    *row
	in     string
	s      string // in, without white space at the end, and with slashes instead of backslashes before the query
	breaks int    // value removes tabs and line breaks before this offset
	u      object
	at     reading.Spans // spans of the components in the input
	raw    bool          // path, query and fragment are not escaped
	name   string        // hostname before conversion to ASCII

	slashesHost bool // a host can follow "//" without a scheme
}

func (p *parser) run() error {
	blank := func(r rune) bool { return r <= ' ' || r == '\u00A0' || r == '\uFEFF' }
	p.s = strings.TrimRightFunc(p.in, blank)
	start := len(p.s) - len(strings.TrimLeftFunc(p.s, blank))
	if end := model.Index(p.s, start, len(p.s), "?#"); strings.Contains(p.s[:end], `\`) {
		p.s = strings.ReplaceAll(p.s[:end], `\`, "/") + p.s[end:]
	}
	s := p.s[start:]
	p.raw = !p.slashesHost && isPlainPath(s)
	rest := start
	if n := model.SchemeLen(s); n > 0 {
		p.at.Set(urlerr.Scheme, start, start+n)
		rest += n + 1
		p.u.scheme = ascii.ToLower(p.s[start:rest])
	}
	if p.raw = p.raw || p.u.scheme == "javascript:"; !p.raw {
		if p.slashesHost || rest > start || hasLogin(s) {
			p.u.slashes = strings.HasPrefix(p.s[rest:], "//")
		}
		if p.u.slashes {
			return p.authority(rest + len("//"))
		} else if rest > start && !slashed.Has(p.s[start:rest]) { // the scheme in its original case
			return p.authority(rest)
		}
	}
	p.fromPath(rest, rest, rest)
	return nil
}

// isPlainPath reports whether url.parse parses s as a path with an optional query, and does not escape this text.
func isPlainPath(s string) bool {
	rest, ok := strings.CutPrefix(s, "/")
	path, query, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "?")
	return ok && !strings.HasPrefix(path, "/") && !strings.ContainsAny(path, "#@") && !strings.Contains(query, "#") &&
		!strings.ContainsAny(rest, space)
}

// space lists the white space of JavaScript regular expressions.
const space = "\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029" +
	"\u202F\u205F\u3000\uFEFF"

// hasLogin reports whether a userinfo is at the start of s or after "//". After "//" and a userinfo, url.parse finds a
// host although there is no scheme.
func hasLogin(s string) bool {
	user, host, _ := strings.Cut(strings.TrimPrefix(s, "//"), "@")
	return user != "" && !strings.Contains(user, "/") && host != "" && host[0] != '@' && host[0] != '/'
}

// slashed lists the schemes that need "//" before a host.
const slashed model.Names = " http: https: ftp: gopher: file: ws: wss: "

// value returns p.s[start:end] as a well-formed string. It removes the tabs and line breaks before offset p.breaks.
func (p *parser) value(start, end int) string {
	middle := max(start, min(p.breaks, end))
	return ascii.WithoutNewlines(model.Standard.Decode(p.s[start:middle])) + model.Standard.Decode(p.s[middle:end])
}

// authority parses the authority at offset start and the components after it.
func (p *parser) authority(start int) error {
	s := p.s
	p.breaks = model.Index(s, start, len(s), "#/?")
	host := start
	if at := strings.LastIndexByte(s[start:p.breaks], '@'); at >= 0 {
		host = start + at + 1
		if err := p.userinfo(start, start+at); err != nil {
			return err
		}
	}
	end := model.Index(s, host, p.breaks, " \"%';<>\\^`{|}")
	p.set(urlerr.Authority, start, end)
	hostEnd, port := end, host+len(strings.TrimRight(s[host:end], "0123456789\t\n\r"))
	if strings.HasSuffix(s[host:port], ":") {
		hostEnd = port - 1
		if p.u.port = p.value(port, end); p.u.port != "" {
			p.set(urlerr.Port, port, end)
		}
	}
	name := p.value(host, hostEnd)
	brackets := strings.HasPrefix(name, "[") && strings.HasSuffix(name, "]")
	colon := hostEnd
	if !brackets {
		colon = model.Index(s, host, hostEnd, ":")
		name = p.value(host, colon)
	}
	if colon < hostEnd && !p.row.badPort {
		return fault(p.in, colon+1, urlerr.Port, rulePort)
	}
	if err := p.host(name, brackets, host, colon); err != nil {
		return err
	}
	p.fromPath(colon, hostEnd, end)
	if brackets && !strings.HasPrefix(p.u.path, "/") {
		p.u.path = "/" + p.u.path
	}
	return nil
}

// set sets the span of c to p.s[start:end] without tabs and line breaks at both ends.
func (p *parser) set(c urlerr.Component, start, end int) {
	const breaks = "\t\n\r"
	start = end - len(strings.TrimLeft(p.s[start:end], breaks))
	p.at.Set(c, start, start+len(strings.TrimRight(p.s[start:end], breaks)))
}

func (p *parser) userinfo(start, end int) error {
	s := p.s[start:end]
	auth, found := percent.DecodeString(p.value(start, end), false)
	if found.Malformed() || !utf8.ValidString(auth) {
		return fault(p.in, start+strings.IndexByte(s, '%'), urlerr.Userinfo, ruleAuth)
	}
	p.u.auth, p.u.hasAuth = auth, true
	colon, size := model.Index(s, 0, len(s), ":"), 1
	if before, _, escaped := strings.Cut(ascii.ToLower(s[:colon]), "%3a"); escaped {
		colon, size = len(before), len("%3a")
	}
	p.set(urlerr.Userinfo, start, end)
	p.set(urlerr.Username, start, start+colon)
	if colon < len(s) {
		p.set(urlerr.Password, start+colon+size, end)
	}
	return nil
}

// escaper escapes the characters that url.parse escapes in paths, queries and fragments.
var escaper = strings.NewReplacer("\t", "%09", "\n", "%0A", "\r", "%0D", " ", "%20", `"`, "%22", "'", "%27", "<", "%3C",
	">", "%3E", `\`, "%5C", "^", "%5E", "`", "%60", "{", "%7B", "|", "%7C", "}", "%7D")

// fromPath parses the path, the query and the fragment. They begin at offset end. If start < middle, there is a text
// between the host and the port, p.s[start:middle]. Then the path begins with a slash and this text.
func (p *parser) fromPath(start, middle, end int) {
	query := model.Index(p.s, end, len(p.s), "?#")
	fragment := model.Index(p.s, query, len(p.s), "#")
	value := func(start, end int) string {
		if p.raw {
			return p.value(start, end)
		}
		return escaper.Replace(p.value(start, end))
	}
	p.u.path = value(end, query)
	if start < middle {
		p.u.path = "/" + value(start, middle) + p.u.path
	}
	if start == middle || p.u.port != "" { // the port, between middle and end, is not in the path
		start = end
	}
	if p.u.path != "" {
		p.at.Set(urlerr.Path, start, query)
	} else if p.u.hostname != "" && slashed.Has(p.u.scheme) {
		p.u.path = "/"
	}
	if query < fragment {
		p.u.search = value(query, fragment)
		p.at.Set(urlerr.Query, query+1, fragment)
	}
	if fragment < len(p.s) {
		p.u.hash = value(fragment, len(p.s))
		p.at.Set(urlerr.Fragment, fragment+1, len(p.s))
	}
}

// host sets the host to the normal form of name, the value of p.s[start:end].
func (p *parser) host(name string, brackets bool, start, end int) error {
	p.name = name
	p.u.hasHost = true
	if len(name) <= 255 || len(utf16.Encode([]rune(name))) <= 255 {
		// Conversion to lower case is the same in JavaScript and Python, except for the version of Unicode.
		host := str.Lower(name, str.Release{Minor: 14})
		forbidden := "\x00\t\n\r #%/<>?@\\^|:[]"
		if brackets {
			forbidden = forbidden[:len(forbidden)-len(":[]")]
		} else {
			host = p.row.toASCII(host)
		}
		if host == "" && name != "" || strings.ContainsAny(host, forbidden) {
			return fault(p.in, start+max(0, strings.IndexAny(p.s[start:end], forbidden)), urlerr.Host, ruleHost)
		}
		p.u.host, p.u.hostname = host, host
		if brackets {
			p.u.hostname = host[1 : len(host)-1]
			start, end = start+strings.IndexByte(p.s[start:], '[')+1, start+strings.LastIndexByte(p.s[start:end], ']')
		}
		p.set(urlerr.Host, start, end)
	}
	if p.u.port != "" {
		p.u.host += ":" + p.u.port
	}
	return nil
}

// dots replaces the characters that UTS #46 treats as dots.
var dots = strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".")

// toASCII converts a host name to ASCII. It returns "" if the name is invalid. Unlike UTS #46, ada converts each label
// separately.
func (r *row) toASCII(name string) string {
	if ascii.Prefix(name) < len(name) || r.oldDomain && strings.Contains(name, "xn--") {
		labels := strings.Split(dots.Replace(name), ".")
		for i, label := range labels {
			checked := label
			if r.oldDomain && strings.HasPrefix(label, "xn--") && ascii.Prefix(label) == len(label) {
				checked = oldPunycode(label)
			}
			out, err := idna.AppendToASCII(nil, checked, idna.Options{})
			if err != nil {
				return ""
			} else if checked == label {
				labels[i] = string(out)
			}
		}
		name = strings.Join(labels, ".")
	}
	if r.cString {
		name, _, _ = strings.Cut(name, "\x00")
	}
	return name
}

// oldPunycode returns a replacement for label. UTS #46 accepts the replacement if and only if ada 2.9.2 accepts label.
// ada accepts the Punycode of an ASCII text, such as "xn--a-", and accepts "xn---9ca" as another form of "xn--9ca".
func oldPunycode(label string) string {
	hyphen := strings.LastIndexByte(label, '-')
	switch {
	case hyphen == len(label)-1 && hyphen > len("xn--"):
		return ""
	case hyphen == len("xn--"):
		return "xn--" + label[hyphen+1:]
	}
	return label
}
