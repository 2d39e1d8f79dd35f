package urltest

import (
	"runtime"
	"testing"
	"time"
)

// TestTook times work, and waiting, which takes no time where threads are timed.
func TestTook(t *testing.T) {
	sum := 0
	if took := Took(func() {
		for i := range 20_000_000 {
			sum += i ^ sum
		}
	}); took < time.Millisecond || took > time.Minute {
		t.Errorf("adding up to %d took %v", sum, took)
	}
	took := Took(func() { time.Sleep(50 * time.Millisecond) })
	if busy := took >= 40*time.Millisecond; busy == (runtime.GOOS == "linux") {
		t.Errorf("sleeping for 50 ms took %v", took)
	}
}
