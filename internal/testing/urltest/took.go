package urltest

import (
	"runtime"
	"time"
)

// Took returns how long f takes. Where the system tells, it is the time that
// f's own thread had a processor, so that tests of time hold on busy machines;
// elsewhere it is the time that passed. What other goroutines do for f does
// not count.
func Took(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	f()
	return threadTime() - start
}
