package rfc1808

import (
	"net/url"
	"strings"

	"earl.example/internal/neturl"
	"earl.example/urlerr"
)

// NetURL returns u as parsed by package net/url, where params are part of the path. The error is of kind
// [urlerr.BadValue] if net/url rejects u or splits it differently. net/url ends a net_loc at "?". Without a scheme it
// parses an empty net_loc as part of the path.
func (u URL) NetURL() (*url.URL, error) {
	netLoc, ok := u.NetLoc()
	if at := strings.IndexByte(netLoc, '?'); at >= 0 {
		return nil, fail(ruleSame, u.s, u.scheme+len("//")+at, urlerr.NoComponent)
	}
	if ok && netLoc == "" && u.scheme == 0 && u.path < u.params {
		return nil, fail(ruleSame, u.s, 0, urlerr.NoComponent)
	}
	v, no := neturl.Parse(u.s)
	if no != nil {
		return nil, &urlerr.Error{
			Dialect: RFC1808.String(), Input: u.s, Offset: no.Offset, Component: no.Component,
			Rule: *ruleAccepted, Err: no.Err,
		}
	}
	if v.Opaque == "" && !neturl.KeepPath(v, u.s[u.path:u.query]) {
		return nil, fail(ruleSame, u.s, u.path, urlerr.Path)
	}
	return v, nil
}

// FromNetURL returns the URL parsed from u.String(). The error is of kind [urlerr.BadValue] if u is nil, if the scheme,
// net_loc or query of that URL differs from u, or if that URL has a fragment and u has none.
func FromNetURL(u *url.URL) (URL, error) {
	if u == nil {
		return URL{}, fail(ruleSame, "", -1, urlerr.NoComponent)
	}
	v := Parse(u.String())
	p := neturl.Parts{Scheme: v.Scheme()}
	p.Host, _ = v.NetLoc()
	if at := strings.LastIndexByte(p.Host, '@'); at >= 0 {
		p.Userinfo, p.HasUserinfo, p.Host = p.Host[:at], true, p.Host[at+1:]
	}
	p.Query, p.HasQuery = v.Query()
	_, p.HasFragment = v.Fragment()
	if !p.Match(u) {
		return URL{}, fail(ruleSame, v.s, -1, urlerr.NoComponent)
	}
	return v, nil
}
