package audit

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// This file finds what is odd about the host.

// hostSpan is where the host stands, or the whole text.
func (v *view) hostSpan() earl.Span {
	if v.host.Present() && v.host.Start < v.host.End {
		return v.host
	}
	if v.hostport.Present() {
		return v.hostport
	}
	return span(0, len(v.text))
}

// bareHost is the host of the view, decoded (RFC 3986 §7.3).
func (v *view) bareHost() string {
	host, _ := percent.DecodeString(v.host.Of(v.text), false)
	return host
}

func (v *view) findBracketHostJunk() {
	host := v.hostport.Of(v.text)
	open, shut := strings.IndexByte(host, '['), strings.IndexByte(host, ']')
	if open < 0 && shut < 0 {
		return
	}
	if open == 0 && shut > 0 && strings.Count(host, "[") == 1 && strings.Count(host, "]") == 1 && (shut+1 == len(host) || host[shut+1] == ':') {
		inside := host[1:shut]
		address, _, _ := strings.Cut(inside, "%")
		if addr, err := netip.ParseAddr(address); err == nil && addr.Is6() || isIPvFuture(inside) {
			return
		}
	}
	v.add(v.hostport, `Brackets are for an IPv6 address and nothing else: of other text in or beside them programs make different hosts.`)
}

// isIPvFuture reports whether s is IPvFuture = "v" 1*HEXDIG "." 1*( … ), RFC 3986
// §3.2.2.
func isIPvFuture(s string) bool {
	if len(s) < 4 || s[0]|0x20 != 'v' {
		return false
	}
	version, rest, dot := strings.Cut(s[1:], ".")
	return dot && version != "" && ascii.All(version, ascii.HexDigit) && rest != "" && ascii.All(rest, ascii.Unreserved|ascii.SubDelim|ascii.GenDelim) && !strings.ContainsAny(rest, "[]/?#@")
}

func (v *view) findIPvFuture() {
	host := v.host.Of(v.text)
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") && isIPvFuture(host[1:len(host)-1]) {
		v.add(v.host, `An address of a future version of IP: RFC 3986 and Python take it, the others refuse.`)
	}
}

func (v *view) findIPv4Nonstandard() {
	for i := range v.hosts {
		h := &v.hosts[i]
		if !h.value.IsAddr() || !h.value.Addr.Is4() {
			continue
		}
		if h.text == h.value.Addr.String() {
			continue
		}
		v.addSafe(v.hostSpan(), `This is the address `+h.value.Addr.String()+` to browsers, curl and many resolvers, and a name to others: compare the number, not the text.`,
			v.withHost(h.value.Addr.String()))
		return
	}
}

// withHost returns the text with another host, "" if it has none to replace, or
// if the other one has what could end it.
func (v *view) withHost(host string) string {
	if !v.host.Present() || v.host.Start == v.host.End || host == "" || host[0] != '[' && !ascii.All(host, ascii.Unreserved|ascii.NonASCII) {
		return ""
	}
	return v.replace(v.host, host)
}

func (v *view) findIPv4BadNumber() {
	if strings.HasPrefix(v.host.Of(v.text), "[") {
		return
	}
	for i := range v.hosts {
		h := &v.hosts[i]
		if ipaddr.EndsInNumber(h.value.Name) {
			v.add(v.hostSpan(), `The last label is a number, but this is no IPv4 address: browsers refuse it, others look up a name.`)
			return
		}
	}
}

func (v *view) findIPv6EmbedsIPv4() {
	for i := range v.hosts {
		h := &v.hosts[i]
		if inner, kind, ok := ipaddr.Embedded(h.value.Addr); ok {
			v.add(v.hostSpan(), `This IPv6 address holds the IPv4 address `+inner.String()+`: `+kind+`.`)
			return
		}
	}
}

func (v *view) findIPv6Zone() {
	host := v.host.Of(v.text)
	if i := strings.IndexByte(host, '%'); i > 0 && host[0] == '[' && strings.IndexByte(host, ':') > 0 {
		safe := ""
		if end := strings.IndexByte(host, ']'); end > i {
			safe = v.withHost(host[:i] + host[end:])
		}
		v.addSafe(span(v.host.Start+i, v.host.End), `A zone belongs to one machine alone, and programs do not agree on how it is written, or whether it may be.`, safe)
	}
}

func (v *view) findSpaceOrDelimHost() {
	host := v.bareHost()
	if strings.ContainsAny(host, " \"<>^`{|}") {
		v.add(v.hostSpan(), `No host has such a character: some programs refuse it, others end the host there or look it up.`)
	}
}

func (v *view) findHostUnicodeMapping() {
	host := v.bareHost()
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
				v.addSafe(v.hostSpan(), `Browsers turn these characters into plain ASCII, and so reach another host than programs that keep them.`, v.withHost(whole))
				return
			}
		}
	}
}

// dropIgnored is for strings.Map: it drops what UTS #46 ignores.
func dropIgnored(r rune) rune {
	if idna.IsIgnored(r) {
		return -1
	}
	return r
}

