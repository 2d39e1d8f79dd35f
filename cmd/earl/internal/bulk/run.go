package bulk

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"runtime"
	"runtime/debug"
	"sync"
)

// An Op processes one record and gives the result to out. It first checks [Record.Err]. If it returns an error, the
// record has failed. A failed record may have a result, such as an object with the error. If it has no result, an empty
// text is written for it, or null in JSON. rec and out are invalid after the Op returns.
type Op func(rec *Record, out *Output) error

// A Job has the parameters of [Run].
type Job struct {
	In, Out   Format
	Separator string    // follows each text in the format Document
	New       func() Op // returns an Op for one worker, which may use scratch memory without locks
	Workers   int       // the number of goroutines that call Ops, at most 256; 0 means one for each processor

	// Records, if not nil, is the input, instead of a reader. Run sets the numbers of records. Such a run has one worker,
	// which processes the records of each slice before the next one is asked for.
	Records iter.Seq[[]Record]

	// These are for tables and JSONL. Columns have names, or numbers from 1. Members of JSONL have names.
	Column     string   // has the texts of records; "" is the column or member "url", or the only column
	BaseColumn string   // has the bases of records; "" is no column, or the member "base". An empty cell is no base.
	Needed     []string // other columns that a table must have
	Lookups    *Lookups // gets the names of members that are looked up in records; may be nil
	Delimiter  byte     // the ASCII character between the cells of CSV; 0 is a comma
	NoHeader   bool     // tables have no header: their first row is a record, and no header is written

	// Columns are the columns that the Op adds to a table. [Output.Text] fills the first one. [Output.Fields] fills the
	// columns that have the names of its fields. The fields must be in the order of the columns.
	Columns []string

	OnlyColumns bool // tables have only these columns: no cells of the input, numbers and errors
	Numbers     bool // results have the number of the record, as a member or a column "number"
	Resumed     bool // the results are appended to those of an earlier run, so there is no header
	Secrets     bool // errors in results may show passwords
	Surrogates  bool // JSON has escapes of bytes that are not UTF-8: see jsontext.Writer

	// MaxRecord is the maximum length of a record in the input, without its delimiter or line ending. 0 means no limit.
	// A longer record has an Err, and only its beginning is kept in memory. A table with a longer first row is unusable.
	MaxRecord int64

	SkipFailed bool  // nothing is written for records that failed
	MaxFailed  int64 // the run ends with the result of that many failed records; 0 means no limit

	// Progress, if not nil, is called after each write in the goroutine that called Run.
	Progress func(Stats)

	// UTF16, if not nil, is called with the name of each input that begins with the byte order mark of UTF-16, unless the
	// format is [NUL], where its bytes can be ordinary text. UTF16 may be called in another goroutine.
	UTF16 func(input string)

	// Failed, if not nil, is called for groups of failed records, in the order of the input, in the goroutine that
	// called Run. Before the call, Run has tried to write the results of these records. The slice is valid during the
	// call only.
	Failed func([]Failure)

	bare   bool                  // rows of tables are copied without added cells
	filter func(o *Output) error // for Dedupe and Count: gets the results of a block before they are written
	seed   maphash.Seed          // of the hash of keys, for Count
}

// separator returns the byte between the cells of a table in format f, or 0.
func (j *Job) separator(f Format) byte {
	if f == CSV && j.Delimiter != 0 {
		return j.Delimiter
	}
	return f.separator()
}

const maxWorkers = 256

// A Failure is a record that failed.
type Failure struct {
	Num   int64  // number of the record, from 1
	Input string // name of the input, if the run reads [Inputs]
	Line  int64  // number in that input, from 1: of the record or, in a table, of its first line
	Err   error

	records int64 // records of its block up to this record
	end     int64 // end of its output, from the start of the block
	marks   int   // marks of its block up to this record
}

// Stats counts the records of a run.
type Stats struct {
	Records int64 // records with written results
	Failed  int64 // failed records, including those whose results could not be written
}

// A readError is an error of the input. All records before it were processed.
type readError struct{ Err error }

func (e *readError) Error() string { return fmt.Sprintf("read: %v", e.Err) }

func (e *readError) Unwrap() error { return e.Err }

