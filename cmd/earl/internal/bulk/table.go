package bulk

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// A HeaderError reports why a table cannot be used.
type HeaderError struct {
	Reason string
	Column bool // [Job.Column] names no column of the table, or more than one
}

// Error returns the reason.
func (e *HeaderError) Error() string { return e.Reason }

// A table describes the rows of an input.
type table struct {
	sep    byte
	column int      // index of the column of texts
	base   int      // index of the column of bases, or -1
	width  int      // cells in a row
	marked bool     // it began with a byte order mark
	crlf   bool     // its first row ends with a carriage return and a line feed
	header string   // the header row without its line ending, or ""
	number bool     // there is no header: the columns have numbers instead of names
	names  []string // names of the columns, for JSON; nil if there are too many
	errors []int    // indexes of columns with errors of earlier runs
}

// mostNames is the maximum number of column names that are stored. Without this limit, the names for a row of
// separators would need many times the memory of the row.
const mostNames = 1000

func newTable(row string, crlf bool, job *Job) (*table, error) {
	t := &table{sep: job.separator(job.In), crlf: crlf, base: -1, number: job.NoHeader}
	r := rowReader{row: row, sep: t.sep}
	for r.next() {
		t.width++
	}
	if r.fault != "" {
		return nil, &HeaderError{Reason: fmt.Sprintf("the first row is malformed: %s (byte %d)", r.fault, r.at)}
	}
	if !t.number {
		t.header = row
		i := 0
		for name := range t.columns() {
			if name == errorColumn || strings.HasPrefix(name, errorColumn+"#") {
				t.errors = append(t.errors, i)
			}
			i++
		}
	}
	if t.width <= mostNames {
		t.names = memberNames(t.columns())
	}
	var err error
	if t.column, err = t.index(job.Column); err == nil && job.BaseColumn != "" {
		t.base, err = t.index(job.BaseColumn)
	}
	for i := 0; i < len(job.Needed) && err == nil; i++ {
		_, err = t.index(job.Needed[i])
	}
	return t, err
}

// index returns the index of a column. column is its name or its number, or "" for the default.
func (t *table) index(column string) (int, error) {
	if n, bad := strconv.Atoi(column); bad == nil {
		if n < 1 || n > t.width {
			return noColumn("there is no column %d: the table has %d columns", n, t.width)
		}
		return n - 1, nil
	}
	switch {
	case t.number && column != "":
		return noColumn("there is no column %s, because the table has no header: use its number", quoted(column))
	case t.number && t.width > 1:
		return noColumn("the table has %d columns: choose one with --column", t.width)
	case t.number:
		return 0, nil
	}
	semicolons := t.width == 1 && t.sep == ',' && strings.Contains(t.header, ";")
	wanted := cmp.Or(column, "url")
	found, i, hint := -1, 0, ""
	for name := range t.columns() {
		if name == wanted && found >= 0 {
			return noColumn("there are two columns %s", quoted(wanted))
		}
		if name == wanted {
			found = i
		}
		if i++; strings.Contains(name, "://") {
			hint = fmt.Sprintf("; if the table has no header, use --no-header --column %d", i)
		}
	}
	switch {
	case found >= 0:
		return found, nil
	case column == "" && t.width == 1 && !semicolons:
		return 0, nil
	}
	if semicolons {
		hint = "; if semicolons separate cells, use --delimiter ';'"
	}
	return noColumn("there is no column %s: name one with --column: %s%s", quoted(wanted), some(t.columns()), hint)
}

// memberNames returns unique names for JSON: the second "a" is "a#2".
func memberNames(names iter.Seq[string]) (all []string) {
	taken := map[string]bool{}
	for name := range names { // at most mostNames
		unique := name
		for n := 2; taken[unique]; n++ {
			unique = name + "#" + strconv.Itoa(n)
		}
		taken[unique] = true
		all = append(all, unique)
	}
	return all
}

