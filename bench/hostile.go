package main

import (
	"fmt"
	"math"
	"slices"

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
}

// measureHostile gives each operation a megabyte of each shape of ASCII. Of
// each shape the best of some runs counts, since one is seldom left alone, and
// of many where that is too much: among hundreds of shapes some never were.
func measureHostile(size, runs int) (all []hostileResult) {
	for _, h := range hostile {
		result := hostileResult{name: h.name}
		var times []float64
		for _, head := range linear.Heads() {
			for _, unit := range linear.Units {
				if slices.ContainsFunc([]byte(unit), func(c byte) bool { return c >= 0x80 }) {
					continue
				}
				text := urltest.Many(head, unit, "", size)
				best := math.Inf(1)
				for n := 0; n < runs || n < 10*runs && best > hostileMust; n++ {
					best = min(best, float64(urltest.Took(func() { h.do(text) }))/float64(len(text)))
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
