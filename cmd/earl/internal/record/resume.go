package record

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

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
	text := fmt.Appendf(nil, "%s %s %d %d\n", c.command, c.inputs, of.records, of.size)
	_, err := c.state.WriteAt(append(text, bytes.Repeat([]byte{' '}, stateSize-len(text))...), 0)
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
		file, _ := p.stdin.(*os.File)
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
