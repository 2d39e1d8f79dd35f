package neturl

import (
	"net/url"
	"strings"

	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect parses URLs with the net/url that is part of the program, with the settings of the program. Package guard
// asks it, because net/http dials what this net/url returns. Everything else asks package models/neturl.
type Dialect struct{}

// Name returns "net/url".
func (Dialect) Name() string { return "net/url" }

// Read parses text with [url.Parse] and sets the components of r to the fields of the result. The user name and the
// password are decoded. An IPv6 host has no brackets.
func (Dialect) Read(r *reading.Reading, text string) {
	if !r.Reset(text) {
		return
	}
	u, err := Parse(text)
	if err != nil {
		r.Reject(fault(text, err))
		return
	}
	href, in := u.String(), spansOf(text)
	written, more := in, ""
	if href != text {
		written = spansOf(href)
	}
	var at reading.Spans
	for _, v := range values(u, text) {
		if !v.ok {
			continue
		}
		span, _ := written.Get(v.component)
		if href[span.Start:span.End] != v.text { // href does not contain the value literally
			span = reading.Span{Start: len(href) + len(more), End: len(href) + len(more) + len(v.text)}
			more += v.text
		}
		at.Set(v.component, span.Start, span.End)
	}
	all, input := r.Accept(href+more, len(href))
	*all, *input = at, in
}

// A value is the value of a component. ok is false if the component is absent.
type value struct {
	component urlerr.Component
	text      string
	ok        bool
}

// values returns the components of u, which is the result of parsing text.
func values(u *url.URL, text string) [10]value {
	hasAuthority, authority, userinfo, path := hasAuthority(u, text), u.Host, "", u.EscapedPath()
	if u.User != nil {
		userinfo = u.User.String()
		authority = userinfo + "@" + u.Host
	}
	if u.Opaque != "" {
		path = u.Opaque
	}
	password, hasPassword := u.User.Password()
	return [...]value{
		{urlerr.Scheme, u.Scheme, u.Scheme != ""},
		{urlerr.Authority, authority, hasAuthority},
		{urlerr.Userinfo, userinfo, u.User != nil},
		{urlerr.Username, u.User.Username(), u.User != nil},
		{urlerr.Password, password, hasPassword},
		{urlerr.Host, u.Hostname(), hasAuthority},
		{urlerr.Port, u.Port(), u.Port() != ""},
		{urlerr.Path, path, true},
		{urlerr.Query, u.RawQuery, u.RawQuery != "" || u.ForceQuery},
		{urlerr.Fragment, u.EscapedFragment(), u.Fragment != ""},
	}
}

// hasAuthority reports whether net/url found "//" before an authority. The fields of u do not distinguish an empty
// authority from an absent authority.
func hasAuthority(u *url.URL, text string) bool {
	if u.Host != "" || u.User != nil {
		return true
	}
	if u.Scheme == "" {
		return strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "///")
	}
	return strings.HasPrefix(text[len(u.Scheme)+1:], "//")
}

// spansOf returns the spans of the components into which net/url splits text.
func spansOf(text string) (s reading.Spans) {
	p := split(text)
	if p.scheme > 0 {
		s.Set(urlerr.Scheme, 0, p.scheme-1)
	}
	if p.userinfo > p.scheme {
		s.Set(urlerr.Authority, p.userinfo, p.path)
		if p.host > p.userinfo {
			s.SetUserinfo(text, p.userinfo, p.host-1)
		}
		host := text[p.host:p.path]
		end := strings.LastIndexByte(host, ']') + 1
		if end == 0 || host[0] != '[' {
			end = strings.LastIndexByte(host, ':')
		}
		if end < 0 || end >= len(host) {
			s.Set(urlerr.Host, p.host, p.path)
		} else {
			s.Set(urlerr.Host, p.host, p.host+end)
			s.Set(urlerr.Port, p.host+end+1, p.path)
		}
	}
	s.Set(urlerr.Path, p.path, p.query)
	end := len(text)
	if p.fragment <= len(text) && p.fragment > 0 && text[p.fragment-1] == '#' {
		s.Set(urlerr.Fragment, p.fragment, end)
		end = p.fragment - 1
	}
	if p.query < end {
		s.Set(urlerr.Query, p.query+1, end)
	}
	return s
}

// Resolve resolves ref against base as [url.URL.ResolveReference] does.
func (Dialect) Resolve(base, ref string) (string, error) {
	b, err := Parse(base)
	if err != nil {
		return "", fault(base, err)
	}
	u, err := Parse(ref)
	if err != nil {
		return "", fault(ref, err)
	}
	return b.ResolveReference(u).String(), nil
}

func fault(text string, err *Rejection) error {
	return &urlerr.Error{
		Dialect: "net/url", Input: text, Offset: err.Offset, Component: err.Component, Err: err.Cause, Rule: err.Rule,
	}
}
