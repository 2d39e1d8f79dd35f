package yarl

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A netloc is the text of an authority, with the spans of its components in this text.
type netloc struct {
	text string
	at   reading.Spans
}

// part returns the text of a component.
func (n *netloc) part(c urlerr.Component) model.Part {
	return model.At(n.text, &n.at, c)
}

// addTo sets the spans of the components in a text that has n at the given offset.
func (n *netloc) addTo(spans *reading.Spans, offset int) {
	for c := urlerr.Authority; c <= urlerr.Port; c++ {
		if span, ok := n.at.Get(c); ok {
			spans.Set(c, span.Start+offset, span.End+offset)
		}
	}
}

// split parses the text of an authority. If a port or host breaks a rule, at is its offset.
func (r *row) split(text string) (n netloc, at int, broken urlerr.Rule) {
	n.text = text
	n.at.Set(urlerr.Authority, 0, len(text))
	host := strings.LastIndexByte(text, '@') + 1
	if host > 0 {
		n.at.Set(urlerr.Userinfo, 0, host-1)
		colon := model.Index(text, 0, host-1, ":")
		if colon > 0 {
			n.at.Set(urlerr.Username, 0, colon)
		}
		if colon < host-1 {
			n.at.Set(urlerr.Password, colon+1, host-1)
		}
	}
	end := model.Index(text, host, len(text), ":")
	port := end
	if open := strings.IndexByte(text[host:], '['); open >= 0 {
		if !r.lax && !isTight(text[host:]) {
			return n, host, ruleBrackets
		}
		host += open + 1
		end = model.Index(text, host, len(text), "]")
		port = model.Index(text, end, len(text), ":")
	}
	if host < end || !r.urlsplit {
		n.at.Set(urlerr.Host, host, end)
	}
	if port+1 >= len(text) {
		return n, at, broken
	}
	if r.canonicalPort(text[port+1:]) == "" {
		return n, port + 1, rulePort
	}
	n.at.Set(urlerr.Port, port+1, len(text))
	return n, at, broken
}

// canonicalPort returns the decimal digits of the number in text, or "" if it is not a port.
func (r *row) canonicalPort(text string) string {
	n, err := str.ParseInt(text, python)
	switch {
	case text == "", err != nil, n < 0, n > 65535, r.urlsplit && !ascii.All(text, ascii.Digit):
		return ""
	case text[0] != '0' && ascii.All(text, ascii.Digit):
		return text
	}
	return strconv.Itoa(n)
}

// makeNetloc returns the authority with the given components. Its text shares memory with the text same if both are
// equal.
func makeNetloc(user, password model.Part, host string, port model.Part, same string) netloc {
	var w model.Writer
	if user.OK || password.OK {
		w.PutUserinfo(user, password)
	}
	if user.Text != "" || password.OK {
		w.Add("@")
	}
	start := w.Len()
	w.Put("", urlerr.Host, model.Present(host))
	if strings.IndexByte(host, '[') >= 0 { // raw_host is host[1:-1]
		w.At.Set(urlerr.Host, start+1, max(start+1, w.Len()-1))
	}
	w.Put(":", urlerr.Port, port)
	w.At.Set(urlerr.Authority, 0, w.Len())
	if !w.Is(same) {
		same = w.String()
	}
	return netloc{same, w.At}
}

// encodeHost returns the normal form of the host cleaned[start:end]. An IPv6 address is in brackets.
func (p *parser) encodeHost(start, end int) (string, error) {
	host := p.cleaned[start:end]
	if host == "" {
		return "", nil
	}
	if p.row.urlsplit || ascii.Is(host[len(host)-1], ascii.Digit) || strings.IndexByte(host, ':') >= 0 {
		address, _, ok := strings.Cut(host, "%25")
		if !ok || p.row.lax {
			address, _, _ = strings.Cut(host, "%")
		}
		if ip, ok := parseIP(address); ok {
			text := ip.String()
			if p.row.urlsplit && ip.Is4In6() { // until 3.13, Python wrote these addresses in hexadecimal
				b := ip.As16()
				text = fmt.Sprintf("::ffff:%x:%x", uint16(b[12])<<8|uint16(b[13]), uint16(b[14])<<8|uint16(b[15]))
			}
			if text != address {
				host = text + host[len(address):]
			}
			if ip.Is6() {
				host = "[" + host + "]"
			}
			return host, nil
		}
	}
	if p.row.urlsplit {
		host = str.Lower(host, python)
	}
	if ascii.Prefix(host) == len(host) {
		return ascii.ToLower(host), nil
	}
	if i := strings.IndexFunc(host, isInvisible); i >= 0 && !p.row.lax {
		return "", p.fault(start+i, urlerr.Host, ruleInvisible)
	}
	name, ok := idna.AppendIDNA2008(nil, host, true)
	if !ok {
		if name, ok = nameprep.AppendToASCII(nil, host); !ok {
			return "", p.fault(start, urlerr.Host, ruleIDNA)
		}
	}
	return string(name), nil
}

// parseIP parses an address like Python's ipaddress.ip_address, which rejects a zone that has a "%".
func parseIP(s string) (ip netip.Addr, ok bool) {
	ip, err := netip.ParseAddr(s)
	return ip, err == nil && !strings.Contains(ip.Zone(), "%")
}

// isInvisible reports whether yarl rejects r in a non-ASCII host because r is invisible.
func isInvisible(r rune) bool {
	return strings.ContainsRune("\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u1806\u3164\uFEFF\uFFA0", r) ||
		r >= 0x180B && r <= 0x180F || r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E ||
		r >= 0x2060 && r <= 0x206F || r >= 0xFE00 && r <= 0xFE0F || r >= 0xFFF0 && r <= 0xFFF8 ||
		r >= 0x1BCA0 && r <= 0x1BCA3 || r >= 0x1D173 && r <= 0x1D17A || r >= 0xE0000 && r <= 0xE0FFF
}
