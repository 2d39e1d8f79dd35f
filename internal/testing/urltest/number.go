package urltest

import (
	"os"
	"strconv"
	"testing"
)

// Number returns the number that an environment variable holds, or ordinary if it
// is not set. What is no number from 0 on ends the test, which would otherwise pass
// without doing what it was asked for.
func Number(tb testing.TB, variable string, ordinary int) int {
	tb.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return ordinary
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		tb.Fatalf("%s=%s is no number", variable, text)
	}
	return n
}
