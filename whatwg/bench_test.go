package whatwg_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
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

// A way makes another URL of one of the corpus, given its scheme, its host and the rest, which
// begins with a slash or is empty.
type way struct {
	name string
	url  func(scheme, host, rest string) string
}

// raceWays measures Parse and CanParse of what each of ways makes of the corpus, against
// net/url.Parse. What cannot be parsed is left out, or if it is meant to fail, the others.
func raceWays(b *testing.B, fail bool, ways []way) {
	for _, way := range ways {
		b.Run(way.name, func(b *testing.B) {
			var sinkURL *url.URL
			var sink whatwg.URL
			var sinkBool bool
			var urls []string
			for _, s := range urltest.Corpus(b)[:4000] {
				scheme, rest, _ := strings.Cut(s, "://")
				host := rest
				if at := strings.IndexAny(rest, "/?#"); at >= 0 {
					host = rest[:at]
				}
				s = way.url(scheme, host, rest[len(host):])
				if _, err := whatwg.Parse(s); (err != nil) == fail {
					urls = append(urls, s)
				}
			}
			if len(urls) < 1000 {
				b.Fatalf("no more than %d URLs", len(urls))
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

// BenchmarkRewrite measures URLs that are not in normal form, each in one way.
func BenchmarkRewrite(b *testing.B) {
	raceWays(b, false, []way{
		{"no path", func(scheme, host, rest string) string { return scheme + "://" + host }},
		{"case", func(scheme, host, rest string) string { return scheme + "://" + strings.ToUpper(host) + rest }},
		{"one slash", func(scheme, host, rest string) string { return scheme + ":/" + host + rest }},
		{"three slashes", func(scheme, host, rest string) string { return scheme + ":///" + host + rest }},
		{"backslashes", func(scheme, host, rest string) string { return " " + scheme + `:\\` + host + rest }},
		{"port", func(scheme, host, rest string) string {
			return scheme + "://" + host + map[string]string{"http": ":80", "https": ":443"}[scheme] + rest
		}},
		{"space", func(scheme, host, rest string) string { return scheme + "://" + host + rest + "/a b" }},
		{"dots", func(scheme, host, rest string) string { return scheme + "://" + host + rest + "/./a/../b" }},
		{"non-ASCII", func(scheme, host, rest string) string { return scheme + "://" + host + rest + "/\u00e9t\u00e9" }},
		{"query", func(scheme, host, rest string) string { return scheme + "://" + host + rest + "/?a='b'" }},
	})
}

// BenchmarkHosts measures URLs with other hosts than domain names.
func BenchmarkHosts(b *testing.B) {
	host := func(name string, make func(n int) string) way {
		n := 0
		return way{name, func(scheme, _, rest string) string { n++; return scheme + "://" + make(n*7919) + rest }}
	}
	raceWays(b, false, []way{
		host("IPv4", func(n int) string { return fmt.Sprintf("192.168.%d.%d", n>>8&255, n&255) }),
		host("IPv4, two parts", func(n int) string { return fmt.Sprintf("%d.%d", n>>8&255, n&255) }),
		host("IPv4, hexadecimal", func(n int) string { return fmt.Sprintf("0x%x.%d", n>>8&255, n&255) }),
		host("IPv6", func(n int) string { return fmt.Sprintf("[2001:db8:%x::%x]", n>>16+1, n&0xFFFF+1) }),
		host("IPv6 and a port", func(int) string { return "[::1]:3000" }),
		host("IPv6, capitals", func(n int) string { return fmt.Sprintf("[2001:DB8:%X::%X]", n>>16+1, n&0xFFFF+1) }),
		host("IPv6, all pieces", func(n int) string { return fmt.Sprintf("[2001:0db8:0:0:%04x:0:0:%x]", n>>16, n&0xFFFF) }),
		host("IPv6 with IPv4", func(n int) string { return fmt.Sprintf("[::ffff:192.168.%d.%d]", n>>8&255, n&255) }),
	})
}

// BenchmarkOther measures URLs whose scheme is not special.
func BenchmarkOther(b *testing.B) {
	raceWays(b, false, []way{
		{"mailto", func(_, host, _ string) string { return "mailto:someone@" + host + "?subject=Hello%20World" }},
		{"javascript", func(_, host, _ string) string { return "javascript:window.open('" + host + "')" }},
		{"data, long", func(_, _, _ string) string { return "data:image/png;base64," + strings.Repeat("iVBORw0K", 250) }},
		{"host", func(_, host, rest string) string { return "redis://" + host + ":6379" + rest }},
		{"path", func(_, _, rest string) string { return "app:/" + rest }},
	})
}

// BenchmarkFailures measures what is no URL.
func BenchmarkFailures(b *testing.B) {
	raceWays(b, true, []way{
		{"path", func(_, _, rest string) string { return "/" + rest }},
		{"host and path", func(_, host, rest string) string { return host + rest }},
		{"no host", func(scheme, _, _ string) string { return scheme + "://" }},
		{"port", func(scheme, host, rest string) string { return scheme + "://" + host + ":port" + rest }},
		{"space in the host", func(scheme, host, rest string) string { return scheme + "://a " + host + rest }},
		{"IPv4", func(scheme, _, rest string) string { return scheme + "://256.1.2.3" + rest }},
		{"IPv6", func(scheme, _, rest string) string { return scheme + "://[2001:db8::1::2]" + rest }},
		{"IPv6 without an end", func(scheme, _, rest string) string { return scheme + "://[2001:db8::1" + rest }},
	})
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
			u, _ := ours.Resolve(s)
			sink = u.Href()
		}},
	)
	_ = sink
}
