// Package neturl parses URLs with the net/url that is part of the program, and adds offsets to the errors of net/url.
// Its answers depend on the release of Go and on the settings of the program. The dialect net/url of package earl does
// not use it: that is package models/neturl. Two kinds of packages do:
//
//   - Packages rfc3986 and whatwg convert their values to a [url.URL], which only this net/url can make.
//   - Package guard compares the reading of this net/url with other dialects, because net/http uses it.
package neturl

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Parse calls [url.Parse]. The offset of the error is the first invalid byte, or the start of the host. Its Err is the
// error of net/url for the redacted text, without a password, or nil if net/url accepts the redacted text.
func Parse(text string) (*url.URL, *urlerr.Error) {
	u, err := url.Parse(text)
	if err == nil {
		return u, nil
	}
	e := rejection(text, reason(err))
	if _, err = url.Parse(urlerr.RedactQuery(text)); err != nil {
		e.Err = reason(err)
	}
	return nil, e
}

// pathEscapes percent-encodes the bytes that [url.URL.EscapedPath] does not accept in RawPath.
var pathEscapes = percent.NewTable(0,
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~!$&'()*+,/:;=@[]%")

// KeepPath sets u.RawPath to path, with invalid characters percent-encoded, so that "%2F" and "/" stay different. It
// returns false if u.EscapedPath ignores this RawPath.
func KeepPath(u *url.URL, path string) bool {
	escaped := string(percent.AppendEncode(nil, path, &pathEscapes))
	if u.EscapedPath() != escaped {
		u.RawPath = escaped
	}
	return u.EscapedPath() == escaped
}

// reason returns the inner error of an error of net/url. Unlike the outer error, it does not quote the whole text.
func reason(err error) error {
	if whole, ok := errors.AsType[*url.Error](err); ok {
		return whole.Err
	}
	return err
}

const (
	invalid = "invalid character %c in %i"
	encode  = "percent-encode it as %e"
)

// breaches lists the rules of net/url that a text can break, by words in the messages about them. The first match
// counts.
var breaches = [...]struct {
	words              string
	component          urlerr.Component
	kind               urlerr.Kind
	name, problem, fix string
}{
	{"escape", urlerr.NoComponent, urlerr.BadEscape, "percent-escape", "invalid percent-encoding in %i",
		`write a literal "%" as %25`},
	{"control character", urlerr.NoComponent, urlerr.BadText, "control character", invalid, encode},
	{"scheme", urlerr.Scheme, urlerr.BadScheme, "scheme", "invalid or missing scheme", `write one such as "https:"`},
	{"first path segment", urlerr.Path, urlerr.BadPath, "colon in the first segment of a path", invalid, encode},
	{"userinfo", urlerr.Userinfo, urlerr.BadUserinfo, "userinfo", invalid, encode},
	{"port", urlerr.Port, urlerr.BadPort, "port", "invalid port", "use digits only"},
	{"", urlerr.Host, urlerr.BadHost, "host", "invalid host", ""}, // the offset can be the start of the host
}

func rejection(text string, err error) *urlerr.Error {
	message, _, _ := strings.Cut(err.Error(), `"`) // the text after the quotation mark is input
	i := 0
	for !strings.Contains(message, breaches[i].words) {
		i++
	}
	f := &breaches[i]
	e := &urlerr.Error{Dialect: "net/url", Input: text, Component: f.component, Rule: urlerr.Rule{Name: f.name,
		Kind: f.kind, Problem: f.problem, Fix: f.fix, Address: "https://pkg.go.dev/net/url#Parse"}}
	spans := spansOf(text)
	authority, _ := spans.Get(urlerr.Authority)
	host, _ := spans.Get(urlerr.Host)
	at := 0
	switch f.kind {
	case urlerr.BadEscape:
		e.Component, at = escapeAt(text, &spans, err)
	case urlerr.BadText:
		at = strings.IndexFunc(text, func(c rune) bool { return c < ' ' || c == 0x7F })
	case urlerr.BadPath:
		at = strings.IndexByte(text, ':')
	case urlerr.BadUserinfo:
		at = authority.Start + strings.IndexFunc(text[authority.Start:host.Start], func(c rune) bool {
			return c >= 0x80 || c != '%' && c != '@' && !ascii.Is(byte(c), ascii.UserinfoChar)
		})
	case urlerr.BadPort:
		at = host.Start + portOf(text[host.Start:authority.End], err.Error())
	case urlerr.BadHost:
		at = host.Start
		if c, ok := errors.AsType[url.InvalidHostError](err); ok {
			at += strings.Index(text[at:authority.End], string(c))
		}
	}
	e.Offset = max(at, 0)
	return e
}

// portOf returns the offset in host of the port that net/url rejects. message is the message of net/url's error.
func portOf(host, message string) int {
	at := strings.LastIndexByte(host, ']') + 1
	if at == 0 {
		at = max(strings.IndexByte(host, ':'), 0)
	}
	if strings.Contains(message, strconv.Quote(host[at:])) {
		return at
	}
	return strings.LastIndexByte(host, ':') // host has several colons
}

// spansOf returns the spans of the components into which net/url splits text.
func spansOf(text string) (s reading.Spans) {
	start, end := 0, len(text)
	if at := strings.IndexByte(text, '#'); at >= 0 {
		s.Set(urlerr.Fragment, at+1, end)
		end = at
	}
	if n := ascii.SchemeColon(text[:end]); n > 0 {
		s.Set(urlerr.Scheme, 0, n)
		start = n + 1
	}
	if at := strings.IndexByte(text[start:end], '?'); at >= 0 {
		s.Set(urlerr.Query, start+at+1, end)
		end = start + at
	}
	rest := text[start:end]
	if strings.HasPrefix(rest, "//") && (start > 0 || !strings.HasPrefix(rest, "///")) {
		start = setAuthority(&s, text[:end], start+len("//"))
	}
	s.Set(urlerr.Path, start, end)
	return s
}

// setAuthority sets the spans of the authority at text[start:]. It returns the end of the authority.
func setAuthority(s *reading.Spans, text string, start int) int {
	authority, _, _ := strings.Cut(text[start:], "/")
	end := start + len(authority)
	s.Set(urlerr.Authority, start, end)
	host := start + strings.LastIndexByte(authority, '@') + 1
	if host > start {
		s.SetUserinfo(text, start, host-1)
	}
	hostEnd := end
	if colon := strings.LastIndexAny(text[host:end], ":]"); colon >= 0 && text[host+colon] == ':' {
		hostEnd = host + colon
		s.Set(urlerr.Port, hostEnd+1, end)
	}
	s.Set(urlerr.Host, host, hostEnd)
	return end
}

// escapeAt finds the percent sign of err, a [url.EscapeError], and returns its component and its offset. net/url checks
// the host first, and rejects percent-encoded ASCII in the host. It does not check an opaque path.
func escapeAt(text string, spans *reading.Spans, err error) (urlerr.Component, int) {
	escape, _ := errors.AsType[url.EscapeError](err) // begins with the percent sign
	for _, c := range [...]urlerr.Component{urlerr.Host, urlerr.Userinfo, urlerr.Path, urlerr.Fragment} {
		span, _ := spans.Get(c)
		s := text[span.Start:span.End]
		if scheme, _ := spans.Get(urlerr.Scheme); c == urlerr.Path && scheme.End > 0 && !strings.HasPrefix(s, "/") {
			continue
		}
		for i := range len(s) {
			if s[i] == '%' && (!percent.HexFollows(s, i) || c == urlerr.Host && s[i:i+3] == string(escape)) {
				return c, span.Start + i
			}
		}
	}
	return urlerr.NoComponent, -1
}

// Parts holds the components that a dialect found in the result of [url.URL.String]. Host includes the port.
type Parts struct {
	Scheme, Userinfo, Host, Query      string
	HasUserinfo, HasQuery, HasFragment bool
}

// Match reports whether u has the components p. The components in u.String() can differ from the fields of u: for
// example, a URL with the path "//h/x" and no host is written as a URL with the host h. Match does not compare the
// paths: if all other components are equal, the paths are equal too.
func (p *Parts) Match(u *url.URL) bool {
	host, _ := percent.AppendDecode(nil, p.Host, false)
	return p.Scheme == u.Scheme && p.HasUserinfo == (u.User != nil) &&
		(u.User == nil || p.Userinfo == u.User.String()) && string(host) == u.Host && p.MatchTail(u)
}

// MatchTail is like Match for the components after the path. It is for dialects that rewrite the authority.
func (p *Parts) MatchTail(u *url.URL) bool {
	return p.HasQuery == (u.RawQuery != "" || u.ForceQuery) && p.Query == u.RawQuery &&
		p.HasFragment == (u.Fragment != "")
}
