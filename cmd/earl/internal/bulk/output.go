package bulk

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"earl.example/internal/text/jsontext"
)

// flushSize is the number of bytes that an Output collects before it writes them, if it may write.
const flushSize = 64 << 10

// maxKept is the number of bytes of memory that an Output keeps for the next block.
const maxKept = 1 << 20

// An Output writes the results of an [Op]. For each record, the Op calls one of Text, Fields and Object, or returns
// an error.
//
// The methods that write a result panic if the record already has a result. Object also panics if [Output.JSON] is
// false, and the other methods panic if [Output.JSON] is true. A field of a table must be in [Job].Columns; if not, the
// methods panic.
type Output struct {
	job   *Job
	json  jsontext.Writer // its Text has the results
	whole int             // buf[:whole] has the finished records
	w     io.Writer       // nil to collect results
	err   error           // of writing, or of filter
	given bool            // the current record has its result
	ended bool            // the current record has no further result, or no result at all

	rec    *Record // the current record
	sep    byte    // separates the cells of a table; 0 if there is no table
	filled int     // number of added cells that are written
	note   error   // written to the error cell of the current record

	records  int64 // records of the block that were processed
	left     int64 // records of the block that may fail; 0 means any number
	failures []Failure
	sum      int64       // bytes of the block that were removed from buf
	panic    *PanicError // ended the block

	// With Job.filter, the results of a block are collected whole, and marked.
	key    []byte    // key of the current record
	keys   []byte    // keys of the records of the block
	marks  []keyMark // results of the block
	recent []int32   // for Count: indexes of marks, by the hash of their keys
}

func newOutput(job *Job) Output {
	return Output{job: job, sep: job.separator(job.Out), left: job.MaxFailed}
}

// JSON reports whether results are JSON objects. If so, the Op calls Object. Otherwise it calls Text or Fields.
func (o *Output) JSON() bool { return o.job.Out.json() }

// A Field is a part of a text result, written "name=value".
type Field struct{ Name, Value string }

// textErrors are the errors of a text that contains the byte that ends records, separates fields or ends names.
var textErrors = map[byte]error{
	'\n': errors.New("the result contains a line feed, which ends a record"),
	0:    errors.New("the result contains a NUL, which ends a record"),
	'\t': errors.New("a field of the result contains a tab, which separates fields"),
	'=':  errors.New("a name in the result contains an equals sign, which ends a name"),
}

// Text writes s as the result. It fails if s contains a line feed or, in the format [NUL], a NUL. In a table, s is the
// first added cell and can contain any byte.
func (o *Output) Text(s string) error {
	if o.sep != 0 {
		o.give(false)
		o.nextCell()
		o.cell(s)
		return nil
	}
	delim := o.job.Out.delimiter()
	if strings.IndexByte(s, delim) >= 0 {
		return textErrors[delim]
	}
	o.give(false)
	o.json.Text = append(o.json.Text, s...)
	return nil
}

// Note writes err to the error cell of a record that has not failed. Outside tables, it has no effect.
func (o *Output) Note(err error) { o.note = err }

// Fields writes fields as the result, with tabs between them. A field must not contain a tab, its name must not contain
// an equals sign, and the rules of Text apply. In a table, [Job.Columns] defines the cell of each field, and
// without fields the result is the row of the record.
func (o *Output) Fields(fields ...Field) error {
	if o.sep != 0 {
		o.fieldCells(fields)
		return nil
	}
	// Checking the written bytes is faster than checking the fields.
	start := len(o.json.Text)
	buf := o.json.Text
	for i := range fields {
		if i > 0 {
			buf = append(buf, '\t')
		}
		buf = append(append(buf, fields[i].Name...), '=')
		buf = append(buf, fields[i].Value...)
	}
	o.json.Text = buf
	if err := o.fieldError(buf[start:], fields); err != nil {
		o.json.Text = buf[:start]
		return err
	}
	o.give(false)
	return nil
}

// fieldError returns an error if text, which has the given fields, contains a byte that fields or names must not have.
func (o *Output) fieldError(text []byte, fields []Field) error {
	delim := o.job.Out.delimiter()
	switch {
	case bytes.IndexByte(text, delim) >= 0:
		return textErrors[delim]
	case bytes.Count(text, []byte{'\t'}) >= max(1, len(fields)):
		return textErrors['\t']
	case bytes.Count(text, []byte{'='}) != len(fields) &&
		slices.ContainsFunc(fields, func(f Field) bool { return strings.IndexByte(f.Name, '=') >= 0 }):
		return textErrors['=']
	}
	return nil
}

