package bulk

import "slices"

// A Format defines how input is split into records and how results are written.
type Format uint8

const (
	// Lines is text, one record a line.
	Lines Format = iota

	// NUL is text in which a NUL ends each record.
	NUL

	// JSONL is JSON Lines. As input, each line is one of
	//
	// 	"http://h/"
	// 	{"url": "g", "base": "http://h/", "id": 17}
	//
	// The text of the record is the string or the member "url", unescaped. The escape of a lone surrogate becomes three
	// bytes: \ud800 becomes ED A0 80. "url" may be null, which is the empty text. "base" may be absent or null.
	// [Record.Extra] has the other members.
	//
	// The text of an invalid record is the whole line. A record is invalid in these cases:
	//
	//   - The line is blank, is not valid JSON, or is neither a string nor an object.
	//   - "url" is missing, or "url" or "base" is neither a string nor null.
	//   - "url" or "base" occurs twice.
	//
	// Other members can have any JSON values. Their names may repeat, and their numbers and their nesting are not limited.
	// If a string has bytes that are not UTF-8, these bytes are kept. A byte order mark at the start of the input is
	// ignored (RFC 8259 §8.1).
	//
	// As output, JSONL is one object a line.
	JSONL

	// JSONValues is JSON Lines with any values. The text of a record is the JSON text of its line, without surrounding
	// white space. A line that is not a JSON text is an invalid record. As output, JSONValues is JSONL.
	JSONValues

	// CSV is a table of rows with cells separated by commas (RFC 4180). The first row of an input is its header, unless
	// Job.NoHeader is set. As input, the text of a record is its cell in [Job.Column].
	//
	// A line feed ends a row. A carriage return before the line feed is removed. In a quoted cell, commas and line feeds
	// are text, and two quotes are one quote. A quote opens a quoted cell only if it is the first byte of the cell. A
	// blank line is a row with one empty cell.
	//
	// The text of an invalid record is the whole row, and its line number is the number of the first line of the row. A
	// record is invalid in these cases:
	//
	//   - It has more or fewer cells than the first row.
	//   - A cell without quotes contains a quote.
	//   - A quoted cell has no closing quote, or text after it.
	//
	// As output, a row has the cells of the input row, a cell for each of Job.Columns, and a last cell for the error or
	// the argument of [Output.Note]. The input row is copied byte for byte if its format is the same. For an invalid
	// record, all cells are empty except the cell for the error. If the Op fails, only the cells of the input row and of
	// the error are filled. The row has the line ending of the input row. If the input row has no line ending, the row has
	// the line ending of the first row. If the input is not a table, its records are in a column "input". All rows have
	// the same number of cells.
	CSV

	// TSV is CSV with tabs instead of commas.
	TSV

	// Document is a format of output: texts, each followed by [Job.Separator]. A text can contain any byte except NUL. A
	// record without a text has no separator either.
	Document
)

var formatNames = [...]string{"lines", "nul", "jsonl", "jsonvalues", "csv", "tsv", "document"}

// String returns the name of f in lower case.
func (f Format) String() string { return formatNames[f] }

// ParseFormat returns the format with the given name, as String returns it. The name "text" also means Lines,
// and "drawing" and "sarif" mean Document.
func ParseFormat(name string) (f Format, ok bool) {
	switch name {
	case "text":
		return Lines, true
	case "drawing", "sarif":
		return Document, true
	}
	i := slices.Index(formatNames[:], name)
	return Format(i), i >= 0
}

func (f Format) delimiter() byte {
	if f == NUL || f == Document {
		return 0
	}
	return '\n'
}

func (f Format) json() bool { return f == JSONL || f == JSONValues }

// separator returns the byte between cells, or 0 if f is not a table.
func (f Format) separator() byte {
	switch f {
	case CSV:
		return ','
	case TSV:
		return '\t'
	}
	return 0
}
