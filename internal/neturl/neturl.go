// Package neturl reads text as package net/url does, for the dialects' bridges to
// net/http.
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

// A Refusal says why net/url does not take a text.
type Refusal struct {
	Name      string           // of what is wrong
	Kind      urlerr.Kind      // of it
	Component urlerr.Component // it is in this one
	Offset    int              // of the first byte to blame, or of the host if net/url does not tell
	Cause     error            // what net/url says without quoting a password; nil if only that is to blame
}

// Parse is [url.Parse]. The cause of a refusal is the reason alone, without the text,
// and that for the text as [urlerr.Redact] shows it.
func Parse(text string) (*url.URL, *Refusal) {
	u, err := url.Parse(text)
	if err == nil {
		return u, nil
	}
	r := refusal(text, reason(err))
	if _, err = url.Parse(urlerr.Redact(text)); err != nil {
		r.Cause = reason(err)
	}
	return nil, r
}

// reason returns an error of net/url without the text, which it quotes.
func reason(err error) error {
	if whole, ok := errors.AsType[*url.Error](err); ok {
		return whole.Err
	}
	return err
}

// reasons are those of net/url, each known by words of its text, in the order in
// which they are looked for.
var reasons = [...]struct {
	words     string
	name      string
	kind      urlerr.Kind
	component urlerr.Component
}{
	{"control character", "control character", urlerr.BadText, urlerr.NoComponent},
	{"scheme", "scheme", urlerr.BadScheme, urlerr.Scheme},
	{"first path segment", "colon in the first segment of a path", urlerr.BadPath, urlerr.Path},
	{"userinfo", "userinfo", urlerr.BadUserinfo, urlerr.Userinfo},
	{"port", "port", urlerr.BadPort, urlerr.Port},
	{"", "host", urlerr.BadHost, urlerr.Host},
}

// refusal tells what in text net/url blames with err, a password included.
func refusal(text string, err error) *Refusal {
	p := split(text)
	if escape, ok := errors.AsType[url.EscapeError](err); ok {
		r := &Refusal{Name: "percent-escape", Kind: urlerr.BadEscape}
		r.Component, r.Offset = p.escape(text, string(escape))
		return r
	}
	said, _, _ := strings.Cut(err.Error(), `"`) // what is quoted is text
	i := 0
	for !strings.Contains(said, reasons[i].words) {
		i++
	}
	r := &Refusal{Name: reasons[i].name, Kind: reasons[i].kind, Component: reasons[i].component}
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

// portOf returns the offset in host of what net/url takes for a port, as it says.
func portOf(host, said string) int {
	at := strings.LastIndexByte(host, ']') + 1
	if at == 0 {
		at = max(strings.IndexByte(host, ':'), 0)
	}
	if strings.Contains(said, strconv.Quote(host[at:])) {
		return at
	}
	return strings.LastIndexByte(host, ':') // of more colons than one
}

// places are offsets of a text that net/url splits: where its components begin. It checks nothing between pathEnd and
// fragment.
//
//	0 <= scheme <= userinfo <= host <= path <= query; fragment == len(text) if there is none
type places struct {
	scheme   int // after the scheme's colon, 0 without a scheme
	userinfo int // after "//"; scheme without an authority
	host     int // after "@"; userinfo without one
	path     int
	pathEnd  int // end of the part of the path that is checked
	query    int // of "?", or the end of the path
	fragment int // after "#"
}

func split(text string) (p places) {
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
	case hasScheme && !strings.HasPrefix(rest, "/"): // opaque
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

// escape returns the component and the offset of the percent sign that net/url
// refuses, which is that of escape: it looks at the host first, where escapes of
// ASCII are refused too.
func (p *places) escape(text, escape string) (urlerr.Component, int) {
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
			if s[i] == '%' && (!percent.IsEscape(s, i) || part.component == urlerr.Host && s[i:i+3] == escape) {
				return part.component, part.at + i
			}
		}
	}
	return urlerr.NoComponent, -1
}

// Parts are what a dialect reads in the text of a [url.URL], all as they are
// written. Host includes the port.
type Parts struct {
	Scheme, Userinfo, Host, Query      string
	HasUserinfo, HasQuery, HasFragment bool
}

// Are reports whether u has those parts. A text need not: String writes the path
// "//h/x" and an Opaque as they are, whatever they are read as behind it. The path
// is what is left.
func (p *Parts) Are(u *url.URL) bool {
	userinfo := ""
	if u.User != nil {
		userinfo = u.User.String()
	}
	host, _ := percent.AppendDecode(nil, p.Host, false)
	return p.Scheme == u.Scheme &&
		p.HasUserinfo == (u.User != nil) && p.Userinfo == userinfo && string(host) == u.Host &&
		p.HasQuery == (u.RawQuery != "" || u.ForceQuery) && p.Query == u.RawQuery &&
		p.HasFragment == (u.Fragment != "")
}
