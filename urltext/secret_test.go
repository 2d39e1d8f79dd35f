package urltext_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"earl.example/urltext"
)

// checkNoSecret: neither the text of an error, nor what logs show of it, nor its
// causes have the secret.
func checkNoSecret(t *testing.T, name, secret string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "err", err)
	for _, cause := range err.(interface{ Unwrap() []error }).Unwrap() {
		log.WriteString(cause.Error())
	}
	if text := err.Error() + log.String(); strings.Contains(text, secret) {
		t.Errorf("%s: the password is in %s", name, text)
	}
}

// TestNoSecretInErrors makes every function fail on a text with a password.
func TestNoSecretInErrors(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	for _, test := range []struct {
		name string
		fail func() error
	}{
		{"Repair", func() error { _, _, err := urltext.Repair(" http://u:" + secret + " @h:x/"); return err }},
		{"Repair, not text", func() error { _, _, err := urltext.Repair("//u:" + secret + "@\xff/"); return err }},
		{"Complete", func() error { _, _, err := urltext.Complete("1:" + secret + "@h/"); return err }},
		{"Complete, with slashes", func() error { _, _, err := urltext.Complete("//u:" + secret + "@/"); return err }},
	} {
		checkNoSecret(t, test.name, secret, test.fail())
	}
}