// Object begins a JSON object as the result. Open objects and arrays are closed when the Op returns. Members cannot be
// removed after they are written, so an Op must find its errors before it calls Object.
func (o *Output) Object() *jsontext.Writer {
	o.give(true)
	if o.json.Full == nil {
		o.json.Full = o.flushFull // the record does not fail: the Op has found its errors
	}
	o.json.Secrets, o.json.Surrogates = o.job.Secrets, o.job.Surrogates
	o.json.Object("")
	if o.job.Numbers {
		o.json.Int("number", o.rec.Num)
	}
	return &o.json
}

func (o *Output) give(json bool) {
	if o.given {
		panic("bulk: an Op gave two results for one record")
	}
	if json != o.JSON() {
		panic("bulk: an Op gave a result of another format than the output's")
	}
	o.given = true
	if o.sep != 0 {
		o.beginRow()
	}
}

// Next ends a result of the current record. If err is not nil, the record has failed. The Op may then write another
// result of the same record. If it does not, nothing more is written for the record.
func (o *Output) Next(err error) {
	o.ended = false
	o.end(err)
	o.ended = true
}

// Omit says that the current record has no result.
func (o *Output) Omit() { o.ended = true }

// end ends the current record, which may have failed with err.
func (o *Output) end(err error) {
	ended := o.ended && !o.given
	o.ended = false
	switch {
	case ended:
		return
	case err != nil && o.job.SkipFailed:
		o.drop()
		return
	case o.sep != 0:
		o.endRow(err)
	case o.job.Out == Document:
		if len(o.json.Text) > o.whole {
			o.json.Text = append(o.json.Text, o.job.Separator...)
		}
	case !o.job.Out.json():
		o.json.Text = append(o.json.Text, o.job.Out.delimiter())
	case !o.given:
		o.json.Text = append(o.json.Text, "null\n"...)
	default:
		o.json.End()
		o.json.Text = append(o.json.Text, '\n')
	}
	o.given, o.note = false, nil
	o.whole = len(o.json.Text)
	if o.job.filter != nil {
		if err == nil {
			o.keys = append(o.keys, o.key...)
		}
		mark := keyMark{num: o.rec.Num, result: o.whole, key: len(o.keys), failed: err != nil}
		o.marks, o.key = append(o.marks, mark), o.key[:0]
	}
	if len(o.json.Text) >= flushSize {
		o.flushFull()
	}
}

// Key returns an empty slice for the key of the record.
func (o *Output) Key() []byte { return o.key[:0] }

// SetKey sets the key of the record, for [Dedupe]. If the record fails, its key is ignored.
func (o *Output) SetKey(key []byte) { o.key = key }

// fail records that the current record failed with err. It reports whether that is the last failure allowed.
func (o *Output) fail(err error) bool {
	end := o.sum + int64(len(o.json.Text))
	o.failures = append(o.failures, Failure{o.rec.Num, o.rec.Input, o.rec.Line, err, o.records, end, len(o.marks)})
	return o.over()
}

// over reports whether no further failure is allowed.
func (o *Output) over() bool { return o.left > 0 && int64(len(o.failures)) >= o.left }

// cut removes everything after the last failure allowed.
func (o *Output) cut() {
	o.failures = o.failures[:o.left]
	last := o.failures[o.left-1]
	o.json.Text = o.json.Text[:max(0, last.end-o.sum)]
	o.records, o.marks, o.panic = last.records, o.marks[:last.marks], nil
}

func (o *Output) start(left int64) {
	clear(o.failures)
	o.records, o.left, o.failures, o.sum = 0, left, o.failures[:0], 0
	o.marks, o.key, o.keys = o.marks[:0], short(o.key), short(o.keys)
}

// short returns b without its bytes. It releases the memory of an unusually long b.
func short(b []byte) []byte {
	if cap(b) > maxBlock {
		return nil
	}
	return b[:0]
}

func (o *Output) drop() {
	o.json.Text = o.json.Text[:o.whole]
	o.json.Drop()
	o.given, o.note = false, nil
}

func (o *Output) flushFull() {
	if o.job.filter == nil && o.w != nil {
		o.flush(o.w)
	}
}

// flush writes the collected results. After an error it discards them.
func (o *Output) flush(w io.Writer) {
	if o.err == nil && len(o.json.Text) > 0 {
		n, err := w.Write(o.json.Text)
		if err == nil && n < len(o.json.Text) {
			err = io.ErrShortWrite
		}
		if err != nil {
			o.err = &WriteError{err}
		}
	}
	o.sum += int64(len(o.json.Text))
	if cap(o.json.Text) > maxKept {
		o.json.Text = nil // release the memory of an unusually large block
	}
	o.json.Text = o.json.Text[:0]
	o.whole = 0
}
