package bulk

import (
	"bytes"
	"io"
	"strings"
)

const (
	maxBlock   = 128 << 10 // bytes of a block, if it is not one longer record
	someBlock  = 64 << 10  // the same with several workers, whose results are collected and should stay in caches
	minBlock   = 4 << 10
	blockShare = 1 << 20 // bytes of all blocks in flight, as far as minBlock allows
	perRecord  = 32      // a block of n bytes has n/perRecord records at most
)

// blockSize returns how many bytes a block may have, so that the blocks of
// all workers together stay within bounds.
func blockSize(workers int) int {
	return min(someBlock, max(minBlock, blockShare/(2*workers)))
}

// A block is a run of whole records, their delimiters included.
type block struct {
	text  string
	first int64 // the number of its first record
	long  bool  // one record that did not fit
}

// A blockReader cuts an input into blocks. It gives records as soon as a read
// has brought them, so that a slow input is answered promptly.
type blockReader struct {
	r       io.Reader
	format  Format
	delim   byte
	buf     []byte // buf[lo:hi] is read and not yet given
	lo, hi  int
	scanned int   // buf[lo:scanned] has no delimiter
	num     int64 // of the next record
	err     error // what ended reading
}

func newBlockReader(r io.Reader, f Format, size int) *blockReader {
	return &blockReader{r: r, format: f, delim: f.delimiter(), buf: make([]byte, size), num: 1}
}

// next returns the next block, or the error that ended the input: io.EOF or
// that of the reader. Records before an error are given, but not one that it
// cut short.
func (b *blockReader) next() (block, error) {
	for {
		blk, ok := b.cut()
		if !ok {
			return block{}, b.err
		}
		if blk.first == 1 && b.format.marked() {
			blk.text = strings.TrimPrefix(blk.text, "\ufeff")
		}
		if blk.text != "" { // else the input is a mark and nothing more
			return blk, nil
		}
	}
}

// cut returns a block as it stands in the input, or ok false at its end.
func (b *blockReader) cut() (blk block, ok bool) {
	for {
		if n := bytes.LastIndexByte(b.buf[b.scanned:b.hi], b.delim); n >= 0 {
			return b.take(b.scanned + n + 1), true
		}
		b.scanned = b.hi
		switch {
		case b.err != nil:
			if b.lo == b.hi || b.err != io.EOF {
				return block{}, false
			}
			return b.take(b.hi), true
		case b.hi-b.lo == len(b.buf):
			blk = b.long()
			return blk, blk.long
		}
		b.fill()
	}
}

// take gives buf[lo:end], or as many records of it as a block may have.
func (b *blockReader) take(end int) block {
	most := len(b.buf) / perRecord
	text := b.buf[b.lo:end]
	records := bytes.Count(text, []byte{b.delim})
	if records > most {
		n := 0
		for range most {
			n += bytes.IndexByte(text[n:], b.delim) + 1
		}
		text, records = text[:n], most
	} else if text[len(text)-1] != b.delim {
		records++
	}
	blk := block{text: string(text), first: b.num}
	b.num += int64(records)
	b.lo += len(text)
	b.scanned = b.lo
	return blk
}

// fill reads once, to the end of buf.
func (b *blockReader) fill() {
	b.hi = copy(b.buf, b.buf[b.lo:b.hi])
	b.lo, b.scanned = 0, b.hi
	for range 100 { // as often as bufio puts up with a reader that gives nothing
		n, err := b.r.Read(b.buf[b.hi:])
		b.hi += n
		b.err = err
		if n > 0 || err != nil {
			return
		}
	}
	b.err = io.ErrNoProgress
}

// long gives the record that begins buf and does not fit into it, or the zero
// block if an error cuts it short.
func (b *blockReader) long() block {
	var pieces [][]byte
	size, end := 0, -1
	for {
		end = bytes.IndexByte(b.buf[b.scanned:b.hi], b.delim)
		if end >= 0 || b.err != nil {
			break
		}
		pieces = append(pieces, bytes.Clone(b.buf[:b.hi]))
		size += b.hi
		b.lo, b.hi, b.scanned = 0, 0, 0
		b.fill()
	}
	switch {
	case end >= 0:
		end += b.scanned + 1
	case b.err == io.EOF:
		end = b.hi
	default:
		return block{}
	}
	var text strings.Builder
	text.Grow(size + end)
	for i, piece := range pieces {
		text.Write(piece)
		pieces[i] = nil
	}
	text.Write(b.buf[:end])
	blk := block{text: text.String(), first: b.num, long: true}
	b.num++
	b.lo, b.scanned = end, end
	return blk
}
