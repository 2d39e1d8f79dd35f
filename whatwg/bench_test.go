package whatwg_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/whatwg"
)

// BenchmarkParse compares Parse, CanParse and Dialect.Read with net/url.Parse, with a loop over the bytes, and with
// copying the URL. It also reports the percentage of URLs in normal form.
func BenchmarkParse(b *testing.B) {
	var sinkURL *url.URL
	var sink whatwg.URL
	var sinkBool bool
	var r reading.Reading
	urls := urltest.Corpus(b)
	urltest.Race(b, urls,
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sink, _ = whatwg.Parse(s) }},
		urltest.Op{Name: "CanParse", Do: func(s string) { sinkBool = whatwg.CanParse(s) }},
		urltest.Op{Name: "Read", Do: func(s string) { whatwg.Dialect{}.Read(&r, s) }},
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

// A variant changes a URL of the corpus. rest begins with "/" or is empty.
type variant struct {
	name string
	url  func(scheme, host, rest string) string
}

// raceVariants compares Parse and CanParse with net/url.Parse for each variant of the corpus. It measures only URLs
// that Parse rejects if fail is set, or else only URLs that Parse accepts.
func raceVariants(b *testing.B, fail bool, variants []variant) {
	for _, v := range variants {
		b.Run(v.name, func(b *testing.B) {
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
				s = v.url(scheme, host, rest[len(host):])
				if _, err := whatwg.Parse(s); (err != nil) == fail {
					urls = append(urls, s)
				}
			}
			if len(urls) < 1000 {
				b.Fatalf("no more than %d URLs, want at least 1000", len(urls))
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

// BenchmarkRewrite measures URLs that are not in normal form.
func BenchmarkRewrite(b *testing.B) {
	raceVariants(b, false, []variant{
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

// BenchmarkHosts measures URLs with IP addresses.
func BenchmarkHosts(b *testing.B) {
	host := func(name string, make func(n int) string) variant {
		n := 0
		return variant{name, func(scheme, _, rest string) string { n++; return scheme + "://" + make(n*7919) + rest }}
	}
	raceVariants(b, false, []variant{
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

// BenchmarkOther measures URLs with a scheme that is not special.
func BenchmarkOther(b *testing.B) {
	raceVariants(b, false, []variant{
		{"mailto", func(_, host, _ string) string { return "mailto:someone@" + host + "?subject=Hello%20World" }},
		{"javascript", func(_, host, _ string) string { return "javascript:window.open('" + host + "')" }},
		{"data, long", func(_, _, _ string) string { return "data:image/png;base64," + strings.Repeat("iVBORw0K", 250) }},
		{"host", func(_, host, rest string) string { return "redis://" + host + ":6379" + rest }},
		{"path", func(_, _, rest string) string { return "app:/" + rest }},
	})
}

// BenchmarkFailures measures inputs that Parse rejects.
func BenchmarkFailures(b *testing.B) {
	raceVariants(b, true, []variant{
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

// BenchmarkResolve compares URL.Resolve and Href with net/url's Parse, ResolveReference and String. The base is parsed.
func BenchmarkResolve(b *testing.B) {
	var sink string
	const base = "https://www.example.com/docs/guide/chapter-1.html?lang=en"
	absolute, relative := urltest.ReferencesOf(urltest.Corpus(b))
	std, _ := url.Parse(base)
	ours, _ := whatwg.Parse(base)
	urltest.Race(b, append(absolute, relative...),
		urltest.Op{Name: "net/url", Do: func(s string) {
			if u, err := url.Parse(s); err == nil {
				sink = std.ResolveReference(u).String()
			}
		}},
		urltest.Op{Name: "Resolve", Do: func(s string) {
			u, _ := ours.Resolve(s)
			sink = u.Href()
		}},
	)
	_ = sink
}
