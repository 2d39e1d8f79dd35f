package audit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/confusable"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file has the finders for names of hosts, and for hosts that mislead people. They examine the decoded host.

func (v *view) findSpaceOrDelimHost() {
	if strings.ContainsAny(v.decodedHost(), " \"<>^`{|}") {
		v.add(v.hostSpan(), "")
	}
}

func (v *view) findHostUnicodeMapping() {
	host := v.decodedHost()
	if isASCII(host) {
		return
	}
	for label := range strings.SplitSeq(strings.Map(dropIgnored, host), ".") {
		mapped, ok := toAnyASCII(label)
		if !ok || isASCII(label) {
			continue
		}
		for part := range strings.SplitSeq(mapped, ".") {
			if !strings.HasPrefix(part, "xn--") {
				whole, _ := toAnyASCII(host)
				v.addSafe(v.hostSpan(), "", v.replaceHost(whole))
				return
			}
		}
	}
}

// dropIgnored is a function for strings.Map that removes the characters that UTS #46 ignores.
func dropIgnored(r rune) rune {
	if idna.IsIgnored(r) {
		return -1
	}
	return r
}

func (v *view) findHostNFKCDelimiter() {
	host := v.decodedHost()
	i := idna.IndexDelimiter(host, `/?#@:%[]\`)
	if i < 0 {
		return
	}
	at := v.hostSpan()
	if host == v.get(urlerr.Host) {
		start := v.span(urlerr.Host).Start + i
		_, size := utf8.DecodeRuneInString(host[i:])
		at = span(start, start+size)
	}
	v.add(at, "")
}

func (v *view) findHostIgnorable() {
	host := v.decodedHost()
	if strings.ContainsFunc(host, idna.IsIgnored) {
		v.addSafe(v.hostSpan(), "", v.replaceHost(strings.Map(dropIgnored, host)))
	}
}

func (v *view) findIDNADeviation() {
	if strings.ContainsAny(v.decodedHost(), "ßẞς\u1806\u200c\u200d") {
		v.add(v.hostSpan(), "")
	}
}

func (v *view) findFakeALabel() {
	for label := range strings.SplitSeq(ascii.ToLower(v.decodedHost()), ".") {
		if strings.HasPrefix(label, "xn--") && !isALabel(label) {
			v.add(v.hostSpan(), "")
			return
		}
	}
}

func isALabel(label string) bool {
	unicode, err := idna.AppendToUnicode(nil, label, idna.Options{})
	if err != nil {
		return false
	}
	back, _ := idna.AppendToASCII(nil, string(unicode), idna.Options{})
	return string(back) == label
}

func (v *view) findHostPercentEncoded() {
	host := v.get(urlerr.Host)
	hasSockets := strings.Contains(v.scheme, "+") || slices.Contains(list("sockets"), v.scheme)
	isSocket := hasSockets && len(host) > 2 && ascii.EqualFold(host[:3], "%2F") // postgresql://%2Fvar%2Frun/db
	if !strings.Contains(host, "%") || host[0] == '[' || isSocket || !v.isFetched() {
		return
	}
	safe := ""
	if decoded := v.decodedHost(); ascii.All(decoded, ascii.Unreserved) {
		safe = v.replaceHost(decoded)
	}
	v.addSafe(v.span(urlerr.Host), "", safe)
}

func (v *view) findHostRootDot() {
	if host := v.decodedHost(); strings.HasSuffix(host, ".") {
		v.addSafe(v.span(urlerr.Host), "", v.replaceDecoded(strings.TrimRight(host, ".")))
	}
}

func (v *view) findHostCase() {
	host := v.decodedHost()
	if ascii.Index(host, ascii.Upper) < 0 || v.get(urlerr.Host)[0] == '[' {
		return
	}
	v.addSafe(v.span(urlerr.Host), "", v.replaceDecoded(ascii.ToLower(host)))
}

// replaceDecoded is like replaceHost. It returns "" if the host has escapes and the new host has a character that could
// be the result of an escape, such as "%" or a non-ASCII one.
func (v *view) replaceDecoded(host string) string {
	if strings.Contains(v.get(urlerr.Host), "%") && !ascii.All(host, ascii.Unreserved) {
		return ""
	}
	return v.replaceHost(host)
}

func (v *view) findHostNotLDH() {
	host := strings.TrimSuffix(v.decodedHost(), ".")
	if host == "" || v.get(urlerr.Host)[0] == '[' {
		return
	}
	if why := notLDH(host); why != "" {
		v.add(v.span(urlerr.Host), why)
	}
}

// A name must consist of letters, digits and hyphens (RFC 1123 §2.1). notLDH returns the reason why host breaks this
// rule, or "" if host follows the rule.
func notLDH(host string) string {
	const reject = `Some programs reject this host: `
	if len(host) > 253 {
		return reject + `it has more than 253 bytes.`
	}
	for label := range strings.SplitSeq(host, ".") {
		switch {
		case label == "":
			return reject + `it has an empty label.`
		case len(label) > 63:
			return reject + `a label has more than 63 bytes.`
		case label[0] == '-' || label[len(label)-1] == '-':
			return reject + `a label begins or ends with a hyphen.`
		case strings.Contains(label, "_"):
			return reject + `it has an underscore.`
		}
	}
	return ""
}

// maxShownHost is the length up to which programs show a host completely.
const maxShownHost = 100

func (v *view) findDisplaySpoof() {
	from := ascii.IndexFrom(v.input, 0, ascii.NonASCII)
	if i := strings.IndexFunc(v.input[from:], isHidden); i >= 0 {
		at := from + i
		_, size := utf8.DecodeRuneInString(v.input[at:])
		v.addInput(span(at, at+size), "hidden", "")
		return
	}
	if len(v.decodedHost()) > maxShownHost {
		v.add(v.hostSpan(), "long")
	} else if why := spoof(v.hostUnicode()); why != "" {
		v.add(v.hostSpan(), why)
	}
}

// hostUnicode returns the host in Unicode (UTS #46), or "" if the host is ASCII and has no A-label.
func (v *view) hostUnicode() string {
	host := v.decodedHost()
	if isASCII(host) && !strings.Contains(ascii.ToLower(host), "xn--") {
		return ""
	}
	text, _ := idna.AppendToUnicode(nil, host, idna.Options{})
	return string(text)
}

func (v *view) findHostSign() {
	for label := range strings.SplitSeq(v.hostUnicode(), ".") {
		if sign, ok := confusable.Sign(label); ok {
			v.add(v.hostSpan(), `IDNA 2008 does not allow `+Escape(string(sign))+` in a name: ICANN asks registries `+
				`to refuse it, some programs reject the name, and others show it in Punycode.`)
			return
		}
	}
}

// spoof returns the reason why people can mistake name for another name, or "" if there is no such reason. Below a
// non-ASCII top-level domain, a label in a single script may look like ASCII text.
func spoof(name string) string {
	name = strings.TrimSuffix(name, ".")
	top := name[strings.LastIndexByte(name, '.')+1:]
	for label := range strings.SplitSeq(name, ".") {
		if look, ok := confusable.Delimiter(label); ok {
			return `A character looks like "` + look + `" but is another one: the host seems to end there, or ` +
				`another host to begin.`
		}
		if a, b, mixed := confusable.Mixed(label); mixed {
			return `A label mixes ` + a + ` and ` + b + `: similar characters make it look like another name.`
		}
		looks, ok := confusable.LooksLike(label)
		if ok && isASCII(top) {
			return `A label looks like "` + looks + `" but is another name.`
		}
	}
	return ""
}
