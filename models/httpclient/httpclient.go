package httpclient

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"earl.example/internal/model"
	"earl.example/internal/text/percent"
	"earl.example/models/javanet"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the target of HttpGet(url) in one release of Apache HttpClient. The zero Dialect models the newest
// supported release. It implements [reading.Releases].
type Dialect = model.Dialect[program]

type program struct{}

func (program) Name() string       { return "httpclient" }
func (program) Table() model.Table { return table }

// A row says how a release differs from the newest release.
type row struct {
	model.Release

	// decoded means that a registry-based authority is decoded before it is split, and that a port can be any int.
	decoded bool
}

var table = model.Releases[row]{
	{Release: "5.6.5"},
	{Release: "5.4.1"},
	{Release: "4.5.14", decoded: true},
}

// Read sets r to the reading of url. The host and the port are the ones of the HttpHost to which HttpClient connects.
// The other components are the ones of java.net.URI.
func (program) Read(r *reading.Reading, release uint8, url string) {
	javanet.Dialect{}.Read(r, url)
	if e, ok := errors.AsType[*urlerr.Error](r.Err()); ok {
		own := *e
		own.Dialect = "httpclient"
		r.Reject(&own)
		return
	}
	fail := func(c urlerr.Component, rule urlerr.Rule) {
		span, ok := r.InInput(c)
		if !ok {
			span.Start = -1
		}
		r.Reset(url)
		r.Reject(&urlerr.Error{Dialect: "httpclient", Input: url, Offset: span.Start, Component: c, Rule: rule})
	}
	if _, absolute := r.Scheme(); !absolute {
		fail(urlerr.Scheme, ruleScheme)
		return
	}
	authority, ok := r.Authority()
	if !ok {
		fail(urlerr.Authority, ruleHost)
		return
	}
	host, isServer := r.Host()
	port, hasPort := r.Port()
	if !isServer {
		if table[release].decoded {
			authority = decode(authority)
		}
		host = authority[strings.IndexByte(authority, '@')+1:]
		if host, port, hasPort = strings.Cut(host, ":"); port != "" {
			n, ok := model.JavaInt(port)
			if !ok {
				fail(urlerr.Authority, rulePort)
				return
			}
			port = strconv.Itoa(n)
		}
	}
	if host == "" || strings.ContainsFunc(host, isBlank) {
		fail(urlerr.Authority, ruleHost)
		return
	}
	n, _ := model.JavaInt(port)
	if !table[release].decoded && (n < -1 || n > 65535) {
		fail(urlerr.Authority, rulePort)
		return
	}
	hasPort = hasPort && port != "" && n != -1
	if isServer {
		return
	}
	write(r, url, host, model.Part{Text: port, OK: hasPort})
}

// write adds host and port, which java.net.URI does not have, to the reading r.
func write(r *reading.Reading, url, host string, port model.Part) {
	var w model.Writer
	var in reading.Spans
	href := r.Href()
	w.Add(href)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			w.Put("", c, model.Present(value))
		}
		if span, ok := r.InInput(c); ok {
			in.Set(c, span.Start, span.End)
		}
	}
	span, _ := in.Get(urlerr.Authority)
	start := span.Start + strings.IndexByte(url[span.Start:span.End], '@') + 1
	if start > span.Start+1 {
		in.SetUserinfo(url, span.Start, start-1)
	}
	end := model.Index(url, start, span.End, ":")
	in.Set(urlerr.Host, start, end)
	if w.Put("", urlerr.Host, model.Present(host)); port.OK {
		w.Put("", urlerr.Port, port)
		in.Set(urlerr.Port, min(end+1, span.End), span.End)
	}
	r.Reset(url)
	w.Accept(r, len(href), &in)
}

// decode decodes the escapes of s as URI.getAuthority does.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		var octets []byte
		for ; i < len(s) && s[i] == '%' && percent.IsEscape(s, i); i += 3 {
			octets = append(octets, percent.Octet(s, i))
		}
		if b.WriteString(model.Java.Decode(string(octets))); i < len(s) {
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}

// isBlank reports whether Character.isWhitespace holds for r.
func isBlank(r rune) bool {
	switch r {
	case '\u00A0', '\u2007', '\u202F':
		return false
	}
	return r >= '\t' && r <= '\r' || r >= 0x1C && r <= 0x1F || unicode.Is(unicode.Z, r)
}

// The rules that a URL can break. The rules of java.net.URI are in package javanet.
var (
	ruleScheme = rule("Target host is not specified", "//h/", urlerr.BadScheme)
	ruleHost   = rule("URI does not specify a valid host name", "mailto:a", urlerr.BadHost)
	rulePort   = rule("invalid port", "http://a_b:x/", urlerr.BadPort)
)

func rule(name, example string, kind urlerr.Kind) urlerr.Rule {
	return urlerr.Rule{Name: name, Section: "HttpGet", Address: "https://hc.apache.org/", Example: example, Kind: kind}
}
