package whatwg

import (
	"net/netip"
	"net/url"

	"earl.example/internal/neturl"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// NetURL parses the href with package net/url. It fails if net/url rejects the href, for example because of a "%" that
// does not begin a percent-encoding.
//
// [url.URL.String] of the result can differ from the href:
//
//   - It loses an empty fragment: http://h/# becomes http://h/
//   - It loses an empty host before an empty path: foo:// becomes foo:
//   - It percent-encodes more characters: http://h/a|b becomes http://h/a%7Cb
//
// It keeps the percent-encodings of the path: http://h/a%2F|b becomes http://h/a%2F%7Cb, with the same "%2F".
func (u URL) NetURL() (*url.URL, error) {
	v, no := neturl.Parse(u.href)
	switch {
	case no != nil:
		return nil, newError(ruleRejected, u.href, no.Offset, no.Component, no.Cause)
	case u.IsZero():
		return nil, newError(ruleDiffers, "", -1, urlerr.NoComponent, nil)
	}
	if u.HasOpaquePath() {
		return v, nil
	}
	if !neturl.KeepPath(v, u.href[u.authorityEnd():u.query]) {
		return nil, newError(ruleDiffers, u.href, int(u.path), urlerr.Path, nil)
	}
	return v, nil
}

// FromNetURL parses the text of v with [Parse]. It fails if v is nil, or if the URL has another scheme, userinfo, host
// or port than v, except for upper case and IDNA. For example, it fails for the path "//evil.example/x" without a host,
// which would become a host, and for the host "0x7f.1", which would become "127.0.0.1".
func FromNetURL(v *url.URL) (URL, error) {
	if v == nil {
		return URL{}, newError(ruleDiffers, "", -1, urlerr.NoComponent, nil)
	}
	text := v.String()
	u, err := Parse(text)
	if err != nil {
		return URL{}, err
	}
	if !u.isNetURL(v) {
		return URL{}, newError(ruleDiffers, text, -1, urlerr.NoComponent, nil)
	}
	return u, nil
}

// isNetURL reports whether u has the scheme and the authority of v. To get the authority of v as package whatwg parses
// it, isNetURL parses a copy of v that has the path "/".
func (u URL) isNetURL(v *url.URL) bool {
	bare := url.URL{Scheme: v.Scheme, User: v.User, Host: v.Host, Path: "/"}
	w, err := Parse(bare.String())
	return err == nil && u.Scheme() == ascii.ToLower(v.Scheme) &&
		u.Username() == w.Username() && u.Password() == w.Password() && u.Host() == w.Host() &&
		sameHost(v.Hostname(), u.Hostname(), u.host, u.kind)
}

// sameHost reports whether host, the result of the host parser for input, differs from input only in case and in the
// conversion between ASCII and Unicode. An IPv6 address in input has no brackets.
func sameHost(input, host string, what HostKind, k kind) bool {
	switch what {
	case HostIPv6:
		addr, err := netip.ParseAddr(input)
		same, _ := netip.ParseAddr(host[1 : len(host)-1])
		return err == nil && addr == same
	case HostOpaque:
		decoded, _ := percent.DecodeString(host, false)
		return decoded == input
	case HostEmpty, NoHost:
		return input == "" || k == file && ascii.EqualFold(input, "localhost")
	}
	lower := ascii.ToLower(input)
	return lower == host || lower == DomainToUnicode(host)
}
