package urltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// Secret is the password in [SecretURLs].
const Secret = "hunter2"

// SecretURLs returns URLs with a password, each in a different place.
func SecretURLs() []string {
	return []string{
		"http://u:" + Secret + "@h/",
		"http://:" + Secret + "@h/",
		"http://u:" + Secret + "@h:80/@x:y",
		"foo://u:" + Secret + "@h",
		"//u:" + Secret + "@h/",
		"blob:https://u:" + Secret + "@h/",
		"jdbc:mysql://u:" + Secret + "@h/db",
		"jdbc:sqlserver://h;user=u;password=" + Secret,
		"JDBC:postgresql://h/db?trustStorePassword=" + Secret + "&ssl=true",
		"view-source:https://u:" + Secret + "@h/",
		"filesystem:http://u:" + Secret + "@h/temporary/x",
		"git+ssh:a:b:ssh://u:" + Secret + "@h/x",
		"http://h/?next=https://u:" + Secret + "@h2/",
		"http://h/?next=https%3A%2F%2Fu%3A" + Secret + "%40h2/",
		"http://h/?next=https%253A%252F%252Fu%253A" + Secret + "%2540h2/",
		"http://h/#https://u:" + Secret + "@h2/",
		"http://h/https://u:" + Secret + "@h2/",
		"http://user@h/;https://u:" + Secret + "@h2/",
	}
}

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
