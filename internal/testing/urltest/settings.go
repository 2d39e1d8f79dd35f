package urltest

import (
	"bytes"
	_ "embed" // embeds the URLs
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// RaceDetector reports whether the race detector is on. Tests that measure time or memory are skipped or allow more if
// it is on.
var RaceDetector = func() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}()

// Live skips the test with -short. Call it in tests that run another program.
func Live(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("runs another program: not with -short")
	}
}

// Exhaustive skips the test unless EARL_EXHAUSTIVE is set. Call it in tests that take more than a few seconds because
// they try every case or many generated cases.
func Exhaustive(tb testing.TB) {
	tb.Helper()
	if !IsExhaustive() {
		tb.Skip("exhaustive test: run it with EARL_EXHAUSTIVE=1 go test")
	}
}

// IsExhaustive reports whether EARL_EXHAUSTIVE is set. Call it in tests that try a sample of their cases if it is not
// set.
func IsExhaustive() bool { return os.Getenv("EARL_EXHAUSTIVE") != "" }

// Number returns the number in an environment variable. If the variable is not set, Number returns the default,
// ordinary. If the value is not a number of 0 or more, Number fails the test.
func Number(tb testing.TB, variable string, ordinary int) int {
	tb.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return ordinary
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		tb.Fatalf("%s=%s must be a number of 0 or more", variable, text)
	}
	return n
}

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
