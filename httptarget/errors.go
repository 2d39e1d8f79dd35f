package httptarget

import (
	"errors"

	"earl.example/urlerr"
)

const (
	http1 = "https://www.rfc-editor.org/rfc/rfc9112#section-"
	http  = "https://www.rfc-editor.org/rfc/rfc9110#section-"
)

var (
	ruleText = urlerr.Rule{Name: "request-line", Section: "RFC 9112 §3", Address: http1 + "3", Example: "/a b",
		Kind: urlerr.BadText, Problem: "space or control character in request target", Fix: "percent-encode it as %e"}
	ruleFragment = urlerr.Rule{Name: "request-target", Section: "RFC 9112 §3.2", Address: http1 + "3.2", Example: "/a#b",
		Kind: urlerr.BadFragment, Problem: "fragment in request target", Fix: `remove it, or write "#" as %23`}
	ruleForm = urlerr.Rule{Name: "request-target", Section: "RFC 9112 §3.2", Address: http1 + "3.2", Example: "h/a",
		Kind: urlerr.BadScheme, Problem: "unknown form of request target", Fix: `begin it with "/", or a scheme and a host`}
	ruleHost = urlerr.Rule{Name: "http-URI", Section: "RFC 9110 §4.2", Address: http + "4.2", Example: "http:///a",
		Kind: urlerr.BadHost, Problem: "http or https URI without a host", Fix: `write "//" and a host after the scheme`}
	ruleAuthority = urlerr.Rule{Name: "uri-host", Section: "RFC 9110 §7.2", Address: http + "7.2", Example: "u@h",
		Kind: urlerr.BadHost, Problem: "host and port expected", Fix: "write a host, and perhaps \":\" and a port"}
	rulePort = urlerr.Rule{Name: "authority-form", Section: "RFC 9112 §3.2.3", Address: http1 + "3.2.3", Example: "h",
		Kind: urlerr.BadPort, Problem: "target of CONNECT without a port", Fix: `add one, as in "h:443"`}
	ruleAsterisk = urlerr.Rule{Name: "asterisk-form", Section: "RFC 9112 §3.2.4", Address: http1 + "3.2.4", Example: "*",
		Kind: urlerr.BadPath, Problem: `"*" with a method other than OPTIONS`, Fix: `begin the target with "/"`}
	ruleScheme = urlerr.Rule{Name: "target URI", Section: "RFC 9112 §3.3", Address: http1 + "3.3", Example: "",
		Kind: urlerr.BadScheme, Problem: "invalid scheme of a target URI", Fix: `use "http" or "https"`}
)

func fail(rule *urlerr.Rule, input string, offset int, in urlerr.Component) error {
	return &urlerr.Error{Dialect: "httptarget", Input: input, Offset: offset, Component: in, Rule: *rule}
}

// moved returns the error of rfc3986 about "//" + authority as an error about authority.
func moved(err error, authority string) error {
	e, _ := errors.AsType[*urlerr.Error](err) // package rfc3986 has no other errors
	at := *e
	at.Dialect, at.Input, at.Offset = "httptarget", authority, e.Offset-len("//")
	return &at
}
