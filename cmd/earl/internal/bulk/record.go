package bulk

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
)

// A Record is one record of the input.
type Record struct {
	Num     int64  // counted from 1
	Input   string // name of the input, if the run reads [Inputs]
	Line    int64  // number in that input, from 1: of the record or, in a table, of its first line
	Text    string // the input of the operation, usually a URL
	Base    string // the base of Text, if HasBase
	HasBase bool

	// Extra is a JSON object with the members of a JSONL object other than "url" and "base", or "" if there are no such
	// members. Names, values and their order are unchanged, byte for byte.
	Extra string

	// Members are the other members of a record without Extra, or nil. The value "-" is null.
	Members *[]Field

	Null bool // the text is null in JSON, not ""

	// Value is set by [Job.Records] to more than a text, or is nil.
	Value any

	// Err reports why the record is invalid, or is nil. Text is then the unchanged record, or its beginning if it is
	// longer than [Job.MaxRecord].
	Err error

	row   string // the row of a table without its line ending; "" if the row is malformed
	table *table
	crlf  bool   // a carriage return and a line feed end the row
	text  string // the name of the member that is Text, or ""
	asked *lookups
}

// Lookups reports members that were looked up and that no record has.
type Lookups struct{ workers []*lookups }

// A lookups has the lookups of a worker.
type lookups struct {
	found map[string]bool // by the name that was looked up
	names string          // some members of a record that did not have one
}

// Missing calls report for each name that was looked up in a record, and that no record has. names lists other members.
func (l *Lookups) Missing(report func(name, names string)) {
	found, names := map[string]bool{}, ""
	for _, w := range l.workers {
		names = cmp.Or(names, w.names)
		for name, ok := range w.found {
			found[name] = found[name] || ok
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !found[name] {
			report(name, names)
		}
	}
}

// Note notes that a member was looked up, and whether the record has it.
func (r *Record) Note(name string, ok bool) {
	if l := r.asked; l != nil && r.Err == nil && !l.found[name] {
		if l.found[name] = ok; !ok && l.names == "" {
			l.names = some(slices.Values(r.names()))
		}
	}
}

// names returns the names of the other members or cells of a record.
func (r *Record) names() (names []string) {
	if r.Members == nil && r.table == nil {
		var members map[string]json.RawMessage
		_ = json.Unmarshal([]byte(r.Extra), &members)
		return slices.Sorted(maps.Keys(members))
	}
	for name := range r.cells(false) {
		names = append(names, name)
	}
	return names
}

// WriteExtra writes the member "record" of o, if there is anything to write: [Record.Extra], or an object of
// [Record.Members] or the other cells of the row.
func (r *Record) WriteExtra(o *jsontext.Writer) {
	if r.Extra != "" {
		o.Raw("record", r.Extra)
	}
	if r.Members == nil && (r.table == nil || r.table.width == 1 || r.row == "") {
		return
	}
	o.Object("record")
	for name, cell := range r.cells(false) {
		o.Name(name)
		o.Value("", cell, r.Members == nil || cell != "-")
	}
	o.Close()
}

// cells iterates over the names and values of Members, or of the other cells of the row. If text is set, the cell with
// the text of the record is one of them.
func (r *Record) cells(text bool) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if r.Members != nil {
			for _, m := range *r.Members {
				if !yield(m.Name, m.Value) {
					return
				}
			}
			return
		}
		names := slices.Values(r.table.names)
		if r.table.names == nil {
			names = r.table.columns()
		}
		cells := rowReader{row: r.row, sep: r.table.sep}
		i := 0
		for name := range names {
			if cells.next(); (text || i != r.table.column) && !yield(name, cells.cell()) {
				return
			}
			i++
		}
	}
}

// Lookup returns the cell or member with a name: text as it is, and any other JSON value as JSON. A name such as
// "request.url" is also a member of an object that is a member. null is the empty text. n is the number of members with
// the name, of which the last one counts.
func (r *Record) Lookup(name string) (value string, n int) {
	value, n = r.lookup(name)
	r.Note(name, n > 0)
	return value, n
}

