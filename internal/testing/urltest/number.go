package urltest

import (
	"os"
	"strconv"
	"testing"
)

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
