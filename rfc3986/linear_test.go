package rfc3986_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"earl.example/internal/urltest"
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
				t.Errorf("%s", text)
			}
			if took > 5*time.Second {
				t.Errorf("Error() of %q takes %v", unit, took)
			}
		}
	}
}
