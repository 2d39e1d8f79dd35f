package urltest

import (
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Megabytes is for tests that read much hostile input to see how long it takes.
// It skips them with -short, and under the race detector, which makes times
// meaningless. The collector runs seldom until the test ends.
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

// Many returns head, as many of unit as make size bytes, and tail.
func Many(head, unit, tail string, size int) string {
	return head + strings.Repeat(unit, size/len(unit)) + tail
}

const (
	// quickEnough is a time per byte, in nanoseconds, that no step can keep to
	// that looks at much of the input again: with tens of thousands of bytes
	// and more, that alone would take microseconds.
	quickEnough = 150

	// growth is how much the input shrinks for comparison, and leeway how much
	// more than that the time may.
	growth, leeway = 8, 3

	// tries is how often a time is taken again that is too long. Machines are
	// noisy: the best counts.
	tries = 30
)

// Linear fails if the time that do takes for input grows faster than input: if
// it is more than three times eight times that for an eighth of it. It returns
// the nanoseconds a byte. An input should have some ten thousand bytes.
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

// LinearTexts is Linear for a text and another of the same shape that is an
// eighth as long, where a text that is cut would be of another one.
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
