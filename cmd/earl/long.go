package main

import (
	"iter"
	"runtime/debug"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
)

// pieceLen is the length of the pieces into which a longer text is divided. With pieces, the command needs no copy of
// the text or of its result.
const pieceLen = 64 << 10

// These are the percentages by which the heap may grow between two runs of the garbage collector. Short records leave
// little on the heap, so with 100 percent the collector would run for every few megabytes of input.
const (
	heapGrowth      = 300
	heapGrowthLong  = 20  // while a long record is processed
	heapGrowthAfter = 100 // after the first long record
)

// longRecord is the length of a long record in bytes.
const longRecord = 1 << 20

// collecting changes the operations of newOp: during a long record, they make the garbage collector run more often.
// Only one long record is processed at a time.
func collecting(newOp func() bulk.Op) func() bulk.Op {
	return func() bulk.Op {
		op := newOp()
		return func(rec *bulk.Record, out *bulk.Output) error {
			if len(rec.Text) > longRecord {
				debug.SetGCPercent(heapGrowthLong)
				defer debug.SetGCPercent(heapGrowthAfter)
			}
			return op(rec, out)
		}
	}
}

// A text is a long text in pieces that do not end inside a character. If an item has an error, it is the last item.
type text = iter.Seq2[string, error]

// cutAt splits s at boundaries.
func cutAt(s string, boundary func(s string, i int) int) text {
	return func(yield func(string, error) bool) {
		rest := s
		for len(rest) > pieceLen {
			n := boundary(rest, pieceLen)
			if !yield(rest[:n], nil) {
				return
			}
			rest = rest[n:]
		}
		yield(rest, nil)
	}
}

func whole(pieces text) (string, error) {
	var b strings.Builder
	for piece, err := range pieces {
		if err != nil {
			return "", err
		}
		b.WriteString(piece)
	}
	return b.String(), nil
}

// plain returns the pieces of a text without the errors. All errors must be nil.
func plain(pieces text) iter.Seq[string] {
	return func(yield func(string) bool) {
		for piece := range pieces {
			if !yield(piece) {
				return
			}
		}
	}
}

// fault returns the first error in pieces.
func fault(pieces text) error {
	for _, err := range pieces {
		if err != nil {
			return err
		}
	}
	return nil
}
