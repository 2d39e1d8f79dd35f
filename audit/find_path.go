package audit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
)

// This file finds what is odd about characters, escapes, the path and the query.

func (v *view) findControlStripped() {
	if v.lead > 0 || v.origin != nil || v.lead+len(v.text) < len(v.input) {
		at := strings.IndexFunc(v.input, func(r rune) bool { return r <= ' ' })
		end := at + 1
		for end < len(v.input) && v.input[end] <= ' ' {
			end++
		}
		v.addInput(span(at, end), `Browsers and Python drop these characters, others keep them or refuse: a check may see another scheme or host.`, v.text)
	}
}

// lineSchemes speak protocols of lines, in which a line feed begins a command.
const lineSchemes = " gopher gophers telnet dict ftp ftps tftp imap imaps pop3 pop3s smtp smtps ldap ldaps irc ircs nntp news redis rediss memcached finger whois rtsp sip sips "

func (v *view) findCRLFInjection() {
	const message = `A line ends here: what speaks a protocol of lines may take the rest for a command or a header.`
	if i := strings.IndexAny(v.input, "\r\n"); i >= 0 {
		v.addInput(span(i, i+1), message, strings.NewReplacer("\r", "", "\n", "").Replace(v.input))
		return
	}
	end := len(v.text)
	if !strings.Contains(lineSchemes, " "+v.scheme+" ") || v.scheme == "" {
		end = v.path.End // a form's text has line ends in the query
	}
	for i := 0; i+2 < end; i++ {
		if v.text[i] == '%' && v.text[i+1] == '0' && (v.text[i+2]|0x20 == 'a' || v.text[i+2]|0x20 == 'd') {
			v.add(span(i, i+3), message)
			return
		}
	}
}

// pathText is the path, and what follows the scheme of a URL without authority.
func (v *view) pathText() string { return v.path.Of(v.text) }

func (v *view) findPathEncodedDots() {
	v.eachSegment(func(at earl.Span, segment string) bool {
		if dots := dotsegment.Dots(segment, true); dots > 0 && strings.Contains(segment, "%") {
			v.addSafe(at, `Browsers and newer curl take these escapes for dots and remove the segment, others leave it to the server.`, v.replace(at, ".."[:dots]))
			return false
		}
		return true
	})
}

// eachSegment calls f with each segment of the path until it returns false.
func (v *view) eachSegment(f func(at earl.Span, segment string) bool) {
	start := v.path.Start
	for start <= v.path.End {
		end := indexAny(v.text[:v.path.End], start, "/")
		if !f(span(start, end), v.text[start:end]) {
			return
		}
		start = end + 1
	}
}

func (v *view) findPathEncodedSlash() {
	path := v.pathText()
	const message = `To some programs this is a slash, to others part of a segment: what is one path to a proxy is another one to the server.`
	for i := range len(path) {
		at := v.path.Start + i
		switch {
		case path[i] == '\\':
			v.add(span(at, at+1), message)
			return
		case path[i] != '%' || i+2 >= len(path):
		case path[i+1] == '2' && path[i+2]|0x20 == 'f', path[i+1] == '5' && path[i+2]|0x20 == 'c':
			v.add(span(at, at+3), message)
			return
		}
	}
	v.eachSegment(func(at earl.Span, segment string) bool {
		if strings.HasPrefix(segment, "..;") || strings.HasPrefix(segment, ".;") {
			v.add(at, `Java servers drop the parameter and read a dot segment, which a proxy in front of them does not.`)
			return false
		}
		return true
	})
}

func (v *view) findPathEmptySegment() {
	if i := strings.Index(v.pathText(), "//"); i >= 0 {
		at := v.path.Start + i
		v.add(span(at, at+2), `Some servers and caches make one slash of two, so that a rule for the path may not match.`)
	}
}

func (v *view) findPctMalformed() {
	for i := range len(v.text) {
		if v.text[i] == '%' && !percent.IsEscape(v.text, i) && (i < v.host.Start || i >= v.host.End || v.text[v.host.Start] != '[') {
			v.addSafe(span(i, i+1), `A percent sign without two hexadecimal digits: strict programs refuse the URL, others keep it as it is.`, v.text[:i]+escapePercents(v.text[i:]))
			return
		}
	}
}

// escapePercents escapes the percent signs that begin no escape.
func escapePercents(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '%' && !percent.IsEscape(s, i) {
			b.WriteString("25")
		}
	}
	return b.String()
}

func (v *view) findPctDouble() {
	for _, part := range []earl.Span{v.userinfo, v.host, v.path} {
		text := part.Of(v.text)
		for i := 0; i+4 < len(text); i++ {
			if text[i] != '%' || text[i+1] != '2' || text[i+2] != '5' {
				continue
			}
			inner := "%" + text[i+3:i+5]
			if !percent.IsEscape(inner, 0) {
				continue
			}
			c := ascii.Unhex[text[i+3]]<<4 | ascii.Unhex[text[i+4]]
			if c < ' ' || strings.IndexByte("./\\%@:?#;", c) >= 0 {
				at := part.Start + i
				v.add(span(at, at+5), `Escaped twice: what decodes once more than the check did finds a delimiter here.`)
				return
			}
		}
	}
}

