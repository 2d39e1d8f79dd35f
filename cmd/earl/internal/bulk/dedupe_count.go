package bulk

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
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
func (s *deduper) keepCounted(run *stream) error {
	if err := run.done(); err != nil {
		return err
	}
	next, stop := iter.Pull(s.set.counted())
	defer stop()
	with := s.spill.stream()
	entries := run.entries()
	var buf []byte
	for {
		if err := entries.next(); err == io.EOF {
			return s.keepRun(with)
		} else if err != nil {
			return err
		}
		_, result, err := entries.load(&buf)
		if err != nil {
			return err
		}
		count, _ := next()
		if err := with.entry(entries.num, nil, s.withCount(result, count)); err != nil {
			return err
		}
	}
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
