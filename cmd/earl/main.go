// Earl parses URLs by the rules of many specifications and programs.
//
// Run earl --help for its commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
	"earl.example/urlerr"
)

// Package syscall has no names for these signals on js.
const (
	sighup  = syscall.Signal(1)
	sigpipe = syscall.Signal(13)
)

func main() {
	signal.Ignore(sigpipe) // writing to a closed pipe is then an ordinary error
	ctx, interrupt := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(sighup) { // by nohup
		signal.Notify(signals, sighup)
	}
	go func() {
		interrupt(&record.SignalError{Signal: <-signals})
		signal.Stop(signals) // a second signal ends the process
	}()
	record.LimitProcess()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, errout io.Writer) (status int) {
	p := record.NewProcess(ctx, stdin, stdout, errout)
	// A panic would exit with the status of a usage error.
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprint(p.Stderr, panicMessage(v, debug.Stack()))
			status = cli.StatusIO
		}
	}()
	cmd, err := execute(ctx, p, args)
	var end *cli.Stopped
	var invalid *field.TemplateError
	help := ""
	switch {
	case errors.As(err, &end):
		p.Status = end.Status
		fmt.Fprintln(p.Stderr, "earl:", end)
	case errors.As(err, &invalid):
		p.Status, help = cli.StatusUsage, "earl help fields"
		fmt.Fprintf(p.Stderr, "earl: the template at byte %d: %s\n", invalid.Offset, invalid.Reason)
		if invalid.Template != "" && cli.IsTerminal(errout) {
			p.Stderr.Write(record.AppendPlace(nil, invalid.Template, invalid.Offset, "^"))
		}
	case err != nil:
		p.Status = cli.StatusUsage
		fmt.Fprintln(p.Stderr, "earl:", cli.Usage(cmd, err))
		help = cli.HelpOn(cmd, err)
	case p.Stdout.Err != nil && !record.ClosedPipe(p.Stdout.Err) && p.Status != cli.StatusIO:
		p.Status = cli.StatusIO
		fmt.Fprintln(p.Stderr, "earl: write:", p.Stdout.Err)
	}
	if p.Doubtful && !cmd.Flags().Changed("quiet") || p.Status == cli.StatusUsage || p.Inputs.Status() == cli.StatusUsage {
		p.Stderr.Write(advice(ctx, p, args, cmd, err, help))
	}
	if p.Status <= cli.StatusIO { // no signal has ended the run
		p.Status = max(p.Status, p.Inputs.Status())
	}
	return p.Status
}

// execute executes the command line args.
func execute(ctx context.Context, p *record.Process, args []string) (*cobra.Command, error) {
	args, unknown := withCommand(args)
	root := newRoot(p, args)
	root.SetArgs(args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	if unknown != nil {
		return root, unknown
	}
	return root.ExecuteContextC(ctx)
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
