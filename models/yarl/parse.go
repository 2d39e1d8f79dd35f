package yarl

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/reading"
	"earl.example/urlerr"
)

// python is the release of Python for the functions int and isdigit.
var python = str.Release{Minor: 13}

// A parser holds the state of one call of URL.
type parser struct {
	url     string
	cleaned string // url without ignored bytes
	offsets clean.Map
	in      reading.Spans // spans of the components in cleaned

	scheme, path, query, fragment string
	authority                     bool // the URL has an authority
	user, password, host, port    model.Part
	ipv6                          bool // the host is an IPv6 address
	number                        int  // the port
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "yarl", Input: p.url, Offset: p.offsets.Start(offset), Component: component, Rule: rule}
}

func (p *parser) run() error {
	lead := 0
	for lead < len(p.url) && p.url[lead] <= ' ' {
		lead++
	}
	p.cleaned, p.offsets = clean.Within(p.url, lead, len(p.url), true)
	if !utf8.ValidString(p.url) {
		rest := str.Canonical(p.url[lead:])
		p.cleaned, _ = clean.Within(rest, 0, len(rest), true)
		p.offsets.Rewritten(str.CanonicalWidth)
	}
	text := p.cleaned
	start := 0
	if n := model.SchemeLen(text); n > 0 {
		p.scheme = ascii.ToLower(text[:n])
		p.in.Set(urlerr.Scheme, 0, n)
		start = n + 1
	}
	if strings.HasPrefix(text[start:], "//") {
		start += len("//")
		end := model.Index(text, start, len(text), "/?#")
		if end > start {
			if err := p.readAuthority(start, end); err != nil {
				return err
			}
		}
		start = end
	}
	end := len(text)
	end, fragment := model.After(text, "#", start, end, &p.in, urlerr.Fragment)
	end, query := model.After(text, "?", start, end, &p.in, urlerr.Query)
	p.in.Set(urlerr.Path, start, end)
	p.fragment, p.query = requote(fragment.Text, &fragmentChars), requote(query.Text, &queryChars)
	p.path = requote(text[start:end], &pathChars)
	if p.hasNetloc() {
		p.path = removeDots(p.path)
	}
	p.hideScheme()
	return nil
}

// hideScheme escapes the first colon in the path if the text before it looks like a scheme.
func (p *parser) hideScheme() {
	if n := model.SchemeLen(p.path); n > 0 && p.scheme == "" && !p.hasNetloc() {
		p.path = p.path[:n] + "%3A" + p.path[n+1:]
	}
}

// compatible lists the characters that NFKC maps to text with "/", "?", "#", "@", ":" or "%".
const compatible = "\u2047\u2048\u2049\u2100\u2101\u2105\u2106\u2A74\uFE13\uFE16\uFE55\uFE56\uFE5F\uFE6A\uFE6B" +
	"\uFF03\uFF05\uFF0F\uFF1A\uFF1F\uFF20"

// withoutDelimiters removes the characters that Python removes before it checks the NFKC form of an authority.
var withoutDelimiters = strings.NewReplacer("@", "", ":", "")

// readAuthority parses the authority cleaned[start:end], which must not be empty.
func (p *parser) readAuthority(start, end int) error {
	p.authority = true
	p.in.Set(urlerr.Authority, start, end)
	text := p.cleaned[start:end]
	if i := strings.IndexByte(text, '\\'); i >= 0 {
		return p.fault(start+i, urlerr.Authority, ruleBackslash)
	}
	if i := strings.IndexAny(text, compatible); i >= 0 {
		return p.fault(start+i, urlerr.Authority, ruleNFKC)
	}
	if i := strings.IndexByte(text, '%'); i >= 0 && !idna.IsNFKC(withoutDelimiters.Replace(text)) {
		return p.fault(start+i, urlerr.Authority, ruleNFKC)
	}
	host := start
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		host = start + at + 1
		p.readUserinfo(start, start+at)
	}
	hostEnd, portStart, ok := p.splitHost(host, start, end)
	if !ok {
		return p.fault(host, urlerr.Host, ruleBrackets)
	}
	if portStart < end {
		p.in.Set(urlerr.Port, portStart, end)
		n, err := str.ParseInt(p.cleaned[portStart:end], python)
		if err != nil || n < 0 || n > 65535 {
			return p.fault(portStart, urlerr.Port, rulePort)
		}
		p.port, p.number = model.Present(strconv.Itoa(n)), n
	}
	if host < len(p.cleaned) && p.cleaned[host] == '[' {
		host++
	}
	p.in.Set(urlerr.Host, host, hostEnd)
	if host == hostEnd && defaultPorts[p.scheme] > 0 {
		return p.fault(host, urlerr.Host, ruleNoHost)
	}
	return p.encodeHost(host, hostEnd)
}

