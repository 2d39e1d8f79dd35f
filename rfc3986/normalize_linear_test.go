package rfc3986_test

import (
	"fmt"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
)

// TestNormalizeIsLinear takes hostile shapes of megabytes.
func TestNormalizeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	huge := map[string]bool{"../": true, "a/../": true, "%2e%2e/": true, "@B,": true, "%41": true}
	for _, unit := range []string{
		"a/", "../", "./", "a/../", "a/a/../../", "/", "%2e%2e/", "%41", "%2f", "@B", "@B,", "a@", ".", "@%22", "/@B", "A",
		"0",
	} {
		size := urltest.Size(2 << 20)
		if huge[unit] {
			size = urltest.Size(8 << 20)
		}
		for _, prefix := range []string{"x:", "http://h/", "mailto:", "urn:", "", "http://h:", "http://", "http://h?"} {
			text := urltest.Many(prefix, unit, "", size)
			if _, err := rfc3986.Parse(text); err != nil {
				continue
			}
			urltest.Linear(t, fmt.Sprintf("%q and many of %q", prefix, unit), text, normalizeAndCompare)
		}
	}
}

// normalizeAndCompare normalises a text, and compares it with its normal form.
func normalizeAndCompare(text string) {
	r, _ := rfc3986.Parse(text)
	n := r.Normalize(allSteps)
	if a, ok := r.URI(); ok {
		b, _ := n.URI()
		rfc3986.Equivalent(a, b, allSteps)
	}
}