// A TooManyError reports that a run ended because of [Job.MaxFailed].
type TooManyError struct{ Failed int64 }

// Error says how many records failed.
func (e *TooManyError) Error() string {
	if e.Failed == 1 {
		return "stopped at a record that failed"
	}
	return fmt.Sprintf("stopped when %d records had failed", e.Failed)
}

// A WriteError is an error of the output.
type WriteError struct{ Err error }

// Error says that writing failed, and why.
func (e *WriteError) Error() string { return fmt.Sprintf("write: %v", e.Err) }

// Unwrap returns the writer's error.
func (e *WriteError) Unwrap() error { return e.Err }

// A PanicError is the value that Run panics with if an Op panics.
type PanicError struct {
	Num   int64 // number of the record that the Op processed
	Value any
	Stack []byte // stack of the Op's goroutine
}

// Run reads the records of r, calls an Op for each, and writes the results to w in the order of the records. It writes
// results as soon as the input pauses.
//
// Run returns nil at the end of the input, a read error, a [*WriteError], a [*TooManyError], or the cause of ctx. When
// ctx is done, Run stops reading and finishes the blocks that it has begun. If a call of r.Read is blocked at that
// time, the call continues in its goroutine until the caller closes r.
//
// If an Op panics, Run writes the results of the records before it and panics with a [*PanicError].
func Run(ctx context.Context, r io.Reader, w io.Writer, job Job) (Stats, error) {
	job.MaxRecord = max(0, job.MaxRecord)
	workers := min(cmp.Or(max(0, job.Workers), runtime.GOMAXPROCS(0)), maxWorkers)
	if workers == 1 || job.Records != nil {
		return serial(ctx, r, w, &job)
	}
	return parallel(ctx, r, w, &job, workers)
}

// A worker applies an Op to blocks.
type worker struct {
	op  Op
	cut cutter
}

// do processes the records of b. ok is false if an Op panics; the results of earlier records are then in out.
func (wk *worker) do(b block, out *Output) (ok bool) {
	if b.header {
		out.header(b.text, b.table)
		return true
	}
	wk.cut.start(b)
	defer func() {
		if !ok {
			value := recover()
			if value == nil {
				value = "the Op called runtime.Goexit"
			}
			out.panic = &PanicError{wk.cut.rec.Num, value, debug.Stack()}
			out.drop()
		}
		wk.cut.start(block{})
	}()
	out.rec = &wk.cut.rec
	for rec := wk.cut.next(); rec != nil; rec = wk.cut.next() {
		err := wk.op(rec, out)
		out.end(err)
		out.records++
		if err != nil && out.fail(err) || out.err != nil { // the last failure allowed, or a write error
			break
		}
	}
	return true
}

// A sink writes results in order.
type sink struct {
	w     io.Writer
	job   *Job
	stats Stats
}

// left returns how many more records may fail, or 0 if any number may.
func (s *sink) left() int64 { return s.job.MaxFailed - min(s.job.MaxFailed, s.stats.Failed) }

// put writes the results of a block and prepares out for the next block.
func (s *sink) put(out *Output) error {
	out.left = s.left()
	over := out.over()
	if over {
		out.cut()
	}
	var err error
	if s.job.filter != nil {
		err = s.job.filter(out)
	}
	out.flush(s.w)
	out.err = cmp.Or(out.err, err)
	if out.err == nil {
		s.stats.Records += out.records
	}
	s.stats.Failed += int64(len(out.failures))
	if s.job.Progress != nil {
		s.job.Progress(s.stats)
	}
	if len(out.failures) > 0 && s.job.Failed != nil {
		s.job.Failed(out.failures)
	}
	if out.panic != nil {
		panic(out.panic)
	}
	out.start(s.left())
	switch {
	case out.err != nil:
		return out.err
	case over:
		return &TooManyError{s.stats.Failed}
	}
	return nil
}

func serial(ctx context.Context, r io.Reader, w io.Writer, job *Job) (Stats, error) {
	blocks := newBlockReader(ctx, r, job, maxBlock)
	wk := &worker{job.New(), newCutter(job)}
	s := sink{w: w, job: job}
	out := newOutput(job)
	out.w = w
	for {
		b, err := blocks.next()
		if err != nil {
			return s.stats, readEnd(err)
		}
		wk.do(b, &out)
		if err := s.put(&out); err != nil {
			return s.stats, err
		}
	}
}

