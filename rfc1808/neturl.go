package rfc1808

import (
	"net/url"
	"strings"

	"earl.example/internal/neturl"
	"earl.example/urlerr"
)

// NetURL returns u as package net/url reads it, for net/http and others. Params
// are part of the path there. What net/url refuses is an error of kind
// [urlerr.BadValue], with net/url's own as the cause unless it is about a password.
// So is what it reads as other components: a net_loc with a "?", which ends it
// there, and without a scheme an empty net_loc, which it takes for path.
func (u URL) NetURL() (*url.URL, error) {
	netLoc, ok := u.NetLoc()
	if at := strings.IndexByte(netLoc, '?'); at >= 0 {
		return nil, readOtherwise(u.s, u.scheme+len("//")+at)
	}
	if ok && netLoc == "" && u.scheme == 0 && u.path < u.params {
		return nil, readOtherwise(u.s, 0)
	}
	v, no := neturl.Parse(u.s)
	if no != nil {
		return nil, &urlerr.Error{Dialect: RFC1808.String(), Input: u.s, Offset: no.Offset, Component: no.Component, Rule: ruleRefused, Err: no.Cause}
	}
	return v, nil
}

// readOtherwise is the error of what has other components there, at is where.
func readOtherwise(text string, at int) error {
	return &urlerr.Error{Dialect: RFC1808.String(), Input: text, Offset: at, Rule: ruleReadOtherwise}
}

// FromNetURL returns the URL that the text of u is. There is an error of kind
// [urlerr.BadValue] if that text is read as another scheme, net_loc or query than u
// has, or with a fragment where u has none. So is that of a path "//evil.example/x"
// without a host, that of an Opaque, which leaves out the host unless it repeats it,
// one that has a query but no path behind a host, and nil.
func FromNetURL(u *url.URL) (URL, error) {
	if u == nil {
		return URL{}, readOtherwise("", -1)
	}
	v := Parse(u.String())
	p := neturl.Parts{Scheme: v.Scheme()}
	p.Userinfo, p.HasUserinfo = v.Userinfo()
	p.Host, _ = v.NetLoc()
	if p.HasUserinfo {
		p.Host = p.Host[len(p.Userinfo)+len("@"):]
	}
	p.Query, p.HasQuery = v.Query()
	_, p.HasFragment = v.Fragment()
	if !p.Are(u) {
		return URL{}, readOtherwise(v.s, -1)
	}
	return v, nil
}
