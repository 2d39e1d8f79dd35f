package neturl

import (
	"net/url"

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
		r.Reject(err)
		return
	}
	href, in := u.String(), spansOf(text)
	written, more := in, ""
	if href != text {
		written = spansOf(href)
	}
	var at reading.Spans
	for _, v := range values(u, &in) {
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

// values returns the components of u. The spans in the parsed text show whether the authority is empty or absent.
func values(u *url.URL, in *reading.Spans) [10]value {
	_, hasAuthority := in.Get(urlerr.Authority)
	authority, userinfo, path := u.Host, "", u.EscapedPath()
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

// Resolve resolves ref against base as [url.URL.ResolveReference] does.
func (Dialect) Resolve(base, ref string) (string, error) {
	b, err := Parse(base)
	if err != nil {
		return "", err
	}
	u, err := Parse(ref)
	if err != nil {
		return "", err
	}
	return b.ResolveReference(u).String(), nil
}
