package bulk

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/jsontext"
)

// An Output collects flushSize bytes before it writes them. If earlier results are not yet written, it collects more.
const flushSize = 64 << 10

// keepFactor sets the memory for collected results: keepFactor times the size of a block.
const keepFactor = 16

// An Output writes the results of an [Op]. For each record, the Op calls one of Text, Fields, Row, Object and their
// variants, or returns an error.
//
// The methods that write a result panic if the record already has a result. Object also panics if [Output.JSON] is
// false, and the other methods panic if [Output.JSON] is true. A field of a table must be in [Job].Columns; if not, the
// methods panic.
type Output struct {
	job    *Job
	buf    []byte
	whole  int       // buf[:whole] has the finished records
	keep   int       // memory to keep for the next block
	w      io.Writer // nil to collect results
	turn   turn      // provides w if it is nil
	err    error     // write error of w
	given  bool      // the current record has its result
	ended  bool      // the current record has no further result, or no result at all
	partly bool      // a part of the current result may be written
	object Object

	rec    *Record // the current record
	sep    byte    // separates the cells of a table; 0 if there is no table
	filled int     // number of added cells that are written
	note   error   // written to the error cell of the current record

	left int64   // records of a block that may fail; 0 means any number
	ends []int64 // end of the output of each failed record, from the start of the block
	sum  int64   // bytes of the block that were removed from buf

	keyed bool      // collect the results of a block whole, and mark them: see Job.filter
	key   []byte    // key of the current record
	keys  []byte    // keys of the records of the block
	marks []keyMark // results of the block
}

func newOutput(job *Job, keep int) Output {
	return Output{job: job, keep: keep, sep: job.separator(job.Out), left: job.MaxFailed, keyed: job.filter != nil}
}

// Format returns the format of the output, [Job].Out.
func (o *Output) Format() Format { return o.job.Out }

// JSON reports whether results are JSON objects. If so, the Op calls Object. Otherwise it calls Text, Fields or Row.
func (o *Output) JSON() bool { return o.job.Out.json() }

// SkipsFailed reports whether nothing is written for failed records. If so, an Op that fails needs no result. If the Op
// has begun a result, the result is removed, except the parts of a long result that are already in the output.
func (o *Output) SkipsFailed() bool { return o.job.SkipFailed }

// A Field is a part of a text result, written "name=value".
type Field struct{ Name, Value string }

// A textError reports that a text contains the byte that ends records or separates fields.
type textError struct{ Byte byte }

func (e *textError) Error() string {
	switch e.Byte {
	case '\n':
		return "the result contains a line feed, which ends a record"
	case 0:
		return "the result contains a NUL, which ends a record"
	case '\t':
		return "a field of the result contains a tab, which separates fields"
	case '=':
		return "a name in the result contains an equals sign, which ends a name"
	}
	return "the result contains the byte " + strconv.Itoa(int(e.Byte))
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
		return &textError{delim}
	}
	o.give(false)
	o.raw(s)
	o.flushIfFull()
	return nil
}

// Row writes the row of the record as the result, with empty added cells. It panics if the output is not a table.
func (o *Output) Row() {
	if o.sep == 0 {
		panic("bulk: an Op gave a row where the output is no table")
	}
	o.give(false)
}

// Note writes err to the error cell of a record that has not failed. Outside tables, it has no effect.
func (o *Output) Note(err error) { o.note = err }

// TextSeq is like Text for a text in pieces. It iterates twice: to check the pieces, and to write them. It returns the
// first error of pieces.
func (o *Output) TextSeq(pieces iter.Seq2[string, error]) error {
	delim := o.job.Out.delimiter()
	for piece, err := range pieces {
		if err != nil {
			return err
		}
		if o.sep == 0 && strings.IndexByte(piece, delim) >= 0 {
			return &textError{delim}
		}
	}
	o.give(false)
	if o.sep != 0 {
		o.nextCell()
		o.cellSeq(pieces)
		return nil
	}
	for piece := range pieces {
		o.raw(piece)
		o.flushIfFull()
	}
	return nil
}

