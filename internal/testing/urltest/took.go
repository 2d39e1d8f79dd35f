package urltest

import (
	"runtime"
	"time"
)

// Took returns the time that f needs. On Linux this is the processor time of the thread of f. It does not include other
// goroutines and hardly depends on other processes. On other systems it is the elapsed time.
func Took(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	f()
	return threadTime() - start
}
