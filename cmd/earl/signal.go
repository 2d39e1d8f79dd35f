//go:build unix || windows || wasip1

package main

import (
	"os/signal"
	"syscall"
)

// ignoreClosedPipes makes writing to a closed pipe an ordinary error instead of a signal.
func ignoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
