package record

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

// A Source is the input of a run: records, or a reader of them.
type Source struct {
	io.Reader
	Records iter.Seq[[]bulk.Record] // nil if there is a reader: see bulk.Job.Records
	single  bool                    // the input is one record
	names   []string                // of the files; "-" is standard input
	Size    int64                   // total size of the input files, or 0 if it is not known
	Done    atomic.Int64            // bytes read of size
}

// Read returns the named files or, if there are none, standard input as a source.
func (p *Process) Read(names []string) *Source {
	src := &Source{names: names}
	if len(names) > 0 {
		src.Reader = &bulk.Inputs{Next: p.Files(names, &src.Done), Failed: p.Unread}
		src.Size = SizeOf(names)
		return src
	}
	p.announceTerminal()
	src.names = []string{"-"}
	src.Reader = files.Input(p.stdin, &src.Done, "standard input: ")
	if f, ok := p.stdin.(*os.File); ok {
		src.Size = sizeOfRest(f)
	}
	return src
}

// wrongColumn reports whether err means that a table does not have the column of --column.
func wrongColumn(err error) bool {
	e, ok := errors.AsType[*bulk.HeaderError](err)
	return ok && e.Column
}

// Files returns a function that opens the next of the named files, for bulk.Inputs. After an interrupt the current file
// stays open, because a read may be in progress.
func (p *Process) Files(names []string, done *atomic.Int64) func() (string, io.ReadCloser, error) {
	return func() (string, io.ReadCloser, error) {
		if len(names) == 0 {
			return "", nil, io.EOF
		}
		name := names[0]
		names = names[1:]
		if name == "-" {
			p.announceTerminal()
			p.Inputs.opened.Add(1)
			return name, io.NopCloser(files.Input(p.stdin, done, "")), nil
		}
		file, err := files.Open(name, done)
		if err != nil {
			return name, nil, err
		}
		p.Inputs.opened.Add(1)
		return name, file, nil
	}
}

// Unread reports an input that cannot be read to its end. The run continues with the next one.
func (p *Process) Unread(name string, err error) {
	p.Inputs.failed(err)
	more := ""
	if info, bad := os.Stat(name); bad == nil && info.IsDir() {
		more = ": to read its files, use find " + cli.Shown(name) + " -type f -exec earl … {} +"
	}
	fmt.Fprintf(p.Stderr, "earl: %s: %v%s\n", inputName(name), files.Reason(err), more)
}

// announceTerminal writes a message if the command reads from the keyboard.
func (p *Process) announceTerminal() {
	if cli.IsTerminal(p.stdin) && cli.IsTerminal(p.Stderr.W) {
		end := "Ctrl-D"
		if runtime.GOOS == "windows" {
			end = "Ctrl-Z and Enter"
		}
		fmt.Fprintf(p.Stderr, "earl: reading what is typed here, until %s\n", end)
	}
}

// warnUTF16 writes a warning about UTF-16 in an input.
func (r *Run) warnUTF16(input string) {
	r.misread.Store(true)
	if input != "" {
		input = inputName(input) + ": "
	}
	fmt.Fprintf(r.Stderr, "earl: %sthe input begins as UTF-16 does, but is read as UTF-8 or bytes; convert it first\n",
		input)
}

// inputName returns the name of an input for messages.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return cli.Shown(name)
}

// SizeOf returns the total size of the files, or 0 if it is not known.
func SizeOf(names []string) (size int64) {
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case name == "-" || err == nil && !info.Mode().IsRegular():
			return 0
		case err == nil:
			size += info.Size()
		}
	}
	return size
}

// sizeOfRest returns the number of unread bytes of f, or 0 if the number is not known.
func sizeOfRest(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return max(0, info.Size()-at)
}
