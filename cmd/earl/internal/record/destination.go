package record

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

// A Target says where results are written.
type Target struct {
	Name    string // the file of --output; "" or "-" is standard output
	Command string // identifies the command and its flags, for an interrupted run
	Resume  bool   // continue the interrupted run
}

// A Destination is the output of a run.
type Destination struct {
	io.Writer
	file   *files.Writer // the file of --output, or nil
	inputs *tally

	checkpoint *checkpoint // of the file, or nil
	unsaved    error       // of saving the checkpoint
}

// create opens the output. skip is the number of records whose results an interrupted run has written.
func (r *Run) create(src *Source) (d *Destination, skip int64, err error) {
	d = &Destination{Writer: r.Stdout, inputs: &r.Inputs}
	if name := r.Output.Name; name != "" && name != "-" {
		if d.file, err = files.Create(name); err != nil {
			return nil, 0, cli.FileError(name, err)
		}
		d.Writer = d.file
	}
	switch {
	case r.Document != nil:
		r.Document.w, d.Writer = d.Writer, r.Document
	case d.file == nil && cli.IsTerminal(r.Stdout.W):
		d.Writer = &cli.TerminalWriter{W: r.Stdout}
	case d.file != nil && d.file.Partial() != "" && r.Sink == nil:
		if d.checkpoint, err = newCheckpoint(d.file, r.Output.Command, r.fingerprint(src.names)); err != nil {
			err = cli.FileError(r.Output.Name, err)
		}
		d.Writer = d.checkpoint
	}
	switch {
	case err != nil || !r.Output.Resume:
	case d.checkpoint == nil:
		err = errors.New("--resume is for results that are written record by record to a file")
	default:
		err = d.checkpoint.resume()
		skip = d.checkpoint.done.records
	}
	if err != nil {
		d.discard()
	}
	return d, skip, err
}

// discard removes the files of a run that writes nothing. It has no effect on those that have their final names.
func (d *Destination) discard() {
	if d.file != nil {
		d.file.Discard()
	}
	if d.checkpoint != nil {
		d.checkpoint.discard()
	}
}

// finish closes the output of a run that ended with err, and returns the error that ends the command. If all input was
// read, the file of --output gets its final name. After a usage error, the file is removed. After any other error, its
// name ends in .partial.
func (d *Destination) finish(ctx context.Context, stats bulk.Stats, err error) error {
	_, writing := errors.AsType[*bulk.WriteError](err)
	if doc, ok := d.Writer.(*Document); ok && !writing && !d.Unusable(err) {
		if failed := doc.end(); failed != nil {
			err = &bulk.WriteError{Err: failed}
		}
	}
	where, failed := d.closeFile(err)
	if failed != nil {
		err = &bulk.WriteError{Err: cmp.Or(errors.Unwrap(err), failed)}
	}
	if err == nil && where == "" || ClosedPipe(err) {
		return nil
	}
	end := stoppedBy(ctx, stats, err)
	switch {
	case err == nil:
		end.Text += "; the results of the rest are in " + cli.Shown(where)
	case where != "":
		end.Text += "; results so far are in " + cli.Shown(where)
		if d.unsaved != nil {
			end.Text += ", but --resume cannot continue: " + d.unsaved.Error()
		} else if d.checkpoint != nil {
			end.Text += ", and --resume continues"
		}
	}
	return end
}

// closeFile closes the file of a run that ended with err. It returns the name of the file if that is not the name in
// --output, and "" if it is or if there is no file.
func (d *Destination) closeFile(err error) (where string, failed error) {
	file, status := d.file, d.inputs.Status()
	switch {
	case file == nil:
		return "", nil
	case d.Unusable(err):
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
		if os.Remove(d.checkpoint.saved()); err != nil || failed != nil { // if not, input is missing in the middle
			d.unsaved = d.checkpoint.save()
		}
	}
	return where, cmp.Or(failed, notKept)
}

// Unusable reports whether a run ended because no table had the column of --column.
func (d *Destination) Unusable(err error) bool {
	return wrongColumn(err) || err == nil && d.inputs.Status() == cli.StatusUsage
}

// stoppedBy returns the error for a run that ended with err, or that could not read all of its input if err is nil.
// Messages about unread inputs precede it.
func stoppedBy(ctx context.Context, stats bulk.Stats, err error) *cli.Stopped {
	if err == nil {
		return cli.Stop(cli.StatusIO, "not all of the input could be read")
	}
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		end := cli.Stop(cli.StatusInterrupted, fmt.Sprintf("interrupted; records done: %d", stats.Records))
		if s, ok := errors.AsType[*SignalError](err); ok {
			end.Status = cli.StatusSignal + int(s.Signal.(syscall.Signal))
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

// A Document is a writer of results that are one document. It writes the separators between them: each text that it
// gets ends with one.
type Document struct {
	w                     io.Writer
	Head, Separator, Tail string
	begun                 bool
}

// Write writes a text, after the separator that belongs before it.
func (d *Document) Write(p []byte) (int, error) {
	before := d.Separator
	if !d.begun {
		before, d.begun = d.Head, true
	}
	text := append([]byte(before), p[:len(p)-len(d.Separator)]...)
	if _, err := d.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (d *Document) end() error {
	text := d.Tail
	if !d.begun {
		text = d.Head + text
	}
	if text == "" {
		return nil
	}
	_, err := io.WriteString(d.w, text)
	return err
}
