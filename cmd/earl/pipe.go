//go:build !plan9

package main

import (
	"errors"
	"runtime"
	"syscall"
)

// closedPipe reports whether err means that the reader of the output has closed the output.
func closedPipe(err error) bool {
	if runtime.GOOS == "windows" { // Windows has other error numbers
		const brokenPipe, noData, notConnected = syscall.Errno(109), syscall.Errno(232), syscall.Errno(233)
		if errors.Is(err, brokenPipe) || errors.Is(err, noData) || errors.Is(err, notConnected) {
			return true
		}
	}
	return errors.Is(err, syscall.EPIPE)
}
