package main

import (
	"iter"
	"runtime/debug"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/pairs"
)

// What is longer than this is worked on in pieces of about this length, so
// that neither it nor its result need be in memory once more.
const pieceLen = 64 << 10

// The percentages by which the heap may grow between two runs of the garbage collector. As long as records are short
// little of it is live, and the collector would run for every few megabytes of input. A long record is live itself.
const (
	heapGrowth      = 300
	heapGrowthLong  = 20  // during a long record
	heapGrowthAfter = 100 // after the first one
)

// longRecord is the length of a long record in bytes.
const longRecord = 1 << 20

// frugal makes op collect more garbage while it works on a long record. Only one long record is worked on at a time.
func frugal(newOp func() bulk.Op) func() bulk.Op {
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

// A text is a long text in pieces, none of which ends inside of a character.
// An error comes last.
type text = iter.Seq2[string, error]

// cut yields s in pieces.
func cut(s string) text { return cutAt(s, pairs.Boundary) }

// cutAt yields s in pieces that end where boundary says.
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

// whole puts a text together.
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

// plain is pieces that are known to have no error.
func plain(pieces text) iter.Seq[string] {
	return func(yield func(string) bool) {
		for piece := range pieces {
			if !yield(piece) {
				return
			}
		}
	}
}

// fault goes through pieces for an error.
func fault(pieces text) error {
	for _, err := range pieces {
		if err != nil {
			return err
		}
	}
	return nil
}
