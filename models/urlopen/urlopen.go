package urlopen

import (
	"strconv"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// A Dialect models urlopen of one release of CPython. The zero Dialect models the newest supported final release. It
// implements [reading.Releases].
type Dialect struct{ python urllib.Dialect }

// Release returns the release of CPython, such as "3.13.5".
func (d Dialect) Release() string { return d.python.Release() }

// Releases returns the newest known release of each branch of CPython, oldest first.
func (Dialect) Releases() []string { return urllib.Dialect{}.Releases() }

// At returns the dialect for a release that package urllib knows. For another one, it returns an error of kind
// [urlerr.UnknownName].
func (Dialect) At(release string) (reading.Dialect, error) {
	d, err := urllib.Dialect{}.At(release)
	if err != nil {
		return nil, model.Renamed(err, "urllib.request")
	}
	return Dialect{d.(urllib.Dialect)}, nil
}

// A parser holds the state of one call of urlopen.
type parser struct {
	python     urllib.Dialect
	url, text  string // the input, and the part of it that is not yet read
	start      int    // the offset of text in url
	in         reading.Spans
	host, port string
	path       model.Part
	query      model.Part
	fragment   model.Part
}

// Read sets r to the reading of url. urlopen looks up the host. The path and the query are of the request, and the URL
// is the attribute full_url.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	p := parser{url: url, text: url, python: d.python}
	rule, scheme, full := p.run()
	_, err := urllib.Python{Version: p.python.Version}.Split(full, urllib.URLOptions{})
	if rule.Kind == 0 && err != nil {
		rule = ruleParse
	}
	if rule.Kind != 0 {
		r.Reject(&urlerr.Error{Dialect: "urllib.request", Input: url, Offset: p.start, Rule: rule})
		return
	}
	var w model.Writer
	w.Add(full)
	w.Put("", urlerr.Scheme, model.Present(scheme))
	start := w.Len()
	w.PutAuthority(model.Part{}, model.Present(p.host), model.Part{Text: p.port, OK: p.port != ""})
	w.At.Set(urlerr.Authority, start, w.Len())
	w.PutPath(p.path, p.query, p.fragment)
	w.Accept(r, len(full), &p.in)
}

// run parses the text. It returns the broken rule or the scheme and the attribute full_url.
func (p *parser) run() (rule urlerr.Rule, scheme, full string) {
	p.unwrap()
	full = p.text
	if i := strings.LastIndexByte(p.text, '#'); i >= 0 {
		p.fragment = model.Present(p.text[i+1:])
		p.in.Set(urlerr.Fragment, p.start+i+1, p.start+len(p.text))
		if p.text = p.text[:i]; p.fragment.Text == "" {
			full = p.text
		}
	}
	n := strings.IndexAny(p.text, "/:")
	if n <= 0 || p.text[n] != ':' {
		return ruleType, "", ""
	}
	p.in.Set(urlerr.Scheme, p.start, p.start+n)
	switch scheme = ascii.ToLower(p.text[:n]); scheme {
	case "http", "https":
	case "ftp", "file", "data":
		return ruleModel, "", ""
	default:
		return ruleType, "", ""
	}
	p.cut(n+1, len(p.text))
	if !strings.HasPrefix(p.text, "//") {
		return ruleHost, "", ""
	}
	end := model.Index(p.text, 2, len(p.text), "/#?")
	p.in.Set(urlerr.Authority, p.start+2, p.start+end)
	p.in.Set(urlerr.Host, p.start+2, p.start+end)
	hostport := urllib.Unquote(str.Canonical(p.text[2:end]))
	if rule = p.setHost(hostport); rule.Kind != 0 {
		return rule, "", ""
	}
	p.cut(end, len(p.text))
	selector := p.text
	if !strings.HasPrefix(selector, "/") {
		selector = "/" + selector
	}
	if strings.ContainsFunc(selector, func(r rune) bool { return isControl(r) || r > 0x7F }) {
		return ruleSelector, "", ""
	}
	path, query, ok := strings.Cut(selector, "?")
	p.path, p.query = model.Present(path), model.Part{Text: query, OK: ok}
	pathEnd := model.Index(p.text, 0, len(p.text), "?")
	p.in.Set(urlerr.Path, p.start, p.start+pathEnd)
	if ok {
		p.in.Set(urlerr.Query, p.start+pathEnd+1, p.start+len(p.text))
	}
	return rule, scheme, full
}

