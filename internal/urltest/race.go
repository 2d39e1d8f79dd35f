// Package urltest holds what the tests and benchmarks of all dialects share:
// URLs to read, and a fair way to time one operation against another.
package urltest

import (
	"testing"
	"time"
)

// An Op is one contestant of a Race.
type Op struct {
	Name string
	Do   func(url string)
}

// chunk is how many URLs are timed as one.
const chunk = 500

// passes is how often each chunk is timed.
const passes = 31

// Race times ops over urls and reports for each the nanoseconds per URL and
// the ratio to the first. Chunk by chunk the ops take turns, and of each
// chunk the best time of many passes counts: on a busy machine this repeats
// where plain averages do not. Garbage collection is left out by that, so
// allocations show only in what they cost the allocator.
func Race(b *testing.B, urls []string, ops ...Op) {
	total := make([]time.Duration, len(ops))
	for range b.N {
		clear(total)
		for at := 0; at < len(urls); at += chunk {
			part := urls[at:min(at+chunk, len(urls))]
			for i, best := range raceChunk(part, ops) {
				total[i] += best
			}
		}
	}
	for i, op := range ops {
		b.ReportMetric(float64(total[i].Nanoseconds())/float64(len(urls)), op.Name+"-ns/URL")
		if i > 0 {
			b.ReportMetric(float64(total[i])/float64(total[0]), op.Name+"-ratio")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// raceChunk returns the best time of each op over part.
func raceChunk(part []string, ops []Op) []time.Duration {
	best := make([]time.Duration, len(ops))
	for pass := range passes {
		for i, op := range ops {
			start := time.Now()
			for _, url := range part {
				op.Do(url)
			}
			if d := time.Since(start); pass == 0 || d < best[i] {
				best[i] = d
			}
		}
	}
	return best
}
