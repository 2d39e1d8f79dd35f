package record

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
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
		r.Document.W, d.Writer = d.Writer, r.Document
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
		if failed := doc.End(); failed != nil {
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
	W               io.Writer
	Head, Separator string
	Tail            func() string // called at the end
	begun           bool
}

// Write writes a text, after the separator that belongs before it.
func (d *Document) Write(p []byte) (int, error) {
	before := d.Separator
	if !d.begun {
		before, d.begun = d.Head, true
	}
	text := append([]byte(before), p[:len(p)-len(d.Separator)]...)
	if _, err := d.W.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// End writes the end of the document.
func (d *Document) End() error {
	var text string
	if !d.begun {
		text = d.Head
	}
	if d.Tail != nil {
		text += d.Tail()
	}
	if text == "" {
		return nil
	}
	_, err := io.WriteString(d.W, text)
	return err
}

// A checkpoint writes results to a file, and says how far the results in its .partial file go.
type checkpoint struct {
	*files.Writer
	name    string // of the .partial file
	command string // identifies the command and its flags
	inputs  string // identifies the inputs that are files
	done    extent
	flushed extent // the file has these results, even if the end of its compressed data is missing

	state   *os.File // becomes the file that keeps the checkpoint; it has its size, so a full disk cannot prevent that
	written int64    // bytes that were written
	resumed bool     // the run continues an interrupted one
}

// An extent is a number of records, and the size of their results before compression.
type extent struct{ records, size int64 }

const (
	stateSize  = 512       // of the file that keeps a checkpoint
	flushEvery = 1 << 20   // bytes of results after which a compressor writes what it holds back
	beginning  = 256 << 10 // bytes of an input that identify it, with its size and time
)

// newCheckpoint returns a checkpoint of a file, and reserves the space to save it.
func newCheckpoint(file *files.Writer, command, inputs string) (c *checkpoint, err error) {
	c = &checkpoint{Writer: file, name: file.Partial(), command: command, inputs: inputs}
	if c.state, err = os.CreateTemp(filepath.Dir(c.name), filepath.Base(c.saved())+".*"); err == nil {
		_, err = c.state.Write(make([]byte, stateSize))
	}
	return c, files.Reason(err)
}

func (c *checkpoint) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.written += int64(n)
	return n, err
}

// saved returns the name of the file that keeps the checkpoint.
func (c *checkpoint) saved() string { return c.name + ".state" }

// at notes that the results of all records so far are written.
func (c *checkpoint) at(stats bulk.Stats) {
	if stats.Records <= c.done.records {
		return
	}
	c.done = extent{stats.Records, c.written}
	if c.written-c.flushed.size >= flushEvery && c.Flush() == nil { // the next write returns an error again
		c.flushed = c.done
	}
}

func (c *checkpoint) save() error {
	of := c.done
	if c.Cut {
		of = c.flushed
	}
	text := fmt.Sprintf("%s %s %d %d\n", c.command, c.inputs, of.records, of.size)
	_, err := c.state.WriteAt(fmt.Appendf(nil, "%-*s", stateSize, text), 0)
	err = cmp.Or(err, c.state.Sync(), c.state.Close())
	if err == nil {
		err = os.Rename(c.state.Name(), c.saved())
	}
	return files.Reason(err)
}

// discard removes the file for the state, unless it was saved.
func (c *checkpoint) discard() {
	if c.state != nil {
		c.state.Close()
		os.Remove(c.state.Name())
	}
}

// remove removes the saved checkpoint and, if the run continued it, its results.
func (c *checkpoint) remove() {
	os.Remove(c.saved()) // they may not exist
	if c.resumed {
		os.Remove(c.name)
	}
}

// resume copies the results of an interrupted run to the file. If they do not exist, it does nothing.
func (c *checkpoint) resume() error {
	text, err := os.ReadFile(c.saved())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cli.FileError(c.saved(), err)
	}
	var command, inputs string
	var done extent
	if _, err := fmt.Sscanf(string(text), "%s %s %d %d\n", &command, &inputs, &done.records, &done.size); err != nil {
		return cli.FileError(c.saved(), errors.New("not a checkpoint of earl: remove it to start again"))
	}
	switch {
	case command != c.command:
		return errors.New("--resume needs the flags and URLs of the run that left " + cli.Shown(c.name) +
			": repeat them, or remove it to start again")
	case inputs != c.inputs:
		return errors.New("--resume needs the input of the run that left " + cli.Shown(c.name) +
			", but the input has changed: remove it to start again")
	}
	file, err := files.Open(c.name, new(atomic.Int64))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = io.CopyN(c, file, done.size)
		file.Close() // it was only read
	}
	if err == io.EOF {
		err = fmt.Errorf("has less than the %d bytes that were written: remove it to start again", done.size)
	}
	if err != nil {
		return cli.FileError(c.name, err)
	}
	c.done, c.resumed = done, true
	return nil
}

// fingerprint identifies the inputs that are files, by their sizes, times and beginnings.
func (p *Process) fingerprint(names []string) string {
	h := sha256.New()
	for _, name := range names {
		file, _ := p.Stdin.(*os.File)
		if info, err := os.Stat(name); name != "-" && err == nil && info.Mode().IsRegular() { // a pipe would block
			file, _ = os.Open(name)
			defer file.Close()
		}
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			fmt.Fprintln(h, info.Size(), info.ModTime().UnixNano())
			io.Copy(h, io.NewSectionReader(file, 0, beginning))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}
