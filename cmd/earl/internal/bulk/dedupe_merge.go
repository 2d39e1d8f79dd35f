package bulk

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
)

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
		r, err := run.entries()
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
