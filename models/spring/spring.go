package spring

import (
	"strconv"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models UriComponentsBuilder.fromUriString of one release of Spring. The zero Dialect models the newest
// supported release. It implements [reading.Releases].
type Dialect = model.Dialect[program]

type program struct{}

func (program) Name() string       { return "spring" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release
	pattern *pattern // that URLs must match, or nil for the states of later releases

	earlyPort bool // toUriString fails if the port is not a number
	blank     bool // an empty port, and a query of white space, are present
	whole     bool // the fragment begins with the path if there is no scheme
	first     bool // any text can follow "]", a fragment of one character is absent, and other URLs are opaque
}

var table = model.Releases[row]{
	{Release: "7.0.10"},
	{Release: "6.2.19", blank: true, whole: true},
	{Release: "6.2.1", blank: true, whole: true, first: true},
	{Release: "5.3.39", pattern: &repaired, blank: true, earlyPort: true},
	{Release: "5.3.30", pattern: &first, blank: true, earlyPort: true},
}

// A parser holds the state of one call of fromUriString.
type parser struct {
	*row
	url  string
	text string        // decoded url
	in   reading.Spans // spans of the components in text
	err  error

	scheme, userinfo, host, port, path, query, fragment model.Part
	opaque                                              bool // the path is the scheme-specific part
}

func (p *parser) fail(offset int, c urlerr.Component, rule urlerr.Rule) bool {
	offset = model.Java.Origin(p.url, offset)
	p.err = &urlerr.Error{Dialect: "spring", Input: p.url, Offset: offset, Component: c, Rule: rule}
	return false
}

// capture returns the text[start:end], and sets the span of c.
func (p *parser) capture(c urlerr.Component, start, end int) model.Part {
	p.in.Set(c, start, end)
	return model.Present(p.text[start:end])
}

// Read sets r to the reading of url. The components are the results of getScheme and the other methods. The path of an
// opaque URI is the scheme-specific part.
func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], url: url, text: model.Java.Decode(url)}
	parse := p.runStates
	if p.pattern != nil {
		parse = p.match
	}
	if !parse() || !p.build() && p.earlyPort {
		return p.err
	}
	if at, ok := p.in.Get(urlerr.Host); ok {
		if user, ok := p.in.Get(urlerr.Userinfo); ok {
			at.Start, at.End = max(at.Start, user.End+1), max(at.End, user.End+1) // the host can be the user name again
			p.in.Set(urlerr.Host, at.Start, at.End)
			at.Start = user.Start
		}
		if port, ok := p.in.Get(urlerr.Port); ok {
			at.End = port.End
		}
		p.in.Set(urlerr.Authority, min(at.Start, at.End), at.End)
	}
	// In Spring 6.2, a path or fragment can repeat the text before it.
	var end int
	for _, c := range []urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Query, urlerr.Fragment} {
		if span, ok := p.in.Get(c); ok {
			p.in.Set(c, max(span.Start, min(end, span.End)), span.End)
			end = span.End
		}
	}
	offset := func(at int) int { return model.Java.Origin(url, at) }
	p.in.Map(offset, offset)
	var w model.Writer
	href := p.write(&w)
	w.Accept(r, href, &p.in)
	r.SetPortErr(p.err)
	return nil
}

// build converts the components as UriComponents does.
func (p *parser) build() bool {
	if p.opaque {
		return true
	}
	if p.path.OK = true; !hasText(p.path.Text) {
		p.path.Text = ""
	}
	for strings.Contains(p.path.Text, "//") {
		p.path.Text = strings.ReplaceAll(p.path.Text, "//", "/")
	}
	if !p.blank {
		p.port.OK = p.port.OK && hasText(p.port.Text)
		if !hasText(p.query.Text) {
			p.query.Text = ""
		}
	}
	p.query = parameters(p.query.Text)
	if n, ok := model.JavaInt(p.port.Text); p.port.OK && ok {
		p.port.OK = n != -1
	} else if p.port.OK {
		p.port.OK = false
		span, _ := p.in.Get(urlerr.Port)
		return p.fail(span.Start, urlerr.Port, rulePort)
	}
	return true
}

// parameters returns a query as getQuery does: parameters with the same name are grouped.
func parameters(query string) model.Part {
	var names []string
	values := map[string][]string{}
	for pair := range strings.SplitSeq(query, "&") {
		pair = strings.TrimLeft(pair, "=")
		if pair == "" {
			continue
		}
		name, _, _ := strings.Cut(pair, "=")
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], pair)
	}
	var all []string
	for _, name := range names {
		all = append(all, values[name]...)
	}
	return model.Part{Text: strings.Join(all, "&"), OK: len(all) > 0}
}

// hasText reports whether s has a character that is not white space.
func hasText(s string) bool { return strings.TrimLeftFunc(s, model.IsJavaSpace) != "" }

// write writes the URL as toUriString does, and then the port as a number.
func (p *parser) write(w *model.Writer) (href int) {
	w.PutScheme(p.scheme)
	if (p.userinfo.OK || p.host.OK) && !p.opaque {
		w.Add("//")
		start := w.Len()
		w.PutAuthority(p.userinfo, p.host, p.port)
		if p.err != nil && hasText(p.port.Text) {
			w.Add(":" + p.port.Text)
			w.At.Set(urlerr.Authority, start, w.Len())
		}
	}
	if p.path.Text != "" && p.path.Text[0] != '/' && !w.Is("") && !p.opaque {
		w.Add("/")
	}
	w.PutPath(p.path, p.query, p.fragment)
	href = w.Len()
	if n, ok := model.JavaInt(p.port.Text); p.port.OK && ok && strconv.Itoa(n) != p.port.Text {
		w.Put("", urlerr.Port, model.Present(strconv.Itoa(n)))
	}
	return href
}

const (
	section = "UriComponentsBuilder"
	docs    = "https://docs.spring.io/spring-framework/reference/web/webmvc/mvc-uri-building.html"
)

var (
	ruleURI       = cite.Page(section, docs, "not a valid URI", "#\n", urlerr.BadText)
	ruleHTTP      = cite.Page(section, docs, "not a valid HTTP URL", "http://", urlerr.BadHost)
	ruleIPv6      = cite.Page(section, docs, "invalid IPv6 host", "x://[a", urlerr.BadHost)
	ruleAuthority = cite.Page(section, docs, "bad authority", `http://a\b/`, urlerr.BadHost)
	ruleEscape    = cite.Page(section, docs, "bad percent-encoding", "http://h/%zz", urlerr.BadEscape)
	ruleWildcard  = cite.Page(section, docs, "bad character *", "*a", urlerr.BadPath)
	rulePort      = cite.Page(section, docs, "the port must be an integer", "http://h:{a}/", urlerr.BadPort)
)