func (r *Record) lookup(name string) (value string, n int) {
	if r.Members == nil && (r.table == nil || r.row == "") {
		if value, n = memberOf(r.Extra, name); n == 0 && r.text != "" && name == r.text {
			return r.Text, 1
		}
		return value, n
	}
	for other, cell := range r.cells(true) {
		switch {
		case other != name:
		case r.Members != nil && cell == "-":
			return "", 1
		default:
			return cell, 1
		}
	}
	return "", 0
}

// HasMembers reports whether the record has cells or members, also if it is invalid.
func (r *Record) HasMembers() bool { return r.Members != nil || r.Extra != "" || r.row != "" }

func memberOf(object, name string) (value string, n int) {
	raw, n := jsontext.Member(object, name)
	first, rest, dotted := strings.Cut(name, ".")
	switch {
	case n == 0 && dotted:
		raw, n = jsontext.Member(object, first)
		value, inner := memberOf(raw, rest)
		return value, n * inner
	case raw == "null":
		return "", n
	case strings.HasPrefix(raw, `"`):
		return string(jsontext.AppendUnquote(nil, raw[1:len(raw)-1])), n
	}
	return raw, n
}

// A RecordError is the [Record.Err] of a record that is not valid in its format. It does not quote the record.
type RecordError struct {
	Offset int // offset of the first invalid byte of Text, or -1
	Reason string
	NoURL  bool // the record is a JSON object, but the member of [Job.Column] is absent or no text
}

// Error returns the reason, and the offset if there is one.
func (e *RecordError) Error() string {
	if e.Offset < 0 {
		return e.Reason
	}
	return e.Reason + " (byte " + strconv.Itoa(e.Offset) + ")"
}

// A cutter splits blocks into records.
type cutter struct {
	format   Format
	limit    int64 // maximum length of a record; 0 means no limit
	block          // text, records and rows are the ones that are not read yet; in a table, line is that of the record
	rec      Record
	nextLine int64 // in a table, number of the first line of the next record
	json     lineDecoder
	asked    *lookups
}

func newCutter(job *Job) cutter {
	asked := &lookups{found: map[string]bool{}}
	if job.Lookups != nil {
		job.Lookups.workers = append(job.Lookups.workers, asked)
	}
	return cutter{
		asked: asked, format: job.In, limit: job.MaxRecord,
		json: lineDecoder{text: cmp.Or(job.Column, "url"), base: cmp.Or(job.BaseColumn, "base"),
			hasBase: job.BaseColumn != ""},
	}
}

// start makes c read b, and releases the block before it.
func (c *cutter) start(b block) {
	c.block, c.nextLine = b, b.line
	c.rec = Record{Num: b.first - 1}
	c.json.size, c.json.arena = len(b.text), strings.Builder{} // strings of earlier blocks stay valid
}

// next returns the next record of the block, or nil at its end. The record is valid until the next call.
func (c *cutter) next() *Record {
	rec := &c.rec
	if len(c.records) > 0 {
		num := rec.Num + 1
		*rec, c.records = c.records[0], c.records[1:]
		rec.Num, rec.asked = num, c.asked
		c.tooLong()
		return rec
	}
	if c.text == "" {
		return nil
	}
	if c.table != nil {
		c.nextRow()
		rec.Line = c.line
	} else {
		c.nextText()
		rec.Line = c.line + rec.Num - c.first
	}
	rec.Input, rec.asked = c.input, c.asked
	return rec
}

// nextText implements next for blocks that are not tables.
func (c *cutter) nextText() {
	text, ended := c.text, false
	if i := strings.IndexByte(text, c.format.delimiter()); i >= 0 {
		text, c.text, ended = text[:i], text[i+1:], true
	} else {
		c.text = ""
	}
	if ended && c.format == Lines {
		text = strings.TrimSuffix(text, "\r")
	}
	c.rec = Record{Num: c.rec.Num + 1, Text: text, asked: c.asked}
	switch {
	case c.tooLong():
	case c.format == JSONL:
		c.json.decode(&c.rec, "a JSON string or object")
	case c.format == JSONValues:
		c.json.decode(&c.rec, anyValue)
	}
}

