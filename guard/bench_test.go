package guard

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
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

// BenchmarkGet measures a request to a loopback server on an open connection. Each client has a connection of its own.
// The clients take turns, in a random order. The metrics are the time of Client relative to net/http without limits,
// and to net/http with the same limits of time, redirects and length. Both compare lower quartiles, which other
// programs of the machine disturb less than means.
func BenchmarkGet(b *testing.B) {
	s := newTarget(b)
	guarded := s.client(b, nil)
	plain, limited := new(http.Client), &http.Client{Timeout: 30 * time.Second}
	for _, c := range []*http.Client{plain, limited} {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.Proxy, t.DialContext = nil, (&net.Dialer{Resolver: guarded.Resolver}).DialContext
		c.Transport = t
		defer c.CloseIdleConnections()
	}
	url := s.at("http://good.example:PORT/articles/2026/07/a-title-of-some-words.html")
	read := func(response *http.Response, err error, limit int64) {
		if err != nil {
			b.Fatal(err)
		}
		var r io.Reader = response.Body
		if limit > 0 {
			r = io.LimitReader(r, limit)
		}
		io.Copy(io.Discard, r)
		response.Body.Close()
	}
	clients := []func(){
		func() { response, err := guarded.Get(b.Context(), url); read(response, err, 0) },
		func() { response, err := get(b.Context(), plain, url); read(response, err, 0) },
		func() { response, err := get(b.Context(), limited, url); read(response, err, 32<<20) },
	}
	times := make([][]time.Duration, len(clients))
	for b.Loop() {
		for _, i := range rand.Perm(len(clients)) {
			start := time.Now()
			clients[i]()
			times[i] = append(times[i], time.Since(start))
		}
	}
	quartile := func(i int) float64 {
		slices.Sort(times[i])
		return float64(times[i][len(times[i])/4])
	}
	b.ReportMetric(quartile(0)/quartile(1), "of-plain")
	b.ReportMetric(quartile(0)/quartile(2), "of-limited")
}
