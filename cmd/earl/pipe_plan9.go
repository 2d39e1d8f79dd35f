package main

import "strings"

// closedPipe reports whether whoever reads the output has seen enough. Errors of
// Plan 9 are words.
func closedPipe(err error) bool {
	return err != nil && strings.Contains(err.Error(), "write on closed pipe")
}
