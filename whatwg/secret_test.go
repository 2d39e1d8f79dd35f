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

// TestFormat checks that %v and logs of a struct hide the password, and that %s and %q do not.
func TestFormat(t *testing.T) {
	t.Parallel()
	const href, redacted = "https://u:hunter2@h/", "https://u:***@h/"
	u := must(whatwg.Parse(href))
	holder := struct{ U whatwg.URL }{u}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "holder", holder, "u", &u)
	if strings.Contains(log.String(), "hunter2") || !strings.Contains(log.String(), redacted) {
		t.Errorf("log: %s", &log)
	}
	for _, test := range []struct {
		format string
		value  any
		want   string
	}{
		{"%v", u, redacted}, {"%+v", &u, redacted}, {"%#v", u, `"` + redacted + `"`}, {"%v", holder, "{" + redacted + "}"},
		{"%+v", &holder, "&{U:" + redacted + "}"}, {"%s", u, href}, {"%q", u, `"` + href + `"`}, {"%v", whatwg.URL{}, ""},
	} {
		if got := fmt.Sprintf(test.format, test.value); got != test.want {
			t.Errorf("%s gives %s, want %s", test.format, got, test.want)
		}
	}
}
