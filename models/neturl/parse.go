package neturl

import (
	"net/netip"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of url.Parse.
type parser struct {
	Dialect
	url
	text string
	in   reading.Spans // spans of the components in text
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: dialect, Input: p.text, Offset: offset, Component: component, Rule: rule}
}

// parse returns the result of url.Parse.
func (d Dialect) parse(text string) (p parser, err error) {
	p = parser{Dialect: d, text: text}
	end := model.Index(text, 0, len(text), "#")
	for i := range end {
		if c := text[i]; c < ' ' || c == 0x7F {
			return p, p.fault(i, urlerr.NoComponent, ruleControl)
		}
	}
	if err = p.hierarchy(end); err == nil && end < len(text) {
		p.fragment, err = p.escaped(end+1, len(text), urlerr.Fragment, ascii.QueryChar, &fragmentEscapes)
	}
	return p, err
}

// hierarchy parses p.text[:end], which is the text before the fragment.
func (p *parser) hierarchy(end int) error {
	start := 0
	if n := model.SchemeLen(p.text[:end]); n > 0 && ascii.Is(p.text[0], ascii.Alpha) {
		p.in.Set(urlerr.Scheme, 0, n)
		p.scheme = ascii.ToLower(p.text[:n])
		start = n + 1
	} else if strings.HasPrefix(p.text, ":") {
		return p.fault(0, urlerr.Scheme, ruleScheme)
	}
	end, p.query = model.After(p.text, "?", start, end, &p.in, urlerr.Query)
	rest := p.text[start:end]
	switch {
	case start != 0 && !strings.HasPrefix(rest, "/"):
		p.in.Set(urlerr.Path, start, end)
		p.opaque = rest
		return nil
	case start != 0 && !strings.HasPrefix(rest, "//"):
		p.omitHost = true
	case strings.HasPrefix(rest, "//") && (start != 0 || !strings.HasPrefix(rest, "///")):
		p.authority = true
		slash := model.Index(p.text, start+len("//"), end, "/")
		if err := p.readAuthority(start+len("//"), slash); err != nil {
			return err
		}
		start = slash
	case start == 0:
		segment, _, _ := strings.Cut(rest, "/")
		if before, _, colon := strings.Cut(segment, ":"); colon {
			return p.fault(len(before), urlerr.Path, ruleColon)
		}
	}
	var err error
	p.path, err = p.escaped(start, end, urlerr.Path, ascii.PathChar, &pathEscapes)
	if p.path == "%2A" {
		p.path = "*"
	}
	return err
}

func (p *parser) readAuthority(start, end int) error {
	p.in.Set(urlerr.Authority, start, end)
	host := start + strings.LastIndexByte(p.text[start:end], '@') + 1
	if err := p.readHost(host, end); err != nil || host == start {
		return err
	}
	userinfo := p.text[start : host-1]
	for i, c := range []byte(userinfo) {
		switch {
		case c == '%' && !percent.HexFollows(userinfo, i):
			return p.fault(start+i, urlerr.Userinfo, ruleEscape)
		case c != '%' && c != '@' && !ascii.Is(c, ascii.UserinfoChar):
			return p.fault(start+i, urlerr.Userinfo, ruleUserinfo)
		}
	}
	p.in.SetUserinfo(p.text, start, host-1)
	user, password, ok := strings.Cut(userinfo, ":")
	p.user.Text, _ = percent.DecodeString(user, false)
	p.password.Text, _ = percent.DecodeString(password, false)
	p.user.OK, p.password.OK = true, ok
	return nil
}

