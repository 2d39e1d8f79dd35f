package earl

import (
	"reflect"
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/models/fasturi"
	"earl.example/models/httpclient"
	"earl.example/models/httpx"
	"earl.example/models/javanet"
	"earl.example/models/libcurl"
	"earl.example/models/neturl"
	"earl.example/models/nodejs"
	"earl.example/models/okhttp"
	"earl.example/models/php"
	"earl.example/models/phpuri"
	"earl.example/models/requests"
	"earl.example/models/ruby"
	"earl.example/models/spring"
	"earl.example/models/urllib3"
	"earl.example/models/urlopen"
	"earl.example/models/yarl"
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// A Dialect names a URL specification or implementation and, where behaviour changed over time, a release of it.
// Dialects are comparable with ==. Two Dialects with the same name, release and options are equal. The zero Dialect
// rejects every URL.
//
// "urllib" and "urllib@3.13" are different dialects even if they behave the same, since the default release can change
// with this module.
type Dialect struct {
	name    string
	release string // the release that the caller named, or ""
	impl    reading.Dialect
}

// dialects lists the dialects in their default releases. A new dialect needs a package and a row here.
var dialects = [...]struct {
	name, about string
	impl        reading.Dialect
}{
	{"rfc3986", "RFC 3986: the generic syntax of URIs, strict and lossless", rfc3986.Dialect{}},
	{"urllib", "CPython's urllib.parse (urlparse, urljoin)", urllib.Dialect{}},
	{"whatwg", "the URL Standard of the WHATWG, as in browsers", whatwg.Dialect{}},
	{"rfc3987", "RFC 3987: internationalized references (IRIs)", rfc3986.Dialect{IRI: true}},
	{"rfc1808", "RFC 1808: relative URLs of 1995, six components", rfc1808.Dialect{}},
	{"net/url", "a model of package net/url of Go, by release", neturl.Dialect{}},
	{"libcurl", "a model of libcurl's URL parser, as in curl", libcurl.Dialect{}},
	{"urllib.request", "a model of urllib.request.urlopen of CPython", urlopen.Dialect{}},
	{"urllib3", "a model of urllib3's parse_url", urllib3.Dialect{}},
	{"requests", "a model of requests.get, with urllib3", requests.Dialect{}},
	{"yarl", "a model of yarl's URL, as in aiohttp", yarl.Dialect{}},
	{"httpx", "a model of httpx's URL", httpx.Dialect{}},
	{"httpx2", "a model of httpx2's URL, the successor of httpx", httpx.Dialect2{}},
	{"php", "a model of PHP's parse_url", php.Dialect{}},
	{"php-uri", `a model of PHP's Uri\Rfc3986\Uri`, phpuri.Dialect{}},
	{"php-url", `a model of PHP's Uri\WhatWg\Url`, phpuri.Dialect{URL: true}},
	{"java.net.URI", "a model of java.net.URI of the JDK", javanet.Dialect{}},
	{"java.net.URL", "a model of java.net.URL of the JDK", javanet.Dialect{URL: true}},
	{"httpclient", "a model of hosts and redirects of Apache HttpClient", httpclient.Dialect{}},
	{"spring", "a model of Spring's UriComponentsBuilder", spring.Dialect{}},
	{"okhttp", "a model of HttpUrl of OkHttp, as in Android", okhttp.Dialect{}},
	{"nodejs-legacy", "a model of url.parse and url.resolve of Node.js", nodejs.Dialect{}},
	{"fast-uri", "a model of fast-uri's parse and resolve, as in ajv", fasturi.Dialect{}},
	{"ruby", "a model of URI.parse and URI.join of Ruby", ruby.Dialect{}},
}

// RFC3986 returns the dialect rfc3986: the generic syntax of URIs, as in package [earl.example/rfc3986].
func RFC3986() Dialect { return byName("rfc3986") }

// Urllib returns the dialect urllib: CPython's urlparse and urljoin, as in package [earl.example/urllib].
func Urllib() Dialect { return byName("urllib") }

// WHATWG returns the dialect whatwg: the URL Standard, as in package [earl.example/whatwg].
func WHATWG() Dialect { return byName("whatwg") }

// RFC1808 returns the dialect rfc1808: relative URLs of 1995, as in package [earl.example/rfc1808].
func RFC1808() Dialect { return byName("rfc1808") }

// NetURL returns the dialect net/url: package net/url of Go, as in package [earl.example/models/neturl].
func NetURL() Dialect { return byName("net/url") }

// Libcurl returns the dialect libcurl: the parser of curl, as in package [earl.example/models/libcurl].
func Libcurl() Dialect { return byName("libcurl") }

func byName(name string) Dialect {
	for i := range dialects {
		if dialects[i].name == name {
			return Dialect{name: name, impl: dialects[i].impl}
		}
	}
	return Dialect{}
}

// Dialects returns all dialects, each in its default release.
func Dialects() (all []Dialect) {
	for _, d := range dialects {
		all = append(all, Dialect{name: d.name, impl: d.impl})
	}
	return all
}

// ParseDialect returns the dialect of a name, such as "urllib", or of a name and a release: "urllib@3.9" (the newest
// known release of 3.9) or "urllib@3.9.18". An unknown name is an error of kind [urlerr.UnknownName].
func ParseDialect(s string) (Dialect, error) {
	name, release, pinned := strings.Cut(s, "@")
	d := byName(name)
	if d.IsZero() {
		var names []string
		for i := range dialects {
			names = append(names, dialects[i].name)
		}
		return Dialect{}, dialectError(s, 0, "not a dialect; there is "+strings.Join(names, ", "))
	}
	if !pinned {
		return d, nil
	}
	versioned, ok := d.impl.(reading.Releases)
	if !ok {
		return Dialect{}, dialectError(s, len(name), name+" has no releases")
	}
	impl, err := versioned.At(release)
	if err != nil {
		return Dialect{}, dialectError(s, len(name)+1, "not a known release of "+name)
	}
	return Dialect{name, impl.(reading.Releases).Release(), impl}, nil
}

// MustParseDialect is like [ParseDialect], but panics on error.
func MustParseDialect(s string) Dialect {
	d, err := ParseDialect(s)
	if err != nil {
		panic(err)
	}
	return d
}

func dialectError(s string, offset int, reason string) error {
	return &urlerr.Error{
		Dialect: "earl", Input: s, Offset: offset,
		Rule: urlerr.Rule{Name: reason, Kind: urlerr.UnknownName, Example: "urllib@2.7"},
	}
}

// IsZero reports whether d is the zero Dialect.
func (d Dialect) IsZero() bool { return d.impl == nil }

// Name returns the name of d without its release.
func (d Dialect) Name() string { return d.name }

// Release returns the full release of d, such as "3.9.18", or "" if d has no releases.
func (d Dialect) Release() string {
	if versioned, ok := d.impl.(reading.Releases); ok {
		return versioned.Release()
	}
	return ""
}

// Releases returns the newest known release of each line of development, oldest first. ParseDialect may accept more.
func (d Dialect) Releases() []string {
	if versioned, ok := d.impl.(reading.Releases); ok {
		return versioned.Releases()
	}
	return nil
}

// About describes d in a few words.
func (d Dialect) About() string {
	for i := range dialects {
		if d.name == dialects[i].name {
			return dialects[i].about
		}
	}
	return ""
}

// String returns the name, and the full release if the caller named one. ParseDialect parses the result. It omits
// options.
func (d Dialect) String() string {
	if d.release == "" {
		return d.name
	}
	return d.name + "@" + d.release
}

// MarshalText returns d.String().
func (d Dialect) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText sets d to the dialect that [ParseDialect] returns. Empty text is the zero Dialect.
func (d *Dialect) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = Dialect{}
		return nil
	}
	return marshal.Set(d, string(text), ParseDialect)
}

