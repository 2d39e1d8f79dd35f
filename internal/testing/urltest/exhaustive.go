package urltest

import (
	"os"
	"testing"
)

// exhaustiveVariable names the environment variable that turns on the tests that call Exhaustive.
const exhaustiveVariable = "EARL_EXHAUSTIVE"

// Exhaustive skips the test unless EARL_EXHAUSTIVE is set. It is for tests that try every case, or many
// generated ones, and take more than a few seconds.
func Exhaustive(tb testing.TB) {
	tb.Helper()
	if !IsExhaustive() {
		tb.Skip("exhaustive test: run it with " + exhaustiveVariable + "=1 go test")
	}
}

// IsExhaustive reports whether EARL_EXHAUSTIVE is set, for tests that otherwise try a sample.
func IsExhaustive() bool { return os.Getenv(exhaustiveVariable) != "" }
