package urllib

import (
	"net/netip"
	"strings"

	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

const slashes = "//"

type netloc struct {
	text    string
	version Version
	bytes   bool // the text is bytes
}

func (n netloc) username() (string, bool) {
	at := strings.LastIndexByte(n.text, '@')
	username, _, _ := strings.Cut(n.text[:max(at, 0)], ":")
	return username, at >= 0
}

func (n netloc) password() (string, bool) {
	at := strings.LastIndexByte(n.text, '@')
	_, password, ok := strings.Cut(n.text[:max(at, 0)], ":")
	return password, ok
}

func (n netloc) hostname() (string, bool) {
	c := cutNetloc(n.text)
	host := n.lower(n.text[c.host:c.hostEnd])
	return host, host != ""
}

// lower returns host in lower case, but leaves a zone unchanged. CPython treats any "%" as the start of a zone.
func (n netloc) lower(host string) string {
	name, _, _ := strings.Cut(host, "%")
	if n.bytes {
		return ascii.ToLower(name) + host[len(name):]
	}
	if lower := str.Lower(name, n.version.release()); lower != name {
		return lower + host[len(name):]
	}
	return host
}

func (n netloc) port() (port int, ok bool, err error) {
	c := cutNetloc(n.text)
	text := c.portOf(n.text)
	if text == "" {
		return port, ok, nil
	}
	port, ok, rule, message := n.readPort(text)
	if !ok {
		err = portError(rule, message, slashes+n.text[:c.port], text)
	}
	return port, ok, err
}

func portError(rule urlerr.Rule, message, input, port string) *Error {
	err := valueError(rule, message, input, len(input), urlerr.Port)
	asPassword := "//::" + port // some dialect may find a password in the port
	err.at.Private = urlerr.Redact(asPassword) != asPassword
	return err
}

// readPort returns the number of a port, or the broken rule and Python's message.
func (n netloc) readPort(text string) (port int, ok bool, rule urlerr.Rule, message string) {
	port, ok, bad := n.number(text)
	switch {
	case bad != nil:
		return 0, false, rulePort, bad.(*str.Exception).Text
	case !ok:
		message := []byte("Port could not be cast to integer value as ")
		return 0, false, rulePort, string(appendRepr(message, text, n.bytes, n.version))
	case port < 0 || port > 65535:
		return 0, false, rulePortRange, "Port out of range 0-65535"
	}
	return port, true, rule, ""
}

// number parses a port: ASCII digits or, in older releases, the argument of int(). An error means that the number has
// too many digits.
func (n netloc) number(text string) (value int, ok bool, err error) {
	onlyDigits := n.version.has(asciiPort)
	if onlyDigits && !ascii.All(text, ascii.Digit) || n.bytes && ascii.Index(text, ascii.NonASCII) >= 0 {
		return 0, false, nil // int() of bytes accepts ASCII digits only
	}
	if value, err = str.ParseInt(text, n.version.release()); onlyDigits {
		return value, true, err
	}
	return value, err == nil, nil
}

// checkNetloc checks a netloc like urlsplit: first the square brackets, then the non-ASCII characters. url is the
// input, and s is the cleaned input. start is the offset of netloc in s.
func (in interpreter) checkNetloc(netloc string, start int, s, url string) error {
	fail := func(rule urlerr.Rule, text string, at int) error {
		components := map[urlerr.Kind]urlerr.Component{
			urlerr.BadUserinfo: urlerr.Userinfo, urlerr.BadHost: urlerr.Host, urlerr.BadPort: urlerr.Port,
		}
		source := in.source(url, s)
		return valueError(rule, text, url, source.Start(start+at), components[rule.Kind])
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
	host, start := netloc, 0
	if in.has(tightBrackets) {
		// Brackets in the userinfo are ignored. So it is possible that the host has no brackets.
		start = strings.LastIndexByte(netloc, '@') + 1
		host = netloc[start:]
		open, shut = strings.IndexByte(host, '['), strings.IndexByte(host, ']')
		switch {
		case open > 0:
			return ruleOutsideBrackets, invalid, start
		case open == 0 && shut >= 0 && shut+1 < len(host) && host[shut+1] != ':':
			return ruleOutsideBrackets, invalid, start + shut + 1
		}
	}
	end := "]"
	if open < 0 {
		end = ":" // of a host without brackets
	}
	host, _, _ = strings.Cut(host[open+1:], end)
	rule, text = in.checkAddress(host)
	return rule, text, start + open + 1
}

// checkAddress checks that host is an IPv6 address or an IPvFuture. It returns the broken rule and Python's message. If
// host is valid, the message is "".
func (in interpreter) checkAddress(host string) (urlerr.Rule, string) {
	if strings.HasPrefix(host, "v") || in.has(upperV) && strings.HasPrefix(host, "V") {
		// Python's pattern also rejects newlines, but every release that checks addresses has removed them from the URL.
		if i := ascii.Skip(host, 1, ascii.HexDigit); i == 1 || i+1 >= len(host) || host[i] != '.' {
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