func (v *view) findPctNullOrBadUTF8() {
	if i := strings.IndexByte(v.input, 0); i >= 0 {
		v.addInput(span(i, i+1), nullMessage, "")
		return
	}
	if i := strings.Index(v.text, "%00"); i >= 0 {
		v.add(span(i, i+3), nullMessage)
		return
	}
	for _, part := range []earl.Span{v.userinfo, v.host, v.path, v.query} {
		text := part.Of(v.text)
		if ascii.Index(text, ascii.NonASCII) < 0 && !hasHighEscape(text) {
			continue
		}
		decoded, _ := percent.DecodeString(text, false)
		if utf8.ValidString(decoded) {
			continue
		}
		if at := overlong(decoded); at {
			v.add(part, `These octets are no UTF-8, but a decoder that does not check makes a delimiter or a dot of them.`)
			return
		}
		if part == v.host || part == v.userinfo {
			v.add(part, `These octets are no UTF-8: programs replace them, keep them or refuse.`)
			return
		}
	}
}

const nullMessage = `A null octet: programs written in C end the text here, others read on.`

// hasHighEscape reports whether s has an escape of an octet beyond ASCII.
func hasHighEscape(s string) bool {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '%' && (s[i+1] >= '8') && percent.IsEscape(s, i) {
			return true
		}
	}
	return false
}

// overlong reports whether s has a sequence of UTF-8 that is longer than it need be.
func overlong(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		next := s[i+1]
		switch c := s[i]; {
		case next&0xC0 != 0x80:
		case c == 0xC0, c == 0xC1, c == 0xE0 && next < 0xA0, c == 0xF0 && next < 0x90:
			return true
		}
	}
	return false
}

// devices are names that Windows keeps for devices, with any extension.
const devices = " con prn aux nul conin$ conout$ clock$ com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9 com¹ com² com³ lpt¹ lpt² lpt³ "

func (v *view) findFSSpecialName() {
	if v.scheme != "" && !v.authority.Present() && v.scheme != "file" {
		return // opaque
	}
	v.eachSegment(func(at earl.Span, segment string) bool {
		name, _ := percent.DecodeString(segment, false)
		stem := strings.TrimRight(name[:indexAny(name, 0, ".:;")], " ")
		switch {
		case name == "", name == ".", name == "..":
			return true
		case strings.Contains(devices, " "+ascii.ToLower(stem)+" ") && stem != "" && !strings.Contains(stem, " "):
			v.add(at, `On Windows this is a device: to open it, or to ask whether it is there, may hang.`)
		case len(name) == 2 && ascii.Is(name[0], ascii.Alpha) && (name[1] == ':' || name[1] == '|'):
			v.add(at, `On Windows this is a drive.`)
		case strings.Trim(name, ".") == "":
			v.add(at, `Some file systems read more than two dots as directories above.`)
		case strings.ContainsAny(name, `\:[]/`):
			v.add(at, `A character in this segment means something to file systems: a directory, a drive or stream, a device.`)
		default:
			return true
		}
		return false
	})
}

func (v *view) findQuerySeparator() {
	query := v.query.Of(v.text)
	i := strings.IndexByte(query, ';')
	if i < 0 {
		return
	}
	message := `Some programs split a query at semicolons, too; Go drops the pair.`
	if strings.Contains(query, "&amp;") {
		message = `This is an ampersand as HTML writes it: the next name begins with "amp;".`
	}
	v.add(span(v.query.Start+i, v.query.Start+i+1), message)
}

// secretNames are names of parameters that hold secrets.
var secretNames = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`token access_token refresh_token id_token auth_token authtoken auth api_key apikey api-key key secret client_secret password passwd pwd pass sig signature session sessionid session_id sid jsessionid phpsessid aspsessionid x-amz-signature x-amz-security-token x-goog-signature sharedaccesssignature jwt code`) {
		names[name] = true
	}
	return names
}()

// secretAt says what becomes of a secret in the query, and of one in the fragment.
var secretAt = [...]string{
	`A secret in the query is stored and logged with the URL, and sent on as the referrer.`,
	`A secret in the fragment is stored with the URL in bookmarks and histories, and read by every script of the page.`,
}

func (v *view) findTokenInQuery() {
	for i, part := range []earl.Span{v.query, v.fragment} {
		text := part.Of(v.text)
		for start := 0; start < len(text); {
			end := indexAny(text, start, "&;")
			raw, value, _ := strings.Cut(text[start:end], "=")
			if name, _ := percent.DecodeString(raw, true); value != "" && secretNames[ascii.ToLower(name)] {
				v.add(span(part.Start+start, part.Start+start+len(raw)), secretAt[i])
				return
			}
			start = end + 1
		}
	}
}

