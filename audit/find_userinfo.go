package audit

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// This file has the finders for the authority as a whole and for the userinfo.

func (v *view) findHostSplitBackslash() {
	if i := strings.IndexByte(v.get(urlerr.Authority), '\\'); i >= 0 {
		at := v.span(urlerr.Authority).Start + i
		v.add(span(at, at+1), `Browsers end the host at this backslash. Other programs read on to the "@" or to the `+
			`next slash, and reach another host.`)
	}
}

func (v *view) findMultiAt() {
	if strings.Count(v.get(urlerr.Authority), "@") < 2 {
		return
	}
	v.addSafe(v.span(urlerr.Authority), `There is more than one "@": most programs end the userinfo at the last `+
		`one, some at the first one, and some reject the URL.`,
		v.replace(v.span(urlerr.Userinfo), strings.ReplaceAll(v.get(urlerr.Userinfo), "@", "%40")))
}

func (v *view) findUserinfoBracket() {
	userinfo := v.get(urlerr.Userinfo)
	if i := strings.IndexAny(userinfo, "[]"); i >= 0 {
		at := v.span(urlerr.Userinfo).Start + i
		escaped := strings.NewReplacer("[", "%5B", "]", "%5D").Replace(userinfo)
		v.addSafe(span(at, at+1), `A square bracket in the userinfo misleads some checks of the host.`,
			v.replace(v.span(urlerr.Userinfo), escaped))
	}
}

func (v *view) findUserinfoSecret() {
	userinfo := v.span(urlerr.Userinfo)
	if _, password, _ := strings.Cut(v.get(urlerr.Userinfo), ":"); password != "" {
		v.addSafe(span(userinfo.End-len(password), userinfo.End),
			`A password in a URL is shown, stored and logged with the URL.`, v.withoutUserinfo())
	}
}

// withoutUserinfo returns the text without userinfo. It returns "" if dialects disagree on the host.
func (v *view) withoutUserinfo() string {
	if v.report.Differ.Has(urlerr.Host) {
		return ""
	}
	userinfo := v.span(urlerr.Userinfo)
	return v.replace(span(userinfo.Start, userinfo.End+1), "")
}

func (v *view) findUserinfoPercentEncoded() {
	userinfo := v.span(urlerr.Userinfo)
	for i := userinfo.Start; i < userinfo.End; i++ {
		if percent.IsEscape(v.text, i) && strings.IndexByte(`/?#@:\`, unescaped(v.text[i:])) >= 0 {
			v.add(span(i, i+3), `A program that decodes this escape before it splits the URL finds a delimiter, and `+
				`can reach another host.`)
			return
		}
	}
}

// unescaped returns the byte of the escape at the beginning of s.
func unescaped(s string) byte { return ascii.Unhex[s[1]]<<4 | ascii.Unhex[s[2]] }

// longUser is the maximum length of a user name that does not push the host out of sight.
const longUser = 64

func (v *view) findUserinfoDeceptive() {
	if !v.has(urlerr.Userinfo) {
		return
	}
	user, _, _ := strings.Cut(v.get(urlerr.Userinfo), ":")
	user, _ = percent.DecodeString(user, false)
	host := strings.TrimLeft(user[:indexAny(user, 0, "&/?#;=,\\ ")], "[")
	if looksLikeHost(host) && hasKnownTop(host) || len(user) > longUser {
		v.addSafe(v.span(urlerr.Userinfo), `The text before the "@" looks like a host or hides the host. The host `+
			`is after the "@".`, v.withoutUserinfo())
	}
}

// hasKnownTop reports whether the last label of host is probably a top-level domain: three letters or less, or one of
// the frequent longer ones. The last label of joe.smith is not.
func hasKnownTop(host string) bool {
	switch top := ascii.ToLower(host[strings.LastIndexByte(host, '.')+1:]); top {
	case "info", "name", "mobi", "asia", "aero", "coop", "jobs", "museum", "arpa", "test", "local", "example",
		"invalid", "localhost", "internal", "online", "site", "shop", "store", "cloud", "tech", "blog", "live":
		return true
	default:
		return len(top) <= 3
	}
}