// Fields writes fields as the result, with tabs between them. A field must not contain a tab, its name must not contain
// an equals sign, and the rules of Text apply. In a table, [Job.Columns] defines the cell of each field.
func (o *Output) Fields(fields ...Field) error {
	if o.sep != 0 {
		o.fieldCells(slices.Values(fields))
		return nil
	}
	size := 0
	for i := range fields {
		size += len(fields[i].Name) + len(fields[i].Value)
	}
	if size > flushSize {
		return o.FieldSeq(slices.Values(fields))
	}
	// Checking the written bytes is faster than checking the fields.
	start := len(o.buf)
	buf := o.buf
	for i := range fields {
		if i > 0 {
			buf = append(buf, '\t')
		}
		buf = append(append(buf, fields[i].Name...), '=')
		if fields[i].Value != "" {
			buf = append(buf, fields[i].Value...)
		}
	}
	o.buf = buf
	if !o.fieldsFrom(start, fields) {
		o.buf = buf[:start]
		return o.FieldSeq(slices.Values(fields)) // which finds the error
	}
	o.give(false)
	o.flushIfFull()
	return nil
}

// FieldSeq is like Fields for an iterator. It iterates twice: to check the fields, and to write them.
func (o *Output) FieldSeq(fields iter.Seq[Field]) error {
	if o.sep != 0 {
		o.fieldCells(fields)
		return nil
	}
	for field := range fields {
		if err := o.checkField(field); err != nil {
			return err
		}
	}
	o.give(false)
	first := true
	for field := range fields {
		if !first {
			o.buf = append(o.buf, '\t')
		}
		first = false
		o.raw(field.Name)
		o.buf = append(o.buf, '=')
		o.raw(field.Value)
		o.flushIfFull()
	}
	return nil
}

func (o *Output) checkField(field Field) error {
	for _, c := range [...]byte{o.job.Out.delimiter(), '\t'} {
		if strings.IndexByte(field.Name, c) >= 0 || strings.IndexByte(field.Value, c) >= 0 {
			return &textError{c}
		}
	}
	if strings.IndexByte(field.Name, '=') >= 0 {
		return &textError{'='}
	}
	return nil
}

// fieldsFrom reports whether the given fields contain no forbidden byte. buf[start:] has the fields as they were
// written.
func (o *Output) fieldsFrom(start int, fields []Field) bool {
	text := o.buf[start:]
	if bytes.IndexByte(text, o.job.Out.delimiter()) >= 0 || bytes.Count(text, tab) >= max(1, len(fields)) {
		return false
	}
	if bytes.Count(text, equals) == len(fields) {
		return true
	}
	for i := range fields {
		if strings.IndexByte(fields[i].Name, '=') >= 0 {
			return false
		}
	}
	return true
}

var tab, equals = []byte{'\t'}, []byte{'='}

// Object begins a JSON object as the result. Open objects and arrays are closed when the Op returns. Members cannot be
// removed after they are written, so an Op must find its errors before it calls Object.
func (o *Output) Object() *Object {
	o.give(true)
	o.buf = append(o.buf, '{')
	o.object = Object{out: o, closers: append(o.object.closers[:0], '}'), empty: true}
	if o.job.Numbers {
		o.object.Int("number", o.rec.Num)
	}
	return &o.object
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
	case err != nil && o.job.SkipFailed && !o.partly:
		o.drop()
		return
	case o.sep != 0:
		o.endRow(err)
	case !o.job.Out.json():
		o.buf = append(o.buf, o.job.Out.delimiter())
	case !o.given:
		o.buf = append(o.buf, "null\n"...)
	default:
		for i := len(o.object.closers) - 1; i >= 0; i-- {
			o.buf = append(o.buf, o.object.closers[i])
		}
		o.object.closers = o.object.closers[:0]
		o.buf = append(o.buf, '\n')
	}
	o.given, o.partly, o.note = false, false, nil
	o.whole = len(o.buf)
	if o.keyed {
		o.mark(err != nil)
	}
	if len(o.buf) >= flushSize {
		o.flushFull()
		o.partly = false
	}
}

