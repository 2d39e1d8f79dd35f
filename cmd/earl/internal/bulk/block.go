package bulk

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

const (
	maxBlock   = 128 << 10 // maximum bytes of a block, unless it is one longer record
	someBlock  = 64 << 10  // maximum bytes with several workers: their results should fit into the cache
	minBlock   = 4 << 10
	blockShare = 1 << 20 // maximum bytes of all blocks, unless minBlock needs more
	perRecord  = 32      // a block of n bytes has at most n/perRecord records
)

// mark is the byte order mark that may begin an input.
const mark = "\ufeff"

// blockSize returns the size of a block. With this size, all blocks together have at most blockShare bytes, unless the
// size is minBlock.
func blockSize(workers int) int {
	return min(someBlock, max(minBlock, blockShare/(2*workers)))
}

// A block is a sequence of whole records with their delimiters.
type block struct {
	text    string
	first   int64    // the number of its first record
	records []Record // the records of Job.Records, instead of text
	input   string   // name of its input
	line    int64    // number of its first line in the input
	table   *table   // nil if the input is not a table
	rows    []int    // lengths of the rows of a table, with their line feeds
	header  bool     // the block is the header of a table
}

// A blockReader reads an input as blocks. It returns records as soon as they are read, even if the block is not full,
// so that the results for a slow input are not delayed.
type blockReader struct {
	ctx     context.Context
	r       io.Reader
	in      *Inputs                 // the inputs that r reads, or nil
	more    func() ([]Record, bool) // returns the next records of Job.Records, which is the input instead of r
	job     *Job
	size    int    // size of a block, unless it is one longer record
	buf     []byte // buf[lo:hi] is read and not yet returned
	lo, hi  int
	scanned int   // buf[lo:scanned] contains no end of a record
	num     int64 // number of the next record
	line    int64 // number of the first line of that record
	lines   int64 // lines that grow dropped from that record
	err     error // the error that ended reading

	name   string // name of the input
	begins bool   // the next bytes may be a byte order mark
	marked bool   // the input began with a byte order mark
	over   error  // errEnds or errCut, after an input was read

	split  splitter // finds the ends of records
	table  *table   // the table of the input; nil before its first row
	likeIt *table   // the table of the first input, if the other inputs must have its header
	headed bool     // the header of the output is written
}

// newBlockReader returns a reader of r. It stops reading when ctx is done.
func newBlockReader(ctx context.Context, r io.Reader, job *Job, size int) *blockReader {
	b := &blockReader{
		ctx: ctx, r: r, job: job, num: 1, line: 1, begins: job.In != NUL,
		split:  splitter{sep: job.separator(job.In), delim: job.In.delimiter()},
		headed: job.NoHeader || job.Resumed || job.Out.separator() == 0,
	}
	if job.Records != nil {
		b.more, _ = iter.Pull(job.Records) // when ctx is done, a call of more may never return
		return b
	}
	b.in, _ = r.(*Inputs)
	b.size, b.buf = size, make([]byte, size)
	return b
}

// next returns the next block, or the error that ended the input: io.EOF or the reader's error. It returns the records
// before an error, but not a record that the error cut short.
func (b *blockReader) next() (block, error) {
	if !b.headed && (b.more != nil || b.split.sep == 0) {
		b.headed = true
		return block{header: true, first: 1}, nil
	}
	if b.more != nil {
		records, ok, err := await(b.ctx, b.more)
		if err != nil || !ok {
			return block{}, cmp.Or(err, io.EOF)
		}
		blk := block{records: records, first: b.num}
		b.num += int64(len(records))
		return blk, nil
	}
	for {
		blk, ok := b.cut()
		if !ok {
			return block{}, b.err
		}
		blk.header = b.atHeader()
		if b.split.sep != 0 && b.table == nil {
			if err := b.firstRow(&blk); err != nil {
				b.refuse(blk.first, err)
				continue
			}
		}
		if blk.header && b.headed {
			continue
		}
		b.headed = true
		blk.table = b.table
		return blk, nil
	}
}

// atHeader reports whether the next row is the header of an input. It is a block of its own.
func (b *blockReader) atHeader() bool { return b.split.sep != 0 && b.table == nil && !b.job.NoHeader }

