package urltest

import (
	"os"
	"testing"
)

// exhaustiveVariable names the environment variable that turns on the tests that call Exhaustive.
const exhaustiveVariable = "EARL_EXHAUSTIVE"

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
		tb.Skip("exhaustive test: run it with " + exhaustiveVariable + "=1 go test")
	}
}

// IsExhaustive reports whether EARL_EXHAUSTIVE is set. Call it in tests that try a sample of their cases if it is not
// set.
func IsExhaustive() bool { return os.Getenv(exhaustiveVariable) != "" }
