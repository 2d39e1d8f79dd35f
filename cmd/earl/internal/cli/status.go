package cli

import (
	"fmt"

	"earl.example/cmd/earl/internal/files"
)

// The exit statuses. They are part of the command's interface.
const (
	StatusOK      = 0
	StatusNo      = 1 // the answer is negative, such as "not equal"
	StatusUsage   = 2 // usage error
	StatusRecords = 3 // a record failed
	StatusIO      = 4 // reading or writing failed, or the run broke down

	StatusSignal      = 128              // a signal ended the run; its number is added
	StatusInterrupted = StatusSignal + 2 // Ctrl-C ended the run
)

// A Stopped is the error that ends a command with a status. All other errors that commands return are usage errors.
type Stopped struct {
	Text   string
	Status int
}

// Stop returns the error that ends a command with a status.
func Stop(status int, text string) *Stopped { return &Stopped{text, status} }

// Error returns the text.
func (e *Stopped) Error() string { return e.Text }

// FileError returns the error of a command that cannot use a file.
func FileError(name string, err error) error {
	return &Stopped{fmt.Sprintf("%s: %v", Shown(name), files.Reason(err)), StatusIO}
}
