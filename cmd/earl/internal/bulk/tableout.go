package bulk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// errorColumn is the name of the column of errors.
const errorColumn = "error"

// header writes the header of a table: the header of the input, if any, and the added columns.
func (o *Output) header(row string, in *table) {
	row, crlf := trimRow(row)
	if o.job.OnlyColumns {
		for _, name := range o.job.Columns {
			o.nextCell()
			o.cell(name)
		}
		o.lineEnd(crlf)
		o.whole = len(o.json.Text)
		return
	}
	if in == nil {
		o.json.Text = append(o.json.Text, "input"...)
	} else {
		if in.marked {
			o.json.Text = append(o.json.Text, mark...)
		}
		o.cells(row, in.sep)
	}
	if o.job.Numbers {
		o.json.Text = append(o.json.Text, o.sep)
		o.json.Text = append(o.json.Text, "number"...)
	}
	if !o.job.bare {
		for _, name := range addedNames(in, append(slices.Clone(o.job.Columns), errorColumn)) {
			o.json.Text = append(o.json.Text, o.sep)
			o.cell(name)
		}
	}
	o.lineEnd(crlf)
	o.whole = len(o.json.Text)
}

// addedNames returns names for the columns that are added to a table: the second "error" is "error#2".
func addedNames(in *table, names []string) []string {
	if in == nil || in.header == "" || in.names == nil {
		return names
	}
	all := append(slices.Collect(in.columns()), names...)
	return memberNames(slices.Values(all))[in.width:]
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
