// Package neturl reads text as package net/url does, for the dialects' bridges to
// net/http.
package neturl

import (
	"errors"
	"net/url"

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
