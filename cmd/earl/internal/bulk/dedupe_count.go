package bulk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"strconv"
)

// counted returns the count of each key, in the order in which keys were added.
func (s *keySet) counted() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for _, b := range s.blocks {
			for len(b) > 0 {
				if !yield(binary.LittleEndian.Uint64(b)) {
					return
				}
				_, n := binary.Uvarint(b[countLen:])
				length, m := binary.Uvarint(b[countLen+n:])
				size := countLen + n + m + int(length)
				b = b[min(len(b), (size+unit-1)/unit*unit):]
			}
		}
	}
}

// keepCounted adds the counts of the set to the results of run, and keeps these results. The counts and the results
// must have the same order.
func (s *deduper) keepCounted(ctx context.Context, run *stream) error {
	next, stop := iter.Pull(s.set.counted())
	defer stop()
	with := s.spill.stream()
	var batch sorter
	err := s.each(ctx, run, func(num int64, _, result []byte) error {
		count, _ := next()
		result = s.withCount(result, count)
		switch {
		case !s.job.Sort:
			return with.entry(num, nil, result)
		case batch.add(s.rank(count, num), result) > s.memory/8:
			return s.keepSorted(&batch)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return cmp.Or(s.keepSorted(&batch), s.keepRun(with))
}

// keepFailed keeps the results of failed records.
func (s *deduper) keepFailed(ctx context.Context) error {
	if !s.job.Sort {
		return s.keepRun(s.failed)
	}
	run := s.spill.stream()
	err := s.each(ctx, s.failed, func(num int64, _, result []byte) error {
		return run.entry(s.rank(0, num), nil, result)
	})
	if err != nil {
		return err
	}
	return s.keepRun(run)
}

// each calls the function give for each entry of a run, which may have none.
func (s *deduper) each(ctx context.Context, run *stream, give giveEntry) error {
	if err := run.done(); err != nil || run.size == 0 {
		return err
	}
	return s.mergeRuns(ctx, []*stream{run}, give)
}

// rank returns the number of an entry in the order of the output, for Job.Sort. The high bits are for the count, and
// the other bits for the number of the record. A failed record has the count 0.
func (s *deduper) rank(count uint64, num int64) int64 {
	used := bits.Len64(uint64(s.stats.Records))
	rest := 63 - used // with 2³¹ records and more, records with the same count may be in another order
	return (s.stats.Records-int64(count))<<rest | num>>max(0, used-rest)
}

// A sorter has results to sort.
type sorter struct {
	entries []sortedEntry
	size    int64
}

type sortedEntry struct {
	rank   int64
	result []byte
}

// add adds a result, and returns the memory that all results need.
func (b *sorter) add(rank int64, result []byte) int64 {
	b.entries = append(b.entries, sortedEntry{rank, result})
	b.size += int64(len(result)) + 64
	return b.size
}

// keepSorted keeps the results of a batch as a run, and empties the batch.
func (s *deduper) keepSorted(b *sorter) error {
	slices.SortFunc(b.entries, func(x, y sortedEntry) int { return cmp.Compare(x.rank, y.rank) })
	run := s.spill.stream()
	for _, e := range b.entries {
		if err := run.entry(e.rank, nil, e.result); err != nil {
			return err
		}
	}
	*b = sorter{}
	return s.keepRun(run)
}

func (s *deduper) withCount(result []byte, count uint64) []byte {
	n := strconv.FormatUint(count, 10)
	switch {
	case s.rows:
		return s.withCell(result, n)
	case s.job.Out.json():
		return append([]byte(`{"count":`+n+","), result[1:]...)
	}
	return append([]byte(n+"\t"), result...)
}

func (s *deduper) withCell(row []byte, cell string) []byte {
	text, end := bytes.TrimSuffix(row, []byte("\n")), "\n"
	if bytes.HasSuffix(text, []byte("\r")) {
		text, end = text[:len(text)-1], "\r\n"
	}
	return append(append(bytes.Clone(text), s.job.separator(s.job.Out)), cell+end...)
}
