package rfc3986_test

import (
	"strings"
	"testing"
	"time"

	"earl.example/internal/urltest"
	"earl.example/rfc3986"
)

// TestNormalizeIsLinear takes hostile shapes of megabytes. With so little time
// for a byte no step can be quadratic: at 2 MiB, even a pass of copying for
// each segment would take thousands of times as long.
func TestNormalizeIsLinear(t *testing.T) {
	if testing.Short() || urltest.RaceDetector {
		t.Skip("megabytes of hostile input")
	}
	const nsPerByte, tries = 150, 5
	huge := map[string]bool{"../": true, "a/../": true, "%2e%2e/": true, "@B,": true, "%41": true}
	for _, unit := range []string{
		"a/", "../", "./", "a/../", "a/a/../../", "/", "%2e%2e/", "%41", "%2f", "@B", "@B,", "a@", ".", "@%22", "/@B", "A", "0",
	} {
		size := 2 << 20
		if huge[unit] {
			size = 8 << 20
		}
		for _, prefix := range []string{"x:", "http://h/", "mailto:", "urn:", "", "http://h:", "http://", "http://h?"} {
			text := prefix + strings.Repeat(unit, size/len(unit))
			if _, err := rfc3986.Parse(text); err != nil {
				continue
			}
			best := time.Hour
			for range tries {
				if best = min(best, timeOf(text)); best.Nanoseconds() < nsPerByte*int64(size) {
					break
				}
			}
			if got := best.Nanoseconds() / int64(size); got >= nsPerByte {
				t.Errorf("%q and many of %q: %d ns for each byte", prefix, unit, got)
			}
		}
	}
}

// timeOf returns how long it takes to normalise a text and to compare it with
// its normal form.
func timeOf(text string) time.Duration {
	r := rfc3986.MustParse(text)
	return urltest.Took(func() {
		n := r.Normalize(allSteps)
		if a, ok := r.URI(); ok {
			b, _ := n.URI()
			rfc3986.Equivalent(a, b, allSteps)
		}
	})
}
