package guard

import (
	"io"
	"net/http"
	"testing"
	"time"
)

// BenchmarkGet measures a request to a loopback server on an open connection. The requests of Client and of net/http are
// interleaved. The ratio is the time of Client relative to net/http.
func BenchmarkGet(b *testing.B) {
	s := newTarget(b)
	guarded := s.client(b, nil)
	plain := &http.Client{Transport: &http.Transport{DialContext: guarded.HTTP().Transport.(*transport).dial}}
	defer plain.CloseIdleConnections()
	url := s.at("http://good.example:PORT/articles/2026/07/a-title-of-some-words.html")
	get := func(do func() (*http.Response, error)) time.Duration {
		start := time.Now()
		response, err := do()
		if err != nil {
			b.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		return time.Since(start)
	}
	var with, without time.Duration
	for b.Loop() {
		with += get(func() (*http.Response, error) { return guarded.Get(b.Context(), url) })
		without += get(func() (*http.Response, error) { return plain.Get(url) })
	}
	b.ReportMetric(float64(with)/float64(without), "ratio")
}