// readHost parses the host and the port in p.text[start:end].
func (p *parser) readHost(start, end int) error {
	text := p.text[start:end]
	open := strings.LastIndexByte(text, '[')
	if p.has(anyBrackets) {
		open = -1
		if strings.HasPrefix(text, "[") {
			open = 0
		}
	}
	var port int
	switch {
	case open > 0 && !p.has(dropFront):
		return p.fault(start, urlerr.Host, ruleAddress)
	case open >= 0:
		start, text = start+open, text[open:]
		if port = strings.LastIndexByte(text, ']') + 1; port == 0 {
			return p.fault(start, urlerr.Host, ruleAddress)
		}
	case p.strictColons():
		port = strings.IndexByte(text, ':')
	default:
		port = strings.LastIndexByte(text, ':')
	}
	if port < 0 || port == len(text) {
		port = len(text)
	} else if text[port] != ':' || !ascii.All(text[port+1:], ascii.Digit) {
		return p.fault(start+port, urlerr.Port, rulePort)
	} else {
		p.in.Set(urlerr.Port, start+port+1, end)
	}
	p.in.Set(urlerr.Host, start, start+port)
	var err error
	if p.host, err = p.decodedHost(start, end, open >= 0); err != nil {
		return err
	}
	if open >= 0 && !p.has(anyBrackets) && !p.isAddress(p.host[1:len(p.host)-len(text)+port-1]) {
		return p.fault(start, urlerr.Host, ruleAddress)
	}
	return nil
}

// strictColons reports whether the first colon of a host must begin the port. If not, the last one must.
func (p *parser) strictColons() bool {
	switch {
	case p.LooseColons || p.has(manyColons):
		return false
	case p.has(colonsOnce):
		return p.scheme != "postgres" && p.scheme != "postgresql"
	}
	return p.scheme == "http" || p.scheme == "https"
}

// isAddress reports whether netip.ParseAddr parses s as an IPv6 address, with an optional zone.
func (p *parser) isAddress(s string) bool {
	s, zone, hasZone := strings.Cut(s, "%")
	before, after, short, ok := model.IPv6Groups(s, ipaddr.IsOctet)
	if !ok || short && before+after > 7 || !short && after != 8 || hasZone && zone == "" {
		return false
	}
	if p.has(noMapped) {
		addr, err := netip.ParseAddr(s)
		return err == nil && !addr.Is4In6()
	}
	return true
}

// decodedHost decodes p.text[start:end], which is a host with its port. A percent-encoded percent sign in brackets
// begins a zone.
func (p *parser) decodedHost(start, end int, brackets bool) (string, error) {
	zone := false
	for i := start; i < end; i++ {
		c := p.text[i]
		if c != '%' {
			if !isHostChar(c) && !ascii.Is(c, ascii.NonASCII) {
				return "", p.fault(i, urlerr.Host, ruleHost)
			}
			continue
		}
		if !percent.HexFollows(p.text, i) {
			return "", p.fault(i, urlerr.Host, ruleEscape)
		}
		c = percent.Octet(p.text, i)
		zone = zone || brackets && c == '%'
		if c != '%' && (zone && c != ' ' && !isHostChar(c) || !zone && !ascii.Is(c, ascii.NonASCII)) {
			return "", p.fault(i, urlerr.Host, ruleASCII)
		}
	}
	text, _ := percent.DecodeString(p.text[start:end], false)
	return text, nil
}

// isHostChar reports whether an ASCII character may occur in a host.
func isHostChar(c byte) bool {
	return ascii.Is(c, ascii.UserinfoChar|ascii.Bracket) || c == '<' || c == '>' || c == '"'
}

// escaped returns the path or fragment c, which is p.text[start:end]. If a character is not in class, escaped decodes
// the text and encodes it again.
func (p *parser) escaped(start, end int, c urlerr.Component, class ascii.Class, table *percent.Table) (string, error) {
	p.in.Set(c, start, end)
	text, valid := p.text[start:end], true
	for i := range len(text) {
		if text[i] == '%' {
			if !percent.HexFollows(text, i) {
				return "", p.fault(start+i, c, ruleEscape)
			}
		} else if !ascii.Is(text[i], class|ascii.Bracket) {
			valid = false
		}
	}
	if !valid {
		text, _ = percent.DecodeString(text, false)
		text, _ = percent.EncodeString(text, table)
	}
	return text, nil
}