// firstRow makes the table of an input from blk, the first block of the input.
func (b *blockReader) firstRow(blk *block) error {
	n := blk.rows[0]
	row, crlf := trimRow(blk.text[:n])
	if most := b.job.MaxRecord; most > 0 && int64(len(row)) > most {
		return &HeaderError{Reason: fmt.Sprintf("the first row is longer than %d bytes", most)}
	}
	t, err := newTable(row, crlf, b.job)
	// Without a header, a malformed row is a failed record, and the first other row shows the columns.
	rest := blk.text[n:]
	for i := 1; t == nil && b.job.NoHeader && i < len(blk.rows); i++ {
		row, crlf = trimRow(rest[:blk.rows[i]])
		rest = rest[blk.rows[i]:]
		t, err = newTable(row, crlf, b.job)
	}
	if err != nil {
		return err
	}
	t.marked = b.marked
	if b.job.Out.separator() != 0 {
		if b.likeIt == nil {
			b.likeIt = t
		} else if !t.sameColumns(b.likeIt) {
			return &HeaderError{Reason: "the columns are not those of the first input"}
		}
	}
	b.table = t
	if blk.header {
		b.num--
	}
	return nil
}

// refuse ends the input with err. num is the number of the first record of the input.
func (b *blockReader) refuse(num int64, err error) {
	b.num = num
	b.drop()
	if b.in == nil {
		b.err = err
		return
	}
	b.over = nil
	b.in.fail(err)
}

// drop discards the bytes that have not been returned.
func (b *blockReader) drop() {
	b.lo, b.hi, b.scanned = 0, 0, 0
	b.split.place = cellBegin
}

// cut returns a block. ok is false at the end of the input.
func (b *blockReader) cut() (blk block, ok bool) {
	for {
		if end, records, rows := b.whole(); records > 0 {
			return b.take(string(b.buf[b.lo:end]), end, records, rows), true
		}
		switch {
		case b.err != nil || b.over != nil:
			last := b.lo < b.hi && (b.err == io.EOF || b.over == errEnds)
			if last {
				blk = b.take(string(b.buf[b.lo:b.hi]), b.hi, 1, []int{b.hi - b.lo})
			}
			b.over = nil
			b.drop()
			if last || b.err != nil {
				return blk, last
			}
		case b.hi-b.lo == len(b.buf):
			b.grow()
		default:
			b.fill()
		}
	}
}

// whole returns the offset in buf at which the last whole record ends, the number of whole records, and the lengths of
// rows. It returns at most as many records as a block can have.
func (b *blockReader) whole() (end, records int, rows []int) {
	if b.begins && !b.skipMark() {
		return 0, 0, nil
	}
	most := b.size / perRecord
	if b.atHeader() || len(b.buf) > b.size { // a record for which the buffer has grown is alone
		most = 1
	}
	fresh := b.buf[b.scanned:b.hi]
	count := bytes.Count(fresh, []byte{b.split.delim})
	if b.split.sep == 0 && count <= most {
		records, end = count, b.scanned+bytes.LastIndexByte(fresh, b.split.delim)+1
	} else {
		rows = make([]int, 0, min(most, count))
		end = b.scanned
		for start := b.lo; records < most; records++ {
			n := b.split.next(b.buf[end:b.hi])
			if n == 0 {
				break
			}
			end += n
			rows = append(rows, end-start)
			start = end
		}
	}
	if records == 0 {
		b.scanned = b.hi
	}
	return end, records, rows
}

// skipMark skips a byte order mark. It returns false if more input is needed to recognise it.
func (b *blockReader) skipMark() bool {
	beginning := string(b.buf[b.lo:min(b.hi, b.lo+len(mark))])
	if len(beginning) < len(mark) && strings.HasPrefix(mark, beginning) && b.err == nil && b.over == nil {
		return false
	}
	b.begins = false
	if b.marked = beginning == mark; b.marked {
		b.lo += len(mark)
		b.scanned = b.lo
	}
	if b.job.UTF16 != nil && (strings.HasPrefix(beginning, "\xff\xfe") || strings.HasPrefix(beginning, "\xfe\xff")) {
		b.job.UTF16(b.name)
	}
	return true
}

