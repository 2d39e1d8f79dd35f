package audit

import (
	"slices"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// scan sets v.spans to the widest reading of v.text, and v.scheme. The widest reading finds each component that some
// program finds:
//
//   - After a web scheme, the authority follows zero or more slashes and backslashes. Without a scheme it
//     follows two or more slashes and backslashes. In a file URL it follows the first two slashes or backslashes. In
//     any other URL it follows "//".
//   - The authority ends at "/", "?" or "#". A backslash does not end it.
//   - The userinfo ends at the last "@".
//   - The port begins after the first colon that is not in brackets.
func (v *view) scan() {
	text, start := v.text, 0
	if n := ascii.SchemeColon(text); n > 0 {
		v.spans.Set(urlerr.Scheme, 0, n)
		v.scheme, start = ascii.ToLower(text[:n]), n+1
		v.isWeb = isWeb(v.scheme)
	}
	slashes := len(v.slashes())
	switch {
	case v.isWeb, v.scheme == "" && slashes >= 2:
		start = v.scanAuthority(start + slashes)
	case strings.HasPrefix(text[start:], "//"), v.scheme == "file" && slashes >= 2:
		start = v.scanAuthority(start + 2)
	}
	end := model.Index(text, start, len(text), "#")
	if end < len(text) {
		v.spans.Set(urlerr.Fragment, end+1, len(text))
	}
	pathEnd := model.Index(text, start, end, "?")
	if pathEnd < end {
		v.spans.Set(urlerr.Query, pathEnd+1, end)
	}
	v.spans.Set(urlerr.Path, start, pathEnd)
}

// scanAuthority sets the spans of the authority that begins at start. It returns the end of the authority.
func (v *view) scanAuthority(start int) int {
	text := v.text
	end := model.Index(text, start, len(text), "/?#")
	v.spans.Set(urlerr.Authority, start, end)
	if at := strings.LastIndexByte(text[start:end], '@'); at >= 0 {
		v.spans.Set(urlerr.Userinfo, start, start+at)
		start += at + 1
	}
	hostEnd := model.Index(text, start+strings.LastIndexByte(text[start:end], ']')+1, end, ":")
	if hostEnd < end {
		v.spans.Set(urlerr.Port, hostEnd+1, end)
	}
	v.spans.Set(urlerr.Host, start, hostEnd)
	return end
}

func isWeb(scheme string) bool { return slices.Contains(redact.WebSchemes, scheme) }

// slashes returns the slashes and backslashes at the beginning of the text or after the scheme.
func (v *view) slashes() string {
	rest := v.text[v.afterScheme():]
	return rest[:len(rest)-len(strings.TrimLeft(rest, `/\`))]
}

// lateHost returns the host that a program finds if it ends the authority only at a slash: "evil.com" in
// http://good.com#@evil.com/. Examples are curl before 7.51 (CVE-2016-8624) and PHP before 7.0.13 (CVE-2016-10397).
// lateHost returns "" if there is no such host, or no "@" after the authority.
func (v *view) lateHost() string {
	if !v.has(urlerr.Authority) {
		return ""
	}
	end := v.span(urlerr.Authority).End
	late := v.text[end:model.Index(v.text, end, len(v.text), "/")]
	late = late[strings.LastIndexByte(late, '@')+1:] // without an "@", it begins with "?" or "#"
	if strings.HasPrefix(late, "[") {
		return late[:strings.IndexByte(late, ']')+1]
	}
	return until(late, `:?#\`)
}

// until returns the text before the first byte that is in chars, or text if there is no such byte.
func until(text, chars string) string { return text[:model.Index(text, 0, len(text), chars)] }
