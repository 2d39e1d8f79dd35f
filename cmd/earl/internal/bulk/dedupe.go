package bulk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
)

// A DedupeJob has the parameters of [Dedupe].
type DedupeJob struct {
	// Job has the parameters of the run. Its Op sets the key of each record with [Output.SetKey]. Columns is used only
	// with OnlyColumns. Without OnlyColumns, rows are copied, and failed records are omitted, because a
	// table has no cell for errors.
	Job

	// Count adds to each result the number of records with its key: before a tab in text, as the first member "count" of
	// an object, or as the last column of a table. Nothing is written before the end of the input.
	Count bool

	// Sort, with Count, sorts the results by count, the highest first, and equal counts in the order of the input. Failed
	// records are last.
	Sort bool

	Memory  int64  // the maximum memory for keys in bytes, apart from one record and its result; 0 means 32 MiB
	TempDir string // the directory of the temporary file for results that do not fit; "" means os.TempDir()

	// Dropped, if not nil, is called for each dropped record, in the goroutine that called Dedupe. The order of calls is
	// the order of the input, except for records from the temporary file.
	Dropped func(Duplicate)

	// Merging, if not nil, is called while Dedupe processes the temporary file, after the end of the input, in the
	// goroutine that called Dedupe. done is the number of bytes read from the file. left is the number of bytes to read if
	// no more records are dropped.
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
// Dedupe returns the errors of Run, or an error of the temporary file. After a read error, and with Count if ctx is
// done, it still writes the results of earlier records.
func Dedupe(ctx context.Context, r io.Reader, w io.Writer, job DedupeJob) (DedupeStats, error) {
	return newDeduper(w, &job).run(ctx, r)
}

func (s *deduper) run(ctx context.Context, r io.Reader) (DedupeStats, error) {
	defer s.spill.close()
	inner := s.job.Job
	if inner.Out.separator() != 0 {
		inner.bare, inner.SkipFailed = true, true
	}
	inner.filter = s.filter
	var err error
	s.stats.Stats, err = Run(ctx, r, s.w, inner)
	_, unread := errors.AsType[*readError](err)
	_, tooMany := errors.AsType[*TooManyError](err)
	switch {
	case err == nil, unread, tooMany:
		err = cmp.Or(s.finish(ctx), err)
	case s.job.Count && err == context.Cause(ctx): // count the records before the interruption
		err = cmp.Or(s.finish(context.WithoutCancel(ctx)), err)
	}
	s.stats.spilled = s.spill.written
	return s.stats, err
}

// A keyMark describes a result in the buffer of an Output, and the key of its record. For Count, it describes a key and
// how often it occurred.
type keyMark struct {
	num    int64  // number of the record; for Count, of occurrences
	result int    // offset of the end of the result
	key    int    // offset in Output.keys of the end of the key
	hash   uint64 // of the key, for Count
	failed bool   // the record has no key
}

// A deduper gets the results of all records. It keeps a result, drops it, or stores it in the temporary file.
type deduper struct {
	w      io.Writer
	job    *DedupeJob
	memory int64
	set    keySet
	spill  spill
	parts  []*stream // nil until the set is full
	runs   []*stream // kept results, each in the order of the output
	failed *stream   // the stream of failed records
	first  *stream   // with Job.Count, results whose keys are in the set
	batch  []entry   // results to be sorted
	size   int64     // memory of batch
	top    int       // for Count, the number of keys of a group to return; 0 means all
	told   int64     // spill.taken at the last report
	stats  DedupeStats
}

func newDeduper(w io.Writer, job *DedupeJob) *deduper {
	memory := max(cmp.Or(job.Memory, defaultMemory), fewestMemory)
	s := &deduper{w: w, job: job, memory: memory}
	chunk := min(64<<10, max(memory/(8*partitionCount), 64)) // the buffers of all partitions take an eighth of the memory
	s.spill = spill{dir: job.TempDir, chunk: int(chunk), create: createTemp}
	s.set = newKeySet(memory - memory/4) // the rest is for buffers
	if job.Count {
		s.set.counting = countLen
	}
	s.first, s.failed = s.spill.stream(), s.spill.stream()
	return s
}

// filter removes the results from o that are duplicates or that cannot be written yet.
func (s *deduper) filter(o *Output) error {
	if len(o.marks) == 0 {
		if s.job.Count && len(o.json.Text) > 0 { // it is the header of a table
			o.json.Text = s.withCell(o.json.Text, "count")
		}
		return nil
	}
	kept := o.json.Text[:0]
	result, key := 0, 0
	for _, mark := range o.marks {
		text := o.json.Text[result:mark.result]
		keep, err := s.take(mark, o.keys[key:mark.key], text)
		if err != nil {
			o.json.Text = kept
			return err
		}
		if keep {
			kept = append(kept, text...)
			s.stats.Kept++
		}
		result, key = mark.result, mark.key
	}
	o.json.Text = kept
	return nil
}

// take drops or spills a result, or reports that it is to be written now.
func (s *deduper) take(mark keyMark, key, result []byte) (keep bool, err error) {
	if mark.failed {
		if s.parts == nil && !s.job.Count {
			return true, nil
		}
		e := entry{num: mark.num, result: result}
		if s.job.Sort {
			e.num += failedRank
		}
		return false, s.failed.add(e)
	}
	e := entry{num: mark.num, key: key, result: result}
	if keep, err = s.add(s.set.hash(key), e, 1, &s.parts); keep && s.job.Count {
		return false, s.first.add(entry{num: mark.num, result: result})
	}
	return keep, err
}

// add adds the key of an entry that occurred n times to the set, and reports whether the set has a new key. If the set
// has the key already, add drops the entry. If the set is full, add stores the entry in one of the partitions.
func (s *deduper) add(hash uint64, e entry, n int64, parts *[]*stream) (added bool, err error) {
	if first, ok := s.set.find(hash, e.key, uint64(n)); ok {
		s.drop(e.num, first, e.result)
		return false, nil
	}
	if *parts == nil {
		if s.set.add(hash, e.key, e.num, uint64(n)) {
			return true, nil
		}
		*parts = newPartitions(&s.spill)
	}
	return false, (*parts)[hash%partitionCount].add(e)
}

func (s *deduper) drop(num, first int64, result []byte) {
	s.stats.Dropped++
	if s.job.Dropped != nil {
		s.job.Dropped(Duplicate{num, first, result[:len(result)-1]})
	}
}

// counted returns a function that returns the keys and their counts, in the order in which keys were added. At the end
// the key is nil.
func (s *keySet) counted() func() (key []byte, count uint64) {
	var b []byte
	blocks := s.blocks
	return func() ([]byte, uint64) {
		if len(b) == 0 && len(blocks) > 0 {
			b, blocks = blocks[0], blocks[1:]
		}
		if len(b) == 0 {
			return nil, 0
		}
		count := binary.LittleEndian.Uint64(b)
		_, key, size := splitEntry(b[countLen:])
		b = b[min(len(b), (countLen+size+unit-1)/unit*unit):]
		return key, count
	}
}

// keepCounted adds the counts of the set to the results of run, and keeps these results. The counts and the results
// must have the same order.
func (s *deduper) keepCounted(ctx context.Context, run *stream) error {
	next := s.set.counted()
	with := s.spill.stream()
	err := s.mergeRuns(ctx, []*stream{run}, func(e entry) error {
		_, count := next()
		result := s.withCount(e.result, count)
		if !s.job.Sort {
			return with.add(entry{num: e.num, result: result})
		}
		return s.sort(entry{num: s.rank(count, e.num), result: result})
	})
	if err != nil {
		return err
	}
	return cmp.Or(s.shorten(), s.keepBatch(), s.keepRun(with))
}

// failedRank is added to the number of a failed record, for Job.Sort. Failed records are last.
const failedRank = 1 << 62

// rank returns the number of an entry in the order of the output, for Job.Sort. The high bits are for the count, and
// the other bits for the number of the record.
func (s *deduper) rank(count uint64, num int64) int64 {
	used := bits.Len64(uint64(s.stats.Records))
	rest := 62 - used // with 2³¹ records and more, records with the same count may be in another order
	return (s.stats.Records-int64(count))<<rest | num>>max(0, used-rest)
}

// sort adds an entry to the batch, and shortens the batch if it is full.
func (s *deduper) sort(e entry) error {
	s.batch = append(s.batch, e)
	if s.size += int64(len(e.result)) + 64; s.size <= s.memory/8 {
		return nil
	}
	return s.shorten()
}

// shorten sorts the batch and, for Count, removes keys that are not among the first ones of their group. If many are
// left, they become a run.
func (s *deduper) shorten() error {
	slices.SortFunc(s.batch, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.num, y.num), bytes.Compare(x.result, y.result))
	})
	kept, n := s.batch[:0], 0
	s.size = 0
	for i, e := range s.batch {
		if n++; i == 0 || e.num>>countBits != s.batch[i-1].num>>countBits {
			n = 1
		}
		if n <= s.top || s.top == 0 {
			kept = append(kept, e)
			s.size += int64(len(e.result)) + 64
		}
	}
	clear(s.batch[len(kept):])
	if s.batch = kept; s.size <= s.memory/16 {
		return nil
	}
	return s.keepBatch()
}

// keepBatch keeps the batch as a run.
func (s *deduper) keepBatch() error {
	run := s.spill.stream()
	for _, e := range s.batch {
		if err := run.add(e); err != nil {
			return err
		}
	}
	s.batch, s.size = nil, 0
	return s.keepRun(run)
}

func (s *deduper) withCount(result []byte, count uint64) []byte {
	n := strconv.FormatUint(count, 10)
	switch {
	case s.job.Out.separator() != 0:
		return s.withCell(result, n)
	case s.job.Out.json():
		return append([]byte(`{"count":`+n+","), result[1:]...)
	}
	return append([]byte(n+"\t"), result...)
}

func (s *deduper) withCell(row []byte, cell string) []byte {
	end := "\n"
	if bytes.HasSuffix(row, []byte("\r\n")) {
		end = "\r\n"
	}
	text := row[:len(row)-len(end)]
	return slices.Concat(text, []byte{s.job.separator(s.job.Out)}, []byte(cell+end))
}
