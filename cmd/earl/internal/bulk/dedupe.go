package bulk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

// A KeyOp is an [Op] that also appends the key of its record to the empty slice key, and returns the result. A KeyOp
// must not keep key. If the record fails, its key is ignored.
type KeyOp func(rec *Record, out *Output, key []byte) ([]byte, error)

// A DedupeJob has the parameters of [Dedupe].
type DedupeJob struct {
	// Job has the parameters of the run. New is not used. Columns is used only with OnlyColumns. Without OnlyColumns, rows
	// are copied by [Output.Row], and failed records are omitted, because a table has no cell for errors.
	Job

	// OnlyColumns replaces the cells of the input rows by the cells of Columns.
	OnlyColumns bool

	// Count adds to each result the number of records with its key. In text, the number and a tab precede the result. In
	// an object, it is the first member "count". In a table, it is the last column. Nothing is written before the end of
	// the input.
	Count bool

	// NewKey returns a KeyOp for one worker.
	NewKey func() KeyOp

	// Memory is the maximum memory for keys in bytes; 0 means 32 MiB. When it is full, results that may have to be written
	// go to a temporary file. Run needs additional memory, and one record with its key and its result may also need
	// additional memory.
	Memory int64

	// TempDir is the directory of the temporary file; "" means os.TempDir().
	TempDir string

	// Dropped, if not nil, is called for each dropped record, in the goroutine that called Dedupe. The order of calls is
	// the order of the input, except for records from the temporary file.
	Dropped func(Duplicate)

	// Merging, if not nil, is called while Dedupe processes the temporary file, after the end of the input. The calls are
	// in the goroutine that called Dedupe. done is the number of bytes read from the file. left is the number of bytes to
	// read if no more records are dropped. The last call has left == 0.
	Merging func(done, left int64)
}

// A Duplicate is a record that was dropped.
type Duplicate struct {
	Num    int64  // number of the record, from 1
	First  int64  // number of the record with the same key that was kept
	Result []byte // the result that was not written; valid during the call only
}

// DedupeStats counts the records of Dedupe.
type DedupeStats struct {
	Stats         // counts of the input; Records includes dropped results
	Kept    int64 // results written
	Dropped int64 // results whose keys occurred before
	spilled int64 // bytes that went to the temporary file
}

// A spillError is an error of the temporary file, such as a disk that is full.
type spillError struct {
	Dir string // directory of the file
	Err error
}

func (e *spillError) Error() string {
	return fmt.Sprintf("temporary file in %s: %v", e.Dir, e.Err)
}

func (e *spillError) Unwrap() error { return e.Err }

const (
	defaultMemory = 32 << 20
	fewestMemory  = 4 << 10
)

// Dedupe runs a job as [Run] does, but writes only the result of the first record with each key. It writes the results
// of all records that failed unless Job.SkipFailed is set. Keys are compared byte by byte.
//
// While the keys fit into memory, Dedupe writes results as early as Run does. After that, it keeps the results of
// records with new keys in a temporary file until the end of the input. The file has no name if the system allows that.
// It is always removed.
//
// Dedupe returns the errors of Run, or an error of the temporary file. After a read error it still writes the results
// of earlier records.
func Dedupe(ctx context.Context, r io.Reader, w io.Writer, job DedupeJob) (DedupeStats, error) {
	return newDeduper(w, &job).run(ctx, r)
}

func (s *deduper) run(ctx context.Context, r io.Reader) (DedupeStats, error) {
	defer s.spill.close()
	inner := s.job.Job
	if inner.alone = s.rows && s.job.OnlyColumns; !inner.alone {
		inner.Columns = nil
	}
	if s.rows {
		inner.bare, inner.SkipFailed = true, true
	}
	inner.New = func() Op { return keyed(s.job.NewKey(), s.newLog(), inner.SkipFailed) }
	stats, err := Run(ctx, r, s, inner)
	s.stats.Stats, s.stats.spilled = stats, s.spill.written
	if failed, ok := errors.AsType[*spillError](err); ok {
		return s.stats, failed
	}
	_, unread := errors.AsType[*readError](err)
	_, tooMany := errors.AsType[*TooManyError](err)
	if err == nil || unread || tooMany {
		if failed := s.finish(ctx); failed != nil {
			err = failed
		}
		s.stats.spilled = s.spill.written
	}
	return s.stats, err
}

