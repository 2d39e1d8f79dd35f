// Package urltest holds what the tests and benchmarks of all dialects share:
// URLs to read, and a fair way to time one operation against another.
package urltest

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// An Op is one contestant of a Race.
type Op struct {
	Name string
	Do   func(url string)

	// Chunk, if not nil, is for a contestant that is another program: it does
	// the work of Do for the URLs from start up to end, and returns how long
	// that took.
	Chunk func(start, end int) time.Duration
}

// chunk is how many URLs are timed as one.
const chunk = 500

// passes is how often each chunk is timed in a round.
const passes = 31

// Race times ops over urls and reports for each the nanoseconds per URL and
// the ratio to the first. In each chunk of 500 URLs the ops take turns, and
// of each chunk the best time of many passes counts, of all rounds that the
// benchmark runs: on a busy machine this repeats where plain averages do not.
// The collector is off while the clock runs, so that allocations show in what
// they cost the allocator, and nothing else.
func Race(b *testing.B, urls []string, ops ...Op) {
	r := newRace(urls, ops)
	for b.Loop() {
		r.round()
	}
	var first time.Duration
	for i, op := range ops {
		total := r.total(i)
		b.ReportMetric(float64(total)/float64(len(urls)), op.Name+"-ns/URL")
		if i == 0 {
			first = total
			continue
		}
		b.ReportMetric(float64(total)/float64(first), op.Name+"-ratio")
	}
	b.ReportMetric(0, "ns/op")
}

// Times is Race for programs that are no benchmarks: it returns for each op the
// nanoseconds per URL, after so many rounds.
func Times(urls []string, rounds int, ops ...Op) []float64 {
	r := newRace(urls, ops)
	for range rounds {
		r.round()
	}
	times := make([]float64, len(ops))
	for i := range ops {
		times[i] = float64(r.total(i)) / float64(len(urls))
	}
	return times
}

// A race holds the best time of each op over each chunk.
type race struct {
	urls []string
	ops  []Op
	best [][]time.Duration // by chunk and op
}

func newRace(urls []string, ops []Op) *race {
	r := &race{urls: urls, ops: ops}
	for at := 0; at < len(urls); at += chunk {
		best := make([]time.Duration, len(ops))
		for i := range best {
			best[i] = math.MaxInt64
		}
		r.best = append(r.best, best)
	}
	return r
}

// round times every op over every chunk, passes times.
func (r *race) round() {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for i, best := range r.best {
		start, end := i*chunk, min((i+1)*chunk, len(r.urls))
		for pass := range passes {
			for turn := range r.ops {
				// Nobody always runs behind the same other.
				op := (pass + turn) % len(r.ops)
				if do := r.ops[op].Chunk; do != nil {
					best[op] = min(best[op], do(start, end))
				} else {
					best[op] = min(best[op], timed(r.urls[start:end], r.ops[op].Do))
				}
			}
		}
		runtime.GC()
	}
}

// timed returns how long do takes over urls.
func timed(urls []string, do func(string)) time.Duration {
	start := time.Now()
	for _, url := range urls {
		do(url)
	}
	return time.Since(start)
}

// total returns the sum of an op's best times.
func (r *race) total(op int) time.Duration {
	var sum time.Duration
	for _, best := range r.best {
		sum += best[op]
	}
	return sum
}
