package urllib

import (
	"fmt"
	"log/slog"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Netloc computes the attributes that Python's results derive from their
// netloc: username, password, hostname and port. Nothing is decoded.
//
// The methods of the results do the same for the default release.
type Netloc struct {
	text    string
	version Version
	bytes   bool // the text came from bytes: lower-case ASCII only, show b''
}

// Netloc returns the reader of netloc's attributes as py's release has them.
func (py Python) Netloc(netloc string) Netloc {
	return Netloc{text: netloc, version: py.Version}
}

// NetlocBytes is Netloc for the netloc of one of the Bytes results.
func (py Python) NetlocBytes(netloc []byte) Netloc {
	return Netloc{text: string(netloc), version: py.Version, bytes: true}
}

// String returns the netloc with its password masked, as is fit for logs.
func (n Netloc) String() string {
	// The slashes say that no scheme comes first.
	return strings.TrimPrefix(urlerr.Redact(slashes+n.text), slashes)
}

// slashes precede a netloc in a URL.
const slashes = "//"

// Format prints String by any verb of fmt, so that none shows a password.
func (n Netloc) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), n.String())
}

// LogValue gives the netloc to log/slog with its password masked.
func (n Netloc) LogValue() slog.Value { return slog.StringValue(n.String()) }

// userinfo returns what stands before the last "@", if there is one.
func (n Netloc) userinfo() (string, bool) {
	at := strings.LastIndexByte(n.text, '@')
	return n.text[:max(at, 0)], at >= 0
}

// Username returns the text before the first ":" of what stands before the
// last "@". It reports false where Python says None: without "@".
func (n Netloc) Username() (string, bool) {
	userinfo, ok := n.userinfo()
	username, _, _ := strings.Cut(userinfo, ":")
	return username, ok
}

// Password returns the text after the first ":" of what stands before the
// last "@". It reports false where Python says None: without "@" or ":".
func (n Netloc) Password() (string, bool) {
	userinfo, _ := n.userinfo()
	_, password, ok := strings.Cut(userinfo, ":")
	return password, ok
}

// Hostname returns the host without brackets, its letters before any "%" in
// lower case: all letters of Unicode for str, those of ASCII for bytes. It
// reports false where Python says None: for an empty host.
func (n Netloc) Hostname() (string, bool) {
	c := cutNetloc(n.text)
	host := n.hostname(n.text[c.host:c.hostEnd])
	return host, host != ""
}

// hostname returns host in lower case, but for a zone. CPython takes any "%" for the sign of one.
func (n Netloc) hostname(host string) string {
	cut := strings.IndexByte(host, '%')
	if cut < 0 {
		cut = len(host)
	}
	name := host[:cut]
	lower := name
	if n.bytes {
		lower = ascii.ToLower(name)
	} else {
		lower = str.Lower(name, n.version.release())
	}
	if lower == name {
		return host
	}
	return lower + host[cut:]
}

// Port returns the port as a number from 0 to 65535. It reports false where
// Python says None: without a port or with an empty one. A port that is no
// number or out of range is an error here, and only here: no function that
// splits a URL looks at it. A scheme's default port is never supplied.
//
// The error's input is the netloc with the "//" before it, up to the port:
// what a careless writer puts there may be the start of a password that holds
// a slash. Where the port has what other readers take for an at sign, the
// password may have begun before, and messages show nothing of the input.
func (n Netloc) Port() (port int, ok bool, err error) {
	c := cutNetloc(n.text)
	text := c.portOf(n.text)
	if text == "" {
		return 0, false, nil
	}
	port, ok, rule, message := n.readPort(text)
	if ok {
		return port, true, nil
	}
	return 0, false, portError(rule, message, slashes+n.text[:c.port], text)
}

// portError returns the error of a port that follows input.
func portError(rule urlerr.Rule, message, input, port string) error {
	err := valueError(rule, message, input, len(input), urlerr.Port)
	err.at.Private = endsPassword(port)
	return err
}

// readPort returns the number of a port, or the rule that it breaks and Python's text.
func (n Netloc) readPort(text string) (port int, ok bool, rule urlerr.Rule, message string) {
	digitsOnly := n.version.quirks()&asciiPort != 0
	port, ok, bad := n.number(text, digitsOnly)
	switch {
	case bad != nil:
		return 0, false, rulePort, bad.(*str.Exception).Text
	case !ok:
		return 0, false, rulePort, "Port could not be cast to integer value as " + n.repr(text)
	case port < 0 || port > 65535:
		return 0, false, rulePortRange, "Port out of range 0-65535"
	}
	return port, true, rule, ""
}

// endsPassword reports whether s, which follows a colon, ends a password in the
// eyes of some reader.
func endsPassword(s string) bool {
	s = "//::" + s
	return urlerr.Redact(s) != s
}

// number reads a port: as ASCII digits, or as int() reads any number. The error
// is that of a number with too many digits, where CPython lets it through.
func (n Netloc) number(text string, digitsOnly bool) (value int, ok bool, err error) {
	release := n.version.release()
	if digitsOnly {
		return str.ParseDigits(text, release)
	}
	if n.bytes && ascii.Index(text, ascii.NonASCII) >= 0 {
		return 0, false, nil // int() of bytes knows no digits beyond ASCII
	}
	value, err = str.ParseInt(text, release)
	return value, err == nil, nil
}

// repr returns Python's repr of a part of the netloc.
func (n Netloc) repr(s string) string {
	if n.bytes {
		return string(str.AppendBytesRepr(nil, []byte(s)))
	}
	return string(str.AppendRepr(nil, s, n.version.release()))
}