// take returns a block with the records that end at buf[end].
func (b *blockReader) take(text string, end, records int, rows []int) block {
	blk := block{text: text, rows: rows, first: b.num, input: b.name, line: b.line}
	b.num += int64(records)
	if b.split.sep != 0 {
		b.line += int64(strings.Count(text, "\n")) + b.lines
	} else {
		b.line += int64(records)
	}
	b.lo, b.scanned, b.lines, b.split.place = end, end, 0, cellBegin
	if len(b.buf) > b.size { // fill has read less than a block after the record
		b.buf = append(make([]byte, 0, b.size), b.buf[end:b.hi]...)[:b.size]
		b.lo, b.hi, b.scanned = 0, b.hi-end, 0
	}
	return blk
}

// fill moves the unused bytes to the start of buf, and reads once to append at most the bytes of a block. The read
// stops at the boundary of an input.
func (b *blockReader) fill() {
	b.hi = copy(b.buf, b.buf[b.lo:b.hi])
	b.lo, b.scanned = 0, b.hi
	for range 100 { // bufio allows the same number of empty reads
		free := b.buf[b.hi:min(len(b.buf), b.hi+b.size)]
		n, err, ended := await(b.ctx, func() (int, error) { return b.r.Read(free) })
		b.hi += n
		switch err = cmp.Or(err, ended); err {
		case errBegins:
			b.name, b.line, b.table, b.begins = b.in.name, 1, nil, b.job.In != NUL
		case errEnds, errCut:
			b.over = err
		default:
			b.err = err
		}
		if err != nil || n > 0 {
			return
		}
	}
	b.err = io.ErrNoProgress
}

// grow makes the full buffer longer for the record in it. If the record is too long, grow drops the middle of it.
func (b *blockReader) grow() {
	more := len(b.buf)
	if most := b.job.MaxRecord; most > 0 {
		more = int(min(int64(more), most+int64(b.size-len(b.buf))))
	}
	if more > 0 {
		b.buf = append(make([]byte, 0, len(b.buf)+more), b.buf...)[:len(b.buf)+more]
		return
	}
	// Keep the last two bytes, which may be the line ending. The space separates it from a carriage return that is text.
	start, last := int(b.job.MaxRecord)+1, b.hi-len("\r\n")
	b.lines += int64(bytes.Count(b.buf[start:last], []byte{'\n'}))
	b.buf[start] = ' '
	b.hi = start + 1 + copy(b.buf[start+1:], b.buf[last:b.hi])
	b.scanned = b.hi
}

// Inputs reads several inputs, such as files, one after the other. Each input can begin with a byte order mark, can end
// without a delimiter, and has its own header if it is a table. Inputs can be used once.
type Inputs struct {
	// Next opens the next input and returns it with a name for messages. It returns io.EOF when there are no more. An
	// input is closed when it has been read.
	Next func() (name string, r io.ReadCloser, err error)

	// Failed is called for an input that cannot be opened or read to its end. Reading continues with the next input.
	// Failed may be called from a goroutine other than Run's caller.
	Failed func(name string, err error)

	name    string
	current io.ReadCloser
}

// These are the errors that Read returns where an input begins, where it ends, and where reading it fails.
var errBegins, errEnds, errCut = errors.New("begins"), errors.New("ends"), errors.New("is cut")

// Read reads bytes of one input, or returns the error of a boundary.
func (in *Inputs) Read(p []byte) (int, error) {
	if in.current == nil {
		name, r, err := in.Next()
		switch {
		case err == io.EOF:
			return 0, io.EOF
		case err != nil:
			in.Failed(name, err)
			return 0, errCut
		}
		in.name, in.current = name, r
		return 0, errBegins
	}
	n, err := in.current.Read(p)
	switch {
	case err == nil || n > 0: // the next Read returns the error again
		return n, nil
	case err == io.EOF:
		in.close()
		return 0, errEnds
	}
	in.fail(err)
	return 0, errCut
}

func (in *Inputs) fail(err error) {
	in.close()
	in.Failed(in.name, err)
}

// close closes the input that is being read, unless it has been read to its end. Its error does not matter: the input
// has been read, or there is another error already.
func (in *Inputs) close() {
	if in.current != nil {
		in.current.Close()
		in.current = nil
	}
}
