package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/files"
	"earl.example/internal/show"
	"earl.example/urlerr"
)

// A source is the input of a run: records, or a reader of them.
type source struct {
	io.Reader
	records iter.Seq[[]bulk.Record] // nil if there is a reader: see bulk.Job.Records
	single  bool                    // the input is one record
	size    int64                   // total size of the input files, or 0 if it is not known
	done    atomic.Int64            // bytes read of size
}

// source returns the source of a command: its arguments, the files of --input, or standard input if there are neither.
func (s *stream) source(args []string) (*source, error) {
	src := new(source)
	switch {
	case len(args) > 0 && len(s.inputs) > 0:
		if slices.ContainsFunc(args, func(arg string) bool { return !isFile(arg) }) {
			return nil, errors.New("--input and arguments are both given: remove one of them")
		}
		s.inputs = append(s.inputs, args...) // as in --input *.csv
		return s.source(nil)
	case len(args) > 0:
		for _, arg := range args {
			if s.urls && !s.relative && s.base == nil && !strings.Contains(arg, "://") && isFile(arg) {
				return nil, fmt.Errorf("%s is a file: to read URLs from it, use --input %[1]s; to read the name as a URL, "+
					"send it to standard input", shown(arg))
			}
		}
		return recordSource(texts(args)), nil
	case len(s.inputs) > 0:
		src.Reader = &bulk.Inputs{Next: s.files(s.inputs, &src.done), Failed: s.unread}
		src.size = sizeOf(s.inputs)
	default:
		s.announceTerminal()
		src.Reader = files.Input(s.stdin, &src.done, "standard input: ")
		if f, ok := s.stdin.(*os.File); ok {
			src.size = sizeOfRest(f)
		}
	}
	return src, nil
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
		return statusUsage
	case noColumn > 0 || n.unread.Load() > 0:
		return statusIO
	}
	return statusOK
}

// wrongColumn reports whether err means that a table does not have the column of --column.
func wrongColumn(err error) bool {
	e, ok := errors.AsType[*bulk.HeaderError](err)
	return ok && e.Column
}

// files returns a function that opens the next of the named files, for bulk.Inputs. After an interrupt the current file
// stays open, because a read may be in progress.
func (a *app) files(names []string, done *atomic.Int64) func() (string, io.ReadCloser, error) {
	return func() (string, io.ReadCloser, error) {
		if len(names) == 0 {
			return "", nil, io.EOF
		}
		name := names[0]
		names = names[1:]
		if name == "-" {
			a.announceTerminal()
			a.tally.opened.Add(1)
			return name, io.NopCloser(files.Input(a.stdin, done, "")), nil
		}
		file, err := files.Open(name, done)
		if err != nil {
			return name, nil, err
		}
		a.tally.opened.Add(1)
		return name, file, nil
	}
}

// unread reports an input that cannot be read to its end. The run continues with the next one.
func (a *app) unread(name string, err error) {
	a.tally.failed(err)
	fmt.Fprintf(a.stderr, "earl: %s: %v\n", inputName(name), files.Reason(err))
}

// announceTerminal writes a message if the command reads from the keyboard.
func (a *app) announceTerminal() {
	if isTerminal(a.stdin) && isTerminal(a.stderr.w) {
		end := "Ctrl-D"
		if runtime.GOOS == "windows" {
			end = "Ctrl-Z and Enter"
		}
		fmt.Fprintf(a.stderr, "earl: reading what is typed here, until %s\n", end)
	}
}

// warnUTF16 writes a warning about UTF-16 in an input.
func (a *app) warnUTF16(input string) {
	if input != "" {
		input = inputName(input) + ": "
	}
	fmt.Fprintf(a.stderr, "earl: %sthe input begins as UTF-16 does, but is read as UTF-8 or bytes; convert it first\n",
		input)
}

// inputName returns the name of an input for messages.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return shown(name)
}

// shown returns the name of a file for messages. It masks passwords, because the name may be a URL by mistake.
func shown(name string) string {
	if name == "" {
		return `""`
	}
	return show.Visible(urlerr.RedactQuery(name))
}

// sizeOf returns the total size of the files, or 0 if it is not known.
func sizeOf(names []string) (size int64) {
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