// readUserinfo parses the userinfo cleaned[start:end].
func (p *parser) readUserinfo(start, end int) {
	p.in.Set(urlerr.Userinfo, start, end)
	user, password, ok := strings.Cut(p.cleaned[start:end], ":")
	if user != "" {
		p.in.Set(urlerr.Username, start, start+len(user))
	}
	if ok {
		p.in.Set(urlerr.Password, end-len(password), end)
	}
	p.user = model.Part{Text: requote(user, &userinfoChars), OK: user != ""}
	p.password = model.Part{Text: requote(password, &userinfoChars), OK: ok}
}

// splitHost returns the end of the host and the offset of the port. The authority is cleaned[start:end], and its host
// begins at the offset host in cleaned. ok is false if the brackets of the authority are invalid.
func (p *parser) splitHost(host, start, end int) (hostEnd, port int, ok bool) {
	text, netloc := p.cleaned[host:end], p.cleaned[start:end]
	if !strings.ContainsAny(netloc, "[]") {
		colon := model.Index(p.cleaned, host, end, ":")
		return colon, min(colon+1, end), true
	}
	closing := strings.IndexByte(text, ']')
	if text == "" || text[0] != '[' || closing < 0 || closing+1 < len(text) && text[closing+1] != ':' {
		return 0, 0, false
	}
	content := text[1:closing]
	if strings.IndexByte(content, '[') >= 0 {
		return 0, 0, false
	}
	if strings.HasPrefix(content, "v") {
		digits, rest, dot := strings.Cut(content[1:], ".")
		ok = dot && digits != "" && ascii.All(digits, ascii.HexDigit) && rest != ""
	} else {
		ok = strings.IndexByte(content, ':') >= 0
	}
	return host + closing, min(host+closing+2, end), ok
}

// encodeHost sets the host to the normal form of cleaned[start:end].
func (p *parser) encodeHost(start, end int) error {
	host := p.cleaned[start:end]
	if host == "" {
		p.host = model.Present("")
		return nil
	}
	if ascii.Is(host[len(host)-1], ascii.Digit) || strings.IndexByte(host, ':') >= 0 {
		raw, _, ok := strings.Cut(host, "%25")
		ip, zone, also := strings.Cut(raw, "%") // Python parses the text before %25, or before % if there is no %25
		addr, err := netip.ParseAddr(ip)
		if err == nil && (!ok || !also || addr.Is6() && zone != "" && strings.IndexByte(zone, '%') < 0) {
			if text := addr.String(); text != ip {
				host = text + host[len(ip):]
			}
			p.host, p.ipv6 = model.Present(host), addr.Is6()
			return nil
		}
	}
	if ascii.Prefix(host) == len(host) {
		p.host = model.Present(ascii.ToLower(host))
		return nil
	}
	for i, r := range host {
		if isInvisible(r) {
			return p.fault(start+i, urlerr.Host, ruleInvisible)
		}
	}
	name, ok := idna.AppendIDNA2008(nil, host, true)
	if !ok {
		if name, ok = nameprep.AppendToASCII(nil, host); !ok {
			return p.fault(start, urlerr.Host, ruleIDNA)
		}
	}
	p.host = model.Present(string(name))
	return nil
}

// isInvisible reports whether yarl rejects r in a non-ASCII host because r is invisible.
func isInvisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x1806,
		r >= 0x180B && r <= 0x180F, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F,
		r == 0x3164, r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF, r == 0xFFA0, r >= 0xFFF0 && r <= 0xFFF8,
		r >= 0x1BCA0 && r <= 0x1BCA3, r >= 0x1D173 && r <= 0x1D17A, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return false
}

func removeDots(path string) string {
	rest := strings.TrimPrefix(path, "/")
	if !strings.HasPrefix(rest, ".") && !strings.Contains(rest, "/.") {
		return path
	}
	out, _ := model.WithoutDots(model.SlashAtEnd(strings.Split(rest, "/")))
	return path[:len(path)-len(rest)] + strings.Join(out, "/")
}
