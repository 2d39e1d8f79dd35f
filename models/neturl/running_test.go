package neturl

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	running "earl.example/internal/neturl"
	"earl.example/internal/testing/oracle"
	"earl.example/reading"
)

// TestSameAsRunning compares the model with the net/url of the Go release that runs the test: the components, and their
// spans in the input.
func TestSameAsRunning(t *testing.T) {
	release, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	for _, tt := range []struct{ name, goLine, godebug string }{
		{"strict colons", "", "urlstrictcolons=1"}, {"loose colons", "+go1.25", "urlstrictcolons=0"},
	} {
		d, err := Dialect{}.At(release + tt.goLine)
		if err != nil {
			t.Skip(err)
		}
		t.Setenv("GODEBUG", tt.godebug)
		s := suite(nil)
		for _, q := range oracle.Generate(20_000, slices.Concat(oracle.Tricky(), s.More), s.Bases) {
			if got, want := shown(d, q), shown(running.Dialect{}, q); got != want {
				t.Errorf("%s: %v:\n got %s\nwant %s", tt.name, q, got, want)
			}
		}
	}
}

// shown returns what d reports for q, without the error.
func shown(d reading.Dialect, q oracle.Question) string {
	text, err := "", error(nil)
	if q.HasBase {
		text, err = d.(reading.Resolver).Resolve(q.Base, q.URL)
	} else {
		var r reading.Reading
		d.Read(&r, q.URL)
		values, spans := oracle.Components(&r, q.URL)
		text, err = r.Href()+"\nvalues "+values+"\nspans "+spans, r.Err()
	}
	if err != nil {
		return oracle.Rejected
	}
	return text
}
