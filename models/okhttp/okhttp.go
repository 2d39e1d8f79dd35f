package okhttp

import (
	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the class HttpUrl of one release of OkHttp. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver].
type Dialect = model.ResolvingDialect[program]

type program struct{}

func (program) Name() string       { return "okhttp" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release

	idna2003 bool // a host is encoded by java.net.IDN
}

var table = model.Releases[row]{
	{Release: "5.5.1"},
	{Release: "4.12.1", idna2003: true},
	{Release: "4.12.0", idna2003: true},
}

// Read sets r to the reading of url. The components are the encoded properties of HttpUrl. An empty username or
// password, and the default port, are absent.
func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], url: url, text: model.Java.Decode(url)}
	if p.parse(nil); p.err != nil {
		return p.err
	}
	var w model.Writer
	p.write(&w)
	offset := func(at int) int { return model.Java.Origin(url, at) }
	p.in.Map(offset, offset)
	w.Accept(r, w.Len(), &p.in)
	return nil
}

// Resolve returns HttpUrl.get(base).resolve(ref).
func (program) Resolve(release uint8, base, ref string) (string, error) {
	b := parser{row: &table[release], url: base, text: model.Java.Decode(base)}
	if b.parse(nil); b.err != nil {
		return "", b.err
	}
	u := parser{row: &table[release], url: ref, text: model.Java.Decode(ref)}
	if u.parse(&b); u.err != nil {
		return "", u.err
	}
	var w model.Writer
	u.write(&w)
	return w.String(), nil
}

const docs = "https://square.github.io/okhttp/5.x/okhttp/okhttp3/-http-url/"

var (
	ruleScheme = cite.Page("HttpUrl", docs, "scheme other than http and https", "ftp://h/", urlerr.BadScheme)
	ruleHost   = cite.Page("HttpUrl", docs, "invalid URL host", "http://a b/", urlerr.BadHost)
	rulePort   = cite.Page("HttpUrl", docs, "invalid URL port", "http://h:0/", urlerr.BadPort)
)