// A keyLog has the keys of the records that one worker has processed, until the results of these records are written.
// Records without a result have no key in the log.
type keyLog struct {
	mu   sync.Mutex
	runs []keyRun
}

// A keyRun has the keys of consecutive records. They are about as many as the records of a block.
type keyRun struct {
	taken int // number of marks that have been taken
	marks []keyMark
	keys  []byte
}

// mostMarks is the maximum number of records of a run.
const mostMarks = maxBlock / perRecord

// A keyMark describes the key of a record.
type keyMark struct {
	num  int64
	end  int // offset in keys of the end of the key
	kind keyKind
}

type keyKind uint8

const (
	hasKey    keyKind = iota
	hasNoKey          // the record failed
	badResult         // the record failed and should have no result, but a part of its long result is written
)

// keyed returns an Op that adds the keys of op to log.
func keyed(op KeyOp, log *keyLog, skipFailed bool) Op {
	var scratch []byte
	return func(rec *Record, out *Output) error {
		key, err := op(rec, out, scratch[:0])
		switch {
		case out.ended && !out.given: // there is no result
		case err == nil:
			log.add(rec.Num, key, hasKey)
		case !skipFailed:
			log.add(rec.Num, nil, hasNoKey)
		case out.partly:
			log.add(rec.Num, nil, badResult)
		}
		if cap(key) <= maxBlock {
			scratch = key
		}
		return err
	}
}

// add adds the key of a record.
func (l *keyLog) add(num int64, key []byte, kind keyKind) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := len(l.runs) - 1
	if last < 0 || len(l.runs[last].marks) >= mostMarks || len(l.runs[last].keys) > maxBlock {
		l.runs = append(l.runs, keyRun{})
		last++
	}
	run := &l.runs[last]
	run.keys = append(run.keys, key...)
	run.marks = append(run.marks, keyMark{num, len(run.keys), kind})
}

// next returns the number of the first record in the log, or math.MaxInt64.
func (l *keyLog) next() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.runs) == 0 || l.runs[0].taken == len(l.runs[0].marks) {
		return math.MaxInt64
	}
	return l.runs[0].marks[l.runs[0].taken].num
}

// take removes the first record of the log and appends its key to dst.
func (l *keyLog) take(dst []byte) (key []byte, kind keyKind) {
	l.mu.Lock()
	defer l.mu.Unlock()
	run := &l.runs[0]
	begin := 0
	if run.taken > 0 {
		begin = run.marks[run.taken-1].end
	}
	mark := run.marks[run.taken]
	dst = append(dst, run.keys[begin:mark.end]...)
	run.taken++
	if run.taken == len(run.marks) {
		l.taken()
	}
	return dst, mark.kind
}

// taken removes the first run, after all its records have been taken.
func (l *keyLog) taken() {
	run := &l.runs[0]
	run.taken, run.marks, run.keys = 0, run.marks[:0], run.keys[:0]
	if cap(run.keys) > maxBlock {
		run.keys = nil
	}
	if len(l.runs) > 1 {
		l.runs = append(l.runs[:0], l.runs[1:]...)
	}
}

// A deduper is a writer that gets the results of all records. It writes a result, drops it, or stores it in the
// temporary file.
type deduper struct {
	w      io.Writer
	job    *DedupeJob
	delim  byte
	rows   bool       // results are rows of a table
	quoted bool       // rest ends inside a quoted cell
	header bool       // the next row is a header
	mu     sync.Mutex // guards logs while workers are made
	logs   []*keyLog
	from   *keyLog // the log of the last key
	num    int64   // number of the last record
	rest   []byte  // the beginning of a result
	out    []byte  // results to write
	key    []byte
	set    keySet
	spill  spill
	parts  *partitions // nil until the set is full
	runs   []*stream   // kept results, each in the order of the input
	failed *stream     // the stream of failed records
	first  *stream     // with Job.Count, results whose keys are in the set
	unread int64       // bytes of partitions not yet read
	told   int64       // spill.taken at the last report
	stats  DedupeStats
}

func newDeduper(w io.Writer, job *DedupeJob) *deduper {
	memory := job.Memory
	if memory == 0 {
		memory = defaultMemory
	}
	memory = max(memory, fewestMemory)
	rows := job.Out.separator() != 0
	s := &deduper{w: w, job: job, delim: job.Out.delimiter(), rows: rows, header: rows && !job.NoHeader}
	s.spill = spill{dir: job.TempDir, chunk: chunkSize(memory), create: createTemp}
	s.set = newKeySet(memory - memory/4) // the rest is for buffers
	s.set.counts = job.Count
	if job.Count {
		s.first, s.failed = s.spill.stream(), s.spill.stream()
	}
	return s
}

