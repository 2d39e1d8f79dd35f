//go:build !unix && !windows && !wasip1

package main

// ignoreClosedPipes does nothing on systems without the signal SIGPIPE.
func ignoreClosedPipes() {}