func (o *Output) mark(failed bool) {
	if !failed {
		o.keys = append(o.keys, o.key...)
	}
	o.marks = append(o.marks, keyMark{o.rec.Num, len(o.buf), len(o.keys), failed})
}

// failed records a failure, and reports whether no further failure is allowed.
func (o *Output) failed() bool {
	o.ends = append(o.ends, o.sum+int64(len(o.buf)))
	return o.left > 0 && int64(len(o.ends)) >= o.left
}

// cut removes the output that follows the given failure. The first failure is 1.
func (o *Output) cut(failed int64) {
	o.buf = o.buf[:max(0, o.ends[failed-1]-o.sum)]
	o.whole = len(o.buf)
}

func (o *Output) start(left int64) {
	o.left, o.ends, o.sum = left, o.ends[:0], 0
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
	o.buf = o.buf[:o.whole]
	o.object.closers = o.object.closers[:0]
	o.given, o.note = false, nil
}

// raw appends s as it is. The caller calls flushIfFull.
func (o *Output) raw(s string) {
	for o.writes() && len(s) > flushSize {
		o.buf = append(o.buf, s[:flushSize]...)
		s = s[flushSize:]
		o.flushIfFull()
	}
	o.buf = append(o.buf, s...)
}

// quoted appends s as a JSON string.
func (o *Output) quoted(s string) {
	if !o.writes() || len(s) <= flushSize {
		o.buf = jsontext.AppendQuote(o.buf, s)
		return
	}
	o.buf = append(o.buf, '"')
	o.escaped(s)
	o.buf = append(o.buf, '"')
}

// escaped appends s as the inside of a JSON string.
func (o *Output) escaped(s string) {
	for s != "" {
		var n int
		o.buf, n = jsontext.AppendEscaped(o.buf, s, flushSize)
		s = s[n:]
		o.flushIfFull()
	}
}

// writes reports whether flushIfFull may write.
func (o *Output) writes() bool { return !o.keyed && (o.w != nil || o.turn.permits != nil) }

func (o *Output) flushIfFull() {
	if len(o.buf) >= flushSize {
		o.flushFull()
	}
}

func (o *Output) flushFull() {
	if o.writes() && (o.w != nil || o.claim()) {
		o.partly = true
		o.flush(o.w)
	}
}

// A turn passes the writer to an Output that collects results, when all earlier results are written.
type turn struct {
	permits chan permit
	over    <-chan struct{} // closed after the last write
}

// A permit is a writer and the number of records that may still fail; 0 means any number.
type permit struct {
	w    io.Writer
	left int64
}

// claim waits for the writer if the collected results reach their limit.
func (o *Output) claim() bool {
	if len(o.buf) < o.keep {
		return false
	}
	select {
	case p := <-o.turn.permits:
		o.w, o.left = p.w, p.left
		if p.left > 0 && int64(len(o.ends)) >= p.left { // this output already has the last failure allowed
			o.cut(p.left)
			o.flush(o.w)
			o.w = io.Discard
		}
	case <-o.turn.over:
		o.w = io.Discard
	}
	return true
}

// flush writes the collected results. After an error it discards them.
func (o *Output) flush(w io.Writer) {
	if o.err == nil {
		o.err = writeAll(w, o.buf)
	}
	o.sum += int64(len(o.buf))
	if cap(o.buf) > o.keep {
		o.buf = nil // release the memory of an unusually large block
	}
	o.buf = o.buf[:0]
	o.whole = 0
}