// A ctxError is the cause of a context that ended reading.
type ctxError struct{ error }

func readEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	if err, ok := err.(ctxError); ok {
		return err.error
	}
	return &readError{err}
}

// await returns the results of f, which may block, from another goroutine. If ctx is done before f returns, await
// returns a ctxError, and the call continues.
func await[T, U any](ctx context.Context, f func() (T, U)) (t T, u U, err error) {
	type results struct {
		t T
		u U
	}
	if ctx.Err() == nil {
		done := make(chan results, 1)
		go func() {
			t, u := f()
			done <- results{t, u}
		}()
		select {
		case r := <-done:
			return r.t, r.u, nil
		case <-ctx.Done():
		}
	}
	return t, u, ctxError{context.Cause(ctx)}
}

// A task is a block and its output.
type task struct {
	block
	out  Output
	done chan struct{} // gets one value when the result is ready
}

// A pipeline is one parallel run.
type pipeline struct {
	idle    chan *task // tasks that are not in use
	work    chan *task // tasks for any worker
	ordered chan *task // all tasks, in the order of the input
	size    int        // of a block, unless it is one longer record
	written chan bool  // the result of a longer record is written: the reader goes on
	readErr error      // the error that ended reading; valid after ordered is closed
}

// parallel runs a job with several workers. One goroutine reads blocks, the workers process the blocks, and the calling
// goroutine writes the results. A record that is longer than a block is processed by the calling goroutine, alone.
func parallel(ctx context.Context, r io.Reader, w io.Writer, job *Job, workers int) (Stats, error) {
	inner, stop := context.WithCancel(ctx)
	n := 2 * workers
	p := &pipeline{
		idle:    make(chan *task, n),
		work:    make(chan *task, n),
		ordered: make(chan *task, n),
		size:    blockSize(workers),
		written: make(chan bool, 1),
	}
	for range n {
		p.idle <- &task{out: newOutput(job), done: make(chan struct{}, 1)}
	}
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	for range workers {
		wk := &worker{job.New(), newCutter(job)}
		group.Go(func() { p.run(wk) })
	}
	group.Go(func() { p.read(inner, newBlockReader(inner, r, job, p.size)) })

	s := sink{w: w, job: job}
	var own *worker
	for t := range p.ordered {
		if len(t.text) > p.size {
			if own == nil {
				own = &worker{job.New(), newCutter(job)}
			}
			t.out.w, t.out.left = w, s.left()
			own.do(t.block, &t.out)
		} else {
			<-t.done
		}
		if err := s.put(&t.out); err != nil {
			return s.stats, err
		}
		t.out.w = nil
		if len(t.text) > p.size {
			p.written <- true // never blocks: there is one longer record at a time
		}
		t.block = block{}
		p.idle <- t
	}
	return s.stats, readEnd(p.readErr)
}

// read sends blocks to the workers until the input ends.
func (p *pipeline) read(ctx context.Context, blocks *blockReader) {
	defer close(p.ordered)
	defer close(p.work)
	for {
		b, err := blocks.next()
		if err != nil {
			p.readErr = err
			return
		}
		select {
		case t := <-p.idle:
			t.block = b
			p.ordered <- t // ordered and work hold all tasks, so they never block
			if len(b.text) <= p.size {
				p.work <- t
				continue
			}
			b = block{} // release it
			select {
			case <-p.written:
			case <-ctx.Done():
			}
		case <-ctx.Done():
			p.readErr = ctxError{context.Cause(ctx)}
			return
		}
	}
}

// run processes tasks. It stops after a panic, because no later result is needed and the state of the Op may be
// invalid.
func (p *pipeline) run(wk *worker) {
	for t := range p.work {
		if !p.attempt(wk, t) {
			return
		}
	}
}

func (p *pipeline) attempt(wk *worker, t *task) (ok bool) {
	defer func() { t.done <- struct{}{} }()
	return wk.do(t.block, &t.out)
}
