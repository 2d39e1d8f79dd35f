package audit

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file has the finders for names of hosts. They look at the decoded host.

func (v *view) findSpaceOrDelimHost() {
	if strings.ContainsAny(v.decodedHost(), " \"<>^`{|}") {
		v.add(v.hostSpan(), `No host has such a character: some programs refuse it, others end the host there or look it up.`)
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
				v.addSafe(v.hostSpan(), `Browsers turn these characters into plain ASCII, and so reach another host `+
					`than programs that keep them.`, v.replaceHost(whole))
				return
			}
		}
	}
}

// dropIgnored is for strings.Map. It removes the characters that UTS #46 ignores.
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
		v.add(at, `A program that normalises the host (NFKC) finds a delimiter in this character, and so another host.`)
		return
	}
}

func (v *view) findHostIgnorable() {
	host := v.decodedHost()
	if strings.ContainsFunc(host, idna.IsIgnored) {
		v.addSafe(v.hostSpan(), `There is a character in the host that cannot be seen and that browsers drop: `+
			`the name is another one than it seems.`, v.replaceHost(strings.Map(dropIgnored, host)))
	}
}

func (v *view) findIDNADeviation() {
	if strings.ContainsAny(v.decodedHost(), "ßẞς\u1806\u200c\u200d") {
		v.add(v.hostSpan(), `IDNA of 2003 and of 2008 make different names of this character, `+
			`such as fass.de and xn--fa-hia.de of faß.de.`)
	}
}

func (v *view) findFakeALabel() {
	host := ascii.ToLower(v.decodedHost())
	if !strings.Contains(host, "xn--") {
		return
	}
	for label := range strings.SplitSeq(host, ".") {
		if strings.HasPrefix(label, "xn--") && !isALabel(label) {
			v.add(v.hostSpan(), `This label looks like Punycode and stands for no name: `+
				`programs show or look up different things.`)
			return
		}
	}
}

// isALabel reports whether label is the A-label of a U-label.
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
	v.addSafe(v.span(urlerr.Host), `Browsers and curl decode escapes in a host, other programs look up the name with them `+
		`in it or refuse.`, safe)
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
		v.addSafe(v.span(urlerr.Host), `With the root dot this is the same machine, but another text for checks, cookies `+
			`and certificates.`, safe(strings.TrimRight(host, ".")))
	case ascii.Index(host, ascii.Upper) >= 0 && written[0] != '[':
		v.addSafe(v.span(urlerr.Host), `Hosts have no case: a check that has is passed in the other one.`,
			safe(ascii.ToLower(host)))
	}
}

func (v *view) findHostNotLDH() {
	host := strings.TrimSuffix(v.decodedHost(), ".")
	if host == "" || v.get(urlerr.Host)[0] == '[' {
		return
	}
	if why := notLDH(host); why != "" {
		v.add(v.span(urlerr.Host), `Some programs refuse this as the name of a host: `+why+`.`)
	}
}

// notLDH returns why host breaks the rule of letters, digits and hyphens (RFC 1123 §2.1), or "".
func notLDH(host string) string {
	if len(host) > 253 {
		return `it has more than 253 bytes`
	}
	for label := range strings.SplitSeq(host, ".") {
		switch {
		case label == "":
			return `it has an empty label`
		case len(label) > 63:
			return `a label has more than 63 bytes`
		case label[0] == '-' || label[len(label)-1] == '-':
			return `a label begins or ends with a hyphen`
		case strings.IndexByte(label, '_') >= 0:
			return `it has an underscore`
		}
	}
	return ""
}