// Options returns the implementation of d, such as an [earl.example/models/libcurl.Dialect]. Its fields are the options
// of this dialect. It is nil for the zero Dialect.
func (d Dialect) Options() reading.Dialect { return d.impl }

// WithOptions returns d with options that no name has; most programs do not need it. If options define a name or a
// release, the result has them. If options has another type than [Dialect.Options] returns, and is not a
// [reading.Named] with the name of d, the result is the zero Dialect.
func (d Dialect) WithOptions(options reading.Dialect) Dialect {
	named, ok := options.(reading.Named)
	if reflect.TypeOf(options) != reflect.TypeOf(d.impl) && (!ok || d.IsZero() || named.Name() != d.name) {
		return Dialect{}
	}
	if ok {
		d.name = named.Name()
	}
	release := d.Release()
	d.impl = options
	if changed := d.Release(); changed != release {
		d.release = changed
	}
	return d
}

// Read sets r to the reading of url. Use it in place of [Parse] in a loop, because it can fill the same r again.
func (d Dialect) Read(r *Reading, url string) {
	if d.IsZero() {
		r.Reset(url)
		r.Reject(errZeroDialect())
		return
	}
	d.impl.Read(r, url)
}

// CanParse reports whether Parse accepts url.
func (d Dialect) CanParse(url string) bool {
	var r Reading
	d.Read(&r, url)
	return r.Err() == nil
}

// Resolver returns a function that resolves a reference against base, as [Resolve] does. If the dialect can, it parses
// the base once. Several goroutines may call the function at the same time. If the base has an error, each call returns
// it.
func (d Dialect) Resolver(base string) func(ref string) (string, error) {
	if prepared, ok := d.impl.(reading.BaseResolver); ok {
		return prepared.Resolver(base)
	}
	return func(ref string) (string, error) { return Resolve(d, base, ref) }
}

func errZeroDialect() error { return dialectError("", 0, "not a dialect") }
