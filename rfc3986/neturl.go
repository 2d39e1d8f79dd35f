package rfc3986

import (
	"errors"
	"net/url"

	"earl.example/urlerr"
)

// NetURL returns r as package net/url reads it, for net/http and others. What
// net/url refuses is an error of kind [urlerr.BadValue], with net/url's own
// as the cause: a host with triplets other than those of characters beyond
// ASCII, and an IPvFuture.
//
// What it reads but does not hold, so that [url.URL.String] gives another
// text:
//
//   - the case of the scheme: HTTP://h becomes http://h
//   - an empty fragment: http://h/# becomes http://h/
//   - an empty authority in front of an empty path: s:// becomes s:
//   - how the userinfo was written: http://a!@h becomes http://a%21@h
func (r Ref) NetURL() (*url.URL, error) {
	u, err := url.Parse(r.s)
	if err != nil {
		var whole *url.Error
		if errors.As(err, &whole) {
			err = whole.Err // which does not quote the password
		}
		return nil, netURLError(r.s, err)
	}
	return u, nil
}

func netURLError(input string, cause error) error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: -1, Rule: ruleNetURL, Err: cause}
}

// NetURL returns u as package net/url reads it. See [Ref.NetURL].
func (u URI) NetURL() (*url.URL, error) { return u.ref.NetURL() }

// FromNetURL returns the reference that the text of u is. As net/url checks
// less than the grammar, there can be the errors of [Parse]; and there is one
// of kind [urlerr.BadValue] if the text of u is read as other components than
// u has, as that of a path "//evil.example/x" without a host is.
func FromNetURL(u *url.URL) (Ref, error) {
	text := u.String()
	r, err := Parse(text)
	if err != nil {
		return Ref{}, err
	}
	authority, _ := r.Authority()
	_, hasQuery := r.Query()
	_, hasFragment := r.Fragment()
	if authority != "" && u.Host == "" && u.User == nil ||
		hasQuery && u.RawQuery == "" && !u.ForceQuery ||
		hasFragment && u.Fragment == "" ||
		r.Scheme() != u.Scheme {
		return Ref{}, netURLError(text, nil)
	}
	return r, nil
}
