package audit

import (
	"strings"

	"earl.example"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// This file finds what is odd about the scheme, the slashes after it, the
// userinfo and the port.

func (v *view) findHostSplitBackslash() {
	if !v.authority.Present() {
		return
	}
	if i := strings.IndexByte(v.authority.Of(v.text), '\\'); i >= 0 {
		at := v.authority.Start + i
		v.add(span(at, at+1), `Browsers end the host at this backslash; other programs read on to the "@" or to the next slash, and reach another host.`)
	}
}

func (v *view) findBackslashAuthority() {
	if v.backslash && v.slashes >= 2 && (v.special || v.scheme == "" || v.scheme == "file") {
		v.addSafe(span(v.rest, v.rest+v.slashes), `Browsers read these as "//", so that a host follows; other programs see a path or refuse.`,
			v.replace(span(v.rest, v.rest+v.slashes), "//"))
	}
}

func (v *view) findSlashCount() {
	if !v.special || v.backslash || v.slashes == 2 || v.slashes == 0 {
		return
	}
	v.addSafe(span(v.rest, v.rest+v.slashes), `Only two slashes are read alike everywhere: browsers take any number for two, curl takes one to three, and the others see no host.`,
		v.replace(span(v.rest, v.rest+v.slashes), "//"))
}

func (v *view) findSpecialNoSlashes() {
	if v.special && v.slashes == 0 && v.rest < len(v.text) {
		v.addSafe(span(0, v.rest), `Without slashes after the scheme browsers still read a host, or a path of the page's own; other programs see a path without a host.`,
			v.replace(span(v.rest, v.rest), "//"))
	}
}

func (v *view) findSchemeGuess() {
	if v.report.Base.Present || v.authority.Present() {
		return
	}
	first := v.text[:indexAny(v.text, 0, "/?#")]
	if v.scheme == "" {
		if looksLikeHost(first) && (strings.HasPrefix(ascii.ToLower(first), "www.") || len(first) < len(v.text)) {
			v.addSafe(span(0, len(first)), `This is a path, but people and curl read a host: the scheme is missing.`, "https://"+v.text)
		}
		return
	}
	colon := v.rest - 1
	rest := first[min(colon+1, len(first)):]
	switch {
	case rest != "" && ascii.All(rest, ascii.Digit) && (looksLikeHost(v.scheme) || v.scheme == "localhost"):
		v.addSafe(span(0, len(first)), `By the standards this is the scheme, but it looks like a host and its port, and curl reads it so.`, "http://"+v.text)
	case v.slashes == 0 && v.guessed():
		v.add(span(0, v.rest), `This scheme has no slashes after it: curl takes it for a user or a host, guesses http, and connects.`)
	}
}

// guessed reports whether libcurl guesses the scheme.
func (v *view) guessed() bool {
	for i := range v.report.Verdicts {
		if v.isGuess(v.report.Verdicts[i]) {
			return true
		}
	}
	return false
}

// isGuess reports whether a verdict is libcurl's, and of a scheme that does not
// stand there.
func (v *view) isGuess(r Verdict) bool {
	return r.Dialect.Name() == "libcurl" && r.Accepted() && !v.report.Base.Present && r.Parts.Scheme.Value != v.scheme
}

// looksLikeHost reports whether s is a name of two labels or more, the last of
// letters.
func looksLikeHost(s string) bool {
	last := strings.LastIndexByte(s, '.')
	if last <= 0 || len(s)-last < 3 || !ascii.All(s[last+1:], ascii.Alpha) {
		return false
	}
	return ascii.All(s, ascii.Alpha|ascii.Digit|ascii.NameChar) && s[0] != '.' && !strings.Contains(s, "..") && !strings.ContainsAny(s, "_~%!$&'()*+,;=")
}

func (v *view) findNetworkPathRef() {
	if v.scheme == "" && v.slashes >= 2 && !v.backslash {
		v.add(span(0, v.slashes), `A reference that begins with two slashes names a host of its own: with a base it leaves the base's host.`)
	}
}

func (v *view) findMultiAt() {
	if !v.authority.Present() || strings.Count(v.authority.Of(v.text), "@") < 2 {
		return
	}
	v.addSafe(v.authority, `There is more than one "@": most programs take the last one for the end of the userinfo, some the first, and some refuse.`,
		v.replace(v.userinfo, strings.ReplaceAll(v.userinfo.Of(v.text), "@", "%40")))
}

func (v *view) findUserinfoBracket() {
	if i := strings.IndexAny(v.userinfo.Of(v.text), "[]"); i >= 0 {
		at := v.userinfo.Start + i
		user := strings.NewReplacer("[", "%5B", "]", "%5D").Replace(v.userinfo.Of(v.text))
		v.addSafe(span(at, at+1), `A square bracket in the userinfo has made checks of the host look at the wrong place.`, v.replace(v.userinfo, user))
	}
}

func (v *view) findColonHost() {
	if !v.hostport.Present() {
		return
	}
	text := v.hostport.Of(v.text)
	outside := text[strings.LastIndexByte(text, ']')+1:]
	if strings.Count(outside, ":") >= 2 {
		v.add(v.hostport, `There is more than one colon outside of brackets: what is the host and what the port, programs disagree about.`)
	}
}

func (v *view) findPortSuspicious() {
	if !v.port.Present() || strings.Contains(v.port.Of(v.text), ":") {
		return
	}
	port := v.port.Of(v.text)
	n := number(port)
	const odd = `This is not a port that every program takes: `
	switch {
	case port == "":
		v.addSafe(span(v.port.Start-1, v.port.End), odd+`it is empty.`, v.replace(span(v.port.Start-1, v.port.End), ""))
	case ascii.Index(port, ascii.NonASCII) >= 0:
		v.add(v.port, odd+`its digits are not those of ASCII.`)
	case !ascii.All(port, ascii.Digit):
		v.add(v.port, odd+`it is no number.`)
	case n < 0:
		v.add(v.port, odd+`it is above 65535.`)
	case n == 0:
		v.add(v.port, odd+`no server listens on port 0.`)
	case port[0] == '0':
		v.addSafe(v.port, odd+`it has leading zeros.`, v.replace(v.port, strings.TrimLeft(port, "0")))
	}
}

// webPorts are the ports in 1 to 1023 where a server of HTTP is no surprise: by
// IANA's registry they are for HTTP, or as 81 and 808 for nothing.
const webPorts = " 80 81 280 443 488 591 808 "

// ownPorts are ports in 1 to 1023 for schemes beside their default port.
var ownPorts = map[string]string{
	"ftp": " 20 21 989 990 ", "ftps": " 989 990 21 ", "smtp": " 25 465 587 ", "smtps": " 465 587 25 ", "imap": " 143 993 ", "imaps": " 993 143 ",
	"pop3": " 110 995 ", "pop3s": " 995 110 ", "ldap": " 389 636 ", "ldaps": " 636 389 ", "nntp": " 119 563 433 ", "irc": " 194 ", "ircs": " 994 ", "smb": " 139 445 ", "smbs": " 139 445 ",
	"ssh": " 22 ", "sftp": " 22 115 ", "scp": " 22 ", "git+ssh": " 22 ", "ssh+git": " 22 ", "svn+ssh": " 22 ", "gophers": " 70 ", "rtsp": " 554 322 ", "rtsps": " 322 ", "whois": " 43 ",
	"telnet": " 23 992 ", "xmlrpc.beep": " 602 ", "nfs": " 111 ",
}

// badPorts are the ports above 1023 that browsers do not fetch from (Fetch
// Standard, §2.9 Port blocking).
const badPorts = " 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080 "

func (v *view) findPortSchemeMismatch() {
	n := number(v.port.Of(v.text))
	if n <= 0 || v.scheme == "" {
		return
	}
	port := " " + strings.TrimLeft(v.port.Of(v.text), "0") + " "
	info := scheme.Lookup(v.scheme)
	web := info.Has(scheme.HTTP) || v.scheme == "ws" || v.scheme == "wss"
	switch {
	case n == int(info.Port), strings.Contains(ownPorts[v.scheme], port), web && strings.Contains(webPorts, port):
	case n <= 1023 && (web || info.Port != 0 || ownPorts[v.scheme] != ""):
		v.add(v.port, `This port is among those that are assigned to other protocols: a request of this scheme may be read there as commands.`)
	case web && strings.Contains(badPorts, port):
		v.add(v.port, `Browsers refuse this port, since servers of other protocols listen there.`)
	}
}

func (v *view) findUserinfoSecret() {
	user := v.userinfo.Of(v.text)
	if i := strings.IndexByte(user, ':'); i >= 0 && i+1 < len(user) {
		v.addSafe(span(v.userinfo.Start+i+1, v.userinfo.End), `A password in a URL is shown, stored and logged with it.`, v.withoutUserinfo())
	}
}

// withoutUserinfo is "" where dialects do not agree on what the host is.
func (v *view) withoutUserinfo() string {
	if v.report.Differ&Host != 0 {
		return ""
	}
	return v.replace(span(v.userinfo.Start, v.userinfo.End+1), "")
}

func (v *view) findUserinfoPercentEncoded() {
	for i := max(0, v.userinfo.Start); i < v.userinfo.End; i++ {
		if percent.IsEscape(v.text, i) && strings.IndexByte(`/?#@:\`, ascii.Unhex[v.text[i+1]]<<4|ascii.Unhex[v.text[i+2]]) >= 0 {
			v.add(span(i, i+3), `Who decodes this before taking the URL apart reads a delimiter here, and may reach another host.`)
			return
		}
	}
}

// longUser is how long a user name can be that does not push the host out of
// sight.
const longUser = 64

func (v *view) findUserinfoDeceptive() {
	if !v.userinfo.Present() {
		return
	}
	user, _, _ := strings.Cut(v.userinfo.Of(v.text), ":")
	user, _ = percent.DecodeString(user, false)
	host := user[:indexAny(user, 0, "&/?#;=,\\ ")]
	host = strings.TrimLeft(host, "[")
	if looksLikeHost(host) && hasKnownTop(host) || len(user) > longUser {
		v.addSafe(v.userinfo, `What stands before the "@" looks like a host and is none: the host comes after it.`, v.withoutUserinfo())
	}
}

// longTops are top-level domains of more than three letters that are used much.
const longTops = " info name mobi asia aero coop jobs museum arpa test local example invalid localhost internal online site shop store cloud tech blog live "

// hasKnownTop reports whether the last label of a host is likely to be a
// top-level domain: that of joe.smith is not. Which there are, this package does
// not know.
func hasKnownTop(host string) bool {
	top := host[strings.LastIndexByte(host, '.')+1:]
	return len(top) <= 3 || strings.Contains(longTops, " "+ascii.ToLower(top)+" ")
}

// active are schemes whose URLs do something in the program that follows them,
// or that speak a protocol of lines to any port.
const active = " javascript data vbscript gopher gophers dict tftp "

func (v *view) findSchemeActive() {
	if strings.Contains(active, " "+v.scheme+" ") && v.scheme != "" {
		v.add(span(0, v.rest), `From a source that is not trusted this scheme runs code, carries its own content, or speaks to any port.`)
	}
}

// wrappers are schemes that hold another URL.
const wrappers = archives + "blob view-source filesystem feed url jdbc "

// archives are schemes of files in an archive, whose URL they hold.
const archives = " jar zip wsjar "

// nested returns where another URL stands in one without a host: behind the
// scheme, if that is one of wrappers, or if what follows has a scheme and two
// slashes. Of a file in one of archives, that is up to "!/".
func (v *view) nested() earl.Span {
	if v.scheme == "" || v.authority.Present() {
		return earl.NoSpan()
	}
	inner := v.text[v.rest:]
	n := strings.Index(inner, "://")
	if inner == "" || !strings.Contains(wrappers, " "+v.scheme+" ") && (n <= 0 || !isSchemes(inner[:n])) {
		return earl.NoSpan()
	}
	end := len(v.text)
	if i := strings.Index(inner, "!/"); i >= 0 && strings.Contains(archives, " "+v.scheme+" ") {
		end = v.rest + i
	}
	return v.at(span(v.rest, end))
}

// isSchemes reports whether s is schemes with colons between them.
func isSchemes(s string) bool {
	for i := range len(s) {
		if s[i] != ':' && !ascii.Is(s[i], ascii.SchemeChar) {
			return false
		}
	}
	return true
}

func (v *view) findNestedURL() {
	if at := v.nested(); at.Present() && strings.IndexByte(at.Of(v.input), ':') > 0 {
		v.addInput(at, `There is another URL inside this one: what checks the outer one does not see its host.`, "")
	}
}

func (v *view) findFileRemoteHost() {
	if v.scheme != "file" {
		return
	}
	host := v.host.Of(v.text)
	rest := strings.TrimLeft(v.text[v.rest:], `/\`)
	switch {
	case len(rest) >= 2 && ascii.Is(rest[0], ascii.Alpha) && (rest[1] == ':' || rest[1] == '|') && (len(rest) == 2 || strings.IndexByte(`/\?#`, rest[2]) >= 0):
		start := len(v.text) - len(rest)
		v.add(span(start, start+2), `This is a drive of Windows to some programs, and a host or a directory to others.`)
	case host != "" && !ascii.EqualFold(host, "localhost"):
		v.add(v.host, `A file on another machine: some programs fetch it over the network, some look for it here, curl refuses.`)
	}
}

func (v *view) findRelativeReference() {
	if v.scheme == "" && !v.report.Base.Present {
		v.add(span(0, len(v.text)), `This is no URL but a reference, which means something with a base only.`)
	}
}

// hostless are schemes whose URLs have no authority, and lead to no host.
const hostless = " mailto tel sms urn data javascript about cid mid news geo magnet "

func isHostless(scheme string) bool { return strings.Contains(hostless, " "+scheme+" ") }

func (v *view) findSchemeRestriction() {
	info := scheme.Lookup(v.scheme)
	switch {
	case v.scheme == "":
	case isHostless(v.scheme) && v.authority.Present():
		v.add(v.authority, `A URL of this scheme has no host: what looks like one is dropped, or is part of something else.`)
	case info.Has(scheme.HTTP) && v.userinfo.Present():
		v.addSafe(v.userinfo, `A URL of HTTP has no userinfo: RFC 9110 §4.2.4 takes it for an attempt to deceive.`, v.withoutUserinfo())
	}
}

func (v *view) findLocalMeaning() {
	switch {
	case v.scheme == "file":
		v.add(span(0, v.rest), `A file URL means something on the reader's machine alone.`)
	case v.host.Present() && len(v.hosts) > 0:
		value := v.hosts[0].value
		name := strings.TrimSuffix(value.Name, ".")
		if name != "" && strings.IndexByte(name, '.') < 0 {
			v.add(v.hostSpan(), `A name of one label is completed from a list of the reader's network, and leads to other places elsewhere.`)
		} else if value.IsAddr() && (value.Addr.IsLoopback() || value.Addr.IsUnspecified()) {
			v.add(v.hostSpan(), `This address is of the reader's own machine.`)
		}
	}
}
