// Package urltest has functions for tests and benchmarks. They provide URLs, compare times, check generated pages, and
// skip long tests.
package urltest

import (
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// An Op is an operation that Race measures.
type Op struct {
	Name string
	Do   func(url string)

	// Chunk, if not nil, replaces Do for an operation of another program. It runs the operation on urls[start:end] and
	// returns the time.
	Chunk func(start, end int) time.Duration
}

// Bytes returns an operation that reads each byte of its text once. Its time is a lower bound for parsers.
func Bytes() Op {
	total := 0
	return Op{Name: "bytes", Do: func(s string) {
		n := 0
		for i := 0; i < len(s); i++ {
			if s[i] == '/' {
				n++
			}
		}
		total += n
	}}
}

// Copy returns an operation that copies its text. Its time is a lower bound for functions that return a new text.
func Copy() Op {
	sink := new(string)
	return Op{Name: "copy", Do: func(s string) { *sink = strings.Clone(s) }}
}

// chunk is the number of URLs in one time measurement.
const chunk = 500

// passes is the number of measurements of each chunk in a round.
const passes = 31

// Race measures ops on urls. It reports the time of each op in nanoseconds per URL, and the ratio of this time to the
// time of the first op. The ops take turns on each chunk of 500 URLs. For each chunk, the best of many times counts.
// Unlike averages, best times are reproducible on a busy machine. The garbage collector is off during the measurement.
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

// Times measures like Race, but outside of a benchmark. It returns the time of each op in nanoseconds per URL, after
// the given number of rounds.
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
	best [][]time.Duration // best[chunk][op]
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

// round measures every op on every chunk. The constant passes is the number of these measurements.
func (r *race) round() {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for i, best := range r.best {
		start, end := i*chunk, min((i+1)*chunk, len(r.urls))
		for pass := range passes {
			for turn := range r.ops {
				// The order rotates, so that each op is sometimes the first.
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

func timed(urls []string, do func(string)) time.Duration {
	start := time.Now()
	for _, url := range urls {
		do(url)
	}
	return time.Since(start)
}

func (r *race) total(op int) time.Duration {
	var sum time.Duration
	for _, best := range r.best {
		sum += best[op]
	}
	return sum
}
