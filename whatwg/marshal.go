package whatwg

import (
	"database/sql/driver"
	"log/slog"
	"net/url"

	"earl.example/internal/neturl"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// Redacted returns the URL as text with "***" in place of what may be a password,
// also of a URL inside this one, as in "blob:https://u:p@h/": see
// [urlerr.Redact], which hides rather too much. What else in a URL may be a
// secret, such as a value of the query, it cannot know.
func (u URL) Redacted() string { return urlerr.Redact(u.href) }

// LogValue is Redacted, for log/slog.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// AppendText appends the href to b. There is no error.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.href...), nil }

// MarshalText returns the href, which is empty for the zero URL. There is no
// error. It is what encoding/json uses, as toJSON of §6.1 does.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText is [Parse] of a copy of text. Empty text gives the zero URL.
func (u *URL) UnmarshalText(text []byte) error { return u.read(string(text)) }

// AppendBinary is AppendText.
func (u URL) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary is MarshalText.
func (u URL) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary is UnmarshalText.
func (u *URL) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// Value returns the href for a database, and NULL for the zero URL. Mind that
// it holds the password too, if there is one.
func (u URL) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.href, nil
}

// Scan reads text from a database. NULL and the empty text give the zero URL.
func (u *URL) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		return u.read("")
	case string:
		return u.read(src)
	case []byte:
		return u.read(string(src))
	}
	return newError(ruleScan, "", -1, urlerr.NoComponent, nil)
}

// read makes u the URL that text is, or the zero one if it is empty.
func (u *URL) read(text string) error {
	if text == "" {
		*u = URL{}
		return nil
	}
	v, err := Parse(text)
	if err == nil {
		*u = v
	}
	return err
}

// NetURL returns the URL as package net/url reads its href, for net/http. It
// fails where that package takes less than the standard, as with a "%" that
// begins no escape; its error is the cause then, unless it is about a password.
//
// What it reads but does not hold, so that [url.URL.String] gives another
// text:
//
//   - an empty fragment: http://h/# becomes http://h/
//   - an empty host in front of an empty path: foo:// becomes foo:
//   - characters that it wants escaped: http://h/a|b becomes http://h/a%7Cb
func (u URL) NetURL() (*url.URL, error) {
	v, no := neturl.Parse(u.href)
	switch {
	case no != nil:
		return nil, newError(ruleRefused, u.href, no.Offset, no.Component, no.Cause)
	case u.IsZero():
		return nil, newError(ruleReadOtherwise, "", -1, urlerr.NoComponent, nil)
	}
	return v, nil
}

// FromNetURL is [Parse] of what v's method String returns. It fails also where
// that text would be read as another scheme, userinfo, host or port than v
// has. So is that of a path "//evil.example/x" without a host, and that of an
// Opaque, which leaves out the host unless it repeats it; and nil.
func FromNetURL(v *url.URL) (URL, error) {
	if v == nil {
		return URL{}, newError(ruleReadOtherwise, "", -1, urlerr.NoComponent, nil)
	}
	text := v.String()
	u, err := Parse(text)
	if err != nil {
		return URL{}, err
	}
	if !u.isNetURL(v) {
		return URL{}, newError(ruleReadOtherwise, text, -1, urlerr.NoComponent, nil)
	}
	return u, nil
}

// isNetURL reports whether u has the scheme of v, and the authority that v
// would have with no path.
func (u URL) isNetURL(v *url.URL) bool {
	bare := url.URL{Scheme: v.Scheme, User: v.User, Host: v.Host, Path: "/"}
	w, err := Parse(bare.String())
	return err == nil && u.Scheme() == ascii.ToLower(v.Scheme) &&
		u.Username() == w.Username() && u.Password() == w.Password() && u.Host() == w.Host()
}
