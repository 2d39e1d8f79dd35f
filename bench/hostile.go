package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"earl.example/internal/linear"
	"earl.example/internal/urltest"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// hostile are the operations that are measured with megabytes of hostile text.
var hostile = []struct {
	name string
	do   func(s string)
}{
	{"rfc3986.Parse", func(s string) { sinkRef, _ = rfc3986.Parse(s) }},
	{"rfc1808.Parse", func(s string) { sink1808 = rfc1808.Parse(s) }},
	{"urllib.Split", func(s string) { sinkSplit, _ = urllib.Split(s) }},
	{"whatwg.Parse", func(s string) { sinkURL, _ = whatwg.Parse(s) }},
	{"whatwg.CanParse", func(s string) { sinkBool = whatwg.CanParse(s) }},
	{"urllib.Join, reference", func(s string) { sinkString, _ = urllib.Join(base, s) }},
	{"rfc3986 Parse, Resolve", func(s string) {
		if r, err := rfc3986.Parse(s); err == nil {
			_, _ = rfc3986.Resolve(rfc3986.MustParseURI(base), r)
		}
	}},
	{"rfc1808 Parse, Resolve", func(s string) { _, _ = rfc1808.Resolve(rfc1808.Parse(base), rfc1808.Parse(s)) }},
	{"urllib.Quote", func(s string) { sinkString, _ = urllib.Quote(s) }},
	{"urllib.Unquote", func(s string) { sinkString = urllib.Unquote(s) }},
}

// What a byte may take, in nanoseconds.
const (
	hostileMust    = 5
	hostileStretch = 1.5
)

// hostileResult is what an operation takes for a byte.
type hostileResult struct {
	name          string
	worst, median float64
	where         string
	rival         bool
}

// A hostileOp is prepared for each text, and then tells how long it takes.
type hostileOp struct {
	name     string
	rival    bool
	patience int // how many times more runs a shape gets that seems too slow
	load     func(head, unit string) (took func() time.Duration)
}

// hostileOps are earl's operations, and those of each ada.
func hostileOps(size int, adas []*ada) (all []hostileOp) {
	for _, h := range hostile {
		all = append(all, hostileOp{h.name, false, 10, func(head, unit string) func() time.Duration {
			text := urltest.Many(head, unit, "", size)
			return func() time.Duration { return urltest.Took(func() { h.do(text) }) }
		}})
	}
	for _, a := range adas {
		if a.native {
			continue // other options would take their minutes, and change little
		}
		for _, what := range []string{"parse", "can_parse"} {
			op := a.op(what)
			all = append(all, hostileOp{op.Name, true, 1, func(head, unit string) func() time.Duration {
				a.many(head, unit, size)
				return func() time.Duration { return op.Chunk(0, 1) }
			}})
		}
	}
	return all
}

// measureHostile gives each operation a megabyte of each shape of ASCII. Of
// each shape the best of some runs counts, since one is seldom left alone, and
// of many where that is too much: among hundreds of shapes some never were.
func measureHostile(ops []hostileOp, size, runs int) (all []hostileResult) {
	for _, h := range ops {
		result := hostileResult{name: h.name, rival: h.rival}
		var times []float64
		for _, head := range linear.Heads() {
			for _, unit := range linear.Units {
				if slices.ContainsFunc([]byte(unit), func(c byte) bool { return c >= 0x80 }) {
					continue
				}
				took, bytes := h.load(head, unit), float64(len(head)+size/len(unit)*len(unit))
				best := math.Inf(1)
				for n := 0; n < runs || n < h.patience*runs && best > hostileMust; n++ {
					best = min(best, float64(took())/bytes)
				}
				times = append(times, best)
				if best > result.worst {
					result.worst, result.where = best, fmt.Sprintf("%q after %q", unit, head)
				}
			}
		}
		slices.Sort(times)
		result.median = times[len(times)/2]
		all = append(all, result)
	}
	return all
}
