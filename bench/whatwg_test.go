package bench

import (
	"net/url"
	"testing"

	rival "github.com/nlnwa/whatwg-url/url"

	"earl.example/internal/urltest"
	"earl.example/whatwg"
)

// BenchmarkWHATWG races Parse against the other parser of the URL Standard in
// Go, and against net/url. Its result has the href made when it is asked for,
// ours has it already.
func BenchmarkWHATWG(b *testing.B) {
	var sinkStd *url.URL
	var sinkRival *rival.Url
	var sink whatwg.URL
	var sinkString string
	urltest.Race(b, urltest.Corpus(b)[:4000],
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkStd, _ = url.Parse(s) }},
		urltest.Op{Name: "whatwg.Parse", Do: func(s string) { sink, _ = whatwg.Parse(s) }},
		urltest.Op{Name: "nlnwa.Parse", Do: func(s string) { sinkRival, _ = rival.Parse(s) }},
		urltest.Op{Name: "nlnwa.Parse+Href", Do: func(s string) {
			if u, err := rival.Parse(s); err == nil {
				sinkString = u.Href(false)
			}
		}},
	)
	_, _, _, _ = sinkStd, sinkRival, sink, sinkString
}
