package rfc1808_test

import (
	"net/url"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
)

// BenchmarkParse measures Parse and Valid against net/url.Parse and two floors:
// looking at each byte, and copying the text.
func BenchmarkParse(b *testing.B) {
	var sinkStd *url.URL
	var sinkURL rfc1808.URL
	var sinkBool bool
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkStd, _ = url.Parse(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sinkURL = rfc1808.Parse(s) }},
		urltest.Op{Name: "Valid", Do: func(s string) { sinkBool = rfc1808.RFC1808.Valid(s) }},
		urltest.Op{Name: "Valid2068", Do: func(s string) { sinkBool = rfc1808.RFC2068.Valid(s) }},
		urltest.Bytes(),
		urltest.Copy(),
	)
	_, _, _ = sinkStd, sinkURL, sinkBool
}

// BenchmarkResolve measures reading a reference and resolving it against a base
// that is already read, with the text of the result, against net/url's Parse,
// ResolveReference and String.
func BenchmarkResolve(b *testing.B) {
	const text = "https://www.example.com/docs/guide/chapter-1.html?lang=en"
	std, _ := url.Parse(text)
	base := rfc1808.Parse(text)
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
					u, _ := rfc1808.Resolve(base, rfc1808.Parse(s))
					sink = u.String()
				}},
				urltest.Op{Name: "Parse", Do: func(s string) { sink = rfc1808.Parse(s).String() }},
				urltest.Copy(),
			)
			_ = sink
		})
	}
}
