package guard

import (
	"context"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"
)

// get is Get of c with a context.
func get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(r)
}

// BenchmarkGet measures a request to a loopback server on an open connection. The requests of Client and of net/http are
// interleaved, in a different order each time. The metrics are the median time of Client relative to net/http
// without limits, and with the time limits of Client.
func BenchmarkGet(b *testing.B) {
	s := newTarget(b)
	guarded := s.client(b, nil)
	plain, limited := new(http.Client), new(http.Client)
	for _, c := range []*http.Client{plain, limited} {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.Proxy, t.DialContext = nil, guarded.HTTP().Transport.(*transport).dial
		c.Transport = t
		defer c.CloseIdleConnections()
	}
	limited.Transport.(*http.Transport).ResponseHeaderTimeout = 10 * time.Second
	url := s.at("http://good.example:PORT/articles/2026/07/a-title-of-some-words.html")
	gets := []func() (*http.Response, error){
		func() (*http.Response, error) { return guarded.Get(b.Context(), url) },
		func() (*http.Response, error) { return get(b.Context(), plain, url) },
		func() (*http.Response, error) {
			ctx, cancel := context.WithTimeout(b.Context(), 30*time.Second)
			response, err := get(ctx, limited, url)
			if err != nil {
				cancel()
				return nil, err
			}
			response.Body = &body{ReadCloser: response.Body, left: 1 << 20, cancel: cancel}
			return response, nil
		},
	}
	times := make([][]time.Duration, len(gets))
	n := 0
	for b.Loop() {
		for i := range gets {
			i = (i + n) % len(gets)
			start := time.Now()
			response, err := gets[i]()
			if err != nil {
				b.Fatal(err)
			}
			io.Copy(io.Discard, response.Body)
			response.Body.Close()
			times[i] = append(times[i], time.Since(start))
		}
		n++
	}
	median := func(i int) float64 {
		slices.Sort(times[i])
		return float64(times[i][len(times[i])/2])
	}
	b.ReportMetric(median(0)/median(1), "of-plain")
	b.ReportMetric(median(0)/median(2), "of-limited")
}
