package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

// A Process has the streams of the command, and its exit status.
type Process struct {
	ctx    context.Context
	Stdin  io.Reader
	Stdout *errorWriter
	Stderr *console
	Status int
	Inputs tally

	Trial    *Trial // nil if the command really runs
	Head     headOf
	Doubtful bool // the command line may not be the one that is meant, because of what the input is
}

// A headOf keeps the beginning of what is written to it.
type headOf []byte

func (b *headOf) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), headSize-len(*b))]...)
	return len(p), nil
}

// NewProcess returns a process with the exit status 0.
func NewProcess(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) *Process {
	return &Process{ctx: ctx, Stdin: stdin, Stdout: &errorWriter{W: stdout}, Stderr: &console{W: stderr}}
}

// A tally counts inputs.
type tally struct{ opened, unread, noColumn atomic.Int64 }

// Status returns the exit status for the inputs. If no table has the column of --column, that is a usage error.
func (n *tally) Status() int {
	noColumn := n.noColumn.Load()
	switch {
	case noColumn > 0 && noColumn == n.opened.Load() && n.unread.Load() == 0:
		return cli.StatusUsage
	case noColumn > 0 || n.unread.Load() > 0:
		return cli.StatusIO
	}
	return cli.StatusOK
}

// A SignalError is the signal that interrupted the run.
type SignalError struct{ os.Signal }

// Error returns the name of the signal.
func (e *SignalError) Error() string { return e.String() }

// ClosedPipe reports whether err means that the reader of the output has closed the output.
func ClosedPipe(err error) bool {
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
	W   io.Writer
	Err error
}

func (w *errorWriter) Write(p []byte) (int, error) {
	n, err := w.W.Write(p)
	if err != nil {
		err = files.Reason(err)
		w.Err = cmp.Or(w.Err, err)
	}
	return n, err
}

// A console writes to standard error. On a terminal it shows a progress line below the messages.
type console struct {
	mu   sync.Mutex
	W    io.Writer
	line string // the current progress line
}

// Write writes messages, which are whole lines, above the progress line.
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.line
	c.show("")
	n, err := c.W.Write(p)
	c.show(line)
	return n, err
}

func (c *console) status(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.show(line)
}

func (c *console) show(line string) {
	if line != c.line {
		io.WriteString(c.W, "\r\x1b[K"+line)
		c.line = line
	}
}

const (
	DefaultMemory = 64 << 20 // default of --memory
	LeastMemory   = 32 << 20 // minimum of --memory
	overhead      = 24 << 20 // memory that the command uses in addition to the keys
	usualLimit    = DefaultMemory - overhead/3
)

// LimitProcess sets the memory limit of a process that runs one command, unless GOMEMLIMIT has set one. A record that
// needs more gets more, but the garbage collector then runs often.
func LimitProcess() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(usualLimit)
	}
}

// LimitMemory limits the memory of the process, because garbage could take as much memory as keys. It returns the
// memory for keys, and a function that restores the old limit.
func LimitMemory(memory int64) (keys int64, restore func()) {
	limit := debug.SetMemoryLimit(-1)
	keys, all := withinLimit(memory, limit)
	debug.SetMemoryLimit(all)
	return keys, func() { debug.SetMemoryLimit(limit) }
}

// withinLimit returns the memory for keys and the new memory limit of the garbage collector. limit is the old limit,
// which the environment variable GOMEMLIMIT may have set.
func withinLimit(memory, limit int64) (keys, all int64) {
	if limit == usualLimit { // LimitProcess has set it
		limit = math.MaxInt64
	}
	all = min(limit, memory-overhead/3)
	return max(LeastMemory-overhead, all+overhead/3-overhead), all
}

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
	src.Reader = files.Input(io.TeeReader(p.Stdin, &p.Head), &src.Done, "standard input: ")
	if f, ok := p.Stdin.(*os.File); ok {
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
			return name, io.NopCloser(files.Input(p.Stdin, done, "")), nil
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
	if _, isTable := errors.AsType[*bulk.HeaderError](err); isTable {
		p.Doubtful = true
	}
	if wrongColumn(err) {
		p.Inputs.noColumn.Add(1)
	} else {
		p.Inputs.unread.Add(1)
	}
	more := ""
	if strings.ContainsAny(name, " <") {
		more = ": arguments are files here: use echo TEXT | earl …"
	} else if strings.Contains(name, "://") {
		more = ": earl fetches nothing: use curl URL | earl …"
	}
	fmt.Fprintf(p.Stderr, "earl: %s: %v%s\n", inputName(name), files.Reason(err), more)
}

// announceTerminal writes a message if the command reads from the keyboard.
func (p *Process) announceTerminal() {
	if cli.IsTerminal(p.Stdin) && cli.IsTerminal(p.Stderr.W) {
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
	at, _ := f.Seek(0, io.SeekCurrent) // a regular file has an offset
	return max(0, info.Size()-at)
}
