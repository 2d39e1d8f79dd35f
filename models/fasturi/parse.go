package fasturi

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// A component has the fields of a URIComponent. An IPv6 host has no brackets.
type component struct {
	scheme, userinfo, host, port, path, query, fragment model.Part
	zone                                                model.Part // of an IPv6 host
}

// A parser holds the state of one call of parse.
type parser struct {
	row  *row
	url  string
	text string        // well-formed url
	in   reading.Spans // spans of the components in text
	err  error

	component
	resource    bool // the path and the query are a resource name
	isIP        bool // the host is an IPv6 address or an IPvFuture literal
	unconverted bool // in a lax release, parse has reported that it cannot convert the domain
}

func (p *parser) fail(offset int, c urlerr.Component, rule urlerr.Rule) {
	if p.err == nil {
		p.err = &urlerr.Error{Dialect: "fast-uri", Input: p.url, Offset: model.Standard.Origin(p.url, offset), Component: c,
			Rule: rule}
	}
}

// failAt sets an error at the start of a component.
func (p *parser) failAt(c urlerr.Component, rule urlerr.Rule) {
	span, _ := p.in.Get(c)
	p.fail(span.Start, c, rule)
}

// domains lists the schemes whose hosts are domains.
const domains model.Names = " http https ws wss "

// parse parses the text. If neutral is set, the rules of the scheme do not apply, as in resolve.
func (p *parser) parse(neutral bool) {
	p.split()
	handler := ""
	if !neutral {
		handler = ascii.ToLower(p.scheme.Text)
	}
	if handler == "urn" || handler == "mailto" && !p.row.hasOldPaths() {
		p.fail(0, urlerr.Scheme, ruleModel)
		return
	}
	if !p.row.lax {
		p.check()
	}
	if p.host.OK && p.path.Text != "" && p.path.Text[0] != '/' {
		p.failAt(urlerr.Path, rulePath)
	}
	p.port.Text = model.Decimal(p.port.Text)
	if port := p.port.Text; len(port) > 5 || len(port) == 5 && port > "65535" {
		p.failAt(urlerr.Port, rulePort)
		p.port.Text = number(port)
	}
	p.readHost(domains.Has(handler), neutral)
	if p.row.lax {
		p.decode()
	} else {
		p.path.Text = encode(model.Unescape(p.path.Text, "."), &pathChars)
		p.query.Text = encode(model.Unescape(p.query.Text, ""), &queryChars)
		p.fragment.Text = encode(model.Unescape(p.fragment.Text, ""), &queryChars)
	}
	p.requireHost(handler, len(p.text))
	if p.resource = handler == "ws" || handler == "wss"; p.resource {
		p.path.Text = cmp.Or(p.path.Text, "/")
		p.query.OK = p.query.Text != ""
	}
}

// requireHost reports an error at offset if the host is empty and the scheme needs one.
func (p *parser) requireHost(scheme string, offset int) {
	switch {
	case p.host.Text != "":
	case scheme == "http" || scheme == "https":
		p.fail(offset, urlerr.Host, ruleNoHost)
	case (scheme == "ws" || scheme == "wss") && !p.row.noHost:
		p.fail(offset, urlerr.Host, ruleWebSocket)
	}
}

// number returns digits as JavaScript writes their number. Only a resolved URL can have such a port.
func number(digits string) string {
	f, _ := strconv.ParseFloat(digits, 64)
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case f < 1e21:
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'e', -1, 64)
}

// split sets the components as URI_PARSE does, which matches every text.
func (p *parser) split() {
	s, start := p.text, 0
	if colon := model.Index(s, 0, len(s), ":/?#"); colon > 0 && colon < len(s) && s[colon] == ':' {
		p.in.Set(urlerr.Scheme, 0, colon)
		p.scheme = model.Present(s[:colon])
		start = colon + 1
	}
	if strings.HasPrefix(s[start:], "//") {
		start += len("//")
		end := model.Index(s, start, len(s), "/?#")
		authority := start
		if at := model.Index(s, start, end, "@"); at < end {
			p.in.SetUserinfo(s, start, at)
			p.userinfo = model.Present(s[start:at])
			start = at + 1
		}
		hostEnd := model.Index(s, start, end, ":")
		if strings.HasPrefix(s[start:], "[") {
			if i := model.Index(s, start, end, "]"); i < end && i > start+1 {
				hostEnd = i + 1
			}
		}
		p.in.Set(urlerr.Host, start, hostEnd)
		p.host = model.Present(s[start:hostEnd])
		start = hostEnd
		if start < len(s) && s[start] == ':' {
			start++
			end = ascii.Skip(s, start, ascii.Digit)
			p.in.Set(urlerr.Port, start, end)
			p.port = model.Present(s[start:end])
			start = end
		}
		p.in.Set(urlerr.Authority, authority, start)
	}
	end := model.Index(s, start, len(s), "#")
	stop := model.Index(s, end, len(s), "\u2028\u2029") // "." does not match them
	_, p.fragment = model.After(s, "#", end, stop, &p.in, urlerr.Fragment)
	end, p.query = model.After(s, "?", start, end, &p.in, urlerr.Query)
	p.in.Set(urlerr.Path, start, end)
	p.path = model.Present(s[start:end])
}

