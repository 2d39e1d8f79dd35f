package bulk

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/jsontext"
)

// errorColumn is the name of the column of errors.
const errorColumn = "error"

// header writes the header of a table: the header of the input, if any, and the added columns.
func (o *Output) header(row string, in *table) {
	row, crlf := trimRow(row)
	if o.job.alone {
		for i, name := range o.job.Columns {
			if i > 0 {
				o.buf = append(o.buf, o.sep)
			}
			o.cell(name)
		}
		o.lineEnd(crlf)
		o.whole = len(o.buf)
		return
	}
	if in == nil {
		o.raw("input")
	} else {
		o.cells(row, in.sep)
	}
	if o.job.Numbers {
		o.buf = append(o.buf, o.sep)
		o.raw("number")
	}
	if !o.job.bare {
		for _, name := range addedNames(in, append(slices.Clone(o.job.Columns), errorColumn)) {
			o.buf = append(o.buf, o.sep)
			o.cell(name)
		}
	}
	o.lineEnd(crlf)
	o.whole = len(o.buf)
	o.flushIfFull()
	o.partly = false
}

// addedNames returns names for the columns that are added to a table: the second "error" is "error#2".
func addedNames(in *table, names []string) []string {
	if in == nil || in.header == "" || in.names == nil {
		return names
	}
	all := memberNames(func(yield func(string) bool) {
		for name := range in.columns(true) {
			if !yield(name) {
				return
			}
		}
		for _, name := range names {
			if !yield(name) {
				return
			}
		}
	})
	return all[in.width:]
}

func (o *Output) lineEnd(crlf bool) {
	if crlf {
		o.buf = append(o.buf, '\r')
	}
	o.buf = append(o.buf, '\n')
}

func (o *Output) beginRow() {
	o.filled = 0
	switch rec := o.rec; {
	case o.job.alone:
		return
	case rec.table == nil:
		o.cell(rec.Text)
	case rec.Err != nil && rec.row == "":
		for range rec.table.width - 1 {
			o.buf = append(o.buf, o.sep)
			o.flushIfFull()
		}
	default:
		o.cells(rec.row, rec.table.sep)
	}
	if o.job.Numbers {
		o.buf = strconv.AppendInt(append(o.buf, o.sep), o.rec.Num, 10)
	}
}

func (o *Output) endRow(err error) {
	if !o.given {
		o.beginRow()
	}
	if !o.job.bare {
		for ; o.filled < len(o.job.Columns); o.filled++ {
			o.buf = append(o.buf, o.sep)
		}
		o.buf = append(o.buf, o.sep)
		if err = cmp.Or(err, o.note); err != nil {
			o.cell(err.Error())
		}
	}
	o.lineEnd(o.rec.crlf)
}

// cells writes the cells of a row of the input. sep is the byte between the cells of that row.
func (o *Output) cells(row string, sep byte) {
	if sep == o.sep {
		o.raw(row)
		o.flushIfFull()
		return
	}
	r := rowReader{row: row, sep: sep}
	for i := 0; r.next(); i++ {
		if i > 0 {
			o.buf = append(o.buf, o.sep)
		}
		o.cell(r.cell())
	}
}

func (o *Output) nextCell() {
	if o.filled == len(o.job.Columns) {
		panic("bulk: a result has no column in Job.Columns, or fields are not in their order")
	}
	if !o.job.alone || o.filled > 0 {
		o.buf = append(o.buf, o.sep)
	}
	o.filled++
}

// cell writes a cell, in quotes if it needs them.
func (o *Output) cell(s string) {
	if !o.needsQuotes(s) {
		o.raw(s)
	} else {
		o.buf = append(o.buf, '"')
		o.inQuotes(s)
		o.buf = append(o.buf, '"')
	}
	o.flushIfFull()
}

func (o *Output) needsQuotes(s string) bool {
	return strings.IndexByte(s, o.sep) >= 0 || strings.IndexByte(s, '"') >= 0 || strings.IndexByte(s, '\n') >= 0 ||
		strings.IndexByte(s, '\r') >= 0
}

func (o *Output) inQuotes(s string) {
	for {
		n := strings.IndexByte(s, '"')
		if n < 0 {
			o.raw(s)
			return
		}
		o.raw(s[:n+1])
		o.buf = append(o.buf, '"')
		o.flushIfFull()
		s = s[n+1:]
	}
}

// cellSeq is like cell, for a text in pieces. All errors of pieces must be nil.
func (o *Output) cellSeq(pieces iter.Seq2[string, error]) {
	quotes := false
	for piece := range pieces {
		quotes = quotes || o.needsQuotes(piece)
	}
	if quotes {
		o.buf = append(o.buf, '"')
	}
	for piece := range pieces {
		if quotes {
			o.inQuotes(piece)
		} else {
			o.raw(piece)
		}
		o.flushIfFull()
	}
	if quotes {
		o.buf = append(o.buf, '"')
	}
}

func (o *Output) fieldCells(fields iter.Seq[Field]) {
	o.give(false)
	if len(o.job.Columns) == 1 {
		o.nextCell()
		o.pairs(fields)
		return
	}
	for field := range fields {
		for {
			o.nextCell()
			if o.job.Columns[o.filled-1] == field.Name {
				break
			}
		}
		o.cell(field.Value)
	}
}

// pairs writes a cell with a JSON array of names and values.
func (o *Output) pairs(fields iter.Seq[Field]) {
	o.raw(`"[`)
	first := true
	for field := range fields {
		if !first {
			o.raw(",")
		}
		first = false
		o.raw(`[""`)
		o.escapedInQuotes(field.Name)
		o.raw(`"",""`)
		o.escapedInQuotes(field.Value)
		o.raw(`""]`)
	}
	o.raw(`]"`)
}

// escapedInQuotes writes s for a JSON string inside a cell.
func (o *Output) escapedInQuotes(s string) {
	var piece []byte
	for s != "" {
		var n int
		piece, n = jsontext.AppendEscaped(piece[:0], s, flushSize)
		o.inQuotes(string(piece))
		s = s[n:]
		o.flushIfFull()
	}
}
