package rfc3986_test

import (
	"net/url"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
)

// BenchmarkParse measures Parse and Valid against net/url.Parse and two
// floors: looking at each byte, and copying the text.
func BenchmarkParse(b *testing.B) {
	var sinkURL *url.URL
	var sinkRef rfc3986.Ref
	var sinkURI rfc3986.URI
	var sinkBool bool
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sinkRef, _ = rfc3986.Parse(s) }},
		urltest.Op{Name: "ParseURI", Do: func(s string) { sinkURI, _ = rfc3986.ParseURI(s) }},
		urltest.Op{Name: "Valid", Do: func(s string) { sinkBool = rfc3986.Valid(s) }},
		urltest.Bytes(),
		urltest.Copy(),
	)
	_, _, _, _ = sinkURL, sinkRef, sinkURI, sinkBool
}

// BenchmarkResolve measures reading a reference and resolving it against a base
// that is already read, with the text of the target, against net/url's Parse,
// ResolveReference and String.
func BenchmarkResolve(b *testing.B) {
	const text = "https://www.example.com/docs/guide/chapter-1.html?lang=en"
	std, _ := url.Parse(text)
	base := rfc3986.MustParseURI(text)
	absolute, relative := urltest.ReferencesOf(urltest.Corpus(b))
	for _, set := range []struct {
		name string
		refs []string
	}{{"absolute-path", absolute}, {"relative-path", relative}} {
		b.Run(set.name, func(b *testing.B) {
			var sink string
			urltest.Race(b, set.refs,
				urltest.Op{Name: "net/url", Do: func(s string) {
					if r, err := url.Parse(s); err == nil {
						sink = std.ResolveReference(r).String()
					}
				}},
				urltest.Op{Name: "Parse+Resolve", Do: func(s string) {
					if r, err := rfc3986.Parse(s); err == nil {
						u, _ := rfc3986.Resolve(base, r)
						sink = u.String()
					}
				}},
				urltest.Op{Name: "Parse", Do: func(s string) {
					if r, err := rfc3986.Parse(s); err == nil {
						sink = r.String()
					}
				}},
				urltest.Copy(),
			)
			_ = sink
		})
	}
}