// check reports the errors that only later releases have.
func (p *parser) check() {
	s := p.text
	start := 0
	if p.scheme.OK {
		start = len(p.scheme.Text) + 1
	}
	if strings.HasPrefix(s[start:], "//") {
		end := model.Index(s, start+2, len(s), "/?#")
		if i := model.Index(s, start+2, end, `\`); i < end {
			p.fail(i, urlerr.Authority, ruleBackslash)
		}
	}
	rest := s[start:]
	region := rest[:len(rest)-len(strings.TrimLeft(rest, "/\\\t\n\r"))]
	switch clean := ascii.WithoutNewlines(region); {
	case len(clean) >= 2 && clean[:2] != "//":
		p.fail(start, urlerr.Authority, ruleBackslash)
	case len(clean) >= 2 && clean != region:
		p.fail(start, urlerr.Authority, ruleSpace)
	}
	if s != "" && !p.row.third && (s[0] <= ' ' || s[len(s)-1] <= ' ') {
		p.fail(0, urlerr.NoComponent, ruleEdge)
	}
	if p.scheme.OK {
		if !ascii.Is(s[0], ascii.Alpha) || !ascii.All(p.scheme.Text, ascii.SchemeChar) {
			p.fail(0, urlerr.Scheme, ruleScheme)
		}
		p.scheme.Text = ascii.ToLower(p.scheme.Text)
	}
	for _, c := range []urlerr.Component{urlerr.Userinfo, urlerr.Host, urlerr.Path, urlerr.Query, urlerr.Fragment} {
		span, _ := p.in.Get(c)
		text := s[span.Start:span.End]
		i := percent.IndexMalformed(text)
		if i < len(text) && !(c == urlerr.Host && isLiteral(text)) {
			p.fail(span.Start+i, c, ruleEscape)
		}
	}
}

func isLiteral(host string) bool {
	return strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]")
}

// readHost converts the host.
func (p *parser) readHost(domain, neutral bool) {
	host := p.host.Text
	if ipaddr.IsIPv4(host) {
		return
	}
	if p.row.lax {
		if address, ok := laxIPv6(host, "%"); ok {
			p.isIP, host = true, address
		}
		host = lower(host)
		p.unconverted = domain && !p.isIP && strings.ContainsFunc(host, isNotSimple)
		p.host.Text = host
		return
	}
	var name string
	if name, p.zone, p.isIP = ipv6(host); p.isIP {
		if p.host.Text = name; p.zone.OK {
			p.host.Text += "%" + p.zone.Text
		}
		p.zone.OK = p.zone.OK && !p.row.third
		return
	}
	if strings.ContainsAny(host, "[]") {
		p.failAt(urlerr.Host, ruleHost)
		return
	}
	p.host.Text = lower(host)
	if domain {
		p.convertDomain(false)
	}
	if strings.IndexByte(p.text, '%') >= 0 {
		p.host.Text = model.UpperEscapes(lower(model.Unescape(p.host.Text, "")))
	}
	switch {
	case neutral:
	case !p.row.third:
		p.host.Text = encode(p.host.Text, &regNameChars)
	case strings.IndexByte(p.text, '%') >= 0:
		p.host.Text = hostDelimiters.Replace(p.host.Text)
	}
}

// convertDomain replaces the domain by the hostname of a URL of the URL Standard. If keepEscapes is set, an ASCII
// domain with escapes that is not a hostname stays.
func (p *parser) convertDomain(keepEscapes bool) {
	const forbidden = "\"#/:<>?@[\\]^`{|}\x7F"
	host := p.host.Text
	if strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || strings.ContainsRune(forbidden, r) }) {
		p.failAt(urlerr.Host, ruleHost)
		return
	}
	if !strings.ContainsFunc(host, isNotSimple) {
		return
	}
	u, err := whatwg.Parse("http://" + host)
	if err != nil {
		if keepEscapes && strings.IndexByte(host, '%') >= 0 && ascii.Prefix(host) == len(host) {
			return
		}
		p.failAt(urlerr.Host, ruleHost)
		return
	}
	p.host.Text = u.Hostname()
}

// isNotSimple reports whether a domain with r is converted.
func isNotSimple(r rune) bool {
	const simple = "!\"$&'()*+,-.;=_`{}~"
	return r >= utf8.RuneSelf || !ascii.Is(byte(r), ascii.Lower) && strings.IndexByte(simple, byte(r)) < 0
}

// lower converts s as toLowerCase does.
func lower(s string) string { return str.Lower(s, str.Release{Minor: 13}) }

// decode decodes the components, in releases that decode the scheme and the host.
func (p *parser) decode() {
	if strings.IndexByte(p.text, '%') >= 0 {
		p.scheme.Text = unescape(p.scheme.Text)
		delimiters := hostDelimiters
		if p.isIP {
			delimiters = addressDelimiters
		}
		p.host.Text = delimiters.Replace(unescape(p.host.Text))
	}
	isPathChar := func(r rune) bool { // matches a pattern that ignores case by the rules of Unicode
		return r < utf8.RuneSelf && ascii.Is(byte(r), ascii.PathChar) || r == 'ſ' || r == '\u212A'
	}
	p.path.Text = laxEncode(p.path.Text, isPathChar)
	text, found := percent.DecodeString(p.fragment.Text, false)
	switch {
	case !found.Malformed() && utf8.ValidString(text):
		p.fragment.Text, _ = percent.EncodeString(text, &encodeURIChars)
	case !p.unconverted:
		p.failAt(urlerr.Fragment, ruleFragment)
	}
}