// tooLong reports whether the record is longer than its limit, and cuts its text to the limit.
func (c *cutter) tooLong() bool {
	if c.limit == 0 || int64(len(c.rec.Text)) <= c.limit {
		return false
	}
	c.rec.Text = c.rec.Text[:c.limit]
	reason := fmt.Sprintf("the record is longer than %d bytes, the limit of --max-record-size", c.limit)
	if c.table != nil {
		reason = fmt.Sprintf("line %d: %s", c.line, reason)
	}
	c.rec.Err = &RecordError{Offset: -1, Reason: reason}
	return true
}

func (c *cutter) nextRow() {
	n := c.rows[0]
	row := c.text[:n]
	c.text, c.rows = c.text[n:], c.rows[1:]
	c.line = c.nextLine
	quoted := strings.IndexByte(row, '"') >= 0
	if quoted {
		c.nextLine += int64(strings.Count(row, "\n"))
	} else {
		c.nextLine++
	}
	c.rec = Record{Num: c.rec.Num + 1}
	if strings.HasSuffix(row, "\n") {
		row, c.rec.crlf = trimRow(row)
	} else { // it is the last row
		c.rec.crlf = c.table.crlf
	}
	c.rec.Text, c.rec.table = row, c.table
	if !c.tooLong() {
		c.table.row(&c.rec, row, quoted, c.line)
	}
}

// trimRow removes the line ending of a row. It reports whether the line ending is a carriage return and a line feed.
func trimRow(row string) (string, bool) {
	row, ended := strings.CutSuffix(row, "\n")
	if !ended {
		return row, false
	}
	return strings.CutSuffix(row, "\r")
}

// A lineDecoder decodes the lines of a block of JSONL.
type lineDecoder struct {
	scan    jsontext.Scanner
	text    string          // the name of the member with the text of a record
	base    string          // the name of the member with the base of a record
	hasBase bool            // Job.BaseColumn names it
	size    int             // size of the block
	arena   strings.Builder // strings that are not substrings of the block
	scratch []byte
}

// keep returns scratch as a string. The strings of a block share one allocation. Its size is enough, because unescaped
// text is not longer than its JSON.
func (d *lineDecoder) keep() string {
	if d.arena.Cap() == 0 {
		d.arena.Grow(max(d.size, len(d.scratch)))
	}
	n := d.arena.Len()
	d.arena.Write(d.scratch)
	if cap(d.scratch) > 2*maxBlock {
		d.scratch = nil
	}
	return d.arena.String()[n:]
}

// unquote returns the value of a JSON string, given with its quotes.
func (d *lineDecoder) unquote(quoted string) string {
	raw := quoted[1 : len(quoted)-1]
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	d.scratch = jsontext.AppendUnquote(slices.Grow(d.scratch[:0], len(raw)), raw)
	return d.keep()
}

// anyValue is the argument of decode for [JSONValues].
const anyValue = "a JSON value"

// decode decodes the line in rec.Text. want says for errors what the line must be.
func (d *lineDecoder) decode(rec *Record, want string) {
	line := rec.Text
	start := jsontext.Space(line, 0)
	var err error
	switch {
	case start == len(line):
		err = &RecordError{Offset: -1, Reason: "blank line instead of " + want}
	case line[start] == '{' && want != anyValue:
		err = d.object(rec, line, start)
	default:
		var end int
		if end, err = d.scan.Value(line, start); err == nil {
			err = atEnd(line, end)
		}
		switch {
		case err != nil: // also if it is of another type
		case want == anyValue:
			rec.Text = line[start:end]
		case line[start] == '"':
			rec.Text = d.unquote(line[start:end])
		default:
			err = &RecordError{Offset: start, Reason: "expected " + want}
		}
	}
	if err != nil {
		if rec.Text = withUnicodeEscapes(line); rec.Text != line {
			d.decode(rec, want)
			return
		}
		if e, ok := err.(*jsontext.SyntaxError); ok {
			err = &RecordError{Offset: e.Offset, Reason: "invalid JSON: expected " + e.Want}
		}
		*rec = Record{Num: rec.Num, Text: line, Err: err}
	}
}

// hexEscapes matches an escape: \xHH, or another one.
var hexEscapes = regexp.MustCompile(`(?s)\\(?:x[0-9A-Fa-f]{2}|.)`)

