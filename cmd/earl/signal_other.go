//go:build !unix && !windows && !wasip1

package main

// ignoreClosedPipes does nothing where there is no such signal.
func ignoreClosedPipes() {}
