package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/show"
	"earl.example/urlerr"
)

// A source is where the records of a command come from.
type source struct {
	io.Reader
	args bool         // it is arguments
	size int64        // of the files that it is, or else 0
	done atomic.Int64 // bytes of that which were read
}

// source returns the arguments, the files of --input, or standard input if there
// are neither.
func (a *app) source(s *stream, args []string) (*source, error) {
	src := new(source)
	switch {
	case len(args) > 0 && len(s.inputs.names) > 0:
		return nil, errors.New("--input and arguments contradict each other")
	case len(args) > 0:
		src.args = true
		src.Reader = strings.NewReader(strings.Join(args, "\x00") + "\x00")
	case len(s.inputs.names) > 0:
		in := a.inputs(s.inputs.names, &src.done)
		in.Next = a.watched(s, in.Next)
		src.Reader = in
		src.size = sizeOf(s.inputs.names)
	default:
		a.tellTerminal()
		src.Reader = &markReader{files.Input(a.stdin, &src.done), a.tellUTF16(s, "")}
		if f, ok := a.stdin.(*os.File); ok {
			src.size = sizeOfRest(f)
		}
	}
	return src, nil
}

// A tally counts what became of the inputs.
type tally struct{ opened, unread, misfit atomic.Int64 }

// failed counts an input that cannot be used because of err.
func (n *tally) failed(err error) {
	if wrongColumn(err) {
		n.misfit.Add(1)
	} else {
		n.unread.Add(1)
	}
}

// status is what inputs alone would end the command with. A column that no table has
// is a wrong flag; one that some have is not.
func (n *tally) status() int {
	misfit := n.misfit.Load()
	switch {
	case misfit > 0 && misfit == n.opened.Load() && n.unread.Load() == 0:
		return statusUsage
	case misfit > 0 || n.unread.Load() > 0:
		return statusIO
	}
	return statusOK
}

// wrongColumn reports whether err says that a table has no such column.
func wrongColumn(err error) bool {
	e, ok := errors.AsType[*bulk.HeaderError](err)
	return ok && e.Column
}

// inputs returns the files of these names. What cannot be read is told, and the
// others go on. A file in which an interrupted run was reading stays open, since
// that reading may still be under way.
func (a *app) inputs(names []string, done *atomic.Int64) *bulk.Inputs {
	return &bulk.Inputs{
		Next: func() (string, io.ReadCloser, error) {
			if len(names) == 0 {
				return "", nil, io.EOF
			}
			name := names[0]
			names = names[1:]
			if name == "-" {
				a.tellTerminal()
				a.tally.opened.Add(1)
				return name, io.NopCloser(&untilEnd{r: a.stdin}), nil
			}
			file, err := files.Open(name, done)
			if err != nil {
				return name, nil, err
			}
			a.tally.opened.Add(1)
			return name, file, nil
		},
		Failed: func(name string, err error) {
			a.tally.failed(err)
			fmt.Fprintf(a.stderr, "earl: %s: %v\n", inputName(name), files.Reason(err))
		},
	}
}

// tellTerminal tells what is waited for when people are to type the input.
func (a *app) tellTerminal() {
	if isTerminal(a.stdin) && isTerminal(a.console.w) {
		end := "Ctrl-D"
		if runtime.GOOS == "windows" {
			end = "Ctrl-Z and Enter"
		}
		fmt.Fprintf(a.stderr, "earl: reading what is typed here, until %s\n", end)
	}
}

// An untilEnd is read to its end once: a terminal would be read on after that.
type untilEnd struct {
	r     io.Reader
	ended bool
}

func (u *untilEnd) Read(p []byte) (int, error) {
	if u.ended {
		return 0, io.EOF
	}
	n, err := u.r.Read(p)
	u.ended = err == io.EOF
	return n, err
}

// watched is next, but tells of inputs that begin as UTF-16 does.
func (a *app) watched(s *stream, next func() (string, io.ReadCloser, error)) func() (string, io.ReadCloser, error) {
	return func() (string, io.ReadCloser, error) {
		name, file, err := next()
		if err != nil {
			return name, nil, err
		}
		return name, struct {
			io.Reader
			io.Closer
		}{&markReader{file, a.tellUTF16(s, inputName(name)+": ")}, file}, nil
	}
}

// tellUTF16 returns what tells that an input looks like UTF-16. In the format nul that would
// mean nothing.
func (a *app) tellUTF16(s *stream, where string) func() {
	if s.in.format == bulk.NUL {
		return nil
	}
	return func() {
		fmt.Fprintf(a.stderr, "earl: %sthe input begins as UTF-16 does, but is read as UTF-8 or bytes; convert it first\n", where)
	}
}

// A markReader tells if the input begins with the byte order mark of UTF-16, which some
// programs of Windows put there.
type markReader struct {
	r    io.Reader
	tell func() // nil when that is settled
}

