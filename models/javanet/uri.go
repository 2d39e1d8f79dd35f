package javanet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of a constructor.
type parser struct {
	row  *row
	text string        // valid UTF-8
	in   reading.Spans // spans of the components in text
	port string        // decimal, or "" if absent
	err  fault
}

// fail sets the error and returns false.
func (p *parser) fail(offset int, component urlerr.Component, rule *urlerr.Rule) bool {
	p.err = fault{offset, component, rule}
	return false
}

// A uri is a parsed java.net.URI. An absolute hierarchical URI has a scheme and a path. An opaque URI has no path. If
// the authority is present but the host is absent, the authority is registry-based.
type uri struct{ parser }

// parse parses the text from left to right, and stops at the first error.
func (u *uri) parse() bool {
	text, path := u.text, 0
	if colon := strings.IndexAny(text, ":/?#"); colon >= 0 && text[colon] == ':' {
		if n := ascii.SchemeLen(text); n == 0 || n < colon {
			return u.fail(n, urlerr.Scheme, ruleScheme)
		}
		u.in.Set(urlerr.Scheme, 0, colon)
		path = colon + 1
	}
	end, _ := model.After(text, "#", 0, len(text), &u.in, urlerr.Fragment)
	if path > 0 && !strings.HasPrefix(text[path:end], "/") {
		if path == end {
			return u.fail(end, urlerr.NoComponent, ruleEmpty)
		}
		return u.check(path, end, uric, urlerr.NoComponent, ruleOpaque) &&
			u.checkPart(urlerr.Fragment, ruleFragment)
	}
	end, _ = model.After(text, "?", path, end, &u.in, urlerr.Query)
	if strings.HasPrefix(text[path:end], "//") {
		start := path + len("//")
		path = model.Index(text, start, end, "/")
		if start == len(text) {
			return u.fail(start, urlerr.Authority, ruleEmpty)
		}
		if start < path && !u.authority(start, path) {
			return false
		}
	}
	u.in.Set(urlerr.Path, path, end)
	return u.check(path, end, ascii.PathChar, urlerr.Path, rulePath) &&
		u.checkPart(urlerr.Query, ruleQuery) && u.checkPart(urlerr.Fragment, ruleFragment)
}

// uric has the characters of a query, a fragment and an opaque part, as the Javadoc of java.net.URI lists them.
const uric = ascii.QueryChar | ascii.Bracket

func isAlphanumeric(c byte) bool { return ascii.Is(c, ascii.Alpha|ascii.Digit) }

// checkPart checks the characters of the query or the fragment.
func (u *uri) checkPart(c urlerr.Component, rule *urlerr.Rule) bool {
	span, _ := u.in.Get(c)
	return u.check(span.Start, span.End, uric, c, rule)
}

// check checks that scan accepts text[start:end]. If it does not, check sets an error with the given rule.
func (u *uri) check(start, end int, class ascii.Class, component urlerr.Component, rule *urlerr.Rule) bool {
	if i := u.scan(start, end, class); i < end {
		if u.text[i] == '%' {
			rule = ruleEscape
		}
		return u.fail(i, component, rule)
	}
	return true
}

// scan returns the offset of the first character of text[start:end] that it does not accept, or end. It accepts the
// characters of class, escapes, and non-ASCII characters except controls and spaces.
func (u *uri) scan(start, end int, class ascii.Class) int {
	for i := start; i < end; i++ {
		switch c := u.text[i]; {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(u.text[i:])
			if unicode.IsControl(r) || unicode.Is(unicode.Z, r) {
				return i
			}
			i += n - 1
		case ascii.Is(c, class), percent.IsEscape(u.text[:end], i):
		default:
			return i
		}
	}
	return end
}

// authority parses text[start:end] as a server-based authority. If this fails, it parses the text as a registry-based
// authority, which has no userinfo, host or port.
func (u *uri) authority(start, end int) bool {
	u.in.Set(urlerr.Authority, start, end)
	server := u.scan(start, end, ascii.PathChar|ascii.Bracket|ascii.PercentSign)
	if u.text[start] == ']' && !u.check(start, server, ascii.PathChar|ascii.Bracket, urlerr.Authority, ruleAuthority) {
		return false // in an authority that does not begin with "]", Java allows a "%" as the beginning of an IPv6 scope
	}
	registry := u.scan(start, end, ascii.PathChar)
	switch {
	case registry < end && u.text[registry] == '%':
		u.fail(registry, urlerr.Authority, ruleEscape)
	case u.server(start, end):
	case registry == end:
		u.err = fault{}
	case server == end: // server has already set the error
	case u.row.authorityStart:
		u.fail(start, urlerr.Authority, ruleAuthority)
	default:
		u.fail(registry, urlerr.Authority, ruleAuthority)
	}
	return u.err.rule == nil
}