// withUnicodeEscapes replaces the escapes \xHH that nginx and Apache write into JSON: by \u00HH, or by the byte if it
// is not ASCII.
func withUnicodeEscapes(line string) string {
	return hexEscapes.ReplaceAllStringFunc(line, func(s string) string {
		switch {
		case s[1] != 'x' || len(s) < len(`\xHH`):
			return s
		case s[2] < '8':
			return `\u00` + s[2:]
		}
		return string([]byte{percent.Octet(s, 1)})
	})
}

// A member is the place of a name and its value in a line.
type member struct{ start, value, end int }

func (d *lineDecoder) object(rec *Record, line string, i int) error {
	var url, base member
	var others bool
	d.scratch = append(slices.Grow(d.scratch[:0], len(line)), '{')
	i = jsontext.Space(line, i+1)
	for first := true; ; first = false {
		if i < len(line) && line[i] == '}' && first {
			break
		}
		m, name, err := d.member(line, i)
		if err != nil {
			return err
		}
		switch {
		case name == d.text:
			err = setOnce(&url, m, name)
		case name == d.base && (line[m.value] != '{' || d.hasBase): // extract writes an object
			err = setOnce(&base, m, name)
		default:
			if others {
				d.scratch = append(d.scratch, ',')
			}
			others = true
			d.scratch = append(d.scratch, line[m.start:m.end]...)
		}
		if err != nil {
			return err
		}
		if i = jsontext.Space(line, m.end); i < len(line) && line[i] == ',' {
			i = jsontext.Space(line, i+1)
			continue
		}
		if i == len(line) || line[i] != '}' {
			return &jsontext.SyntaxError{Offset: i, Want: "a comma or a closing brace"}
		}
		break
	}
	if err := atEnd(line, i+1); err != nil {
		return err
	}
	if others {
		d.scratch = append(d.scratch, '}')
		rec.Extra = d.keep()
	}
	return d.members(rec, line, url, base)
}

// member scans the name and the value at line[i:]. A long name stays escaped, so use name only to compare it.
func (d *lineDecoder) member(line string, i int) (m member, name string, err error) {
	m.start = i
	end, escapes, err := jsontext.String(line, i)
	if err != nil {
		return m, "", err
	}
	name = line[i+1 : end-1]
	if escapes && len(name) <= 6*max(len(d.text), len(d.base)) {
		name = string(jsontext.AppendUnquote(nil, name))
	}
	colon, err := jsontext.Key(line, i)
	if err != nil {
		return m, "", err
	}
	m.value = jsontext.Space(line, colon)
	m.end, err = d.scan.Value(line, m.value)
	return m, name, err
}

func setOnce(dst *member, m member, name string) error {
	if dst.end != 0 {
		return &RecordError{Offset: m.start, Reason: "the member " + quoted(name) + " occurs twice"}
	}
	*dst = m
	return nil
}

func (d *lineDecoder) members(rec *Record, line string, url, base member) (err error) {
	rec.Note(d.text, url.end > 0)
	if url.end == 0 {
		return &RecordError{Offset: -1, Reason: "the object has no member " + quoted(d.text), NoURL: true}
	}
	rec.text = d.text
	rec.Text, rec.Null, err = d.textOf(line, url, d.text)
	if rec.Null = !rec.Null; err == nil && base.end > 0 {
		rec.Base, rec.HasBase, err = d.textOf(line, base, d.base)
	}
	return err
}

// textOf returns the value of a member with the given name. null is an empty text, as an empty cell is, but not ok.
func (d *lineDecoder) textOf(line string, m member, name string) (text string, ok bool, err error) {
	switch line[m.value] {
	case '"':
		return d.unquote(line[m.value:m.end]), true, nil
	case 'n':
		return "", false, nil
	}
	return "", false, &RecordError{m.value, "the member " + quoted(name) + " is neither a string nor null", name == d.text}
}

func atEnd(line string, i int) error {
	if i = jsontext.Space(line, i); i < len(line) {
		return &jsontext.SyntaxError{Offset: i, Want: "the end of the line"}
	}
	return nil
}
