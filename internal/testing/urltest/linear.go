package urltest

import (
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Megabytes prepares a test that measures the time for much hostile input. It skips the test with -short and under the
// race detector, and lets the garbage collector run rarely until the test ends.
func Megabytes(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("megabytes of hostile input: not with -short")
	}
	if RaceDetector {
		t.Skip("times mean nothing with the race detector")
	}
	percent := debug.SetGCPercent(800)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
}

// Size returns n if EARL_EXHAUSTIVE is set, and at most 128 KiB if not, which show quadratic time as well as megabytes.
func Size(n int) int {
	if IsExhaustive() {
		return n
	}
	return min(n, 128<<10)
}

// Many returns head, size bytes of repetitions of unit, and tail.
func Many(head, unit, tail string, size int) string {
	return head + strings.Repeat(unit, size/len(unit)) + tail
}

const (
	// quickEnough is a time per byte, in nanoseconds. Code that reads much of the input again at each step takes more:
	// with ten thousand bytes, reading them takes microseconds.
	quickEnough = 150

	// growth is the ratio of the two inputs that are compared, and leeway times growth the limit for the ratio of their
	// times.
	growth, leeway = 8, 3

	// tries is how often a time that is too long is measured again. The best counts, since machines are noisy.
	tries = 30
)

// Linear fails the test if the time of do grows faster than its input: if input takes more than 24 times as long as an
// eighth of it. It returns the time in nanoseconds per byte. An input should have at least ten thousand bytes.
func Linear(tb testing.TB, name, input string, do func(s string)) float64 {
	tb.Helper()
	cut := len(input) / growth
	for range min(cut, utf8.UTFMax-1) {
		if utf8.RuneStart(input[cut]) {
			break
		}
		cut-- // half a character could be another shape
	}
	return LinearTexts(tb, name, input, input[:cut], do)
}

// LinearTexts is like Linear with a given text of an eighth of the length, for inputs that cannot be cut.
func LinearTexts(tb testing.TB, name, input, small string, do func(s string)) float64 {
	tb.Helper()
	quick, slow := time.Hour, time.Hour
	for range tries {
		slow = min(slow, Took(func() { do(input) }))
		perByte := float64(slow.Nanoseconds()) / float64(len(input))
		if perByte < quickEnough {
			return perByte
		}
		quick = min(quick, Took(func() { do(small) }))
		if slow <= leeway*growth*quick {
			return perByte
		}
	}
	tb.Errorf("%s: %v for %d bytes, %v for %d", name, slow, len(input), quick, len(small))
	return float64(slow.Nanoseconds()) / float64(len(input))
}
