package bulk

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"os"
	"slices"
)

const (
	partitionBits  = 5
	partitionCount = 1 << partitionBits
)

// chunkSize returns the number of bytes that a stream writes at once. Each partition has a buffer of this size. All
// buffers together take an eighth of the memory.
func chunkSize(memory int64) int {
	return int(min(64<<10, max(memory/(8*partitionCount), 64)))
}

// A spill is a temporary file that several streams share. It is divided into chunks. A chunk is reused after it was
// read.
type spill struct {
	dir     string
	chunk   int
	create  func(dir string) (file *os.File, name string, err error)
	file    *os.File // nil until something is written
	name    string   // "" if the file no longer has a name
	free    []int64  // numbers of free chunks
	chunks  int64    // number of chunks in the file
	written int64    // bytes
	given   int64    // bytes of entries, including those in buffers
	taken   int64    // bytes of entries that have been read
	twice   int64    // bytes of entries that will be written and read again after they are read
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
	sp.file = nil
}

func (sp *spill) fail(err error) error {
	dir := sp.dir
	if dir == "" {
		dir = os.TempDir()
	}
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err // omit the name of the temporary file
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
	read   int    // number of chunks that were read
	at     int64  // offset in the current chunk
	twice  bool   // the stream is a partition
}

func (sp *spill) stream() *stream { return &stream{spill: sp} }

func (s *stream) write(p []byte) error {
	s.spill.given += int64(len(p))
	if s.twice {
		s.spill.twice += int64(len(p))
	}
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
	number := s.chunks[s.read]
	n := min(int64(len(p)), chunk-offset, s.size-s.at)
	read, err := s.spill.file.ReadAt(p[:n], number*chunk+offset)
	if int64(read) < n {
		return read, s.spill.fail(noEnd(err))
	}
	s.at += n
	if offset+n == chunk || s.at == s.size {
		s.spill.free = append(s.spill.free, number)
		s.read++
	}
	return int(n), nil
}

// entry writes a result with the number of its record and its key. A nil key means that the result is the key.
func (s *stream) entry(num int64, key, result []byte) error {
	var head [3 * binary.MaxVarintLen64]byte
	n := binary.PutUvarint(head[:], uint64(num))
	if bytes.Equal(key, result[:len(result)-1]) {
		n += binary.PutUvarint(head[n:], 0)
		key = nil
	} else {
		n += binary.PutUvarint(head[n:], uint64(len(key))+1)
	}
	n += binary.PutUvarint(head[n:], uint64(len(result)))
	if err := s.write(head[:n]); err != nil {
		return err
	}
	if err := s.write(key); err != nil {
		return err
	}
	return s.write(result)
}

// A reading reads the entries of a stream. next reads the start of an entry, and load the rest. So a merge of many
// streams has only one result in memory.
type reading struct {
	r      *bufio.Reader
	stream *stream
	num    int64  // number of the record of the entry
	keyLen uint64 // length of the key plus 1; 0 if the result is the key
	length uint64 // length of the result
}

func (s *stream) entries() *reading {
	return &reading{r: bufio.NewReaderSize(s, s.spill.chunk), stream: s}
}

// next reads the start of the next entry. At the end it returns io.EOF.
func (r *reading) next() error {
	num, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	r.num = int64(num)
	if r.keyLen, err = binary.ReadUvarint(r.r); err != nil {
		return noEnd(err)
	}
	r.length, err = binary.ReadUvarint(r.r)
	return noEnd(err)
}

// load reads the rest of the entry into buf, which it grows if necessary.
func (r *reading) load(buf *[]byte) (key, result []byte, err error) {
	own := int(max(r.keyLen, 1) - 1)
	size := own + int(r.length)
	*buf = slices.Grow((*buf)[:0], size)[:size]
	if _, err := io.ReadFull(r.r, *buf); err != nil {
		return nil, nil, noEnd(err)
	}
	taken := int64(uvarintLen(uint64(r.num)) + uvarintLen(r.keyLen) + uvarintLen(r.length) + size)
	r.stream.spill.taken += taken
	if r.stream.twice {
		r.stream.spill.twice -= taken
	}
	key, result = (*buf)[:own], (*buf)[own:]
	if r.keyLen == 0 {
		key = result[:r.length-1]
	}
	return key, result, nil
}

// uvarintLen returns the length of the result of binary.PutUvarint.
func uvarintLen(x uint64) int { return (bits.Len64(x|1) + 6) / 7 }

// noEnd replaces io.EOF by io.ErrUnexpectedEOF, for reads inside an entry.
func noEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// partitions has the streams of entries with keys that may have occurred before. Entries with equal keys are in the
// same stream, in the order of the input.
type partitions [partitionCount]*stream

func newPartitions(sp *spill) *partitions {
	p := new(partitions)
	for i := range p {
		p[i] = &stream{spill: sp, twice: true}
	}
	return p
}

// of returns the partition for a hash. It uses bits that the set does not use.
func (p *partitions) of(hash uint64) *stream { return p[hash%partitionCount] }

// done finishes all partitions, and appends the nonempty ones to list.
func (p *partitions) done(list []*stream) ([]*stream, error) {
	for _, part := range p {
		if err := part.done(); err != nil {
			return nil, err
		}
		if part.size > 0 {
			list = append(list, part)
		}
	}
	return list, nil
}

func (s *deduper) finish(ctx context.Context) error {
	if s.parts == nil && !s.job.Count {
		return nil
	}
	if err := s.keepFailed(ctx); err != nil {
		return err
	}
	if s.job.Count {
		if err := s.keepCounted(ctx, s.first); err != nil {
			return err
		}
	}
	var left []*stream
	var err error
	if s.parts != nil {
		left, err = s.parts.done(nil)
	}
	for len(left) > 0 && err == nil {
		part := left[len(left)-1]
		left = left[:len(left)-1]
		var more *partitions
		if more, err = s.pass(ctx, part); err == nil && more != nil {
			left, err = more.done(left)
		}
	}
	if err != nil {
		return err
	}
	s.set = keySet{} // the buffers of the merge need its memory
	return s.merge(ctx)
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
		s.job.Merging(s.spill.taken, s.spill.given-s.spill.taken+s.spill.twice)
	}
}

// keepRun adds a stream of results to the final merge.
func (s *deduper) keepRun(run *stream) error {
	if run.size == 0 && len(run.buf) == 0 {
		return nil
	}
	s.runs = append(s.runs, run)
	return run.done()
}

// pass removes duplicates from one partition. If the keys of the partition do not fit into memory, pass returns the
// remaining entries as new partitions. Each pass leaves fewer keys, so the passes end.
func (s *deduper) pass(ctx context.Context, part *stream) (*partitions, error) {
	s.set.reset()
	var more *partitions
	run := s.spill.stream()
	err := s.mergeRuns(ctx, []*stream{part}, func(num int64, key, result []byte) error {
		hash := s.set.hash(key)
		first, found := s.set.find(hash, key)
		switch {
		case found:
			s.drop(num, first, result)
			return nil
		case more == nil && s.set.add(hash, key, num):
			return run.entry(num, nil, result)
		case more == nil:
			more = newPartitions(&s.spill)
		}
		return more.of(hash).entry(num, key, result)
	})
	if err != nil {
		return nil, err
	}
	if s.job.Count {
		return more, s.keepCounted(ctx, run)
	}
	return more, s.keepRun(run)
}
