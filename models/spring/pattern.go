package spring

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A pattern is the regular expression of Spring 5.3 for URLs:
//
//	^((scheme+):)?(//((userinfo*)@)?(IPv6|host*)(:(\{[^}]+\}?|port*))?)?([^?#]*)(\?([^#]*))?(#(.*))?$
//
// Each field has the characters that its class excludes. A class that ends in "+" or "*" takes as many characters as it
// can. No other choice makes more texts match.
type pattern struct {
	scheme, userinfo, host, port string
}

// In the classes of the repaired pattern, a backslash is excluded, and a userinfo can have "@" and "[".
var (
	first    = pattern{":/?#", "@[/?#", "[/?#:", "/?#"}
	repaired = pattern{`:/?#\`, `/?#\`, `/?#:\`, `/?#\`}
)

// find returns the groups of the pattern in s as pairs of offsets, without group 2, the authority with its slashes.
// Group 8 is the fragment. ok is false if s does not match: the dot of the fragment excludes line terminators.
func (p *pattern) find(s string) (groups [9][2]int, ok bool) {
	for i := range groups {
		groups[i] = [2]int{-1, -1}
	}
	i := 0
	if n := model.Index(s, 0, len(s), p.scheme); n > 0 && n < len(s) && s[n] == ':' {
		groups[1] = [2]int{0, n}
		i = n + 1
	}
	if strings.HasPrefix(s[i:], "//") {
		i = p.authority(s, i+len("//"), &groups)
	}
	end := model.Index(s, i, len(s), "?#")
	groups[6] = [2]int{i, end}
	if i = end; i < len(s) && s[i] == '?' {
		end = model.Index(s, i, len(s), "#")
		groups[7] = [2]int{i + 1, end}
		i = end
	}
	if i < len(s) {
		groups[8] = [2]int{i + 1, len(s)}
		return groups, !strings.ContainsAny(s[i:], "\n\r\u0085\u2028\u2029")
	}
	return groups, true
}

// authority finds the groups of the authority at offset i, and returns its end.
func (p *pattern) authority(s string, i int, groups *[9][2]int) int {
	end := model.Index(s, i, len(s), p.userinfo)
	at := end
	if !strings.Contains(p.userinfo, "@") {
		at = i + strings.LastIndexByte(s[i:end], '@')
	}
	if i <= at && at < len(s) && s[at] == '@' {
		groups[3] = [2]int{i, at}
		i = at + 1
	}
	end = ipv6End(s, i)
	if end < 0 {
		end = model.Index(s, i, len(s), p.host)
	}
	groups[4] = [2]int{i, end}
	if i = end; i == len(s) || s[i] != ':' {
		return i
	}
	i++
	if strings.HasPrefix(s[i:], "{") && i+1 < len(s) && s[i+1] != '}' {
		end = min(model.Index(s, i, len(s), "}")+1, len(s))
	} else {
		end = model.Index(s, i, len(s), p.port)
	}
	groups[5] = [2]int{i, end}
	return end
}

// ipv6End returns the end of the IPv6 address in brackets at offset i, or -1.
func ipv6End(s string, i int) int {
	if i == len(s) || s[i] != '[' {
		return -1
	}
	for i++; i < len(s) && (ascii.Is(s[i], ascii.HexDigit) || s[i] == ':' || s[i] == '.'); {
		i++
	}
	for i < len(s) && (ascii.Is(s[i], ascii.Alpha|ascii.Digit) || s[i] == '%') {
		i++
	}
	if i == len(s) || s[i] != ']' {
		return -1
	}
	return i + 1
}

func (p *parser) matchFirst() bool { return p.match(&first) }

// matchRepaired also checks an IPv6 host, as releases since 5.3.32 do.
func (p *parser) matchRepaired() bool {
	if !p.match(&repaired) {
		return false
	}
	if host := p.host.Text; !p.opaque && strings.HasPrefix(host, "[") && !strings.HasSuffix(host, "]") {
		span, _ := p.in.Get(urlerr.Host)
		return p.fail(span.Start, urlerr.Host, ruleIPv6)
	}
	return true
}

// match sets the components to the groups of the pattern.
func (p *parser) match(pattern *pattern) bool {
	groups, ok := pattern.find(p.text)
	if !ok {
		return p.fail(len(p.text), urlerr.NoComponent, ruleURI)
	}
	group := func(i int, c urlerr.Component) (part model.Part) {
		if groups[i][0] >= 0 {
			part = p.capture(c, groups[i][0], groups[i][1])
		}
		return part
	}
	p.scheme = group(1, urlerr.Scheme)
	if p.fragment = group(8, urlerr.Fragment); !hasText(p.fragment.Text) {
		p.fragment.OK = false
	}
	end := len(p.text)
	if p.fragment.Text != "" {
		end -= len(p.fragment.Text) + 1
	}
	if n := len(p.scheme.Text); p.scheme.OK && !strings.HasPrefix(p.text[n:], ":/") {
		p.opaque = true
		p.path = p.capture(urlerr.Path, n+1, end)
		return true
	}
	if p.userinfo = group(3, urlerr.Userinfo); p.userinfo.OK {
		p.in.SetUserinfo(p.text, groups[3][0], groups[3][1])
	}
	p.host = group(4, urlerr.Host)
	if p.port = group(5, urlerr.Port); p.port.Text == "" {
		p.port.OK = false
	}
	p.path = group(6, urlerr.Path)
	p.query = group(7, urlerr.Query)
	if strings.HasPrefix(p.scheme.Text, "http") && p.host.Text == "" {
		return p.fail(len(p.scheme.Text)+1, urlerr.Host, ruleHTTP)
	}
	return true
}
