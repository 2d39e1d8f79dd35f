package urltest

import (
	"bytes"
	_ "embed" // embeds the URLs
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// Secret is the password in [SecretURLs].
const Secret = "hunter2"

//go:embed secrets.txt
var secretText string

// SecretURLs returns URLs with a password, each in a different place.
func SecretURLs() []string { return Lines(secretText) }

// HidesSecret fails the test if shown, which is an error or another value, reveals the password of input. It formats
// shown with every verb, logs it, encodes it as JSON, and unwraps it.
func HidesSecret(t *testing.T, input string, shown any) {
	t.Helper()
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "shown", shown)
	if err, ok := shown.(error); ok {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
			fmt.Fprintf(&log, verb, err)
		}
		if all, ok := err.(interface{ Unwrap() []error }); ok {
			for _, cause := range all.Unwrap() {
				log.WriteString(cause.Error())
			}
		}
		text, _ := json.Marshal(err)
		log.Write(text)
	} else if r, ok := shown.(interface{ Redacted() string }); ok {
		log.WriteString(r.Redacted())
	}
	if strings.Contains(log.String(), Secret) {
		t.Errorf("the password of %q is in %s", input, &log)
	}
}