func (s *deduper) newLog() *keyLog {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := new(keyLog)
	s.logs = append(s.logs, log)
	return log
}

// nextKey sets s.num and s.key for the next result. The key of each record is added before its result is written.
func (s *deduper) nextKey() (kind keyKind) {
	if s.from == nil || s.from.next() != s.num+1 {
		s.from = s.nextLog()
	}
	s.num = s.from.next()
	s.key, kind = s.from.take(s.key[:0])
	return kind
}

// nextLog returns the log with the next record.
func (s *deduper) nextLog() (from *keyLog) {
	s.mu.Lock()
	defer s.mu.Unlock()
	least := int64(math.MaxInt64)
	for _, log := range s.logs {
		if num := log.next(); num < least {
			from, least = log, num
		}
	}
	if from == nil {
		panic(fmt.Sprintf("bulk: a result has come after record %d before its key", s.num))
	}
	return from
}

// Write divides p into results. It writes, drops or spills each result.
func (s *deduper) Write(p []byte) (n int, err error) {
	n = len(p)
	for {
		i := s.end(p)
		if i < 0 {
			s.rest = append(s.rest, p...)
			break
		}
		result := p[:i+1]
		if p = p[i+1:]; len(s.rest) > 0 {
			s.rest = append(s.rest, result...)
			result = s.rest
		}
		if err := s.take(result); err != nil {
			s.flush() // write earlier results; err is the error of the temporary file
			return 0, err
		}
		if s.rest = s.rest[:0]; cap(s.rest) > maxBlock {
			s.rest = nil
		}
	}
	return n, s.flush()
}

// end returns the offset in p of the delimiter that ends the current result, or -1 if the result does not end in p. A
// row of a table ends at the first line feed after an even number of quotes.
func (s *deduper) end(p []byte) int {
	if !s.rows {
		return bytes.IndexByte(p, s.delim)
	}
	i, lf := 0, -1
	for {
		if s.quoted {
			n := bytes.IndexByte(p[i:], '"')
			if n < 0 {
				return -1
			}
			i, s.quoted = i+n+1, false
		}
		if lf < i {
			if lf = len(p); i < len(p) {
				if n := bytes.IndexByte(p[i:], s.delim); n >= 0 {
					lf = i + n
				}
			}
		}
		n := bytes.IndexByte(p[i:lf], '"')
		switch {
		case n >= 0:
			i, s.quoted = i+n+1, true
		case lf < len(p):
			return lf
		default:
			return -1
		}
	}
}

// flush writes the buffered results.
func (s *deduper) flush() error {
	if len(s.out) == 0 {
		return nil
	}
	n, err := s.w.Write(s.out)
	if err == nil && n < len(s.out) {
		err = io.ErrShortWrite
	}
	if s.out = s.out[:0]; cap(s.out) > keepFactor*maxBlock {
		s.out = nil
	}
	return err
}

// take keeps, drops or spills one result.
func (s *deduper) take(result []byte) error {
	if s.header {
		s.header = false
		if s.job.Count {
			result = s.withCell(result, "count")
		}
		s.out = append(s.out, result...)
		return nil
	}
	switch s.nextKey() {
	case badResult:
		return nil
	case hasNoKey:
		if s.parts == nil && !s.job.Count {
			s.keep(result)
			return nil
		}
		return s.failed.entry(s.num, nil, result)
	}
	hash := s.set.hash(s.key)
	if first, ok := s.set.find(hash, s.key); ok {
		s.drop(s.num, first, result)
		return nil
	}
	if s.parts == nil {
		added := s.set.add(hash, s.key, s.num)
		switch {
		case added && s.job.Count:
			return s.first.entry(s.num, nil, result)
		case added:
			s.keep(result)
			return nil
		}
		s.parts = newPartitions(&s.spill)
		if s.failed == nil {
			s.failed = s.spill.stream()
		}
	}
	return s.parts.of(hash).entry(s.num, s.key, result)
}

func (s *deduper) keep(result []byte) {
	s.stats.Kept++
	s.out = append(s.out, result...)
}

func (s *deduper) drop(num, first int64, result []byte) {
	s.stats.Dropped++
	if s.job.Dropped != nil {
		s.job.Dropped(Duplicate{num, first, result[:len(result)-1]})
	}
}
