package rfc3986_test

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/rfc3986"
)

var (
	tripletPattern   = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	plainPattern     = regexp.MustCompile(`[^%]+|%..`)
	authorityPattern = regexp.MustCompile(`^(?:(.*)@)?(\[.*\]|[^:]*)(:.*)?$`)
	unreservedByte   = regexp.MustCompile(`^[A-Za-z0-9._~-]$`)
	namespacePattern = regexp.MustCompile(`^[A-Za-z0-9._~%-]*:`)
	domainPattern    = regexp.MustCompile(`@[A-Za-z0-9._~%-]*([,;:/@!$&'()*+=]|$)`)
)

// referenceNormalize is normalisation as the RFC describes it, a step after the other
// with nothing saved. It takes and gives text.
func referenceNormalize(text string, steps rfc3986.Steps) string {
	on := func(step rfc3986.Steps) bool { return steps&step != 0 }
	p := splitByB(text)
	p.scheme.text = slowIf(on(rfc3986.StepCase), strings.ToLower, p.scheme.text)
	var info scheme.Info
	if p.scheme.defined {
		info = *scheme.Lookup(p.scheme.text)
	}
	// Triplets, in every component.
	triplets := func(s string) string {
		if on(rfc3986.StepPercent) {
			s = tripletPattern.ReplaceAllStringFunc(s, func(t string) string {
				if c, _ := url.PathUnescape(t); unreservedByte.MatchString(c) {
					return c
				}
				return t
			})
		}
		if on(rfc3986.StepCase) {
			s = tripletPattern.ReplaceAllStringFunc(s, strings.ToUpper)
		}
		return s
	}
	p.path.text, p.query.text, p.fragment.text = triplets(p.path.text), triplets(p.query.text), triplets(p.fragment.text)
	local := on(rfc3986.StepDefaultHost) && info.Has(scheme.Localhost)
	if p.authority.defined {
		m := authorityPattern.FindStringSubmatch(p.authority.text)
		userinfo, host, port := "", slowHost(triplets(m[2]), steps), m[3]
		if strings.Contains(p.authority.text, "@") {
			userinfo = triplets(m[1]) + "@"
		}
		if port == ":" && on(rfc3986.StepEmptyPort) {
			port = ""
		}
		if n, err := strconv.ParseUint(strings.TrimLeft(strings.TrimPrefix(port, ":"), "0"), 10, 16); err == nil &&
			n != 0 && n == uint64(info.Port) && on(rfc3986.StepDefaultPort) {
			port = ""
		}
		if local && userinfo == "" && port == "" && strings.EqualFold(host, "localhost") {
			host = ""
		}
		p.authority.text = userinfo + host + port
		if p.path.text == "" && on(rfc3986.StepEmptyPath) && p.scheme.defined && !info.Has(scheme.PathRequired) {
			p.path.text = "/"
		}
	}
	if on(rfc3986.StepPath) {
		if p.scheme.defined || strings.HasPrefix(p.path.text, "/") {
			p.path.text = literalRemove(p.path.text)
		} else {
			p.path.text = slowRelative(p.path.text)
		}
	}
	if on(rfc3986.StepSchemeCase) {
		p.path.text = slowParts(p.path.text, info)
	}
	if on(rfc3986.StepAddSlash) && info.Has(scheme.HTTP) && p.authority.defined && p.path.text != "" {
		p.path.text = strings.TrimSuffix(p.path.text, "/") + "/"
	}
	if local && strings.HasPrefix(p.path.text, "/") {
		p.authority.defined = true
	}
	if !p.authority.defined && strings.HasPrefix(p.path.text, "//") {
		p.path.text = "/." + p.path.text
	}
	if on(rfc3986.StepDropFragment) {
		p.fragment = component{}
	}
	return p.recompose()
}

func slowIf(yes bool, f func(string) string, s string) string {
	if yes {
		return f(s)
	}
	return s
}

// slowHost normalises a host after its triplets.
func slowHost(host string, steps rfc3986.Steps) string {
	zone := ""
	if literal, rest, ok := strings.Cut(host, "%25"); ok && host[0] == '[' {
		host, zone = literal+"]", "%25"+strings.TrimSuffix(rest, "]")
	}
	if steps&rfc3986.StepCase != 0 {
		host = plainPattern.ReplaceAllStringFunc(host, func(s string) string {
			return slowIf(s[0] != '%', strings.ToLower, s)
		})
	}
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && addr.Is6() && steps&rfc3986.StepIPv6 != 0 {
		host = "[" + addr.String() + "]"
	}
	if zone != "" {
		host = strings.TrimSuffix(host, "]") + zone + "]"
	}
	return host
}

// slowRelative finds the normal form of a relative path by resolving it
// against a base that is deep enough, and asking how one gets from the base to
// the result.
func slowRelative(path string) string {
	if path == "" {
		return ""
	}
	base := "/"
	for i := range strings.Count(path, "/") + 1 {
		base += fmt.Sprintf("!%d!/", i)
	}
	target := literalRemove(base + path)
	ups := ""
	for !strings.HasPrefix(target, base) {
		base = base[:strings.LastIndex(strings.TrimSuffix(base, "/"), "/")+1]
		ups += "../"
	}
	path = ups + strings.TrimPrefix(target, base)
	if first, _, _ := strings.Cut(path, "/"); first == "" || strings.Contains(first, ":") {
		path = "./" + path
	}
	return path
}

// slowParts puts the parts of a path that its scheme declares to be without
// case into lower case.
func slowParts(path string, info scheme.Info) string {
	foldPlain := func(s string) string {
		return plainPattern.ReplaceAllStringFunc(s, func(s string) string {
			return slowIf(s[0] != '%', strings.ToLower, s)
		})
	}
	if info.Has(scheme.NamespaceID) {
		return namespacePattern.ReplaceAllStringFunc(path, foldPlain)
	}
	if !info.Has(scheme.DomainAfterAt) {
		return path
	}
	segments := strings.Split(path, "/")
	for n, segment := range segments {
		if strings.Contains(segment, "%22") {
			continue
		}
		var out string
		for segment != "" {
			m := domainPattern.FindStringSubmatchIndex(segment)
			if m == nil {
				break
			}
			end := m[2]
			domain := segment[m[0]:end]
			if end == len(segment) || strings.Contains(",;:", segment[end:end+1]) {
				domain = foldPlain(domain)
			}
			out += segment[:m[0]] + domain
			segment = segment[end:]
		}
		segments[n] = out + segment
	}
	return strings.Join(segments, "/")
}
