package whatwg

import (
	"net/netip"
	"net/url"
	"strings"

	"earl.example/internal/neturl"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// NetURL parses the href with package net/url. It fails if net/url rejects the href, for example because of a
// percent-encoding in the host.
//
// [url.URL.String] of the result can differ from the href:
//
//   - It loses an empty fragment: http://h/# becomes http://h/
//   - It loses an empty host before an empty path: foo:// becomes foo:
//   - It percent-encodes more characters: http://h/a|b becomes http://h/a%7Cb
//   - Outside the query, it percent-encodes a "%" that does not begin a percent-encoding: http://h/100% becomes
//     http://h/100%25
//
// It keeps the percent-encodings of the path: http://h/a%2F|b becomes http://h/a%2F%7Cb, with the same "%2F".
func (u URL) NetURL() (*url.URL, error) {
	head, tail := percent.EncodeMalformed(u.href[:u.query]), percent.EncodeMalformed(u.href[u.frag:])
	v, no := neturl.Parse(head + u.href[u.query:u.frag] + tail)
	switch {
	case no != nil:
		return nil, newError(ruleRejected, u.href, u.beforeEscape(no.Offset), no.Component, no.Err)
	case u.IsZero():
		return nil, newError(ruleDiffers, "", -1, urlerr.NoComponent, nil)
	}
	if u.HasOpaquePath() {
		return v, nil
	}
	if !neturl.KeepPath(v, percent.EncodeMalformed(u.href[u.authorityEnd():u.query])) {
		return nil, newError(ruleDiffers, u.href, int(u.path), urlerr.Path, nil)
	}
	return v, nil
}

// beforeEscape returns the offset in the href for an offset in the text that NetURL parses.
func (u URL) beforeEscape(offset int) int {
	for i := 0; i < offset && i < len(u.href); i++ {
		isQuery := int(u.query) <= i && i < int(u.frag)
		if u.href[i] == '%' && !isQuery && !percent.HexFollows(u.href, i) {
			offset = max(i, offset-len("25"))
		}
	}
	return min(offset, len(u.href))
}

// FromNetURL returns the URL that [Parse] returns for v.String(). It fails if v is nil, or if net/http requests another
// URL for v. Reasons are:
//
//   - another scheme, userinfo, host or port: the path "//evil.example/x" without a host becomes a host, and Parse
//     reads the host "0x7f.1" as 127.0.0.1
//   - another path: Parse removes dot segments, and a path without "/" at its start gets one
//   - another query or fragment: the RawQuery "x=1#y" becomes a query and a fragment. In queries, Parse removes
//     newlines and percent-encodes spaces, "é" and others
//   - an empty userinfo, as in http://@h/, with which net/http sends an Authorization field
//
// These differences are accepted: the case of the scheme and of the host, a host in Unicode, another text for the same
// IPv6 address, the default port, and the host "localhost" of a file URL.
func FromNetURL(v *url.URL) (URL, error) {
	if v == nil {
		return URL{}, newError(ruleDiffers, "", -1, urlerr.NoComponent, nil)
	}
	text := v.String()
	u, err := Parse(text)
	if err != nil {
		return URL{}, err
	}
	var p neturl.Parts
	p.Query, p.HasQuery = u.Query()
	_, p.HasFragment = u.Fragment()
	if !u.hasAuthorityOf(v) || !u.hasPathOf(v) || !p.MatchTail(v) {
		return URL{}, newError(ruleDiffers, text, -1, urlerr.NoComponent, nil)
	}
	return u, nil
}

// hasAuthorityOf reports whether u has the scheme and the authority of v. To get the authority of v as package whatwg
// parses it, hasAuthorityOf parses a copy of v that has the path "/".
func (u URL) hasAuthorityOf(v *url.URL) bool {
	bare := url.URL{Scheme: v.Scheme, User: v.User, Host: v.Host, Path: "/"}
	w, err := Parse(bare.String())
	return err == nil && u.Scheme() == ascii.ToLower(v.Scheme) && u.HasCredentials() == (v.User != nil) &&
		u.Username() == w.Username() && u.Password() == w.Password() && u.Host() == w.Host() &&
		sameHost(v.Hostname(), u.Hostname(), u.host, u.kind) &&
		// net/http sends an empty field Host for these.
		(u.host != reading.HostName || !strings.ContainsAny(u.Hostname(), "\"`{}"))
}

// hasPathOf reports whether the path of u is the path that net/http requests for v.
func (u URL) hasPathOf(v *url.URL) bool {
	path := u.href[u.authorityEnd():u.query]
	if v.Opaque != "" {
		return path == v.Opaque
	}
	written := v.EscapedPath()
	return path == written || path == "/" && written == ""
}

// sameHost reports whether host, the result of the host parser for input, differs from input only in case and in the
// conversion between ASCII and Unicode. An IPv6 address in input has no brackets.
func sameHost(input, host string, what reading.HostKind, k kind) bool {
	switch what {
	case reading.HostIPv6:
		addr, err := netip.ParseAddr(input)
		same, _ := netip.ParseAddr(host[1 : len(host)-1])
		return err == nil && addr == same
	case reading.HostOpaque:
		decoded, _ := percent.DecodeString(host, false)
		return decoded == input
	case reading.HostEmpty, reading.NoHost:
		return input == "" || k == file && ascii.EqualFold(input, "localhost")
	}
	lower := ascii.ToLower(input)
	return lower == host || lower == DomainToUnicode(host)
}
