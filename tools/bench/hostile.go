package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"earl.example/internal/testing/linear"
	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// hostile lists the operations that are measured with megabytes of hostile text.
var hostile = []urltest.Op{
	{Name: "rfc3986.Parse", Do: func(s string) { sinkRef, _ = rfc3986.Parse(s) }},
	{Name: "rfc1808.Parse", Do: func(s string) { sink1808 = rfc1808.Parse(s) }},
	{Name: "urllib.Split", Do: func(s string) { sinkSplit, _ = urllib.Split(s) }},
	{Name: "whatwg.Parse", Do: func(s string) { sinkURL, _ = whatwg.Parse(s) }},
	{Name: "whatwg.CanParse", Do: func(s string) { sinkBool = whatwg.CanParse(s) }},
	{Name: "urllib.Join, reference", Do: func(s string) { sinkString, _ = urllib.Join(base, s) }},
	{Name: "rfc3986 Parse, Resolve", Do: func(s string) {
		if r, err := rfc3986.Parse(s); err == nil {
			_, _ = rfc3986.Resolve(rfc3986.MustParseURI(base), r)
		}
	}},
	{Name: "rfc1808 Parse, Resolve", Do: func(s string) { _, _ = rfc1808.Resolve(rfc1808.Parse(base), rfc1808.Parse(s)) }},
	{Name: "urllib.Quote", Do: func(s string) { sinkString, _ = urllib.Quote(s) }},
	{Name: "urllib.Unquote", Do: func(s string) { sinkString = urllib.Unquote(s) }},
}

// hostileTables lists the tables of hostile shapes. The limits are in nanoseconds per byte.
var hostileTables = []hostileTable{
	{"each hostile shape of ASCII", 8, 1.5, func(unit string) bool { return ascii.Prefix(unit) == len(unit) }},
	{"each hostile shape with other characters", 25, 5, func(unit string) bool { return ascii.Prefix(unit) < len(unit) }},
}

// A hostileTable has the limit and the goal for the shapes that repeat a unit for which has is true.
type hostileTable struct {
	title         string
	must, stretch float64
	has           func(unit string) bool
}

// Each shape is measured hostileRuns times, and only the fastest run counts. A shape over the limit gets up to
// hostilePatience times as many runs, because other programs may have slowed down all of its runs.
const (
	hostileRuns     = 7
	hostilePatience = 10
)

// hostileResult has the times of an operation per byte: the worst and the median of all shapes.
type hostileResult struct {
	name          string
	worst, median float64
	where         string
	rival         bool
}

// A hostileOp prepares a text and returns the function that is timed.
type hostileOp struct {
	name  string
	rival bool
	load  func(head, unit string) (took func() time.Duration)
}

// hostileOps returns the operations of earl, and the operations of each ada that is compiled for any processor.
func hostileOps(size int, adas rivals) (all []hostileOp) {
	for _, h := range hostile {
		all = append(all, hostileOp{h.Name, false, func(head, unit string) func() time.Duration {
			text := urltest.Many(head, unit, "", size)
			return func() time.Duration { return urltest.Took(func() { h.Do(text) }) }
		}})
	}
	for _, a := range adas {
		if a.native {
			continue // other compiler options take minutes more and change little
		}
		for _, what := range []string{"parse", "can parse"} {
			op := a.op(what)
			all = append(all, hostileOp{op.Name, true, func(head, unit string) func() time.Duration {
				a.load([]string{urltest.Many(head, unit, "", size)})
				return func() time.Duration { return op.Chunk(0, 1) }
			}})
		}
	}
	return all
}

// measure times each operation with a text of size bytes for each shape of the table.
func (table hostileTable) measure(ops []hostileOp, size int) (all []hostileResult) {
	for _, h := range ops {
		result, most := hostileResult{name: h.name, rival: h.rival}, hostileRuns*hostilePatience
		if h.rival {
			most = hostileRuns
		}
		var times []float64
		for _, head := range linear.Heads {
			for _, unit := range linear.Units {
				if !table.has(unit) {
					continue
				}
				took, bytes := h.load(head, unit), float64(len(head)+size/len(unit)*len(unit))
				best := math.Inf(1)
				for n := 0; n < hostileRuns || n < most && best > table.must; n++ {
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
