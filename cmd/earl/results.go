package main

import (
	"errors"
	"fmt"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// An op says what the result of a record is. It calls out.give, or returns an error if the record fails. It is not
// called for invalid records, nor for those that --where drops.
type op func(v *view.View, out *results) error

// A result is a result of a record. The format of the output decides how it looks.
type result struct {
	text    string                   // the result, unless there are fields; its member in JSON is the first column
	fields  []bulk.Field             // the parts of the result
	cells   []bulk.Field             // the columns of a table, if other than fields
	unnamed bool                     // the fields of a text have no names
	members func(o *jsontext.Writer) // the members of JSON, instead of text
	whole   bool                     // members are all members, also input and ok
	draw    func() string            // what a drawing or another document shows
	note    error                    // the error of a part of the record, which has not failed
}

// results writes results in the format of the output.
type results struct {
	*bulk.Output
	run   *Run
	rec   *bulk.Record
	ended bool // the results of the record are written, also if it has failed

	inputs []string                 // the texts of the record, if it has several
	also   func(o *jsontext.Writer) // writes members of records that may have failed
}

// op returns the operation of a run. The results of the first skip records exist already.
func (r *Run) op(newOp func() op, skip int64) func() bulk.Op {
	return func() bulk.Op {
		op, v, out := newOp(), view.New(r.url), new(results)
		var logs *logReader
		if r.log != nil {
			logs = &logReader{log: r.log, names: r.log.names}
		}
		var drops func(rec *bulk.Record) (bool, error)
		if r.where != nil {
			drops = r.where.drops(r.where, v)
		}
		return func(rec *bulk.Record, o *bulk.Output) error {
			*out = results{Output: o, run: r, rec: rec}
			if logs != nil && rec.Err == nil && !logs.read(rec) || rec.Num <= skip {
				o.Omit()
				return nil
			}
			if r.trim {
				rec.Text, rec.Base = strings.Trim(rec.Text, " \t\r"), strings.Trim(rec.Base, " \t\r")
			}
			if r.url.Guess && rec.HasBase {
				rec.Base = view.WithScheme(rec.Base)
			}
			v.Start(rec)
			err, drop := rec.Err, false
			if err != nil {
				for range r.repeats {
					out.end(err)
				}
			} else if drops != nil {
				if drop, err = drops(rec); drop {
					o.Omit()
					return nil
				}
			}
			if err == nil {
				err = op(v, out)
			}
			if err != nil && !out.ended {
				out.fail(err)
			}
			return err
		}
	}
}

// give writes a result. If it cannot be written in the format of the output, the record fails.
func (out *results) give(r *result) error {
	switch {
	case out.JSON():
		out.object(r, nil)
		return nil
	case r.draw != nil && out.run.Out == bulk.Document:
		return out.Text(r.draw())
	case !table(out.run.Out):
		return out.line(r)
	case len(out.run.Columns) == 0:
		out.Row()
		return nil
	}
	out.Note(r.note)
	cells := r.cells
	if cells == nil {
		cells = r.fields
	}
	switch {
	case cells == nil:
		return out.Text(r.text)
	case len(cells) == 1 && len(out.run.Columns) == 1: // --result-column may have renamed the column
		return out.Text(cells[0].Value)
	}
	return out.Fields(cells...)
}

// line writes a result as text.
func (out *results) line(r *result) error {
	switch {
	case r.fields == nil:
		return out.Text(r.text)
	case !r.unnamed:
		return out.Fields(r.fields...)
	}
	var b strings.Builder
	for i, f := range r.fields {
		if strings.Contains(f.Value, "\t") {
			return fmt.Errorf("the field %s contains a tab, which separates fields: use --json, --out csv or --out tsv", f.Name)
		}
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(f.Value)
	}
	return out.Text(b.String())
}

// end ends a result of a record that has several. If err is not nil, the record has failed, and it returns err.
func (out *results) end(err error) error {
	if err != nil {
		out.fail(err)
	}
	out.Next(err)
	out.ended = true
	return err
}

// fail writes the JSON object of a failed record. In other formats it writes nothing.
func (out *results) fail(err error) {
	if out.JSON() && !out.SkipsFailed() {
		out.object(&result{}, err)
	}
}

// object writes the JSON object of a result or, if err is not nil, of a failed record.
func (out *results) object(r *result, err error) {
	o := out.Object()
	if r.whole {
		r.members(o)
		return
	}
	switch {
	case out.inputs != nil:
		o.Strings("input", out.inputs...)
	case out.run.raw && out.rec.Err == nil:
		o.Raw("input", out.rec.Text)
	default:
		o.Input("input", out.rec.Text)
	}
	if out.run.named {
		show.Dialect(o, out.run.url.Dialect)
	}
	o.Bool("ok", err == nil)
	switch {
	case err != nil:
		describe(o, err, append(out.inputs, out.rec.Text)...)
	case r.members != nil:
		r.members(o)
	default:
		o.String(out.run.Columns[0], r.text)
	}
	if out.also != nil {
		out.also(o)
	}
	out.rec.WriteExtra(o)
}

// A placed is the error of a part of a document.
type placed struct {
	where string // the place of the part, which JSON has in other members
	err   error
}

func (e *placed) Unwrap() error { return e.err }
func (e *placed) Error() string { return e.where + e.err.Error() }

// describe writes the member "error" with [show.Error].
func describe(o *jsontext.Writer, err error, inputs ...string) {
	if e, ok := errors.AsType[*placed](err); ok {
		err = e.err
	}
	offset := -1
	if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	show.Error(o, err, offset, inputs...)
}

// textOp returns the operation of a command that makes a text of each record.
func textOp(do func(v *view.View) (string, error)) func() op {
	return func() op {
		r := new(result)
		return func(v *view.View, out *results) (err error) {
			if r.text, err = do(v); err != nil {
				return err
			}
			return out.give(r)
		}
	}
}
