package record

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/view"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/urltext"
)

// An Op says what the result of a record is. It calls out.Give, or returns an error if the record fails. It is not
// called for invalid records, nor for those that --where drops.
type Op func(v *view.View, out *Results) error

// A Result is a result of a record. The format of the output decides how it looks.
type Result struct {
	Text    string                   // the result, unless there are fields; its member in JSON is the first column
	Fields  []bulk.Field             // the parts of the result
	Cells   []bulk.Field             // the columns of a table, if other than fields
	Unnamed bool                     // the fields of a text have no names
	Members func(o *jsontext.Writer) // the members of JSON, instead of text
	Whole   bool                     // members are all members, also input and ok
	Draw    func() string            // what a drawing or another document shows
	Note    error                    // the error of a part of the record, which has not failed
}

// Results writes results in the format of the output.
type Results struct {
	*bulk.Output
	Run   *Run
	Rec   *bulk.Record
	ended bool // the results of the record are written, also if it has failed

	counts *resultCount
	input  string // the text of the record before it was refanged or unwrapped, or ""

	Inputs []string                 // the texts of the record, if it has several
	Also   func(o *jsontext.Writer) // writes members of records that may have failed
}

// op returns the operation of a run. The results of the first skip records exist already.
func (r *Run) op(newOp func() Op, skip int64) func() bulk.Op {
	return func() bulk.Op {
		op, v, out, counts := newOp(), view.New(r.URL), new(Results), new(resultCount)
		r.counts = append(r.counts, counts)
		var logs *logReader
		if r.Log != nil {
			logs = &logReader{Log: r.Log, noURL: r.NoURL, names: r.Log.Names, preset: new(weblog.Preset)}
			logs.lines.Formats = r.Log.Formats
		}
		var drops func(rec *bulk.Record) (bool, error)
		if r.Where != nil {
			drops = r.Where.Drops(r.Where, v)
		}
		return func(rec *bulk.Record, o *bulk.Output) error {
			*out = Results{Output: o, Run: r, Rec: rec, counts: counts}
			if r.Sniffs && rec.Line == 1 {
				r.sniff(rec.Input, rec.Text)
			}
			if logs != nil && (rec.Err == nil || logs.JSON != nil) && !logs.read(rec) || rec.Num <= skip {
				o.Omit()
				return nil
			}
			if e, ok := rec.Err.(*bulk.RecordError); ok && e.NoURL && r.NoURL {
				rec.Err, rec.Extra = nil, rec.Text
			}
			if r.Trim {
				rec.Text, rec.Base = strings.Trim(rec.Text, " \t\r"), strings.Trim(rec.Base, " \t\r")
			}
			if rec.Err == nil && (r.URL.Refang || r.URL.Unwrap) {
				out.input = rec.Text
				rec.Text, rec.Err = r.undo(rec.Text)
			}
			if r.URL.Guess && rec.HasBase {
				rec.Base = view.WithScheme(rec.Base)
			}
			v.Start(rec)
			err, drop := rec.Err, false
			if drops != nil && (err == nil || rec.HasMembers()) {
				if drop, err = drops(rec); drop {
					o.Omit()
					return nil
				}
			}
			if rec.Err != nil {
				err = rec.Err
				for range r.Repeats {
					out.End(err)
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

// undo refangs and unwraps a URL, as far as the flags say.
func (r *Run) undo(text string) (string, error) {
	if r.URL.Refang {
		text = urltext.Refang(text)
	}
	if !r.URL.Unwrap {
		return text, nil
	}
	link, err := view.Unwrap(text)
	if err != nil {
		return text, &bulk.RecordError{Offset: -1, Reason: err.Error()}
	}
	return link, nil
}

// Give writes a result. If it cannot be written in the format of the output, the record fails.
func (out *Results) Give(r *Result) error {
	out.counts.count(out, r)
	switch {
	case out.JSON():
		out.object(r, nil)
		return nil
	case r.Draw != nil && out.Run.Out == bulk.Document:
		return out.Text(r.Draw())
	case !Table(out.Run.Out):
		return out.line(r)
	case len(out.Run.Columns) == 0:
		return out.Fields()
	}
	out.Note(r.Note)
	cells := r.Cells
	if cells == nil {
		cells = r.Fields
	}
	switch {
	case cells == nil:
		return out.Text(r.Text)
	case len(cells) == 1 && len(out.Run.Columns) == 1: // --result-column may have renamed the column
		return out.Text(cells[0].Value)
	}
	return out.Fields(cells...)
}

// line writes a result as text.
func (out *Results) line(r *Result) error {
	switch {
	case r.Fields == nil:
		return out.Text(r.Text)
	case !r.Unnamed:
		return out.Fields(r.Fields...)
	}
	var b strings.Builder
	for i, f := range r.Fields {
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

// End ends a result of a record that has several. If err is not nil, the record has failed, and it returns err.
func (out *Results) End(err error) error {
	if err != nil {
		out.fail(err)
	}
	out.Next(err)
	out.ended = true
	return err
}

// fail writes the JSON object of a failed record. In other formats it writes nothing.
func (out *Results) fail(err error) {
	if out.JSON() && !out.Run.SkipFailed {
		out.object(&Result{}, err)
	}
}

// object writes the JSON object of a result or, if err is not nil, of a failed record.
func (out *Results) object(r *Result, err error) {
	o := out.Object()
	if r.Whole {
		r.Members(o)
		return
	}
	switch {
	case out.Inputs != nil:
		o.Strings("input", out.Inputs...)
	case out.Run.Raw && out.Rec.Err == nil:
		o.Raw("input", out.Rec.Text)
	case out.Rec.Null:
		o.Null("input")
	default:
		o.Input("input", cmp.Or(out.input, out.Rec.Text))
	}
	if out.Run.Named {
		show.Dialect(o, out.Run.URL.Dialect)
	}
	o.Bool("ok", err == nil)
	switch {
	case err != nil:
		Describe(o, err, append(out.Inputs, out.Rec.Text)...)
	case r.Members != nil:
		r.Members(o)
	default:
		o.String(out.Run.Columns[0], r.Text)
	}
	if out.Also != nil {
		out.Also(o)
	}
	out.Rec.WriteExtra(o)
}

// A Placed is the error of a part of a document.
type Placed struct {
	Where string // the place of the part, which JSON has in other members
	Err   error
}

// Unwrap returns the error without the place.
func (e *Placed) Unwrap() error { return e.Err }

// Error returns the place and the error.
func (e *Placed) Error() string { return e.Where + e.Err.Error() }

// Describe writes the member "error" with [show.Error].
func Describe(o *jsontext.Writer, err error, inputs ...string) {
	if e, ok := errors.AsType[*Placed](err); ok {
		err = e.Err
	}
	offset := -1
	if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	show.Error(o, err, offset, inputs...)
}

// TextOp returns the operation of a command that makes a text of each record.
func TextOp(do func(v *view.View) (string, error)) func() Op {
	return func() Op {
		r := new(Result)
		return func(v *view.View, out *Results) (err error) {
			if r.Text, err = do(v); err != nil {
				return err
			}
			return out.Give(r)
		}
	}
}
