package rfc3986_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// TestErrorsAreLinear prints errors about megabytes.
func TestErrorsAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"@", ":", "%", "a", "\xff", "%40", "%3A"} {
		for _, prefix := range []string{"http://u:secret@ ", "http://u:secret@h/ ", ""} {
			_, err := rfc3986.Parse(prefix + strings.Repeat(unit, 8<<20/len(unit)) + " ")
			var e *urlerr.Error
			if !errors.As(err, &e) {
				t.Fatalf("%q is accepted: %v", unit, err)
			}
			var text string
			took := urltest.Took(func() { text = err.Error() })
			if len(text) > 1000 || strings.Contains(text, "secret") {
				t.Errorf("%s, want a short text without the password", text)
			}
			if took > 5*time.Second {
				t.Errorf("Error() of %q takes %v", unit, took)
			}
		}
	}
}

// TestOverflowIsLinear takes references with overflow and many parts, and an eighth of each, which has no overflow.
func TestOverflowIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	base := rfc3986.MustParseURI("s://h/a/b")
	for _, far := range [][2]string{{"s", ":"}, {"//u:", "@h"}, {"//u@", ""}, {"//h:", ""}} {
		for _, unit := range []string{"/a", "/%41", "/..", "?a=b&", "?%41=%42&", "1"} {
			text := func(size int) string {
				return urltest.Many(far[0]+strings.Repeat("1", size)+far[1], unit, "", size)
			}
			urltest.LinearTexts(t, far[0]+" far, and many of "+unit, text(1<<16), text(1<<13), func(s string) {
				r, err := rfc3986.Parse(s)
				if err != nil {
					t.Error("it is refused")
				}
				for range r.DecodedSegments() {
				}
				for range r.DecodedPairs() {
				}
				r.Lookup("x")
				_, _ = r.AppendSegments("x", "y")
				_, _ = r.WithPair("a", "x")
				_, _, _ = r.PortNumber()
				u, err := rfc3986.Resolve(base, r)
				if err != nil {
					t.Error(err)
				}
				_, _ = rfc3986.Relative(base, u)
				_, _ = rfc3986.Relative(u, base)
				normalizeAndCompare(s)
			})
		}
	}
}