func (v *view) findNotNormal() {
	message, at := v.rung()
	if message != "" {
		v.add(at, message)
	}
}

// rung returns what keeps the URL from being in normal form (RFC 3986 §6.2).
func (v *view) rung() (string, earl.Span) {
	const same = `Another spelling of the same URL, which a comparison of text does not see: `
	if v.scheme != "" && v.text[:v.rest-1] != v.scheme {
		return same + `the scheme has upper case (§6.2.2.1).`, span(0, v.rest-1)
	}
	for i := 0; i+2 < len(v.text); i++ {
		if v.text[i] != '%' || !percent.IsEscape(v.text, i) {
			continue
		}
		c := ascii.Unhex[v.text[i+1]]<<4 | ascii.Unhex[v.text[i+2]]
		switch {
		case ascii.Is(c, ascii.Unreserved):
			return same + `an escape that need not be (§6.2.2.2).`, span(i, i+3)
		case v.text[i+1] >= 'a' || v.text[i+2] >= 'a':
			return same + `an escape in lower case (§6.2.2.1).`, span(i, i+3)
		}
		i += 2
	}
	dots := earl.NoSpan()
	if v.authority.Present() {
		v.eachSegment(func(at earl.Span, segment string) bool {
			if segment == "." || segment == ".." {
				dots = at
			}
			return !dots.Present()
		})
	}
	switch port := number(v.port.Of(v.text)); {
	case dots.Present():
		return same + `a dot segment (§6.2.2.3).`, dots
	case port > 0 && port == int(scheme.Lookup(v.scheme).Port):
		return same + `the scheme's own port (§6.2.3).`, v.port
	case v.special && v.path.Start == v.path.End:
		return same + `an empty path (§6.2.3).`, v.path
	}
	return "", earl.NoSpan()
}

// longURL is how long a URL is that some browser, server or index cuts.
const longURL = 2000

func (v *view) findTooLong() {
	if len(v.input) > longURL {
		v.addInput(span(longURL, len(v.input)), `Some programs cut or refuse URLs of more than 2,000 bytes.`, "")
	}
}

func (v *view) findHostDisagreement() {
	switch differ := v.differ(); {
	case differ&Scheme != 0:
		v.add(span(0, v.rest), `Dialects that take this URL do not agree on its scheme: `+v.list(func(r *Verdict) string { return r.Parts.Scheme.Value })+`.`)
	case differ&Host != 0:
		v.add(v.hostSpan(), `Dialects that take this URL reach different hosts: `+v.list(func(r *Verdict) string { return r.Parts.Host.Value })+`.`)
	case differ&Port != 0:
		v.add(v.hostSpan(), `Dialects that take this URL do not agree on its port: `+v.list(portText)+`.`)
	}
}

// differ is what dialects differ in apart from that libcurl guesses the scheme,
// which is a finding of its own.
func (v *view) differ() Aspects {
	if v.report.Differ&Scheme == 0 || !v.guessed() {
		return v.report.Differ
	}
	return compare(slices.DeleteFunc(slices.Clone(v.report.Verdicts), v.isGuess))
}

func portText(r *Verdict) string {
	if r.Parts.PortErr != nil {
		return "none that can be read"
	}
	return portOf(&r.Parts)
}

// list says which dialects read what.
func (v *view) list(read func(r *Verdict) string) string {
	var b strings.Builder
	for i := range v.report.Verdicts {
		r := &v.report.Verdicts[i]
		if !r.Accepted() {
			continue
		}
		text := read(r)
		if len(text) > 60 {
			text = text[:60] + "…"
		}
		if text == "" {
			text = "none"
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(r.Dialect.String() + " " + Escape(text))
	}
	return b.String()
}

func (v *view) findPartDisagreement() {
	differ := v.differ()
	for _, part := range []struct {
		aspect Aspects
		span   earl.Span
		name   string
	}{{Userinfo, v.userinfo, "userinfo"}, {Path, v.path, "path"}, {Query, v.query, "query"}, {Fragment, v.fragment, "fragment"}} {
		if differ&part.aspect != 0 {
			v.add(part.span, `Dialects that take this URL do not agree on its `+part.name+`.`)
			return
		}
	}
}

func (v *view) findAcceptanceSplit() {
	if v.report.Differ&Acceptance == 0 || v.scheme == "" && !v.report.Base.Present {
		return
	}
	var names []string
	at := -1
	for i := range v.report.Verdicts {
		r := &v.report.Verdicts[i]
		if r.Accepted() {
			continue
		}
		names = append(names, r.Dialect.String())
		if offset := errorOffset(r.Err, v.input); offset >= 0 && at < 0 {
			at = offset
		}
	}
	where := span(0, len(v.input))
	if at >= 0 {
		where = span(at, min(at+1, len(v.input)))
	}
	v.addInput(where, `Refused by `+strings.Join(names, ", ")+`, accepted by others: treat a URL that is not the same to all as one that is not right.`, "")
}
