//go:build unix || windows || wasip1

package main

import (
	"os/signal"
	"syscall"
)

// ignoreClosedPipes makes a closed pipe an error of writing like others, not
// a signal.
func ignoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
