package bulk

import (
	"io"
	"iter"
)

// Records iterates over the records of r. An error of reading ends the loop and comes with a nil record.
func Records(r io.Reader, format Format) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		in, _ := r.(*Inputs)
		job := Job{In: format}
		blocks := newBlockReader(r, in, &job, maxBlock)
		cut := newCutter(&Job{In: format})
		for {
			block, err := blocks.next()
			if err != nil {
				if err != io.EOF {
					yield(nil, &readError{err})
				}
				return
			}
			cut.start(block)
			for rec := cut.next(); rec != nil; rec = cut.next() {
				if !yield(rec, nil) {
					return
				}
			}
		}
	}
}
