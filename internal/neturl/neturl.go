// Package neturl reads text as package net/url does, for the dialects' bridges to
// net/http.
package neturl

import (
	"errors"
	"net/url"

	"earl.example/internal/percent"
	"earl.example/urlerr"
)

// Parse is [url.Parse]. What it returns of an error quotes no password: it is
// the reason alone, without the text, and that for the text as
// [urlerr.Redact] shows it; nil if only what is hidden there is to blame.
func Parse(text string) (u *url.URL, ok bool, cause error) {
	u, err := url.Parse(text)
	if err == nil {
		return u, true, nil
	}
	if _, err = url.Parse(urlerr.Redact(text)); err == nil {
		return nil, false, nil
	}
	var whole *url.Error
	if errors.As(err, &whole) {
		err = whole.Err
	}
	return nil, false, err
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