// columns returns the names of the columns: from the header, or numbers.
func (t *table) columns() iter.Seq[string] {
	return func(yield func(string) bool) {
		r := rowReader{row: t.header, sep: t.sep}
		for i := range t.width {
			name := strconv.Itoa(i + 1)
			if !t.number {
				r.next()
				name = r.cell()
			}
			if !yield(name) {
				return
			}
		}
	}
}

func noColumn(format string, args ...any) (int, error) {
	return 0, &HeaderError{Reason: fmt.Sprintf(format, args...), Column: true}
}

// some lists the first of some names for a message.
func some(all iter.Seq[string]) string {
	const most = 20
	var names []string
	for name := range all {
		if len(names) == most {
			return strings.Join(names, ", ") + " and more"
		}
		names = append(names, quoted(name))
	}
	return strings.Join(names, ", ")
}

// quoted shortens and quotes the name of a column for an error. Without a header, the name is data and can be long.
func quoted(name string) string { return redact.Quote(urlerr.Excerpt(name, -1)) }

func (t *table) sameColumns(other *table) bool {
	a, b := rowReader{row: t.header, sep: t.sep}, rowReader{row: other.header, sep: other.sep}
	for a.next() && b.next() {
		if a.cell() != b.cell() {
			return false
		}
	}
	return t.width == other.width
}

// A rowReader reads the cells of a row without its line ending.
type rowReader struct {
	row        string
	sep        byte
	i          int    // start of the next cell, or -1
	start, end int    // offsets of the cell without its quotes
	doubled    bool   // a quoted cell has doubled quotes
	fault      string // the error of a malformed row, or ""
	at         int    // offset of the error
}

// next advances to the next cell. It returns false after the last cell.
func (r *rowReader) next() bool {
	if r.i < 0 {
		return false
	}
	after := 0 // end of the cell
	if strings.HasPrefix(r.row[r.i:], `"`) {
		after, r.doubled = closing(r.row, r.i+1)
		r.start, r.end = r.i+1, after-1
		switch {
		case after < 0:
			return r.broken("a quoted cell has no closing quote", r.i)
		case after < len(r.row) && r.row[after] != r.sep:
			return r.broken("a quoted cell goes on behind its closing quote", after)
		}
	} else {
		after = len(r.row)
		if n := strings.IndexByte(r.row[r.i:], r.sep); n >= 0 {
			after = r.i + n
		}
		r.start, r.end = r.i, after
		if n := strings.IndexByte(r.row[r.i:after], '"'); n >= 0 {
			return r.broken("a quote is in a cell that is not quoted", r.i+n)
		}
	}
	r.i = after + 1
	if after == len(r.row) {
		r.i = -1
	}
	return true
}

func (r *rowReader) broken(fault string, at int) bool {
	r.fault, r.at, r.i = fault, at, -1
	return false
}

