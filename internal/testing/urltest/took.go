package urltest

import (
	"runtime"
	"time"
)

// Took returns the time of f: on Linux the processor time of its thread, which does not depend on other processes, and
// elsewhere the time that passed. Other goroutines do not count.
func Took(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	f()
	return threadTime() - start
}
