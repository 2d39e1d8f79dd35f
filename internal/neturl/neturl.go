// Package neturl parses URLs with the net/url that is part of the program, and adds offsets to the errors of net/url.
// Its answers depend on the release of Go and on the settings of the program. The dialect net/url of package earl does
// not use it: that is package models/neturl. Two kinds of packages do:
//
//   - Packages rfc1808, rfc3986 and whatwg convert their values to a [url.URL], which only this net/url can make.
//   - Package guard compares the reading of this net/url with other dialects, because net/http uses it.
package neturl

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Rejection says why, and at which offset, net/url rejects a text.
type Rejection struct {
	urlerr.Rule // the rule that the text breaks
	Component   urlerr.Component
	Offset      int   // offset of the first invalid byte, or of the host
	Cause       error // error of net/url for the redacted text; nil if net/url accepts the redacted text
}

// Parse calls [url.Parse]. The Cause of a rejection contains no password.
func Parse(text string) (*url.URL, *Rejection) {
	u, err := url.Parse(text)
	if err == nil {
		return u, nil
	}
	r := rejection(text, reason(err))
	if _, err = url.Parse(urlerr.RedactQuery(text)); err != nil {
		r.Cause = reason(err)
	}
	return nil, r
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

// A breach is a broken rule of net/url, and words in the messages about it.
type breach struct {
	words              string
	component          urlerr.Component
	kind               urlerr.Kind
	name, problem, fix string
}

// breaches lists breaches by their words. The first match counts.
var breaches = [...]breach{
	{"control character", urlerr.NoComponent, urlerr.BadText, "control character", invalid, encode},
	{"scheme", urlerr.Scheme, urlerr.BadScheme, "scheme", "invalid or missing scheme", `write one such as "https:"`},
	{"first path segment", urlerr.Path, urlerr.BadPath, "colon in the first segment of a path", invalid, encode},
	{"userinfo", urlerr.Userinfo, urlerr.BadUserinfo, "userinfo", invalid, encode},
	{"port", urlerr.Port, urlerr.BadPort, "port", "invalid port", "use digits only"},
	{"", urlerr.Host, urlerr.BadHost, "host", "invalid host", ""}, // the offset can be the start of the host
}

func (f breach) rejection() *Rejection {
	return &Rejection{Component: f.component, Rule: urlerr.Rule{Name: f.name, Kind: f.kind, Problem: f.problem,
		Fix: f.fix, Address: "https://pkg.go.dev/net/url#Parse"}}
}

func rejection(text string, err error) *Rejection {
	p := split(text)
	if escape, ok := errors.AsType[url.EscapeError](err); ok {
		r := breach{kind: urlerr.BadEscape, name: "percent-escape", problem: "invalid percent-encoding in %i",
			fix: `write a literal "%" as %25`}.rejection()
		r.Component, r.Offset = p.escape(text, string(escape))
		return r
	}
	message, _, _ := strings.Cut(err.Error(), `"`) // the text after the quotation mark is input
	i := 0
	for !strings.Contains(message, breaches[i].words) {
		i++
	}
	r := breaches[i].rejection()
	host, at := text[p.host:p.path], 0
	switch r.Kind {
	case urlerr.BadText:
		at = strings.IndexFunc(text, func(c rune) bool { return c < ' ' || c == 0x7F })
	case urlerr.BadPath:
		at = strings.IndexByte(text, ':')
	case urlerr.BadUserinfo:
		at = p.userinfo + strings.IndexFunc(text[p.userinfo:p.host], func(c rune) bool {
			return c >= 0x80 || c != '%' && c != '@' && !ascii.Is(byte(c), ascii.UserinfoChar)
		})
	case urlerr.BadPort:
		at = p.host + portOf(host, err.Error())
	case urlerr.BadHost:
		at = p.host
		if c, ok := errors.AsType[url.InvalidHostError](err); ok {
			at += strings.Index(host, string(c))
		}
	}
	r.Offset = max(at, 0)
	return r
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

// offsets holds the offsets of the components into which net/url splits a text:
//
//	0 <= scheme <= userinfo <= host <= path <= pathEnd <= query
type offsets struct {
	scheme   int // after the scheme's colon; 0 without a scheme
	userinfo int // after "//"; equal to scheme without an authority
	host     int // after "@"; equal to userinfo without "@"
	path     int
	pathEnd  int // net/url does not check text[pathEnd:query]
	query    int // offset of "?"; end of the path without a query
	fragment int // after "#"; len(text) without a fragment
}

func split(text string) (p offsets) {
	p.fragment = len(text)
	if at := strings.IndexByte(text, '#'); at >= 0 {
		p.fragment = at + 1
		text = text[:at]
	}
	at := strings.IndexByte(text, ':') + 1
	hasScheme := at > 1 && ascii.Is(text[0], ascii.Alpha) && ascii.All(text[:at-1], ascii.SchemeChar)
	if !hasScheme {
		at = 0
	}
	rest, _, _ := strings.Cut(text[at:], "?")
	p.scheme, p.userinfo, p.host, p.path, p.pathEnd, p.query = at, at, at, at, at+len(rest), at+len(rest)
	switch {
	case hasScheme && !strings.HasPrefix(rest, "/"): // an opaque URL
		p.pathEnd = at
	case strings.HasPrefix(rest, "//") && (hasScheme || !strings.HasPrefix(rest, "///")):
		p.userinfo = at + len("//")
		p.path = p.pathEnd
		if slash := strings.IndexByte(rest[2:], '/'); slash >= 0 {
			p.path = p.userinfo + slash
		}
		p.host = p.userinfo + strings.LastIndexByte(text[p.userinfo:p.path], '@') + 1
	}
	return p
}

// escape finds the percent sign that net/url rejects, and returns its component and its offset. The parameter escape is
// the text that net/url's error quotes. This text begins with the percent sign. net/url checks the host first, and
// rejects percent-encoded ASCII in the host.
func (p *offsets) escape(text, escape string) (urlerr.Component, int) {
	for _, part := range [...]struct {
		component urlerr.Component
		text      string
		at        int
	}{
		{urlerr.Host, text[p.host:p.path], p.host},
		{urlerr.Userinfo, text[p.userinfo:max(p.userinfo, p.host-1)], p.userinfo},
		{urlerr.Path, text[p.path:p.pathEnd], p.path},
		{urlerr.Fragment, text[p.fragment:], p.fragment},
	} {
		for i := range len(part.text) {
			s := part.text
			if s[i] == '%' && (!percent.HexFollows(s, i) || part.component == urlerr.Host && s[i:i+3] == escape) {
				return part.component, part.at + i
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
	userinfo := ""
	if u.User != nil {
		userinfo = u.User.String()
	}
	host, _ := percent.AppendDecode(nil, p.Host, false)
	return p.Scheme == u.Scheme &&
		p.HasUserinfo == (u.User != nil) && p.Userinfo == userinfo && string(host) == u.Host && p.MatchTail(u)
}

// MatchTail is like Match for the components after the path. It is for dialects that rewrite the authority.
func (p *Parts) MatchTail(u *url.URL) bool {
	return p.HasQuery == (u.RawQuery != "" || u.ForceQuery) && p.Query == u.RawQuery &&
		p.HasFragment == (u.Fragment != "")
}