// isControl reports whether http.client rejects r in a host and in a path.
func isControl(r rune) bool { return r <= ' ' || r == 0x7F }

// cut sets the text to text[start:end].
func (p *parser) cut(start, end int) {
	p.text, p.start = p.text[start:end], p.start+start
}

// unwrap removes white space, angle brackets and "URL:" around the text.
func (p *parser) unwrap() {
	strip := func() {
		text := str.Strip(p.text)
		p.cut(strings.Index(p.text, text), strings.Index(p.text, text)+len(text))
	}
	strip()
	if strings.HasPrefix(p.text, "<") && strings.HasSuffix(p.text, ">") {
		p.cut(1, len(p.text)-1)
		strip()
	}
	if strings.HasPrefix(p.text, "URL:") {
		p.cut(len("URL:"), len(p.text))
		strip()
	}
}

// setHost splits a host and a port as class HTTPConnection does.
func (p *parser) setHost(hostport string) urlerr.Rule {
	if strings.ContainsFunc(hostport, func(r rune) bool { return r > 0xFF }) || breaksHeader(hostport) {
		return ruleHeader
	}
	p.host = hostport
	if i := strings.LastIndexByte(hostport, ':'); i > strings.LastIndexByte(hostport, ']') {
		p.host = hostport[:i]
		if hostport[i+1:] != "" {
			var release str.Release
			if len(hostport) > 4300 { // some releases limit the digits
				release = str.ParseReleases(p.python.Release())[0]
			}
			n, err := str.ParseInt(hostport[i+1:], release)
			if err != nil || n < 0 || n > 65535 {
				return rulePort
			}
			p.port = strconv.Itoa(n)
		}
	}
	if strings.HasPrefix(p.host, "[") && strings.HasSuffix(p.host, "]") {
		p.host = p.host[1:max(1, len(p.host)-1)]
	}
	if _, ok := nameprep.AppendToASCII(nil, p.host); !ok || p.host == "" || strings.ContainsFunc(p.host, isControl) {
		return ruleHost
	}
	return urlerr.Rule{}
}

// breaksHeader reports whether a value of a header has a line end that does not continue the value.
func breaksHeader(value string) bool {
	for i := range len(value) {
		next := value[i+1:]
		blank := next != "" && (next[0] == ' ' || next[0] == '\t')
		if value[i] == '\n' && !blank || value[i] == '\r' && !blank && !strings.HasPrefix(next, "\n") {
			return true
		}
	}
	return false
}

const docs = "https://docs.python.org/3/library/urllib.request.html#urllib.request.urlopen"

var (
	ruleType     = cite.Page("urlopen", docs, "unknown url type", "x://h/", urlerr.BadScheme)
	ruleModel    = cite.Page("urlopen", docs, "scheme that the model has", "ftp://h/", urlerr.NotModelled)
	ruleParse    = cite.Page("urlopen", docs, "URL that urlparse accepts", "http://[/", urlerr.BadHost)
	ruleHost     = cite.Page("urlopen", docs, "host", "http:///", urlerr.BadHost)
	ruleHeader   = cite.Page("urlopen", docs, "host that can be a header", "http://\u0101/", urlerr.BadHost)
	rulePort     = cite.Page("urlopen", docs, "nonnumeric port", "http://h:x/", urlerr.BadPort)
	ruleSelector = cite.Page("urlopen", docs, "printable ASCII path", "http://h/a b", urlerr.BadPath)
)
