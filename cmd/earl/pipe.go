//go:build !plan9

package main

import (
	"errors"
	"runtime"
	"syscall"
)

// closedPipe reports whether err says that the reader of the output has closed it.
func closedPipe(err error) bool {
	if runtime.GOOS == "windows" { // which has errors of its own for it
		const brokenPipe, noData = syscall.Errno(109), syscall.Errno(232)
		if errors.Is(err, brokenPipe) || errors.Is(err, noData) {
			return true
		}
	}
	return errors.Is(err, syscall.EPIPE)
}
