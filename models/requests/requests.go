package requests

import (
	"cmp"
	"strings"
	"sync"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/models/urllib3"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// A Dialect models requests.get in one release of requests. The zero Dialect models the newest supported release. It
// implements [reading.Releases].
type Dialect = model.Dialect[program]

type program struct{}

func (program) Name() string       { return "requests" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release

	urllib3 string // the release of urllib3 that runs below
	parses  bool   // urllib3 parses the prepared URL again, instead of urlsplit, and the target of the request
}

var table = model.Releases[row]{
	{Release: "2.34.2", urllib3: "2.8.0"},
	{Release: "2.32.5", urllib3: "2.5.0"},
	{Release: "2.31.0", urllib3: "2.2.3", parses: true},
}

// cpython is the release of CPython that runs requests.
var cpython = sync.OnceValue(func() urllib.Dialect {
	return urllib.Dialect{Version: urllib.MustParseVersion("3.13.0")}
})

// Read sets r to the reading of url, with the components of the prepared URL. urllib3 connects to its host and port.
func (program) Read(r *reading.Reading, release uint8, url string) error {
	row := &table[release]
	var p reading.Reading
	fail := func(c urlerr.Component, rule urlerr.Rule) error {
		at, ok := p.InInput(c)
		if !ok {
			at.Start = 0
		}
		return &urlerr.Error{Dialect: "requests", Input: url, Offset: at.Start, Component: c, Rule: rule}
	}
	text := str.Strip(url)
	start := strings.Index(url, text)
	text = url[start:] // without the blanks in front
	if !ascii.HasPrefixFold(text, "http") {
		return fail(urlerr.Scheme, ruleScheme)
	}
	below, _ := urllib3.Dialect{}.At(row.urllib3)
	if below.Read(&p, text); p.Err() != nil {
		return model.Renamed(p.Err(), "requests")
	}
	scheme, _ := p.Scheme()
	host, _ := p.Host()
	switch {
	case scheme != "http" && scheme != "https":
		return fail(urlerr.Scheme, ruleScheme)
	case host == "":
		return fail(urlerr.Host, ruleHost)
	case host[0] == '*', host[0] == '.':
		return fail(urlerr.Host, ruleLabel)
	}
	prepared := prepare(&p)
	var s reading.Reading
	if cpython().Read(&s, prepared); s.Err() != nil || s.PortErr() != nil {
		return fail(urlerr.Host, ruleHost)
	}
	var target reading.Reading
	at, _ := s.InInput(urlerr.Authority)
	below.Read(&target, prepared[at.End:model.Index(prepared, at.End, len(prepared), "#")])
	host, bad := row.host(&s, below)
	if _, ok := nameprep.AppendToASCII(nil, host); !ok || host == "" || bad || !isLatin1(&s) ||
		row.parses && target.Err() != nil {
		return fail(urlerr.Host, ruleLabel)
	}
	write(r, &p, &s, host, start)
	return nil
}

// host returns the host to which urllib3 connects. s is the reading of the prepared URL by urlsplit.
func (row *row) host(s *reading.Reading, below reading.Dialect) (host string, bad bool) {
	if host, _ = s.Host(); row.parses {
		var p reading.Reading
		below.Read(&p, s.Input())
		if host, _ = p.Host(); strings.HasPrefix(host, "[") {
			return host[1 : len(host)-1], false
		}
	}
	host, at := model.Urllib3Host(host, row.urllib3 != "2.8.0")
	return host, at >= 0
}

// isLatin1 reports whether the credentials of s can be in a header Authorization. Without a password, requests sends
// none.
func isLatin1(s *reading.Reading) bool {
	username, _ := s.Username()
	password, ok := s.Password()
	more := func(r rune) bool { return r > 0xFF }
	return !ok || !strings.ContainsFunc(urllib.Unquote(username)+urllib.Unquote(password), more)
}

// prepare returns the URL that PreparedRequest.prepare_url makes of the result of parse_url.
func prepare(p *reading.Reading) string {
	part := func(c urlerr.Component, before, after string) string {
		text, ok := p.Get(c)
		return model.Part{Text: text, OK: ok && text != ""}.Between(before, after)
	}
	scheme, _ := p.Scheme()
	path, port := cmp.Or(part(urlerr.Path, "", ""), "/"), strings.TrimSuffix(part(urlerr.Port, ":", ""), ":0")
	return requote(scheme + "://" + part(urlerr.Userinfo, "", "@") + part(urlerr.Host, "", "") + port + path +
		part(urlerr.Query, "?", "") + part(urlerr.Fragment, "#", ""))
}

var (
	kept        = percent.NewTable(ascii.Unreserved, "!#$%&'()*+,/:;=?@[]~")
	keptWithout = percent.NewTable(ascii.Unreserved, "!#$&'()*+,/:;=?@[]~")
)

// requote decodes the escapes of unreserved characters in the whole URL, and encodes characters that are not allowed.
// If two letters or digits after a "%" are not hexadecimal, it encodes each "%" instead.
func requote(url string) string {
	for i := range len(url) - 2 {
		if url[i] == '%' && !percent.HexFollows(url, i) && ascii.All(url[i+1:i+3], ascii.Alpha|ascii.Digit) {
			url, _ = percent.EncodeString(url, &keptWithout)
			return url
		}
	}
	url, _ = percent.EncodeString(model.Unescape(url, ""), &kept)
	return url
}

// write writes the prepared URL and the values. p is the reading of the text at the given offset of the input. s is the
// reading of the prepared URL.
func write(r, p, s *reading.Reading, host string, start int) {
	var w model.Writer
	var in reading.Spans
	prepared := s.Input()
	w.Add(prepared)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if at, ok := p.InInput(c); ok {
			in.Set(c, start+at.Start, start+at.End)
		}
		value, ok := s.Get(c)
		switch c {
		case urlerr.Host:
			value = host
		case urlerr.Path: // urlparse splits the params from it
			at, _ := s.InInput(c)
			value = prepared[at.Start:model.Index(prepared, at.Start, len(prepared), "?#")]
		}
		w.Put("", c, model.Part{Text: value, OK: ok && c != urlerr.Params && (value != "" || c == urlerr.Path)})
	}
	w.Accept(r, len(prepared), &in)
}

const docs = "https://requests.readthedocs.io/en/latest/api/#requests.get"

// The rules that a URL can break. The rules of urllib3 are in package urllib3.
var (
	ruleScheme = cite.Page("get", docs, "http:// or https://", "ftp://h/", urlerr.BadScheme)
	ruleHost   = cite.Page("get", docs, "host", "http:///", urlerr.BadHost)
	ruleLabel  = cite.Page("get", docs, "valid label", "http://*.a/", urlerr.BadHost)
)
