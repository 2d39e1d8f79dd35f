package urllib

import (
	"net/netip"
	"strings"

	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// checkNetloc checks a netloc like urlsplit: first the square brackets, then the non-ASCII characters. url is the
// input, and s is the cleaned input. start is the offset of netloc in s.
func (in interpreter) checkNetloc(netloc string, start int, s, url string) error {
	fail := func(rule urlerr.Rule, text string, at int) error {
		source := in.source(url, s)
		return valueError(rule, text, url, source.Start(start+at), netlocComponent(rule))
	}
	if rule, text, at := in.checkBrackets(netloc); text != "" {
		return fail(rule, text, at)
	}
	if at := idna.IndexDelimiter(netloc, "/?#@:"); at >= 0 {
		text := "netloc '" + netloc + "' contains invalid characters under NFKC normalization"
		return fail(ruleNFKC.at(netloc, at), text, at)
	}
	return nil
}

// checkBrackets checks the square brackets of netloc. It returns the broken rule, Python's message, and the offset in
// netloc. If no rule is broken, the message is "".
func (in interpreter) checkBrackets(netloc string) (rule urlerr.Rule, text string, at int) {
	const invalid = "Invalid IPv6 URL"
	open, shut := strings.IndexByte(netloc, '['), strings.IndexByte(netloc, ']')
	switch {
	case open < 0 && shut < 0:
		return rule, "", 0
	case open < 0 || shut < 0:
		at = max(open, shut)
		return ruleBrackets.at(netloc, at), invalid, at
	case !in.has(checkBrackets):
		return rule, "", 0
	}
	host := netloc
	start := 0
	if in.has(tightBrackets) {
		// Brackets in the userinfo are ignored. So it is possible that the host has no brackets.
		start = strings.LastIndexByte(netloc, '@') + 1
		host = netloc[start:]
		open = strings.IndexByte(host, '[')
		if open < 0 {
			host, _, _ = strings.Cut(host, ":")
			rule, text = in.checkAddress(host)
			return rule, text, start
		}
		if open > 0 {
			return ruleOutsideBrackets, invalid, start
		}
		if shut = strings.IndexByte(host, ']'); shut >= 0 && shut+1 < len(host) && host[shut+1] != ':' {
			return ruleOutsideBrackets, invalid, start + shut + 1
		}
	}
	start += open + 1
	host, _, _ = strings.Cut(host[open+1:], "]")
	rule, text = in.checkAddress(host)
	return rule, text, start
}

// checkAddress checks that host is an IPv6 address or an IPvFuture. It returns the broken rule and Python's message. If
// host is valid, the message is "".
func (in interpreter) checkAddress(host string) (urlerr.Rule, string) {
	if strings.HasPrefix(host, "v") || in.has(upperV) && strings.HasPrefix(host, "V") {
		if !isIPvFuture(host) {
			return ruleAddress, "IPvFuture address is invalid"
		}
		return urlerr.Rule{}, ""
	}
	// Python's module ipaddress rejects a zone that contains "%". Package netip accepts it.
	address, zone, hasZone := strings.Cut(host, "%")
	ip, err := netip.ParseAddr(address)
	switch {
	case err != nil, hasZone && (zone == "" || strings.Contains(zone, "%") || ip.Is4()):
		repr := str.AppendRepr(nil, host, in.version.release())
		return ruleAddress, string(repr) + " does not appear to be an IPv4 or IPv6 address"
	case ip.Is4():
		return ruleAddress, "An IPv4 address cannot be in brackets"
	}
	return urlerr.Rule{}, ""
}

// isIPvFuture reports whether host, which begins with "v" or "V", is an IPvFuture. Python's pattern also rejects
// newlines, but every release that checks addresses has removed the newlines of the URL.
func isIPvFuture(host string) bool {
	i := ascii.Skip(host, 1, ascii.HexDigit)
	return i > 1 && i+1 < len(host) && host[i] == '.'
}
