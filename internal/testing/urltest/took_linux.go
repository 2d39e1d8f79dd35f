package urltest

import (
	"syscall"
	"time"
)

// threadTime returns the processor time of the calling thread.
func threadTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &used); err != nil {
		panic(err) // every Linux that Go supports has RUSAGE_THREAD
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
