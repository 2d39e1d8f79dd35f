package rfc3986

import (
	"net/url"

	"earl.example/internal/neturl"
	"earl.example/urlerr"
)

// NetURL returns r as parsed by package net/url. The error is of kind [urlerr.BadValue] if net/url rejects r. For
// example, net/url rejects an IPvFuture and a host with percent-encoded ASCII other than %25.
//
// The String method of the result can differ from r in:
//
//   - the case of the scheme: HTTP://h becomes http://h
//   - an empty fragment: http://h/# becomes http://h/
//   - an empty authority before an empty path: s:// becomes s:
//   - characters of the userinfo: http://a!@h becomes http://a%21@h
//   - percent-encodings of the host: http://%c3%a9 becomes http://%C3%A9
func (r Ref) NetURL() (*url.URL, error) {
	u, no := neturl.Parse(r.s)
	if no != nil {
		return nil, &urlerr.Error{
			Dialect: dialect, Input: r.s, Offset: no.Offset, Component: no.Component,
			Rule: *ruleAccepted, Err: no.Err,
		}
	}
	return u, nil
}

// FromNetURL returns the reference parsed from u.String(). It returns the errors of [Parse]. The error is of kind
// [urlerr.BadValue] if u is nil, if the scheme, userinfo, host, port or query of that reference differs from u, or if
// that reference has a fragment and u has none.
func FromNetURL(u *url.URL) (Ref, error) {
	if u == nil {
		return Ref{}, fail(ruleSame, "", -1, urlerr.NoComponent)
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
	if !p.Match(u) {
		return Ref{}, fail(ruleSame, text, -1, urlerr.NoComponent)
	}
	return r, nil
}
