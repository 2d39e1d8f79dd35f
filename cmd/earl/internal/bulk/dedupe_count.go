package bulk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
)

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
	var batch []entry
	size := int64(0)
	err := s.mergeRuns(ctx, []*stream{run}, func(e entry) error {
		_, count := next()
		result := s.withCount(e.result, count)
		if !s.job.Sort {
			return with.add(entry{num: e.num, result: result})
		}
		batch = append(batch, entry{num: s.rank(count, e.num), result: result})
		if size += int64(len(result)) + 64; size <= s.memory/8 {
			return nil
		}
		err := s.keepSorted(batch)
		batch, size = nil, 0
		return err
	})
	if err != nil {
		return err
	}
	return cmp.Or(s.keepSorted(batch), s.keepRun(with))
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

// keepSorted keeps the results of a batch as a run.
func (s *deduper) keepSorted(batch []entry) error {
	sortEntries(batch)
	run := s.spill.stream()
	for _, e := range batch {
		if err := run.add(e); err != nil {
			return err
		}
	}
	return s.keepRun(run)
}

func sortEntries(batch []entry) {
	slices.SortFunc(batch, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.num, y.num), bytes.Compare(x.result, y.result))
	})
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
	end := "\n"
	if bytes.HasSuffix(row, []byte("\r\n")) {
		end = "\r\n"
	}
	text := row[:len(row)-len(end)]
	return slices.Concat(text, []byte{s.job.separator(s.job.Out)}, []byte(cell+end))
}
