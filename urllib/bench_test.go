package urllib_test

import (
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

// BenchmarkSplit measures Split and Parse against net/url.Parse and two
// floors: looking at each byte, and copying the URL.
func BenchmarkSplit(b *testing.B) {
	var sinkURL *url.URL
	var sinkSplit urllib.SplitResult[string]
	var sinkParse urllib.ParseResult[string]
	py39 := urllib.Python{Version: must(urllib.ParseVersion("3.9"))}
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
		urltest.Op{Name: "Split", Do: func(s string) { sinkSplit, _ = urllib.Split(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sinkParse, _ = urllib.Parse(s) }},
		urltest.Op{Name: "Split-3.9", Do: func(s string) { sinkSplit, _ = py39.Split(s, urllib.URLOptions{}) }},
		urltest.Bytes(),
		urltest.Copy(),
	)
	_, _, _ = sinkURL, sinkSplit, sinkParse
}

// BenchmarkJoin measures Join of a base and a reference, both text, against
// parsing both with net/url, resolving, and printing, and the floor of putting
// two strings together.
func BenchmarkJoin(b *testing.B) {
	var sink string
	const base = "https://www.example.com/docs/guide/chapter-1.html?lang=en"
	absolute, relative := urltest.ReferencesOf(urltest.Corpus(b))
	urltest.Race(b, append(absolute, relative...),
		urltest.Op{Name: "net/url", Do: func(s string) {
			b, _ := url.Parse(base)
			if r, err := url.Parse(s); err == nil {
				sink = b.ResolveReference(r).String()
			}
		}},
		urltest.Op{Name: "Join", Do: func(s string) { sink, _ = urllib.Join(base, s) }},
		urltest.Op{Name: "concatenation", Do: func(s string) { sink = base[:33] + s }},
	)
	_ = sink
}

// BenchmarkQuote measures Quote and Unquote against net/url's and the floor of
// copying the text.
func BenchmarkQuote(b *testing.B) {
	var sink string
	urls := urltest.Corpus(b)
	b.Run("quote", func(b *testing.B) {
		urltest.Race(b, urls,
			urltest.Op{Name: "QueryEscape", Do: func(s string) { sink = url.QueryEscape(s) }},
			urltest.Op{Name: "Quote", Do: func(s string) { sink, _ = urllib.Quote(s) }},
			urltest.Op{Name: "QuotePlus", Do: func(s string) { sink, _ = urllib.QuotePlus(s) }},
			urltest.Copy(),
		)
	})
	quoted := make([]string, len(urls))
	for i, s := range urls {
		quoted[i] = url.QueryEscape(s)
	}
	b.Run("unquote", func(b *testing.B) {
		urltest.Race(b, quoted,
			urltest.Op{Name: "QueryUnescape", Do: func(s string) { sink, _ = url.QueryUnescape(s) }},
			urltest.Op{Name: "Unquote", Do: func(s string) { sink = urllib.Unquote(s) }},
			urltest.Op{Name: "UnquotePlus", Do: func(s string) { sink = urllib.UnquotePlus(s) }},
			urltest.Copy(),
		)
	})
	b.Run("unquote-unchanged", func(b *testing.B) {
		urltest.Race(b, urls,
			urltest.Op{Name: "QueryUnescape", Do: func(s string) { sink, _ = url.QueryUnescape(s) }},
			urltest.Op{Name: "Unquote", Do: func(s string) { sink = urllib.Unquote(s) }},
		)
	})
	_ = sink
}

// BenchmarkQuery measures reading a query against net/url.ParseQuery and the
// floor of looking at each byte.
func BenchmarkQuery(b *testing.B) {
	var queries []string
	for _, s := range urltest.Corpus(b) {
		if _, query, ok := strings.Cut(s, "?"); ok {
			queries = append(queries, query)
		}
	}
	n := 0
	urltest.Race(b, queries,
		urltest.Op{Name: "ParseQuery", Do: func(s string) { v, _ := url.ParseQuery(s); n += len(v) }},
		urltest.Op{Name: "ParsePairs", Do: func(s string) {
			for range (urllib.Python{}).ParsePairs(s, urllib.QueryOptions{}) {
				n++
			}
		}},
		urltest.Op{Name: "ParseQSL", Do: func(s string) { n += len(urllib.ParseQSL(s)) }},
		urltest.Op{Name: "ParseQS", Do: func(s string) { countNames(&n, urllib.ParseQS(s)) }},
		urltest.Bytes(),
	)
}

// BenchmarkShortPairs measures a megabyte of pairs as short as they can be, of one
// name and of many, against writing as many pairs of known places.
func BenchmarkShortPairs(b *testing.B) {
	one := strings.Repeat("a=1&", 1<<18)
	var many strings.Builder
	for i := 0; many.Len() < 1<<20; i++ {
		fmt.Fprintf(&many, "%x=1&", i)
	}
	n := 0
	for _, op := range []struct {
		name string
		do   func()
	}{
		{"floor", func() {
			pairs := make([]urllib.Pair[string], 0, len(one)/4)
			for i := 0; i < len(one); i += 4 {
				pairs = append(pairs, urllib.Pair[string]{Name: one[i : i+1], Value: one[i+2 : i+3]})
			}
			n += len(pairs)
		}},
		{"ParseQSL", func() { n += len(urllib.ParseQSL(one)) }},
		{"ParseQS-one", func() { countNames(&n, urllib.ParseQS(one)) }},
		{"ParseQS-many", func() { countNames(&n, urllib.ParseQS(many.String())) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			best := time.Duration(math.MaxInt64)
			for b.Loop() {
				best = min(best, urltest.Took(op.do))
			}
			b.ReportMetric(float64(best)/(1<<20), "ns/byte")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// must returns v, and panics if there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// countNames adds the number of names in d to n.
func countNames(n *int, d urllib.Dict[string]) {
	for range d.All() {
		*n++
	}
}