func (r *rowReader) cell() string {
	text := r.row[r.start:r.end]
	if r.doubled {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	return text
}

// closing returns the offset after the closing quote of a quoted cell, or -1 if no quote closes the cell. The cell's
// text begins at s[i]. doubled reports whether the text has doubled quotes.
func closing(s string, i int) (end int, doubled bool) {
	for {
		n := strings.IndexByte(s[i:], '"')
		if n < 0 {
			return -1, doubled
		}
		i += n + 1
		if i == len(s) || s[i] != '"' {
			return i, doubled
		}
		doubled = true
		i++
	}
}

// A splitter finds the ends of records in consecutive pieces of input. In a table, a quote opens a cell only at the
// start of a cell, and a line feed ends the row unless it is inside quotes.
type splitter struct {
	sep   byte // 0 if the input is not a table
	delim byte
	place place
}

// A place is the state of a splitter.
type place uint8

const (
	cellBegin place = iota
	inCell
	inQuotes
	afterQuote // the quote closes the cell, or is the first of two
)

// next returns the offset in p at which the first record ends, or 0 if no record ends in p.
func (s *splitter) next(p []byte) int {
	if s.sep == 0 {
		return bytes.IndexByte(p, s.delim) + 1
	}
	lf := -1 // the next line feed, or len(p)
	for i := 0; i < len(p); {
		switch {
		case s.place == inQuotes:
			n := bytes.IndexByte(p[i:], '"')
			if n < 0 {
				return 0
			}
			i += n + 1
			s.place = afterQuote
			continue
		case p[i] == '"' && s.place != inCell:
			i++
			s.place = inQuotes
			continue
		}
		if lf < i {
			lf = len(p)
			if n := bytes.IndexByte(p[i:], '\n'); n >= 0 {
				lf = i + n
			}
		}
		n := bytes.IndexByte(p[i:lf], '"')
		switch {
		case n > 0 && p[i+n-1] == s.sep:
			i += n
			s.place = cellBegin
		case n >= 0:
			i += n + 1
			s.place = inCell
		case lf < len(p):
			s.place = cellBegin
			return lf + 1
		default:
			if s.place = inCell; p[len(p)-1] == s.sep {
				s.place = cellBegin
			}
			return 0
		}
	}
	return 0
}

// row sets rec to the record of a row without its line ending. quoted reports whether row contains quotes. line is the
// number of its first line in the input.
func (t *table) row(rec *Record, row string, quoted bool, line int64) {
	r := rowReader{row: row, sep: t.sep}
	text, base, n := "", "", 0
	if quoted {
		for ; r.next(); n++ {
			if n == t.column {
				text = r.cell()
			}
			if n == t.base {
				base = r.cell()
			}
		}
	} else if n = strings.Count(row, string(rune(t.sep))) + 1; n == t.width {
		text = t.plainCell(row, t.column)
		if t.base >= 0 {
			base = t.plainCell(row, t.base)
		}
	}
	switch {
	case r.fault != "":
		rec.Err = &RecordError{Offset: r.at, Reason: fmt.Sprintf("line %d: %s", line, r.fault)}
	case n != t.width:
		s := "s"
		if n == 1 {
			s = ""
		}
		reason := fmt.Sprintf("line %d: the row has %d cell%s, not %d as the first", line, n, s, t.width)
		rec.Err = &RecordError{Offset: -1, Reason: reason}
	default:
		rec.Text, rec.row = text, row
		rec.Base, rec.HasBase = base, base != ""
		t.failedBefore(rec, line)
	}
}

const beforeMark = ": failed before: "

// failedBefore sets the error of a record that an earlier run could not process. Such a record has an empty cell and a
// reason in a column for errors.
func (t *table) failedBefore(rec *Record, line int64) {
	if rec.Text != "" || t.errors == nil {
		return
	}
	r := rowReader{row: rec.row, sep: t.sep}
	for i := 0; r.next(); i++ {
		if !slices.Contains(t.errors, i) || i == t.column {
			continue
		}
		if reason := r.cell(); reason != "" {
			if _, cause, ok := strings.Cut(reason, beforeMark); ok {
				reason = cause // the earlier run repeated the reason of a run before it
			}
			rec.Err = &RecordError{Offset: -1, Reason: fmt.Sprintf("line %d%s%s", line, beforeMark, reason)}
			return
		}
	}
}

// plainCell returns cell i of a row that contains no quotes.
func (t *table) plainCell(row string, i int) string {
	for range i {
		row = row[strings.IndexByte(row, t.sep)+1:]
	}
	if n := strings.IndexByte(row, t.sep); n >= 0 {
		row = row[:n]
	}
	return row
}

// errorColumn is the name of the column of errors.
const errorColumn = "error"

// header writes the header of a table: the header of the input, if any, and the added columns.
func (o *Output) header(row string, in *table) {
	row, crlf := trimRow(row)
	added := o.job.Columns
	if !o.job.OnlyColumns {
		if in == nil {
			o.json.Text = append(o.json.Text, "input"...)
		} else {
			if in.marked {
				o.json.Text = append(o.json.Text, mark...)
			}
			o.cells(row, in.sep)
		}
		if o.job.Numbers {
			o.json.Text = append(append(o.json.Text, o.sep), "number"...)
		}
		added = addedNames(in, append(slices.Clone(added), errorColumn))
		if o.job.bare {
			added = nil
		}
	}
	for i, name := range added {
		if i > 0 || !o.job.OnlyColumns {
			o.json.Text = append(o.json.Text, o.sep)
		}
		o.cell(name)
	}
	o.lineEnd(crlf)
	o.whole = len(o.json.Text)
}

// addedNames returns names for the columns that are added to a table: the second "error" is "error#2".
func addedNames(in *table, names []string) []string {
	if in == nil || in.header == "" || in.names == nil {
		return names
	}
	return memberNames(slices.Values(slices.Concat(in.names, names)))[in.width:]
}

func (o *Output) lineEnd(crlf bool) {
	if crlf {
		o.json.Text = append(o.json.Text, '\r')
	}
	o.json.Text = append(o.json.Text, '\n')
}

func (o *Output) beginRow() {
	o.filled = 0
	switch rec := o.rec; {
	case o.job.OnlyColumns:
		return
	case rec.table == nil:
		o.cell(rec.Text)
	case rec.row == "":
		for range rec.table.width - 1 {
			o.json.Text = append(o.json.Text, o.sep)
		}
	default:
		o.cells(rec.row, rec.table.sep)
	}
	if o.job.Numbers {
		o.json.Text = strconv.AppendInt(append(o.json.Text, o.sep), o.rec.Num, 10)
	}
}

func (o *Output) endRow(err error) {
	if !o.given {
		o.beginRow()
	}
	for !o.job.bare && o.filled < len(o.job.Columns) {
		o.nextCell()
	}
	if !o.job.bare && !o.job.OnlyColumns {
		o.json.Text = append(o.json.Text, o.sep)
		if err = cmp.Or(err, o.note); err != nil {
			o.cell(err.Error())
		}
	}
	o.lineEnd(o.rec.crlf)
}

// cells writes the cells of a row of the input. sep is the byte between the cells of that row.
func (o *Output) cells(row string, sep byte) {
	if sep == o.sep {
		o.json.Text = append(o.json.Text, row...)
		return
	}
	r := rowReader{row: row, sep: sep}
	for i := 0; r.next(); i++ {
		if i > 0 {
			o.json.Text = append(o.json.Text, o.sep)
		}
		o.cell(r.cell())
	}
}

func (o *Output) nextCell() {
	if o.filled == len(o.job.Columns) {
		panic("bulk: a result has no column in Job.Columns, or fields are not in their order")
	}
	if !o.job.OnlyColumns || o.filled > 0 {
		o.json.Text = append(o.json.Text, o.sep)
	}
	o.filled++
}

// cell writes a cell, in quotes if it needs them.
func (o *Output) cell(s string) {
	if strings.IndexByte(s, o.sep) < 0 && strings.IndexByte(s, '"') < 0 && strings.IndexByte(s, '\n') < 0 &&
		strings.IndexByte(s, '\r') < 0 {
		o.json.Text = append(o.json.Text, s...)
		return
	}
	o.json.Text = append(o.json.Text, '"')
	o.json.Text = append(o.json.Text, strings.ReplaceAll(s, `"`, `""`)...)
	o.json.Text = append(o.json.Text, '"')
}

func (o *Output) fieldCells(fields []Field) {
	o.give(false)
	for _, field := range fields {
		for {
			o.nextCell()
			if o.job.Columns[o.filled-1] == field.Name {
				break
			}
		}
		o.cell(field.Value)
	}
}
