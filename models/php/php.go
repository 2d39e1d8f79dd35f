package php

import (
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models parse_url of one release of PHP. The zero Dialect models the newest supported release. It implements
// [reading.Dialect] and [reading.Releases]. The Href of a reading is the URL with "_" in place of control characters.
type Dialect = model.Dialect[program]

type program struct{}

func (program) Name() string       { return "php" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release
	emptyAbsent bool // parse_url reports an empty query or fragment as absent
}

var table = model.Releases[row]{
	{Release: "8.5.7"}, {Release: "8.4.27"}, {Release: "8.2.36"}, {Release: "7.4.33", emptyAbsent: true},
}

func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], url: url}
	if err := p.run(); err != nil {
		return err
	}
	var w model.Writer
	w.Add(p.clean())
	href := w.Len()
	w.At = p.in
	if span, ok := p.in.Get(urlerr.Port); p.port != "" && !(ok && url[span.Start:span.End] == p.port) {
		w.Put("", urlerr.Port, model.Present(p.port))
	}
	w.Accept(r, href, &p.in)
	return nil
}

// clean returns the URL with "_" in place of control characters.
func (p *parser) clean() string {
	if ascii.Index(p.url, ascii.C0Set) < 0 {
		return p.url
	}
	text := []byte(p.url)
	for i, c := range text {
		if c < ' ' || c == 0x7F {
			text[i] = '_'
		}
	}
	return string(text)
}

const address = "https://www.php.net/manual/en/function.parse-url.php"

var (
	ruleHost = cite.Page("parse_url", address, "empty host: parse_url returns false", "http:///a", urlerr.BadHost)
	rulePort = cite.Page("parse_url", address, "port that is not a number up to 65535 of at most five characters",
		"http://h:65536/", urlerr.BadPort)
)

// A parser holds the state of one call of parse_url.
type parser struct {
	row  *row
	url  string
	in   reading.Spans
	port string // decimal, without leading zeros, or "" if absent
}

// maxPort is the maximum length of a port in bytes.
const maxPort = 5

func (p *parser) run() error {
	scheme := strings.IndexByte(p.url, ':')
	switch {
	case scheme < 0:
		return p.withoutScheme()
	case model.SchemeLen(p.url) == 0:
		if scheme == 0 || scheme+1 < len(p.url) && !strings.ContainsAny(p.url[:scheme], "?#") {
			return p.hostAndPort(scheme)
		}
		return p.withoutScheme()
	}
	rest := scheme + 1
	switch {
	case rest == len(p.url):
		p.in.Set(urlerr.Scheme, 0, scheme)
		return nil
	case p.url[rest] != '/':
		if end := ascii.Skip(p.url, rest, ascii.Digit); end-rest <= maxPort && (end == len(p.url) || p.url[end] == '/') {
			return p.hostAndPort(scheme)
		}
		p.in.Set(urlerr.Scheme, 0, scheme)
		p.path(rest)
		return nil
	}
	p.in.Set(urlerr.Scheme, 0, scheme)
	if !strings.HasPrefix(p.url[rest:], "//") {
		p.path(rest)
		return nil
	}
	host := rest + len("//")
	if ascii.EqualFold(p.url[:scheme], "file") && strings.HasPrefix(p.url[host:], "/") {
		if len(p.url) > host+2 && p.url[host+2] == ':' { // a drive letter
			host++
		}
		p.path(host)
		return nil
	}
	return p.authority(host)
}

func (p *parser) withoutScheme() error {
	if strings.HasPrefix(p.url, "//") {
		return p.authority(len("//"))
	}
	p.path(0)
	return nil
}

// hostAndPort parses a URL in which the first colon does not end a scheme. colon is the offset of this colon.
func (p *parser) hostAndPort(colon int) error {
	start := colon + 1
	end := ascii.Skip(p.url, start, ascii.Digit)
	switch {
	case start == len(p.url):
		return p.fault(start, urlerr.Port, rulePort)
	case end == start || end-start > maxPort || end < len(p.url) && p.url[end] != '/':
		return p.withoutScheme()
	}
	slashes := len(p.url) - len(strings.TrimPrefix(p.url, "//"))
	in := p.in
	if err := p.setPort(start, end); err != nil {
		return err
	}
	if strings.Contains(p.url[slashes:colon], "/") {
		p.in = in // the colon is after a slash, so the port is also a part of the path
	}
	return p.authority(slashes)
}

// setPort parses a port as strtol does: spaces and a sign may precede the digits, and other text may follow.
func (p *parser) setPort(start, end int) error {
	text := strings.TrimLeft(p.url[start:end], " \t\n\v\f\r")
	text, negative := strings.CutPrefix(text, "-")
	if !negative {
		text = strings.TrimPrefix(text, "+")
	}
	digits := text[:ascii.Skip(text, 0, ascii.Digit)]
	port := model.Decimal(digits)
	if digits == "" || negative && port != "0" || len(port) == maxPort && port > "65535" {
		return p.fault(start, urlerr.Port, rulePort)
	}
	p.port = port
	p.in.Set(urlerr.Port, start, end)
	return nil
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "php", Input: p.url, Offset: offset, Component: component, Rule: rule}
}

// authority parses the URL from the authority at offset start.
func (p *parser) authority(start int) error {
	end := model.Index(p.url, start, len(p.url), "/?#")
	p.in.Set(urlerr.Authority, start, end)
	host := start
	if at := strings.LastIndexByte(p.url[start:end], '@'); at >= 0 {
		p.in.SetUserinfo(p.url, start, start+at)
		host = start + at + 1
	}
	hostEnd := end
	// If the host begins with "[" and the authority ends with "]", the host extends to the end, and there is no port.
	if host == len(p.url) || p.url[host] != '[' || p.url[end-1] != ']' {
		if colon := strings.LastIndexByte(p.url[host:end], ':'); colon >= 0 {
			hostEnd = host + colon
		}
	}
	switch n := end - hostEnd - 1; {
	case n > maxPort:
		return p.fault(hostEnd+1, urlerr.Port, rulePort)
	case n > 0:
		if err := p.setPort(hostEnd+1, end); err != nil {
			return err
		}
	}
	if hostEnd == host {
		return p.fault(host, urlerr.Host, ruleHost)
	}
	p.in.Set(urlerr.Host, host, hostEnd)
	if end < len(p.url) {
		p.path(end)
	}
	return nil
}

// path parses the URL from the path at offset start.
func (p *parser) path(start int) {
	end := len(p.url)
	end = p.after("#", start, end, urlerr.Fragment)
	end = p.after("?", start, end, urlerr.Query)
	if start < end || start == len(p.url) {
		p.in.Set(urlerr.Path, start, end)
	}
}

// after looks for delimiter in p.url[start:end]. It returns the offset of the delimiter, and sets the span of c to the
// text after it. Without a delimiter, it returns end.
func (p *parser) after(delimiter string, start, end int, c urlerr.Component) int {
	i := model.Index(p.url, start, end, delimiter)
	if i+1 < end || i < end && !p.row.emptyAbsent {
		p.in.Set(c, i+1, end)
	}
	return i
}
