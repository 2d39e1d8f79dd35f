package whatwg_test

import (
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/urltest"
	"earl.example/whatwg"
)

// BenchmarkParse measures Parse and CanParse against net/url.Parse and two
// floors: looking at each byte, and copying the URL. It reports how many in a
// hundred of the URLs are in normal form, so that nothing is copied.
func BenchmarkParse(b *testing.B) {
	var sinkURL *url.URL
	var sink whatwg.URL
	var sinkBool bool
	urls := urltest.Corpus(b)
	urltest.Race(b, urls,
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sink, _ = whatwg.Parse(s) }},
		urltest.Op{Name: "CanParse", Do: func(s string) { sinkBool = whatwg.CanParse(s) }},
		urltest.Bytes(),
		urltest.Copy(),
	)
	normal := 0
	for _, s := range urls {
		if u, err := whatwg.Parse(s); err == nil && u.Href() == s {
			normal++
		}
	}
	b.ReportMetric(100*float64(normal)/float64(len(urls)), "%-normal")
	_, _, _ = sinkURL, sink, sinkBool
}

// BenchmarkRewrite measures Parse and CanParse of URLs that are not in normal form, each in
// one way, against net/url.Parse.
func BenchmarkRewrite(b *testing.B) {
	ways := []struct {
		name    string
		rewrite func(s string) string
	}{
		{"no slash", func(s string) string {
			scheme, host, _ := strings.Cut(s, "://")
			return scheme + "://" + cut(host, "/")
		}},
		{"case", func(s string) string {
			scheme, rest, _ := strings.Cut(s, "://")
			return scheme + "://" + upperHost(rest)
		}},
		{"backslashes", func(s string) string { return " " + strings.Replace(s, "//", `\\`, 1) }},
		{"port", func(s string) string {
			scheme, rest, _ := strings.Cut(s, "://")
			host, path, _ := strings.Cut(rest, "/")
			return scheme + "://" + host + map[string]string{"http": ":80", "https": ":443"}[scheme] + "/" + path
		}},
		{"space", func(s string) string { return s + "/a b" }},
		{"dots", func(s string) string { return s + "/./a/../b" }},
		{"non-ASCII", func(s string) string { return s + "/\u00e9t\u00e9" }},
		{"query", func(s string) string { return s + "/?a='b'" }},
	}
	for _, way := range ways {
		b.Run(way.name, func(b *testing.B) {
			var sinkURL *url.URL
			var sink whatwg.URL
			var sinkBool bool
			var urls []string
			for _, s := range urltest.Corpus(b)[:4000] {
				if _, err := whatwg.Parse(way.rewrite(s)); err == nil {
					urls = append(urls, way.rewrite(s))
				}
			}
			urltest.Race(b, urls,
				urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
				urltest.Op{Name: "Parse", Do: func(s string) { sink, _ = whatwg.Parse(s) }},
				urltest.Op{Name: "CanParse", Do: func(s string) { sinkBool = whatwg.CanParse(s) }},
			)
			_, _, _ = sinkURL, sink, sinkBool
		})
	}
}

func cut(s, sep string) string { before, _, _ := strings.Cut(s, sep); return before }

func upperHost(rest string) string {
	host, path, _ := strings.Cut(rest, "/")
	return strings.ToUpper(host) + "/" + path
}

// BenchmarkResolve measures URL.Parse of references against a parsed base, with
// the result as text, against parsing the reference with net/url, resolving,
// and printing.
func BenchmarkResolve(b *testing.B) {
	var sink string
	const base = "https://www.example.com/docs/guide/chapter-1.html?lang=en"
	absolute, relative := urltest.References(b)
	std, _ := url.Parse(base)
	ours, _ := whatwg.Parse(base)
	urltest.Race(b, append(absolute, relative...),
		urltest.Op{Name: "net/url", Do: func(s string) {
			if u, err := url.Parse(s); err == nil {
				sink = std.ResolveReference(u).String()
			}
		}},
		urltest.Op{Name: "Parse", Do: func(s string) {
			u, _ := ours.Parse(s)
			sink = u.Href()
		}},
	)
	_ = sink
}
