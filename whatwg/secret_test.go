package whatwg_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// TestSecrets checks that Redacted, logs and errors never contain a password, also if only other parsers find it.
func TestSecrets(t *testing.T) {
	t.Parallel()
	base := must(whatwg.Parse("https://example.com/a"))
	failed := 0
	for _, s := range urltest.SecretURLs() {
		u, err := base.Resolve(s)
		if err != nil {
			t.Errorf("%q: %v, want no error", s, err)
		}
		urltest.HidesSecret(t, s, u)
		for _, instead := range []string{"@h", "@h h", "@[h", "@h:x", "@h:99999", "@", "@%zz", "@1.2.3.4.5", "@xn--\u00e9"} {
			s := strings.ReplaceAll(s, "@h", instead)
			for _, max := range []int{0, 9} {
				listen := func(e *urlerr.Error) { urltest.HidesSecret(t, s, e) }
				v, err := whatwg.ParseOptions{Base: base, MaxLength: max, Violation: listen}.Parse(s)
				if err == nil {
					_, err = v.POSIXPath()
				}
				if err != nil {
					urltest.HidesSecret(t, s, err)
					failed++
				}
				if _, err = v.NetURL(); err != nil {
					urltest.HidesSecret(t, s, err)
				}
			}
		}
	}
	if failed < 100 {
		t.Errorf("%d errors, want at least 100", failed)
	}
}

// TestPrint: fmt prints the href, as String returns it, and logs of a URL hide the password.
func TestPrint(t *testing.T) {
	t.Parallel()
	const href = "https://u:hunter2@h/"
	u := must(whatwg.Parse(href))
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "u", u, "p", &u)
	if strings.Contains(log.String(), "hunter2") || strings.Count(log.String(), "=https://u:***@h/") != 2 {
		t.Errorf("log: %s, want https://u:***@h/ twice", &log)
	}
	if got := fmt.Sprintf("%v %s %q %v", u, u, u, []any{&u}); got != href+" "+href+` "`+href+`" [`+href+"]" {
		t.Errorf("Sprintf = %s, want the href", got)
	}
}
