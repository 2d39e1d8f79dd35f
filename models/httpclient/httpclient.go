package httpclient

import (
	"strconv"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/text/percent"
	"earl.example/models/javanet"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the target of HttpGet(url) in one release of Apache HttpClient. The zero Dialect models the newest
// supported release. It implements [reading.Releases] and [reading.Resolver].
type Dialect = model.ResolvingDialect[program]

type program struct{}

func (program) Name() string       { return "httpclient" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release

	// version4 means that a registry-based authority is decoded before it is split, that a port can be any int, and that
	// redirect4 resolves references.
	version4 bool
}

var table = model.Releases[row]{
	{Release: "5.6.5"},
	{Release: "5.4.1"},
	{Release: "4.5.14", version4: true},
}

// Read sets r to the reading of url. HttpClient connects to the host and the port. The other components are the results
// of java.net.URI.
func (p program) Read(r *reading.Reading, release uint8, url string) error {
	javanet.Dialect{}.Read(r, url)
	if err := r.Err(); err != nil {
		return model.Renamed(err, p.Name())
	}
	fail := func(c urlerr.Component, rule urlerr.Rule) error {
		span, ok := r.InInput(c)
		if !ok {
			span.Start = -1
		}
		return &urlerr.Error{Dialect: "httpclient", Input: url, Offset: span.Start, Component: c, Rule: rule}
	}
	if _, absolute := r.Scheme(); !absolute {
		return fail(urlerr.Scheme, ruleScheme)
	}
	authority, _ := r.Authority()
	host, isServer := r.Host()
	text, _ := r.Port()
	port, _ := model.JavaInt(text)
	if !isServer {
		if table[release].version4 {
			authority = decode(authority)
		}
		var isNumber bool
		if _, host, port, isNumber = split(authority); !isNumber {
			return fail(urlerr.Authority, rulePort)
		}
	}
	switch {
	case host == "" || strings.ContainsFunc(host, model.IsJavaSpace):
		return fail(urlerr.Authority, ruleHost)
	case !table[release].version4 && !isPort(port):
		return fail(urlerr.Authority, rulePort)
	case !isServer:
		write(r, url, host, model.Part{Text: strconv.Itoa(port), OK: port != -1})
	}
	return nil
}

// split splits a registry-based authority. If there is no port, port is -1. If the port is not a number, ok is false.
func split(authority string) (userinfo, host string, port int, ok bool) {
	at := strings.IndexByte(authority, '@')
	host, text, _ := strings.Cut(authority[at+1:], ":")
	if port, ok = model.JavaInt(text); text == "" {
		port, ok = -1, true
	}
	return authority[:max(0, at)], host, port, ok
}

// isPort reports whether HttpClient 5 accepts a port.
func isPort(port int) bool { return port >= -1 && port <= 65535 }

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
	octets, _ := percent.DecodeString(s, false)
	return model.Java.Decode(octets)
}

const docs = "https://hc.apache.org/"

// The rules that a URL can break. The rules of java.net.URI are in package javanet.
var (
	ruleScheme = cite.Page("HttpGet", docs, "Target host is not specified", "//h/", urlerr.BadScheme)
	ruleHost   = cite.Page("HttpGet", docs, "URI does not specify a valid host name", "mailto:a", urlerr.BadHost)
	rulePort   = cite.Page("HttpGet", docs, "invalid port", "http://a_b:x/", urlerr.BadPort)
)
