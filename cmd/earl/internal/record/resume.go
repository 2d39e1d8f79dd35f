package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

// A checkpoint writes results to a file, and says how far the results in its .partial file go.
type checkpoint struct {
	io.Writer
	name    string // of the .partial file
	command string // identifies the command and its flags
	records int64  // records whose results are in the file
	size    int64  // of these results, before compression

	written int64 // bytes that were written
	resumed bool  // the run continues an interrupted one
}

func (c *checkpoint) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.written += int64(n)
	return n, err
}

// state returns the name of the file that keeps the checkpoint.
func (c *checkpoint) state() string { return c.name + ".state" }

// at notes that the results of all records so far are written.
func (c *checkpoint) at(stats bulk.Stats) {
	if stats.Records > c.records {
		c.records, c.size = stats.Records, c.written
	}
}

func (c *checkpoint) save() error {
	text := fmt.Sprintf("%s %d %d\n", c.command, c.records, c.size)
	return files.Reason(os.WriteFile(c.state(), []byte(text), 0o666))
}

// remove removes the checkpoint and, if the run continued it, its results.
func (c *checkpoint) remove() {
	os.Remove(c.state()) // they may not exist
	if c.resumed {
		os.Remove(c.name)
	}
}

// resume copies the results of an interrupted run to the file. If they do not exist, it does nothing.
func (c *checkpoint) resume() error {
	text, err := os.ReadFile(c.state())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cli.FileError(c.state(), err)
	}
	before := *c
	if _, err := fmt.Sscanf(string(text), "%s %d %d\n", &before.command, &before.records, &before.size); err != nil {
		return cli.FileError(c.state(), errors.New("not a checkpoint of earl: remove it to start again"))
	}
	if before.command != c.command {
		return errors.New("--resume needs the flags and URLs of the run that left " + cli.Shown(c.name) +
			": repeat them, or remove it to start again")
	}
	file, err := files.Open(c.name, new(atomic.Int64))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = io.CopyN(c, file, before.size)
		file.Close() // it was only read
	}
	if err == io.EOF {
		err = fmt.Errorf("has less than the %d bytes that were written: remove it to start again", before.size)
	}
	if err != nil {
		return cli.FileError(c.name, err)
	}
	before.written, before.resumed = before.size, true
	*c = before
	return nil
}
