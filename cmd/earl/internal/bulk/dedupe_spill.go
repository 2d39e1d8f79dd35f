package bulk

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
)

const partitionCount = 32

// A spill is a temporary file that several streams share. It is divided into chunks. A chunk is reused after it was
// read.
type spill struct {
	dir     string
	chunk   int // the number of bytes that a stream writes at once
	create  func(dir string) (file *os.File, name string, err error)
	file    *os.File // nil until something is written
	name    string   // "" if the file no longer has a name
	free    []int64  // numbers of free chunks
	chunks  int64    // number of chunks in the file
	written int64    // bytes
	given   int64    // bytes of entries, including those in buffers; twice for an entry of a partition that is not read
	taken   int64    // bytes of entries that have been read
}

// createTemp creates a temporary file, without a name if the system allows that.
func createTemp(dir string) (file *os.File, name string, err error) {
	if file, err = os.CreateTemp(dir, "earl-dedupe-*"); err != nil {
		return nil, "", err
	}
	if os.Remove(file.Name()) == nil {
		return file, "", nil
	}
	return file, file.Name(), nil
}

// close removes the file.
func (sp *spill) close() {
	if sp.file == nil {
		return
	}
	sp.file.Close() // its content is no longer needed
	if sp.name != "" {
		os.Remove(sp.name)
	}
}

func (sp *spill) fail(err error) error {
	dir := cmp.Or(sp.dir, os.TempDir())
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err // omit the name of the temporary file
	}
	if err == io.EOF { // the file was cut
		err = io.ErrUnexpectedEOF
	}
	return &spillError{dir, err}
}

func (sp *spill) write(p []byte) (int64, error) {
	if sp.file == nil {
		var err error
		if sp.file, sp.name, err = sp.create(sp.dir); err != nil {
			return 0, sp.fail(err)
		}
	}
	var number int64
	if n := len(sp.free); n > 0 {
		number, sp.free = sp.free[n-1], sp.free[:n-1]
	} else {
		number = sp.chunks
		sp.chunks++
	}
	n, err := sp.file.WriteAt(p, number*int64(sp.chunk))
	sp.written += int64(n)
	if err != nil {
		return 0, sp.fail(err)
	}
	return number, nil
}

// A stream is a sequence of entries in the file.
type stream struct {
	spill  *spill
	chunks []int64
	size   int64  // bytes in chunks
	buf    []byte // not written yet
	at     int64  // offset of the next read
	passes int64  // times that its entries will be read: 2 for a partition, because they will be written again
}

func (sp *spill) stream() *stream { return &stream{spill: sp, passes: 1} }

