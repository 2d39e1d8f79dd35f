package urltest

import (
	"os"
	"runtime/debug"
	"slices"
	"strconv"
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
