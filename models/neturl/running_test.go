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
		questions := oracle.Generate(20_000, slices.Concat(oracle.Tricky(), s.More), s.Bases)
		for _, url := range edges {
			questions = append(questions, oracle.Question{URL: url})
		}
		for _, q := range questions {
			if got, want := shown(d, q), shown(running.Dialect{}, q); got != want {
				t.Errorf("%s: %v:\n got %s\nwant %s", tt.name, q, got, want)
			}
		}
	}
}

// edges lists URLs at the limits of the rules: octets, groups of addresses, and escapes at the end of a component.
var edges = []string{
	"http://%00/", "http://%7f/", "http://%80/", "http://%81/", "http://%ff/", "http://\x7f/", "http://\x80/",
	"http://[::1%25%7f]/", "http://[::1%25%80]/", "http://[::1%25\x80]/", "http://[::1%25%20]/", "http://[::1%25%25]/",
	"http://u+v:p+q@h/", "http://u%4@h/", "http://u%@h/", "http://u%41@h/", "http://u\x7f@h/", "http://u\x80@h/",
	"http://[1:2:3:4::5:6:7:8]/", "http://[1:2:3::4:5:6:7]/", "http://[1:2:3:4::5:6:1.2.3.4]/", "http://[1:2:3::5:6:1.2.3.4]/",
	"http://h%41", "http://h%4", "http://h%", "#%4", "#%41", "/%4", "/%41",
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