func writeAll(w io.Writer, p []byte) error {
	if len(p) == 0 {
		return nil
	}
	n, err := w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return err
}

// An Object writes a JSON object, or an array or object inside it. Members are written in the order of the calls. An
// Object does not detect repeated names. The methods write names without escapes, so call Name first if a name may need
// escapes. Elements of an array have no name.
type Object struct {
	out     *Output
	closers []byte // the closing bracket of each open array and object, the outermost first
	array   bool   // the innermost one is an array
	empty   bool   // nothing is written since the last opening
	named   bool   // the name of the next member is written
}

// Secrets reports whether errors may show passwords: [Job.Secrets].
func (ob *Object) Secrets() bool { return ob.out.job.Secrets }

// Name writes the name of the next member. The call that writes its value then ignores the name passed to it.
func (ob *Object) Name(name string) {
	ob.comma()
	ob.out.quoted(name)
	ob.out.buf = append(ob.out.buf, ':')
	ob.named = true
	ob.out.flushIfFull()
}

func (ob *Object) comma() {
	if !ob.empty {
		ob.out.buf = append(ob.out.buf, ',')
	}
	ob.empty = false
}

// next begins the next element, or a member with its name.
func (ob *Object) next(name string) {
	if ob.named {
		ob.named = false
		return
	}
	ob.comma()
	if !ob.array {
		buf := append(ob.out.buf, '"')
		buf = append(buf, name...)
		ob.out.buf = append(buf, '"', ':')
	}
	ob.out.flushIfFull()
}

// String writes a string.
func (ob *Object) String(name string, value string) {
	ob.next(name)
	ob.out.quoted(value)
}

// StringSeq writes a string in pieces. A piece must not end inside a character or next to a surrogate.
func (ob *Object) StringSeq(name string, pieces iter.Seq[string]) {
	ob.next(name)
	o := ob.out
	o.buf = append(o.buf, '"')
	for piece := range pieces {
		o.escaped(piece)
	}
	o.buf = append(o.buf, '"')
}

// Null writes null.
func (ob *Object) Null(name string) {
	ob.next(name)
	ob.out.buf = append(ob.out.buf, "null"...)
}

// Bool writes true or false.
func (ob *Object) Bool(name string, value bool) {
	ob.next(name)
	ob.out.buf = strconv.AppendBool(ob.out.buf, value)
}

// Int writes a number.
func (ob *Object) Int(name string, value int64) {
	ob.next(name)
	ob.out.buf = strconv.AppendInt(ob.out.buf, value, 10)
}

// Raw writes a JSON text, such as [Record.Extra]. If strings have bytes that are not UTF-8, Raw escapes these bytes.
// json must not contain a line feed.
func (ob *Object) Raw(name string, json string) {
	ob.next(name)
	if utf8.ValidString(json) {
		ob.out.raw(json)
		return
	}
	for json != "" {
		var n int
		ob.out.buf, n = jsontext.AppendUTF8(ob.out.buf, json, flushSize)
		json = json[n:]
		ob.out.flushIfFull()
	}
}

// Object opens an object. Close ends it.
func (ob *Object) Object(name string) { ob.open(name, '{', '}') }

// Array opens an array. Close ends it.
func (ob *Object) Array(name string) { ob.open(name, '[', ']') }

func (ob *Object) open(name string, opening, closing byte) {
	ob.next(name)
	ob.out.buf = append(ob.out.buf, opening)
	ob.closers = append(ob.closers, closing)
	ob.array = closing == ']'
	ob.empty = true
}

// Close ends the innermost open array or object. The Output closes the outermost object.
func (ob *Object) Close() {
	last := len(ob.closers) - 1
	if last == 0 {
		panic("bulk: Object.Close without Object or Array")
	}
	ob.out.buf = append(ob.out.buf, ob.closers[last])
	ob.closers = ob.closers[:last]
	ob.array = ob.closers[last-1] == ']'
	ob.empty = false
}
