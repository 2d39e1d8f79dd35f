package urllib

import (
	"strings"

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
	cut := strings.IndexByte(host, '%')
	if cut < 0 {
		cut = len(host)
	}
	if n.bytes {
		return ascii.ToLower(host[:cut]) + host[cut:]
	}
	if lower := str.Lower(host[:cut], n.version.release()); lower != host[:cut] {
		return lower + host[cut:]
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
	err.at.Private = endsPassword(port)
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

// endsPassword reports whether some dialect finds a password in s, a text after a colon.
func endsPassword(s string) bool {
	s = "//::" + s
	return urlerr.Redact(s) != s
}

// number parses a port: ASCII digits or, in older releases, the argument of int(). An error means that the number has
// too many digits.
func (n netloc) number(text string) (value int, ok bool, err error) {
	release := n.version.release()
	if n.version.has(asciiPort) {
		if !ascii.All(text, ascii.Digit) {
			return 0, false, nil
		}
		value, err = str.ParseInt(text, release)
		return value, true, err
	}
	if n.bytes && ascii.Index(text, ascii.NonASCII) >= 0 {
		return 0, false, nil // int() of bytes accepts ASCII digits only
	}
	value, err = str.ParseInt(text, release)
	return value, err == nil, nil
}