func (m *markReader) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if m.tell != nil && n > 0 {
		if head := string(p[:min(n, 2)]); head == "\xff\xfe" || head == "\xfe\xff" {
			m.tell()
		}
		m.tell = nil
	}
	return n, err
}

// inputName is the name of an input in a message.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return shown(name)
}

// shown is the name of a file in a message: it may be a URL by mistake.
func shown(name string) string {
	if name == "" {
		return `""`
	}
	return show.Visible(urlerr.Redact(name))
}

// sizeOf returns the size of all files together, 0 if that is not known.
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

// sizeOfRest returns how much of a file is to be read, 0 if that is not known.
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

// A destination is where results go.
type destination struct {
	io.Writer
	file  *files.Writer // of --output, or nil
	tally *tally
}

// create returns where the results of a command go.
func (a *app) create(s *stream) (*destination, error) {
	if len(s.output.names) == 0 || s.output.names[0] == "-" {
		return &destination{s.written(a.stdout), nil, &a.tally}, nil
	}
	file, err := files.Create(s.output.names[0])
	if err != nil {
		return nil, &ioError{fmt.Errorf("%s: %w", shown(s.output.names[0]), err)}
	}
	return &destination{s.written(file), file, &a.tally}, nil
}

// written returns what writes results to w.
func (s *stream) written(w io.Writer) io.Writer {
	if s.out.drawing {
		return &drawingWriter{w: w}
	}
	if s.wrap != nil {
		return s.wrap(w)
	}
	return w
}

// finish ends a run that wrote to d and ended with err, and returns the error
// to end the command with. A file takes its place if all of the input was read, and
// what there is of it is kept beside it if not. After wrong usage there is none.
func (d *destination) finish(ctx context.Context, stats bulk.Stats, err error) error {
	if ctx.Err() != nil && err != nil && errors.Is(err, context.Cause(ctx)) {
		err = &interrupted{stats.Records, err}
	}
	if doc, ok := d.Writer.(interface{ end() error }); ok && !isWriteError(err) && !d.misused(err) {
		if failed := doc.end(); failed != nil {
			err = &bulk.WriteError{Err: failed}
		}
	}
	where, failed := d.settle(err)
	if failed != nil { // it is nowhere
		err, where = &bulk.WriteError{Err: cmp.Or(errors.Unwrap(err), failed)}, ""
	}
	switch {
	case closedPipe(err), err == nil && where == "":
		return nil
	case err == nil:
		err, where = errUnread, "; the results of the rest are in "+shown(where)
	case where != "":
		where = "; results so far are in " + shown(where)
	}
	return &stopped{err, where}
}

// errUnread ends a run that wrote a file without all of its input. What cannot be read,
// and why, has been told.
var errUnread = errors.New("not all of the input could be read")

// settle ends the file of a run that ended with err. Where that is not to take its place,
// it returns where it is, if it is somewhere else.
func (d *destination) settle(err error) (where string, failed error) {
	file, status := d.file, d.tally.status()
	d.file = nil
	switch {
	case file == nil:
		return "", nil
	case isWriteError(err), d.misused(err):
		return "", file.Discard()
	case err == nil && status == statusOK:
		return "", file.Commit()
	}
	return file.Keep()
}

// misused reports whether a run that ended with err could not begin, as the column was wrong.
func (d *destination) misused(err error) bool {
	return wrongColumn(err) || err == nil && d.tally.status() == statusUsage
}

func isWriteError(err error) bool {
	_, ok := errors.AsType[*bulk.WriteError](err)
	return ok
}

// abandon leaves no file if the run broke down.
func (d *destination) abandon() {
	if d.file != nil {
		d.file.Discard() // there is an error already
	}
}

// A stopped says why a run ended early.
type stopped struct {
	cause error
	where string // what there is of the results, if that is not clear
}

func (e *stopped) Error() string {
	text := e.cause.Error()
	if e, ok := errors.AsType[*bulk.HeaderError](e.cause); ok { // reading did not fail
		text = e.Reason
	}
	return text + e.where
}
func (e *stopped) Unwrap() error { return e.cause }

// status is the exit status.
func (e *stopped) status() int {
	if e, ok := errors.AsType[*interrupted](e.cause); ok {
		return e.status()
	}
	if wrongColumn(e.cause) {
		return statusUsage
	}
	if _, ok := errors.AsType[*bulk.TooManyError](e.cause); ok {
		return statusRecords
	}
	return statusIO
}

// An interrupted says that the run was told to stop.
type interrupted struct {
	records int64
	cause   error
}

func (e *interrupted) Error() string {
	return fmt.Sprintf("interrupted; records done: %d", e.records)
}

func (e *interrupted) Unwrap() error { return e.cause }

// status is that which shells give to what a signal ended.
func (e *interrupted) status() int {
	if s, ok := errors.AsType[*signalError](e.cause); ok && s.Signal == syscall.SIGTERM {
		return statusTerminated
	}
	return statusInterrupted
}
