package audit

import (
	"slices"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/confusable"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// This file has the finders for the authority as a whole and for the userinfo.

func (v *view) findHostSplitBackslash() {
	if i := strings.IndexByte(v.get(urlerr.Authority), '\\'); i >= 0 {
		at := v.span(urlerr.Authority).Start + i
		v.add(span(at, at+1), "")
	}
}

func (v *view) findMultiAt() {
	if strings.Count(v.get(urlerr.Authority), "@") < 2 {
		return
	}
	v.addSafe(v.span(urlerr.Authority), "",
		v.replace(v.span(urlerr.Userinfo), strings.ReplaceAll(v.get(urlerr.Userinfo), "@", "%40")))
}

func (v *view) findAtAfterAuthority() {
	end := v.span(urlerr.Authority).End
	if at := strings.IndexByte(v.get(urlerr.Path), '@'); at >= 0 && v.get(urlerr.Host) == "" && v.get(urlerr.Port) != "" {
		v.add(span(v.span(urlerr.Authority).Start, end+at), "password")
		return
	}
	if v.lateHost() == "" || v.text[end] == '?' && isParameter(v.text[end+1:]) {
		return
	}
	v.add(span(end, model.Index(v.text, end, len(v.text), "/")), "")
}

// isParameter reports whether query begins with a parameter that has an e-mail address as its value.
func isParameter(query string) bool {
	name, value, ok := strings.Cut(until(query, "@"), "=")
	return ok && name != "" && value != "" && ascii.All(name, ascii.Unreserved)
}

func (v *view) findOptionInjection() {
	isOption := func(c urlerr.Component) bool {
		text := v.get(c)
		return strings.HasPrefix(text, "-") || strings.HasPrefix(text, "%2d") || strings.HasPrefix(text, "%2D")
	}
	switch {
	case v.report.base == nil && strings.HasPrefix(v.text, "-"):
		v.add(span(0, 1), "")
	case isOption(urlerr.Host):
		v.add(v.span(urlerr.Host), "")
	case isOption(urlerr.Userinfo): // programs pass user@host
		v.add(v.span(urlerr.Userinfo), "")
	}
}

func (v *view) findUserinfoBracket() {
	userinfo := v.get(urlerr.Userinfo)
	if i := strings.IndexAny(userinfo, "[]"); i >= 0 {
		at := v.span(urlerr.Userinfo).Start + i
		escaped := strings.NewReplacer("[", "%5B", "]", "%5D").Replace(userinfo)
		v.addSafe(span(at, at+1), "", v.replace(v.span(urlerr.Userinfo), escaped))
	}
}

func (v *view) findUserinfoSecret() {
	userinfo := v.span(urlerr.Userinfo)
	user, password, _ := strings.Cut(v.get(urlerr.Userinfo), ":")
	switch {
	case password != "":
		v.addSafe(span(userinfo.End-len(password), userinfo.End), "password", v.withoutUserinfo())
	case isWeb(v.scheme[strings.LastIndexByte(v.scheme, '+')+1:]) && redact.LooksLikeToken(user): // also git+https
		v.addSafe(span(userinfo.Start, userinfo.Start+len(user)), "token", v.withoutUserinfo())
	}
}

// withoutUserinfo returns the text without its userinfo, or "" if dialects disagree on the host.
func (v *view) withoutUserinfo() string {
	if v.report.Differ.Has(urlerr.Host) {
		return ""
	}
	userinfo := v.span(urlerr.Userinfo)
	return v.replace(span(userinfo.Start, userinfo.End+1), "")
}

func (v *view) findUserinfoPercentEncoded() {
	v.findEscape(v.span(urlerr.Userinfo), `/?#@:\`)
}

// longUser is the length of a user name above which the host can be outside the visible part of a URL.
const longUser = 64

func (v *view) findUserinfoDeceptive() {
	if !v.has(urlerr.Userinfo) || slices.Contains(list("hostless"), v.scheme) {
		return
	}
	userinfo := v.get(urlerr.Userinfo)
	user, _, hasPassword := strings.Cut(userinfo, ":")
	if user = decode(user); hasPassword && user == "user.name" { // a placeholder in documents and tests
		return
	}
	if len(user) > longUser || v.showsHost(userinfo[:min(len(userinfo), longUser)]) {
		v.addSafe(v.span(urlerr.Userinfo), "", v.withoutUserinfo())
	}
}

// showsHost reports whether userinfo begins with text that looks like a host or a URL.
func (v *view) showsHost(userinfo string) bool {
	text := decode(userinfo)
	if !ascii.All(text, ascii.Unreserved) {
		mapped, _ := idna.AppendToUnicode(nil, text, idna.Options{})
		text = string(mapped)
	}
	return v.beginsWithHost(ascii.ToLower(text)) || v.beginsWithHost(ascii.ToLower(lookInASCII(text)))
}

// lookInASCII replaces each character of s that looks like ASCII text by this ASCII text.
func lookInASCII(s string) string {
	var b strings.Builder
	for _, r := range s {
		look := string(r)
		if delimiter, ok := confusable.Delimiter("a" + look); ok {
			look = delimiter
		} else if letters, ok := confusable.LooksLike(look); ok {
			look = letters
		}
		b.WriteString(look)
	}
	return b.String()
}

// beginsWithHost reports whether text begins with a host, or with a URL that has a host. text is in lower case.
func (v *view) beginsWithHost(text string) bool {
	if n := ascii.SchemeColon(text); n > 0 && (isWeb(text[:n]) || strings.HasPrefix(text[n:], "://")) {
		text = text[n+1:]
	}
	text = strings.TrimLeft(text, `/\[ `)
	host := strings.TrimSuffix(until(text, "&/?#;=,:@]\\ "), ".")
	switch {
	case !strings.Contains(host, "."), strings.Contains(host, ".."), strings.HasPrefix(host, "."):
		return host == "localhost"
	}
	if host, _ = toAnyASCII(host); !ascii.All(host, ascii.Unreserved) {
		return false
	}
	if strings.Count(host, ".") == 3 && ParseHost(host).Addr.IsValid() {
		return true
	}
	top := host[strings.LastIndexByte(host, '.')+1:]
	return strings.HasPrefix(host, "www.") || internalName(host) != "" || v.isTopLevel(top)
}

// isTopLevel reports whether label is a top-level domain. By default, it is a frequent one, or has two letters, like a
// country domain.
func (v *view) isTopLevel(label string) bool {
	if v.opt.IsTopLevel != nil {
		return v.opt.IsTopLevel(label)
	}
	return len(label) == 2 && ascii.All(label, ascii.Alpha) || slices.Contains(list("top"), label)
}
