package spring

import (
	"regexp"
	"strings"

	"earl.example/internal/model"
	"earl.example/urlerr"
)

// pattern returns the pattern of Spring 5.3. In the classes of characters, a backslash is excluded by the repaired
// pattern only.
func pattern(scheme, userinfo, host, port string) *regexp.Regexp {
	const ipv6 = `\[[[:xdigit:]:.]*[%[:alnum:]]*\]`
	return regexp.MustCompile(`^(?:(` + scheme + `+):)?(//(?:(` + userinfo + `*)@)?(` + ipv6 + `|` + host +
		`*)(?::(\{[^}]+\}?|` + port + `*))?)?([^?#]*)(?:\?([^#]*))?(?:#([^\n\r\x{85}\x{2028}\x{2029}]*))?$`)
}

var (
	first    = pattern(`[^:/?#]`, `[^@\[/?#]`, `[^\[/?#:]`, `[^/?#]`)
	repaired = pattern(`[^:/?#\\]`, `[^/?#\\]`, `[^/?#:\\]`, `[^/?#\\]`)
)

func (p *parser) matchFirst() bool { return p.match(first) }

// matchRepaired also checks an IPv6 host, as releases since 5.3.32 do.
func (p *parser) matchRepaired() bool {
	if !p.match(repaired) {
		return false
	}
	if host := p.host.Text; !p.opaque && strings.HasPrefix(host, "[") && !strings.HasSuffix(host, "]") {
		span, _ := p.in.Get(urlerr.Host)
		return p.fail(span.Start, urlerr.Host, ruleIPv6)
	}
	return true
}

// match sets the components to the groups of the pattern.
func (p *parser) match(pattern *regexp.Regexp) bool {
	m := pattern.FindStringSubmatchIndex(p.text)
	if m == nil {
		return p.fail(len(p.text), urlerr.NoComponent, ruleURI)
	}
	group := func(i int, c urlerr.Component) (part model.Part) {
		if m[2*i] >= 0 {
			part = p.capture(c, m[2*i], m[2*i+1])
		}
		return part
	}
	p.scheme = group(1, urlerr.Scheme)
	if p.fragment = group(8, urlerr.Fragment); !hasText(p.fragment.Text) {
		p.fragment.OK = false
	}
	end := m[1]
	if p.fragment.Text != "" {
		end -= len(p.fragment.Text) + 1
	}
	if n := len(p.scheme.Text); p.scheme.OK && !strings.HasPrefix(p.text[n:], ":/") {
		p.opaque = true
		p.path = p.capture(urlerr.Path, n+1, end)
		return true
	}
	if p.userinfo = group(3, urlerr.Userinfo); p.userinfo.OK {
		p.in.SetUserinfo(p.text, m[6], m[7])
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
