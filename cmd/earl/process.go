package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

// A process has the streams of the command, and its exit status.
type process struct {
	ctx    context.Context
	stdin  io.Reader
	stdout *errorWriter
	stderr *console
	status int
	inputs tally
}

func newProcess(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) *process {
	return &process{ctx: ctx, stdin: stdin, stdout: &errorWriter{w: stdout}, stderr: &console{w: stderr}}
}

// A tally counts inputs.
type tally struct{ opened, unread, noColumn atomic.Int64 }

// failed counts an input that could not be used because of err.
func (n *tally) failed(err error) {
	if wrongColumn(err) {
		n.noColumn.Add(1)
	} else {
		n.unread.Add(1)
	}
}

// status returns the exit status for the inputs. If no table has the column of --column, that is a usage error.
func (n *tally) status() int {
	noColumn := n.noColumn.Load()
	switch {
	case noColumn > 0 && noColumn == n.opened.Load() && n.unread.Load() == 0:
		return cli.StatusUsage
	case noColumn > 0 || n.unread.Load() > 0:
		return cli.StatusIO
	}
	return cli.StatusOK
}

// A signalError is the signal that interrupted the run.
type signalError struct{ os.Signal }

func (e *signalError) Error() string { return e.String() }

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

// An errorWriter remembers the first error of writing.
type errorWriter struct {
	w   io.Writer
	err error
}

func (w *errorWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		err = files.Reason(err)
		w.err = cmp.Or(w.err, err)
	}
	return n, err
}
