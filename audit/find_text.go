package audit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// This file has the finders for characters and escapes in any component, for the length and for the normal form.

// isHostless reports whether the URL has a scheme without hosts, and no authority.
func (v *view) isHostless() bool {
	return slices.Contains(list("hostless"), v.scheme) && !v.has(urlerr.Authority)
}

func (v *view) findControlStripped() {
	if len(v.text) == len(v.input) {
		return
	}
	isControl := func(r rune) bool { return r <= ' ' }
	at := strings.IndexFunc(v.input, isControl)
	if v.isHostless() && strings.IndexByte(v.input, ':') < at {
		return // lines of base64
	}
	end := len(v.input) - len(strings.TrimLeftFunc(v.input[at:], isControl))
	v.addInput(span(at, end), "", v.text)
}

func (v *view) findCRLFInjection() {
	if v.isHostless() {
		return // no request is sent
	}
	if i := strings.IndexAny(v.input, "\r\n"); i >= 0 {
		v.addInput(span(i, i+1), "", strings.NewReplacer("\r", "", "\n", "").Replace(v.input))
		return
	}
	end := v.span(urlerr.Path).End // line ends are normal in the query of a form
	if slices.Contains(list("lines"), v.scheme) {
		end = len(v.text)
	}
	v.findEscape(span(0, end), "\r\n")
}

// findEscape adds a finding at the first percent-encoding of one of octets in s. It reports whether there is one.
func (v *view) findEscape(s reading.Span, octets string) bool {
	for i, c := range percent.Escapes(v.of(s)) {
		if strings.IndexByte(octets, c) >= 0 {
			v.add(span(s.Start+i, s.Start+i+len("%2F")), "")
			return true
		}
	}
	return false
}

func (v *view) findPctMalformed() {
	host := v.span(urlerr.Host)
	outside := v.text
	if strings.HasPrefix(v.of(host), "[") {
		outside = v.replace(host, strings.Repeat("-", len(v.of(host))))
	}
	for i := range len(v.text) {
		if outside[i] != '%' || percent.HexFollows(v.text, i) {
			continue
		}
		v.addSafe(span(i, i+1), "", v.text[:i]+percent.EncodeMalformed(v.text[i:]))
		return
	}
}

func (v *view) findPctDouble() {
	for _, c := range [...]urlerr.Component{urlerr.Userinfo, urlerr.Host, urlerr.Path} {
		text := v.get(c)
		for i, outer := range percent.Escapes(text) {
			if outer != '%' || !percent.HexFollows(text, i+2) {
				continue
			}
			if inner := percent.Octet(text, i+2); inner < ' ' || strings.ContainsRune("./\\%@:?#;", rune(inner)) {
				start := v.span(c).Start + i
				v.add(span(start, start+5), "")
				return
			}
		}
	}
}

func (v *view) findPctNullOrBadUTF8() {
	if i := strings.IndexByte(v.input, 0); i >= 0 {
		v.addInput(span(i, i+1), "null", "")
		return
	}
	if i := strings.Index(v.text, "%00"); i >= 0 {
		v.add(span(i, i+3), "null")
		return
	}
	for _, c := range [...]urlerr.Component{urlerr.Userinfo, urlerr.Host, urlerr.Path, urlerr.Query} {
		decoded := decode(v.get(c))
		switch {
		case utf8.ValidString(decoded):
		case isOverlong(decoded):
			v.add(v.span(c), "overlong")
			return
		case c == urlerr.Host, c == urlerr.Userinfo:
			v.add(v.span(c), "invalid")
			return
		}
	}
}

func isOverlong(s string) bool {
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

func (v *view) findNotNormal() {
	if at, why := v.notNormal(); why != "" {
		v.add(at, why)
	}
}

// notNormal returns a span that is not in normal form (RFC 3986 §6.2), and the reason. If the URL is in normal form,
// the reason is "".
func (v *view) notNormal() (at reading.Span, why string) {
	const same = `This is another spelling of the same URL, which a comparison of texts does not detect: `
	if v.scheme != "" && v.get(urlerr.Scheme) != v.scheme {
		return v.span(urlerr.Scheme), same + `the scheme has upper case (§6.2.2.1).`
	}
	for i, c := range percent.Escapes(v.text) {
		switch {
		case ascii.Is(c, ascii.Unreserved):
			return span(i, i+3), same + `an escape is unnecessary (§6.2.2.2).`
		case v.text[i+1] >= 'a' || v.text[i+2] >= 'a':
			return span(i, i+3), same + `an escape has lower case (§6.2.2.1).`
		}
	}
	if v.has(urlerr.Authority) {
		for at, segment := range v.segments() {
			if segment == "." || segment == ".." {
				return at, same + `there is a dot segment (§6.2.2.3).`
			}
		}
	}
	path := v.span(urlerr.Path)
	switch {
	case v.has(urlerr.Port) && isDefaultPort(v.scheme, v.get(urlerr.Port)):
		return v.span(urlerr.Port), same + `the port is the default port of the scheme (§6.2.3).`
	case v.isWeb && path.Start == path.End:
		return path, same + `the path is empty (§6.2.3).`
	}
	return reading.Span{}, ""
}

// longURL is the length above which some browser, server or search engine cuts or rejects a URL.
const longURL = 2000

func (v *view) findTooLong() {
	if len(v.input) > longURL {
		v.addInput(span(longURL, len(v.input)), "", "")
	}
}
