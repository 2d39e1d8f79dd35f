// Earl parses URLs by the rules of many specifications and programs.
//
// Run earl --help for its commands.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/template"
	"earl.example/urlerr"
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

// sigpipe is SIGPIPE. Package syscall has no name for it on js.
const sigpipe = syscall.Signal(13)

func main() {
	signal.Ignore(sigpipe) // writing to a closed pipe is then an ordinary error
	ctx, interrupt := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		interrupt(&signalError{<-signals})
		signal.Stop(signals) // a second signal ends the process
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A signalError is the signal that interrupted the run.
type signalError struct{ os.Signal }

func (e *signalError) Error() string { return e.String() }

// An app has the state of one run of the command.
type app struct {
	ctx    context.Context
	stdin  io.Reader
	stdout *errorWriter
	stderr *console
	tally  tally
	hinted atomic.Bool // the hint about --guess-scheme is written, or must not be
	status int
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, errout io.Writer) (status int) {
	stderr := &console{w: errout}
	// A panic would exit with the status of a usage error.
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprint(stderr, panicMessage(v, debug.Stack()))
			status = statusIO
		}
	}()
	out := &errorWriter{w: stdout}
	a := &app{ctx: ctx, stdin: stdin, stdout: out, stderr: stderr}
	args, unknown := withCommand(args)
	root := a.root(args)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	cmd, err := root, unknown
	if err == nil {
		cmd, err = root.ExecuteContextC(ctx)
	}
	var end *stopped
	var invalid *template.Error
	switch {
	case errors.As(err, &end):
		a.status = end.status
		fmt.Fprintln(stderr, "earl:", end)
	case errors.As(err, &invalid):
		a.status = statusUsage
		fmt.Fprintf(stderr, "earl: the template at byte %d: %s\n", invalid.Offset, invalid.Reason)
		if invalid.Template != "" && isTerminal(errout) {
			stderr.Write(appendPlace(nil, invalid.Template, invalid.Offset, "^"))
		}
	case err != nil:
		a.status = statusUsage
		fmt.Fprintln(stderr, "earl:", usage(cmd, err))
		fmt.Fprintf(stderr, "See '%s'.\n", helpOn(cmd, err))
	case out.err != nil && !closedPipe(out.err) && a.status != statusIO:
		a.status = statusIO
		fmt.Fprintln(stderr, "earl: write:", out.err)
	}
	if a.status <= statusIO { // no signal has ended the run
		a.status = max(a.status, a.tally.status())
	}
	return a.status
}

// panicMessage returns the message about a panic with value v.
func panicMessage(v any, stack []byte) string {
	where := ""
	if p, ok := v.(*bulk.PanicError); ok {
		where = fmt.Sprintf(" at record %d", p.Num)
		v, stack = p.Value, p.Stack
	}
	what := urlerr.RedactQuery(fmt.Sprint(v))
	return fmt.Sprintf("earl: broke down%s: %s\nThis is a defect of earl; please report it with these lines:\n%s", where,
		what, stack)
}

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
