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
		l := u.login()
		at.Set(urlerr.Authority, l.start, u.path)
		if l.host > l.start {
			at.SetUserinfo(u.s, l.start, l.host-1)
		}
		at.Set(urlerr.Host, l.host, l.hostEnd)
		if l.hostEnd < u.path {
			at.Set(urlerr.Port, l.hostEnd+1, u.path)
		}
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

// loginOffsets are offsets in a URL: start <= host <= hostEnd. If start < host, userinfo and "@" precede the host.
type loginOffsets struct{ start, host, hostEnd int }

func (u *URL) login() loginOffsets {
	l := loginOffsets{start: u.scheme + len("//")}
	netLoc := u.s[l.start:u.path]
	at := strings.LastIndexByte(netLoc, '@')
	l.host, l.hostEnd = l.start+at+1, u.path
	if colon := strings.LastIndexByte(netLoc, ':'); colon > at && ascii.All(netLoc[colon+1:], ascii.Digit) {
		l.hostEnd = l.start + colon
	}
	return l
}

// CanParse reports whether Read accepts url.
func (d Dialect) CanParse(url string) bool { return d.Strict.Valid(url) }

// Resolve resolves ref against base.
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, u := Parse(base), Parse(ref)
	if err := d.Strict.Check(ref); err != nil {
		return "", err
	}
	if d.Strict != 0 && !u.IsAbsolute() {
		if err := d.Strict.CheckBase(b); err != nil {
			return "", err
		}
	}
	target, err := Resolve(b, u)
	return target.String(), err
}
