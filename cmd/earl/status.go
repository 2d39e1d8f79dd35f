package main

import (
	"fmt"

	"earl.example/cmd/earl/internal/files"
)

// The exit statuses. They are part of the command's interface.
const (
	statusOK      = 0
	statusNo      = 1 // the answer is negative, such as "not equal"
	statusUsage   = 2 // usage error
	statusRecords = 3 // a record failed
	statusIO      = 4 // reading or writing failed, or the run broke down

	statusInterrupted = 128 + 2  // the run was interrupted, as by Ctrl-C
	statusTerminated  = 128 + 15 // the run was terminated (SIGTERM)
)

// A stopped is the error that ends a command with a status. All other errors that commands return are usage errors.
type stopped struct {
	text   string
	status int
}

func (e *stopped) Error() string { return e.text }

// fileError returns the error of a command that cannot use a file.
func fileError(name string, err error) error {
	return &stopped{fmt.Sprintf("%s: %v", shown(name), files.Reason(err)), statusIO}
}
