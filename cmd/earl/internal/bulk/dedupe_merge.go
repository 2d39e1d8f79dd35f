package bulk

import (
	"context"
	"io"
	"slices"
)

// fanIn is the number of runs that are merged at the same time. Each run has a buffer of one chunk. All buffers
// together take a quarter of the memory.
const fanIn = 2 * partitionCount

// merge writes the results of all runs in the order of the input.
func (s *deduper) merge(ctx context.Context) error {
	for len(s.runs) > fanIn {
		run := s.spill.stream()
		if err := s.mergeRuns(ctx, s.runs[:fanIn], run.entry); err != nil {
			return err
		}
		s.runs = s.runs[fanIn:]
		if err := s.keepRun(run); err != nil {
			return err
		}
	}
	err := s.mergeRuns(ctx, s.runs, func(_ int64, _, result []byte) error {
		s.stats.Kept++
		s.out = append(s.out, result...)
		if len(s.out) < flushSize {
			return nil
		}
		return s.flush()
	})
	if err != nil {
		return err
	}
	s.report()
	return s.flush()
}

// A giveEntry gets an entry of a stream. The slices are valid during the call only.
type giveEntry func(num int64, key, result []byte) error

// mergeRuns calls the function give for each entry of all runs, in the order of the numbers of the entries.
func (s *deduper) mergeRuns(ctx context.Context, runs []*stream, give giveEntry) error {
	var heads []*reading
	var buf []byte
	for _, run := range runs {
		r := run.entries()
		if err := r.next(); err != nil {
			return err // io.EOF is impossible: a run is not empty
		}
		heads = append(heads, r)
	}
	for n := 0; len(heads) > 0; n++ {
		if err := s.step(ctx, n); err != nil {
			return err
		}
		first := 0
		for i, r := range heads {
			if r.num < heads[first].num {
				first = i
			}
		}
		r := heads[first]
		key, result, err := r.load(&buf)
		if err == nil {
			err = give(r.num, key, result)
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
