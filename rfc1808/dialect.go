package rfc1808

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect reads and resolves URLs as text, as package earl does. The zero value accepts any text.
type Dialect struct {
	// If Strict is not zero, URLs and references must match this grammar, and a base must pass [Grammar.CheckBase].
	Strict Grammar
}

// Read sets r to the reading of url. The last "@" of a net_loc ends the userinfo. The digits after the last colon are
// the port.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	if err := d.Strict.Check(url); err != nil {
		r.Reject(err)
		return
	}
	u := Parse(url)
	u.setSpans(r.AcceptSame(url))
}

func (u *URL) setSpans(at *reading.Spans) {
	if u.scheme > 0 {
		at.Set(urlerr.Scheme, 0, u.scheme-1)
	}
	if u.path > u.scheme {
		start := u.scheme + len("//")
		netLoc := u.s[start:u.path]
		login := strings.LastIndexByte(netLoc, '@') + 1
		host, hostEnd := start+login, u.path
		if colon := strings.LastIndexByte(netLoc, ':'); colon >= login && ascii.All(netLoc[colon+1:], ascii.Digit) {
			hostEnd = start + colon
			at.Set(urlerr.Port, hostEnd+1, u.path)
		}
		at.Set(urlerr.Authority, start, u.path)
		if login > 0 {
			at.SetUserinfo(u.s, start, host-1)
		}
		at.Set(urlerr.Host, host, hostEnd)
	}
	at.Set(urlerr.Path, u.path, u.params)
	if u.params < u.query {
		at.Set(urlerr.Params, u.params+1, u.query)
	}
	if u.query < u.fragment {
		at.Set(urlerr.Query, u.query+1, u.fragment)
	}
	if u.fragment < len(u.s) {
		at.Set(urlerr.Fragment, u.fragment+1, len(u.s))
	}
}

// Resolve resolves ref against base.
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, u := Parse(base), Parse(ref)
	if err := d.Strict.Check(ref); err != nil {
		return "", err
	}
	if d.Strict != 0 && !u.IsAbsoluteURL() {
		if err := d.Strict.CheckBase(b); err != nil {
			return "", err
		}
	}
	target, err := Resolve(b, u)
	return target.String(), err
}
