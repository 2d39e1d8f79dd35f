package urltest

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Megabytes prepares a test that measures the time for long hostile inputs. It skips the test with -short and with the
// race detector. Until the test ends, the garbage collector runs rarely.
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

// Size returns n if EARL_EXHAUSTIVE is set, and at most 128 KiB if it is not set. Inputs of 128 KiB are long enough to
// detect quadratic time.
func Size(n int) int {
	if IsExhaustive() {
		return n
	}
	return min(n, 128<<10)
}

// Many returns head, then unit as often as it fits into size bytes, then tail.
func Many(head, unit, tail string, size int) string {
	return head + strings.Repeat(unit, size/len(unit)) + tail
}

const (
	// quickEnough is a time per byte, in nanoseconds. Code that needs less time passes without a comparison. Code that
	// reads much of its input again for each byte needs more time, because reading ten thousand bytes takes microseconds.
	quickEnough = 150

	// growth is the ratio of the lengths of the two inputs that Linear compares. The ratio of their times must not exceed
	// leeway*growth.
	growth, leeway = 8, 3

	// tries is the maximum number of measurements. The best times count, because times vary on a busy machine. The short
	// input is measured more often. Otherwise one slow measurement of it could make quadratic code pass.
	tries = 30

	// pause is the growth of the pause after a failed try. All tries take at least 2 seconds.
	pause = 5 * time.Millisecond
)

// Linear compares the times that the function do takes for input and for the first eighth of input. If the ratio of the
// times is above 24, Linear fails the test. A busy machine may interrupt each long measurement but few short ones.
// Therefore the test also passes if the time for input is mostly below thrice the time for eight short inputs in a row.
// Linear returns the time in nanoseconds per byte. The input should have at least ten thousand bytes. do must not leave
// its work to other goroutines, because [Took] may not count their time.
func Linear(tb testing.TB, name, input string, do func(s string)) float64 {
	tb.Helper()
	cut := len(input) / growth
	for range min(cut, utf8.UTFMax-1) {
		if utf8.RuneStart(input[cut]) {
			break
		}
		cut-- // do not cut within a character
	}
	return LinearTexts(tb, name, input, input[:cut], do)
}

// LinearTexts is like Linear, for inputs that cannot be cut. The caller passes the shorter input too: small must have
// an eighth of the length of input.
func LinearTexts(tb testing.TB, name, input, small string, do func(s string)) float64 {
	tb.Helper()
	quick, slow, linear := time.Hour, time.Hour, 0
	for try := range tries {
		long := Took(func() { do(input) })
		slow = min(slow, long)
		perByte := float64(slow.Nanoseconds()) / float64(len(input))
		if perByte < quickEnough {
			return perByte
		}
		total := time.Duration(0)
		for range growth {
			short := Took(func() { do(small) })
			quick, total = min(quick, short), total+short
		}
		if long <= leeway*total {
			linear++
		}
		if slow <= leeway*growth*quick || linear > tries/2 {
			return perByte
		}
		time.Sleep(time.Duration(try) * pause)
	}
	tb.Errorf("%s: %v for %d bytes, %v for %d", name, slow, len(input), quick, len(small))
	return float64(slow.Nanoseconds()) / float64(len(input))
}

// Took returns the time that f needs. On Linux this is the processor time of the thread of f. It does not include other
// goroutines and hardly depends on other processes. On other systems it is the elapsed time.
func Took(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	f()
	return threadTime() - start
}