func (v *view) findHostNFKCDelimiter() {
	host := v.bareHost()
	for i, r := range host {
		if r >= '⁇' && r <= '＠' && strings.ContainsRune("⁇⁈⁉℀℁℅℆⩴︓︖﹕﹖﹟﹫＃／：？＠", r) {
			at := v.hostSpan()
			if host == v.host.Of(v.text) {
				at = span(v.host.Start+i, v.host.Start+i+utf8.RuneLen(r))
			}
			v.add(at, `A program that normalises the host (NFKC) finds a delimiter in this character, and so another host.`)
			return
		}
	}
}

func (v *view) findHostIgnorable() {
	host := v.bareHost()
	if strings.ContainsFunc(host, idna.IsIgnored) {
		v.addSafe(v.hostSpan(), `There is a character in the host that cannot be seen and that browsers drop: the name is another one than it seems.`,
			v.withHost(strings.Map(dropIgnored, host)))
	}
}

func (v *view) findIDNADeviation() {
	if strings.ContainsAny(v.bareHost(), "ßẞς\u1806\u200c\u200d") {
		v.add(v.hostSpan(), `IDNA of 2003 and of 2008 make different names of this character, such as fass.de and xn--fa-hia.de of faß.de.`)
	}
}

func (v *view) findFakeALabel() {
	host := ascii.ToLower(v.bareHost())
	if !strings.Contains(host, "xn--") {
		return
	}
	for label := range strings.SplitSeq(host, ".") {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		unicode, err := idna.AppendToUnicode(nil, label, idna.Options{})
		if err == nil {
			back, err := idna.AppendToASCII(nil, string(unicode), idna.Options{})
			if err == nil && string(back) == label {
				continue
			}
		}
		v.add(v.hostSpan(), `This label looks like Punycode and stands for no name: programs show or look up different things.`)
		return
	}
}

func (v *view) findHostPercentEncoded() {
	host := v.host.Of(v.text)
	if i := strings.IndexByte(host, '%'); i >= 0 && host[0] != '[' {
		safe := ""
		if decoded := v.bareHost(); ascii.All(decoded, ascii.Unreserved) {
			safe = v.withHost(decoded)
		}
		v.addSafe(v.host, `Browsers and curl decode escapes in a host, other programs look up the name with them in it or refuse.`, safe)
	}
}

func (v *view) findHostTrailingDotCase() {
	written := v.host.Of(v.text)
	if written == "" {
		return
	}
	host := v.bareHost() // decoded, as escapes have letters that are none of the host
	safe := func(host string) string {
		if strings.IndexByte(written, '%') >= 0 && !ascii.All(host, ascii.Unreserved) {
			return ""
		}
		return v.withHost(host)
	}
	switch {
	case strings.HasSuffix(host, "."):
		v.addSafe(v.host, `With the root dot this is the same machine, but another text for checks, cookies and certificates.`, safe(strings.TrimRight(host, ".")))
	case ascii.Index(host, ascii.Upper) >= 0 && written[0] != '[':
		v.addSafe(v.host, `Hosts have no case: a check that has is passed in the other one.`, safe(ascii.ToLower(host)))
	}
}

func (v *view) findHostNotLDH() {
	host := strings.TrimSuffix(v.bareHost(), ".")
	if host == "" || v.host.Of(v.text)[0] == '[' {
		return
	}
	const refused = `Some programs refuse this as the name of a host: `
	if len(host) > 253 {
		v.add(v.host, refused+`it has more than 253 bytes.`)
		return
	}
	for label := range strings.SplitSeq(host, ".") {
		switch {
		case label == "":
			v.add(v.host, refused+`it has an empty label.`)
		case len(label) > 63:
			v.add(v.host, refused+`a label has more than 63 bytes.`)
		case label[0] == '-' || label[len(label)-1] == '-':
			v.add(v.host, refused+`a label begins or ends with a hyphen.`)
		case strings.IndexByte(label, '_') >= 0:
			v.add(v.host, refused+`it has an underscore.`)
		default:
			continue
		}
		return
	}
}

func (v *view) findDestInternal() {
	inner := v
	for depth, at := 0, v.nested(); depth < maxNested && at.Present(); depth++ {
		inner = newView(&Report{Input: at.Of(inner.input)}, nil)
		at = inner.nested()
	}
	for i := range inner.hosts {
		if why := inner.hosts[i].value.Internal(); why != "" && inner != v {
			v.addInput(v.nested(), `The URL inside this one leads to no place on the public Internet: `+why+`.`, "")
			return
		}
	}
	for i := range v.hosts {
		if v.scheme == "file" && v.hosts[i].value.Name == "localhost" {
			continue // a file here, and no request
		}
		if why := v.hosts[i].value.Internal(); why != "" {
			v.add(v.hostSpan(), `To some reader this is no place on the public Internet: `+why+`.`)
			return
		}
	}
	if why := ParseHost(v.lateHost()).Internal(); why != "" {
		v.add(span(v.authority.End, len(v.text)), `Old programs end the host at a slash alone and take what follows the "@" for it, which is no place on the public Internet: `+why+`.`)
	}
}
