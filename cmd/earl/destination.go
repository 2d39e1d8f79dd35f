package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

// A target says where results are written.
type target struct {
	name    string // the file of --output; "" or "-" is standard output
	command string // identifies the command and its flags, for an interrupted run
	resume  bool   // continue the interrupted run
}

// A destination is the output of a run.
type destination struct {
	io.Writer
	file   *files.Writer // the file of --output, or nil
	inputs *tally

	checkpoint *checkpoint // of the file, or nil
}

// create opens the output. skip is the number of records whose results an interrupted run has written.
func (r *Run) create() (d *destination, skip int64, err error) {
	d = &destination{Writer: r.stdout, inputs: &r.inputs}
	if name := r.output.name; name != "" && name != "-" {
		if d.file, err = files.Create(name); err != nil {
			return nil, 0, cli.FileError(name, err)
		}
		d.Writer = d.file
	}
	switch {
	case r.document != nil:
		r.document.w, d.Writer = d.Writer, r.document
	case d.file == nil && cli.IsTerminal(r.stdout.w):
		d.Writer = &cli.TerminalWriter{W: r.stdout}
	case d.file != nil && d.file.Partial() != "" && r.sink == nil:
		d.checkpoint = &checkpoint{Writer: d.file, name: d.file.Partial(), command: r.output.command}
		d.Writer = d.checkpoint
	}
	switch {
	case !r.output.resume:
		return d, 0, nil
	case d.checkpoint == nil:
		err = errors.New("--resume is for results that are written record by record to a file")
	default:
		err = d.checkpoint.resume()
		skip = d.checkpoint.records
	}
	if err != nil {
		d.file.Discard() // --resume needs --output, so there is a file
	}
	return d, skip, err
}

// finish closes the output of a run that ended with err, and returns the error that ends the command. If all input was
// read, the file of --output gets its final name. After a usage error, the file is removed. After any other error, its
// name ends in .partial.
func (d *destination) finish(ctx context.Context, stats bulk.Stats, err error) error {
	_, writing := errors.AsType[*bulk.WriteError](err)
	if doc, ok := d.Writer.(*document); ok && !writing && !d.unusable(err) {
		if failed := doc.end(); failed != nil {
			err = &bulk.WriteError{Err: failed}
		}
	}
	where, failed := d.closeFile(err)
	if failed != nil {
		err = &bulk.WriteError{Err: cmp.Or(errors.Unwrap(err), failed)}
	}
	if err == nil && where == "" || closedPipe(err) {
		return nil
	}
	end := stoppedBy(ctx, stats, err)
	switch {
	case err == nil:
		end.Text += "; the results of the rest are in " + cli.Shown(where)
	case where != "":
		end.Text += "; results so far are in " + cli.Shown(where)
		if d.checkpoint != nil {
			end.Text += ", and --resume continues"
		}
	}
	return end
}

// closeFile closes the file of a run that ended with err. It returns the name of the file if that is not the name in
// --output, and "" if it is or if there is no file.
func (d *destination) closeFile(err error) (where string, failed error) {
	file, status := d.file, d.inputs.status()
	switch {
	case file == nil:
		return "", nil
	case d.unusable(err):
		return "", file.Discard()
	case err == nil && status == cli.StatusOK:
		if failed = file.Commit(); failed == nil {
			if d.checkpoint != nil {
				d.checkpoint.remove()
			}
			return "", nil
		}
	}
	where, notKept := file.Keep()
	if d.checkpoint != nil && where != "" {
		if os.Remove(d.checkpoint.state()); err != nil { // without err, some input is missing in the middle
			notKept = cmp.Or(notKept, d.checkpoint.save())
		}
	}
	return where, cmp.Or(failed, notKept)
}

// unusable reports whether a run ended because no table had the column of --column.
func (d *destination) unusable(err error) bool {
	return wrongColumn(err) || err == nil && d.inputs.status() == cli.StatusUsage
}

// stoppedBy returns the error for a run that ended with err, or that could not read all of its input if err is nil.
// Messages about unread inputs precede it.
func stoppedBy(ctx context.Context, stats bulk.Stats, err error) *cli.Stopped {
	if err == nil {
		return cli.Stop(cli.StatusIO, "not all of the input could be read")
	}
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		end := cli.Stop(cli.StatusInterrupted, fmt.Sprintf("interrupted; records done: %d", stats.Records))
		if s, ok := errors.AsType[*signalError](err); ok && s.Signal == syscall.SIGTERM {
			end.Status = cli.StatusTerminated
		}
		return end
	}
	end := cli.Stop(cli.StatusIO, err.Error())
	if e, ok := errors.AsType[*bulk.HeaderError](err); ok { // not a read error
		end.Text = e.Reason
	}
	if wrongColumn(err) {
		end.Status = cli.StatusUsage
	} else if _, ok := errors.AsType[*bulk.TooManyError](err); ok {
		end.Status = cli.StatusRecords
	}
	return end
}