func (s *stream) write(p []byte) error {
	s.spill.given += s.passes * int64(len(p))
	for len(p) > 0 {
		if s.buf == nil {
			s.buf = make([]byte, 0, s.spill.chunk)
		}
		n := min(len(p), cap(s.buf)-len(s.buf))
		s.buf, p = append(s.buf, p[:n]...), p[n:]
		if len(s.buf) == cap(s.buf) {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the buffer as a chunk. Only the last chunk may be shorter.
func (s *stream) flush() error {
	if len(s.buf) == 0 {
		return nil
	}
	number, err := s.spill.write(s.buf)
	if err != nil {
		return err
	}
	s.chunks = append(s.chunks, number)
	s.size += int64(len(s.buf))
	s.buf = s.buf[:0]
	return nil
}

// done writes the rest of the buffer and releases it.
func (s *stream) done() error {
	err := s.flush()
	s.buf = nil
	return err
}

// Read reads the stream, once. It frees the chunks that it has read.
func (s *stream) Read(p []byte) (int, error) {
	if s.at == s.size {
		return 0, io.EOF
	}
	chunk := int64(s.spill.chunk)
	offset := s.at % chunk
	number := s.chunks[s.at/chunk]
	n := min(int64(len(p)), chunk-offset, s.size-s.at)
	read, err := s.spill.file.ReadAt(p[:n], number*chunk+offset)
	if int64(read) < n {
		return read, err
	}
	s.at += n
	if offset+n == chunk || s.at == s.size {
		s.spill.free = append(s.spill.free, number)
	}
	return int(n), nil
}

// An entry is a result in a stream.
type entry struct {
	num    int64  // number of the record; in the runs of Job.Sort, its rank
	key    []byte // nil if it is no longer needed
	result []byte
}

func (s *stream) add(e entry) error {
	keyLen := uint64(len(e.key)) + 1
	if bytes.Equal(e.key, e.result[:len(e.result)-1]) {
		e.key, keyLen = nil, 0
	}
	var head [3 * binary.MaxVarintLen64]byte
	n := binary.PutUvarint(head[:], uint64(e.num))
	n += binary.PutUvarint(head[n:], keyLen)
	n += binary.PutUvarint(head[n:], uint64(len(e.result)))
	if err := s.write(head[:n]); err != nil {
		return err
	}
	if err := s.write(e.key); err != nil {
		return err
	}
	return s.write(e.result)
}

// A reading reads the entries of a stream. next reads the start of an entry, and load the rest. So a merge of many
// streams has only one result in memory.
type reading struct {
	entry
	r      *bufio.Reader
	stream *stream
	at     int64  // offset of the entry
	keyLen uint64 // length of the key plus 1; 0 if the result is the key
	length uint64 // length of the result
}

// next reads the start of the next entry. At the end it returns io.EOF.
func (r *reading) next() error {
	left := uint64(r.stream.size - r.at)
	if left == 0 {
		return io.EOF
	}
	var num uint64
	for _, n := range []*uint64{&num, &r.keyLen, &r.length} {
		var err error
		if *n, err = binary.ReadUvarint(r.r); err != nil {
			return r.stream.spill.fail(err)
		}
	}
	if r.length == 0 || r.length > left || r.keyLen > left { // a result is not empty
		return r.stream.spill.fail(errors.New("the file is damaged"))
	}
	r.num = int64(num)
	return nil
}

// load reads the rest of the entry into buf, which it grows if necessary.
func (r *reading) load(buf *[]byte) error {
	own := int(max(r.keyLen, 1) - 1)
	size := own + int(r.length)
	*buf = slices.Grow((*buf)[:0], size)[:size]
	if _, err := io.ReadFull(r.r, *buf); err != nil {
		return r.stream.spill.fail(err)
	}
	r.key, r.result = (*buf)[:own], (*buf)[own:]
	if r.keyLen == 0 {
		r.key = r.result[:r.length-1]
	}
	end := r.stream.at - int64(r.r.Buffered())
	r.stream.spill.taken += end - r.at
	r.stream.spill.given -= (r.stream.passes - 1) * (end - r.at)
	r.at = end
	return nil
}

// head returns the beginning of an entry after its number and lengths.
func (r *reading) head() []byte {
	b, _ := r.r.Peek(int(min(max(r.keyLen, 1)-1+r.length, 4<<10))) // an error is that of load, or the buffer is smaller
	return b
}

// newPartitions returns streams for entries with keys that may have occurred before. Entries with equal keys are in the
// same stream, in the order of the input: the remainder of the hash selects it. The set does not use these bits.
func newPartitions(sp *spill) []*stream {
	parts := make([]*stream, partitionCount)
	for i := range parts {
		parts[i] = &stream{spill: sp, passes: 2}
	}
	return parts
}

func (s *deduper) finish(ctx context.Context) error {
	if s.parts == nil && !s.job.Count {
		return nil
	}
	err := s.keepRun(s.failed)
	if err == nil && s.job.Count {
		err = s.keepCounted(ctx, s.first)
	}
	if err == nil {
		err = s.eachPart(func(part *stream) ([]*stream, error) { return s.pass(ctx, part) })
	}
	if err != nil {
		return err
	}
	return s.merge(ctx)
}

// eachPart processes the partitions, with an empty set for each. do returns the entries that do not fit into it as new
// partitions. Each call leaves fewer keys, so the calls end.
func (s *deduper) eachPart(do func(part *stream) (more []*stream, err error)) error {
	for left := s.parts; len(left) > 0; {
		for _, part := range left {
			if err := part.done(); err != nil { // releases its buffer
				return err
			}
		}
		s.set.reset()
		last := len(left) - 1
		more, err := do(left[last])
		if err != nil {
			return err
		}
		left = append(left[:last], more...)
	}
	s.set = keySet{} // the buffers of the merge need its memory
	return nil
}

// step reports progress at intervals. At these intervals it also checks ctx, and returns the cause if ctx is done. Call
// step before entry n is read.
func (s *deduper) step(ctx context.Context, n int) error {
	if n%1024 != 0 && s.spill.taken-s.told < maxBlock {
		return nil
	}
	s.told = s.spill.taken
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.report()
	return nil
}

func (s *deduper) report() {
	if s.job.Merging != nil {
		s.job.Merging(s.spill.taken, s.spill.given-s.spill.taken)
	}
}

// keepRun adds a stream of results to the final merge.
func (s *deduper) keepRun(run *stream) error {
	err := run.done()
	if run.size > 0 {
		s.runs = append(s.runs, run)
	}
	return err
}

// pass removes duplicates from one partition. If the keys of the partition do not fit into memory, pass returns the
// remaining entries as new partitions.
func (s *deduper) pass(ctx context.Context, part *stream) (more []*stream, err error) {
	run := s.spill.stream()
	err = s.mergeRuns(ctx, []*stream{part}, func(e entry) error {
		added, err := s.add(s.set.hash(e.key), e, 1, &more)
		if added {
			err = run.add(entry{num: e.num, result: e.result})
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case s.job.Count:
		return more, s.keepCounted(ctx, run)
	}
	return more, s.keepRun(run)
}

// fanIn is the number of runs that are merged at the same time. Each run has a buffer of one chunk. All buffers
// together take a quarter of the memory.
const fanIn = 2 * partitionCount

// fewRuns merges runs until they can be merged at the same time.
func (s *deduper) fewRuns(ctx context.Context) error {
	for len(s.runs) > fanIn {
		run := s.spill.stream()
		if err := s.mergeRuns(ctx, s.runs[:fanIn], run.add); err != nil {
			return err
		}
		s.runs = s.runs[fanIn:]
		if err := s.keepRun(run); err != nil {
			return err
		}
	}
	return nil
}

// merge writes the results of all runs in the order of the output.
func (s *deduper) merge(ctx context.Context) error {
	if err := s.fewRuns(ctx); err != nil {
		return err
	}
	w := bufio.NewWriterSize(s.w, flushSize)
	err := s.mergeRuns(ctx, s.runs, func(e entry) error {
		s.stats.Kept++
		if _, err := w.Write(e.result); err != nil {
			return &WriteError{err}
		}
		return nil
	})
	if flushed := w.Flush(); flushed != nil { // after an error too, so that the output ends with a whole result
		err = cmp.Or[error](err, &WriteError{flushed})
	}
	if err == nil {
		s.report()
	}
	return err
}

// mergeRuns calls the function give for each entry of all runs, in the order of their numbers, and then of the first
// bytes of their results. The slices of an entry are valid during the call only.
func (s *deduper) mergeRuns(ctx context.Context, runs []*stream, give func(e entry) error) error {
	var heads []*reading
	var buf []byte
	for _, run := range runs {
		r := &reading{r: bufio.NewReaderSize(run, run.spill.chunk), stream: run}
		err := run.done()
		if err == nil {
			err = r.next()
		}
		if err == nil {
			heads = append(heads, r)
		} else if err != io.EOF {
			return err
		}
	}
	for n := 0; len(heads) > 0; n++ {
		if err := s.step(ctx, n); err != nil {
			return err
		}
		first := 0
		for i, r := range heads {
			least := heads[first]
			if r.num < least.num || r.num == least.num && i > 0 && bytes.Compare(r.head(), least.head()) < 0 {
				first = i
			}
		}
		r := heads[first]
		err := r.load(&buf)
		if err == nil {
			err = give(r.entry)
		}
		if err != nil {
			return err
		}
		if err := r.next(); err == io.EOF {
			heads = slices.Delete(heads, first, first+1)
		} else if err != nil {
			return err
		}
	}
	return nil
}
