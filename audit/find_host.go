package audit

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file has the finders for names of hosts. They examine the decoded host.

func (v *view) findSpaceOrDelimHost() {
	if strings.ContainsAny(v.decodedHost(), " \"<>^`{|}") {
		v.add(v.hostSpan(), `No host has this character: some programs reject the host, others end it here or look `+
			`it up.`)
	}
}

func (v *view) findHostUnicodeMapping() {
	host := v.decodedHost()
	if ascii.Index(host, ascii.NonASCII) < 0 {
		return
	}
	for label := range strings.SplitSeq(strings.Map(dropIgnored, host), ".") {
		if ascii.Index(label, ascii.NonASCII) < 0 {
			continue
		}
		mapped, ok := toASCII(label)
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(mapped, ".") {
			if !strings.HasPrefix(part, "xn--") {
				whole, _ := toASCII(host)
				v.addSafe(v.hostSpan(), `Browsers map these characters to ASCII. Programs that do not map them `+
					`reach another host.`, v.replaceHost(whole))
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
	for i, r := range host {
		if r < '⁇' || r > '＠' || !strings.ContainsRune("⁇⁈⁉℀℁℅℆⩴︓︖﹕﹖﹟﹫＃／：？＠", r) {
			continue
		}
		at := v.hostSpan()
		if host == v.get(urlerr.Host) {
			start := v.span(urlerr.Host).Start + i
			at = span(start, start+utf8.RuneLen(r))
		}
		v.add(at, `A program that normalizes the host (NFKC) turns this character into a delimiter, and reaches `+
			`another host.`)
		return
	}
}

func (v *view) findHostIgnorable() {
	host := v.decodedHost()
	if strings.ContainsFunc(host, idna.IsIgnored) {
		v.addSafe(v.hostSpan(), `The host has an invisible character, which browsers remove: the name differs from `+
			`what people see.`, v.replaceHost(strings.Map(dropIgnored, host)))
	}
}

func (v *view) findIDNADeviation() {
	if strings.ContainsAny(v.decodedHost(), "ßẞς\u1806\u200c\u200d") {
		v.add(v.hostSpan(), `IDNA 2003 and IDNA 2008 map this character differently: faß.de is fass.de or `+
			`xn--fa-hia.de.`)
	}
}

func (v *view) findFakeALabel() {
	host := ascii.ToLower(v.decodedHost())
	if !strings.Contains(host, "xn--") {
		return
	}
	for label := range strings.SplitSeq(host, ".") {
		if strings.HasPrefix(label, "xn--") && !isALabel(label) {
			v.add(v.hostSpan(), `This label looks like Punycode but is not the Punycode of a name: programs show or `+
				`look up different names.`)
			return
		}
	}
}

func isALabel(label string) bool {
	unicode, err := idna.AppendToUnicode(nil, label, idna.Options{})
	if err != nil {
		return false
	}
	back, err := idna.AppendToASCII(nil, string(unicode), idna.Options{})
	return err == nil && string(back) == label
}

func (v *view) findHostPercentEncoded() {
	host := v.get(urlerr.Host)
	if strings.IndexByte(host, '%') < 0 || host[0] == '[' {
		return
	}
	safe := ""
	if decoded := v.decodedHost(); ascii.All(decoded, ascii.Unreserved) {
		safe = v.replaceHost(decoded)
	}
	v.addSafe(v.span(urlerr.Host), `Browsers and curl decode escapes in a host. Other programs look up the escaped `+
		`name or reject it.`, safe)
}

func (v *view) findHostTrailingDotCase() {
	written := v.get(urlerr.Host)
	if written == "" {
		return
	}
	host := v.decodedHost()
	safe := func(host string) string {
		if strings.IndexByte(written, '%') >= 0 && !ascii.All(host, ascii.Unreserved) {
			return ""
		}
		return v.replaceHost(host)
	}
	switch {
	case strings.HasSuffix(host, "."):
		v.addSafe(v.span(urlerr.Host), `With the root dot the name leads to the same machine, but is different in `+
			`checks, cookies and certificates.`, safe(strings.TrimRight(host, ".")))
	case ascii.Index(host, ascii.Upper) >= 0 && written[0] != '[':
		v.addSafe(v.span(urlerr.Host), `Case does not matter in a host. A check that compares case does not `+
			`recognize this host.`,
			safe(ascii.ToLower(host)))
	}
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
		case strings.IndexByte(label, '_') >= 0:
			return reject + `it has an underscore.`
		}
	}
	return ""
}
