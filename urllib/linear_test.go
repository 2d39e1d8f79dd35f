package urllib_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

const hugeSize = 8 << 20

// TestErrorsAreLinear makes errors about megabytes, and prints them.
func TestErrorsAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"\u2100", "[", "\xed\xa0\x80", "\x00", "@", "a"} {
		s := strings.Repeat(unit, hugeSize/len(unit))
		_, err1 := urllib.Split("http://[" + s)
		_, err2 := urllib.Split("http://\u2100" + s)
		_, err3 := urllib.Quote("\xed\xa0\x80" + s)
		_, _, err4 := urllib.SplitResult[string]{Netloc: "h:x" + strings.Trim(s, "@[")}.Port()
		for i, err := range []error{err1, err2, err3, err4} {
			if err == nil {
				t.Errorf("%d: no error for %q…", i, unit)
				continue
			}
			var e *urllib.Error
			var text string
			took := urltest.Took(func() { text = err.Error() })
			if len(text) > 2_000 {
				t.Errorf("%d: %d bytes of Error() for %q…, want at most 2000", i, len(text), unit)
			}
			if !errors.As(err, &e) || e.Text == "" {
				t.Errorf("%d: no text for %q…", i, unit)
			}
			if took > 5*time.Second {
				t.Errorf("%d: Error() takes %v for %q…", i, took, unit)
			}
		}
	}
}
