package rfc3986

import (
	"net/url"

	"earl.example/internal/neturl"
	"earl.example/urlerr"
)

// NetURL returns r as package net/url reads it, for net/http and others. What
// net/url refuses is an error of kind [urlerr.BadValue], with net/url's own
// as the cause unless that is about a password. It refuses an IPvFuture, and a
// host with triplets of ASCII but %25.
//
// What it reads but does not hold, so that [url.URL.String] gives another
// text:
//
//   - the case of the scheme: HTTP://h becomes http://h
//   - an empty fragment: http://h/# becomes http://h/
//   - an empty authority in front of an empty path: s:// becomes s:
//   - how the userinfo was written: http://a!@h becomes http://a%21@h
//   - the case of the triplets of the host: http://%c3%a9 becomes http://%C3%A9
func (r Ref) NetURL() (*url.URL, error) {
	u, no := neturl.Parse(r.s)
	if no != nil {
		return nil, &urlerr.Error{Dialect: dialect, Input: r.s, Offset: no.Offset, Component: no.Component, Rule: ruleRefused, Err: no.Cause}
	}
	return u, nil
}

// readOtherwise is the error of a [url.URL] that is another than its text.
func readOtherwise(text string) error {
	return &urlerr.Error{Dialect: dialect, Input: text, Offset: -1, Rule: ruleReadOtherwise}
}

// NetURL returns u as package net/url reads it. See [Ref.NetURL].
func (u URI) NetURL() (*url.URL, error) { return u.ref.NetURL() }

// FromNetURL returns the reference that the text of u is. As net/url checks
// less than the grammar, there can be the errors of [Parse]; and there is one
// of kind [urlerr.BadValue] if the text of u is read as another scheme,
// userinfo, host, port or query than u has, or with a fragment where u has
// none. So is that of a path "//evil.example/x" without a host, and that of an
// Opaque, which leaves out the host unless it repeats it; and nil.
func FromNetURL(u *url.URL) (Ref, error) {
	if u == nil {
		return Ref{}, readOtherwise("")
	}
	text := u.String()
	r, err := Parse(text)
	if err != nil {
		return Ref{}, err
	}
	p := neturl.Parts{Scheme: r.Scheme(), Host: r.s[r.host():r.path()]}
	p.Userinfo, p.HasUserinfo = r.Userinfo()
	p.Query, p.HasQuery = r.Query()
	_, p.HasFragment = r.Fragment()
	if !p.Are(u) {
		return Ref{}, readOtherwise(text)
	}
	return r, nil
}