// server parses text[start:end] as a server-based authority.
func (u *uri) server(start, end int) bool {
	host, userinfo := start, model.Index(u.text, start, end, "@")
	if userinfo < end {
		if !u.check(start, userinfo, ascii.UserinfoChar, urlerr.Userinfo, ruleUserinfo) {
			return false
		}
		host = userinfo + 1
	}
	hostEnd, ok := u.hostname(host, end)
	if strings.HasPrefix(u.text[host:end], "[") {
		hostEnd = model.Index(u.text, host, end, "]") + 1
		if hostEnd > end {
			return u.fail(end, urlerr.Host, ruleIPv6)
		}
		if !u.ipv6(host+1, hostEnd-1) {
			return false
		}
	} else if !ok {
		return u.fail(hostEnd, urlerr.Host, ruleHost)
	}
	port, portEnd := hostEnd, hostEnd
	if port < end && u.text[port] == ':' {
		port++
		portEnd = ascii.Skip(u.text[:end], port, ascii.Digit)
	}
	switch {
	case portEnd < end:
		return u.fail(portEnd, urlerr.Port, rulePort)
	case !isInt(u.text[port:portEnd]):
		return u.fail(port, urlerr.Port, rulePort)
	}
	u.port = model.Decimal(u.text[port:portEnd])
	if userinfo < end {
		u.in.SetUserinfo(u.text, start, userinfo)
	}
	u.in.Set(urlerr.Host, host, hostEnd)
	if u.port != "" {
		u.in.Set(urlerr.Port, port, portEnd)
	}
	return true
}

// hostname returns the end of the host name or IPv4 address that begins at offset start. If there is an error, ok is
// false and i is the offset of the error. If a name has several labels, the last label must begin with a letter.
func (u *uri) hostname(start, end int) (i int, ok bool) {
	last, labels := start, 0
	for i = start; i < end && isAlphanumeric(u.text[i]); i++ {
		last = i
		labels++
		for i < end && (isAlphanumeric(u.text[i]) || u.text[i] == '-') {
			i++
		}
		if u.text[i-1] == '-' {
			i--
		}
		if i == end || u.text[i] != '.' {
			break
		}
	}
	switch {
	case labels == 0, i < end && u.text[i] != ':':
		return i, false
	case labels == 1, ascii.Is(u.text[last], ascii.Alpha):
		return i, true
	}
	if _, ok := ipv4(u.text[start:i]); ok {
		return i, true
	}
	return last, false
}

// ipv6 parses the IPv6 address text[start:end], which can have a scope.
func (u *uri) ipv6(start, end int) bool {
	address, scope, hasScope := strings.Cut(u.text[start:end], "%")
	at, ok := ipv6(address, false)
	switch {
	case ok && hasScope && scope == "":
		return u.fail(end, urlerr.Host, ruleScope)
	case ok:
		bad := func(r rune) bool { return r != '_' && r != '.' && !(r < utf8.RuneSelf && isAlphanumeric(byte(r))) }
		i := strings.IndexFunc(scope, bad)
		return i < 0 || u.fail(end-len(scope)+i, urlerr.Host, ruleScope)
	case u.row.uncheckedNumber && isTooLarge(address, at):
		return u.fail(start+at, urlerr.Host, ruleUnchecked)
	}
	return u.fail(start+at, urlerr.Host, ruleIPv6)
}

// isTooLarge reports whether address ends in an IPv4 address, and the number at offset i in this IPv4 address does not
// fit into a Java int. The offset i is an offset in address.
func isTooLarge(address string, i int) bool {
	number := address[i:ascii.Skip(address, i, ascii.Digit)]
	after := address[i+len(number):]
	return i > 0 && !isInt(number) && (address[i-1] == '.' || strings.HasPrefix(after, ".")) &&
		strings.Trim(after, "0123456789.") == ""
}
