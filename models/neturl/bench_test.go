package neturl_test

import (
	"net/url"
	"testing"

	running "earl.example/internal/neturl"
	"earl.example/internal/testing/urltest"
	"earl.example/models/neturl"
	"earl.example/reading"
)

// BenchmarkRead measures the model, interleaved with net/url and with the dialect of internal/neturl, which calls it.
func BenchmarkRead(b *testing.B) {
	var r reading.Reading
	old, _ := neturl.Dialect{}.At("1.19")
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { url.Parse(s) }},
		urltest.Op{Name: "Read", Do: func(s string) { neturl.Dialect{}.Read(&r, s) }},
		urltest.Op{Name: "Read-1.19", Do: func(s string) { old.Read(&r, s) }},
		urltest.Op{Name: "internal/neturl", Do: func(s string) { running.Dialect{}.Read(&r, s) }},
	)
}
