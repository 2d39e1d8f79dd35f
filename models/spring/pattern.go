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
// can. No other choice makes more texts match. A port that begins with "{" is rejected later, wherever it ends.
type pattern struct {
	scheme, userinfo, host, port string
}

// In the classes of the repaired pattern, a backslash is excluded, and a userinfo can have "@" and "[".
var (
	first    = pattern{":/?#", "@[/?#", "[/?#:", "/?#"}
	repaired = pattern{`:/?#\`, `/?#\`, `/?#:\`, `/?#\`}
)

// match sets the components to the groups of the pattern. The dot of the fragment excludes line terminators. Releases
// since 5.3.32 also check an IPv6 host.
func (p *parser) match() bool {
	s, i := p.text, 0
	if n := model.Index(s, 0, len(s), p.pattern.scheme); n > 0 && n < len(s) && s[n] == ':' {
		p.scheme = p.capture(urlerr.Scheme, 0, n)
		i = n + 1
		p.opaque = !strings.HasPrefix(s[i:], "/")
	}
	if strings.HasPrefix(s[i:], "//") {
		i = p.authority(i + len("//"))
	}
	end, fragment := model.After(s, "#", i, len(s), &p.in, urlerr.Fragment)
	if strings.ContainsAny(fragment.Text, "\n\r\u0085\u2028\u2029") {
		return p.fail(len(s), urlerr.NoComponent, ruleURI)
	}
	p.fragment = model.Part{Text: fragment.Text, OK: hasText(fragment.Text)}
	if p.opaque {
		if fragment.Text == "" {
			end = len(s)
		}
		p.path = p.capture(urlerr.Path, i, end)
		return true
	}
	end, p.query = model.After(s, "?", i, end, &p.in, urlerr.Query)
	p.path = p.capture(urlerr.Path, i, end)
	if strings.HasPrefix(p.scheme.Text, "http") && p.host.Text == "" {
		return p.fail(len(p.scheme.Text)+1, urlerr.Host, ruleHTTP)
	}
	if p.pattern == &repaired && strings.HasPrefix(p.host.Text, "[") && !strings.HasSuffix(p.host.Text, "]") {
		span, _ := p.in.Get(urlerr.Host)
		return p.fail(span.Start, urlerr.Host, ruleIPv6)
	}
	return true
}

// authority matches the authority at offset i, and returns its end.
func (p *parser) authority(i int) (end int) {
	s, pattern := p.text, p.pattern
	at := model.Index(s, i, len(s), pattern.userinfo)
	if !strings.Contains(pattern.userinfo, "@") {
		at = i + strings.LastIndexByte(s[i:at], '@')
	}
	if i <= at && at < len(s) && s[at] == '@' {
		p.userinfo = p.capture(urlerr.Userinfo, i, at)
		p.in.SetUserinfo(s, i, at)
		i = at + 1
	}
	end = i + ipv6Len(s[i:])
	if end == i {
		end = model.Index(s, i, len(s), pattern.host)
	}
	p.host = p.capture(urlerr.Host, i, end)
	if i = end + 1; i > len(s) || s[end] != ':' {
		return end
	}
	end = model.Index(s, i, len(s), pattern.port)
	p.port = p.capture(urlerr.Port, i, end)
	p.port.OK = i < end
	return end
}

// ipv6Len returns the length of the IPv6 address in brackets at the start of s, or 0.
func ipv6Len(s string) int {
	inside, ok := strings.CutPrefix(s, "[")
	rest := strings.TrimLeft(inside, "0123456789ABCDEFabcdef:.")
	rest = strings.TrimLeftFunc(rest, func(r rune) bool { return r == '%' || isASCII(r, ascii.Alpha|ascii.Digit) })
	if !ok || !strings.HasPrefix(rest, "]") {
		return 0
	}
	return len(s) - len(rest) + 1
}
