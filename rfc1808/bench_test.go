package rfc1808_test

import (
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/urltest"
	"earl.example/rfc1808"
)

// BenchmarkParse measures Parse and Valid against net/url.Parse and two floors:
// looking at each byte, and copying the text.
func BenchmarkParse(b *testing.B) {
	var sinkStd *url.URL
	var sinkURL rfc1808.URL
	var sinkString string
	var sinkInt int
	var sinkBool bool
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkStd, _ = url.Parse(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sinkURL = rfc1808.Parse(s) }},
		urltest.Op{Name: "Valid", Do: func(s string) { sinkBool = rfc1808.RFC1808.Valid(s) }},
		urltest.Op{Name: "Valid2068", Do: func(s string) { sinkBool = rfc1808.RFC2068.Valid(s) }},
		urltest.Op{Name: "bytes", Do: func(s string) { sinkInt = countSlashes(s) }},
		urltest.Op{Name: "copy", Do: func(s string) { sinkString = strings.Clone(s) }},
	)
	_, _, _, _, _ = sinkStd, sinkURL, sinkBool, sinkString, sinkInt
}

// countSlashes is a loop that does next to nothing with each byte.
func countSlashes(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '/' {
			n++
		}
	}
	return n
}

// BenchmarkResolve measures reading a reference and resolving it against a base
// that is already read, with the text of the result, against net/url's Parse,
// ResolveReference and String.
func BenchmarkResolve(b *testing.B) {
	const text = "https://www.example.com/docs/guide/chapter-1.html?lang=en"
	std, _ := url.Parse(text)
	base := rfc1808.Parse(text)
	absolute, relative := references(b)
	for _, set := range []struct {
		name string
		refs []string
	}{{"absolute-path", absolute}, {"relative-path", relative}} {
		b.Run(set.name, func(b *testing.B) {
			var sink string
			buf := make([]byte, 0, 1<<16)
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
				urltest.Op{Name: "Parse+AppendResolve", Do: func(s string) {
					buf, _ = rfc1808.AppendResolve(buf[:0], base, rfc1808.Parse(s))
				}},
				urltest.Op{Name: "Parse", Do: func(s string) { sink = rfc1808.Parse(s).String() }},
				urltest.Op{Name: "copy", Do: func(s string) { sink = strings.Clone(s) }},
			)
			_ = sink
		})
	}
}

// references makes references of the corpus: the paths of its URLs, from the
// root, and relative ones, every other of which goes up.
func references(b *testing.B) (absolute, relative []string) {
	for i, s := range urltest.Corpus(b) {
		path := rfc1808.Parse(s).Path()
		if len(path) < 2 {
			continue
		}
		path = s[strings.Index(s, path):]
		absolute = append(absolute, path)
		if path = path[1:]; strings.HasPrefix(path, "/") {
			continue
		}
		if i%2 == 0 {
			path = "../" + path
		}
		if _, err := url.Parse(path); err == nil {
			relative = append(relative, path)
		}
	}
	return absolute, relative
}
