package main

import "strings"

// closedPipe reports whether err means that the reader of the output has closed the output. Errors of Plan 9 are texts.
func closedPipe(err error) bool {
	return err != nil && strings.Contains(err.Error(), "write on closed pipe")
}
