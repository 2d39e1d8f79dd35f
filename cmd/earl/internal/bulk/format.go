package bulk

// A Format defines how input is split into records and how results are written. The page "earl help formats" describes
// the formats.
type Format uint8

const (
	// Lines is text, one record a line.
	Lines Format = iota

	// NUL is text in which a NUL ends each record.
	NUL

	// JSONL is JSON Lines. The text of the record is the string or the member [Job.Column], unescaped. The escape of a
	// lone surrogate becomes three bytes: \ud800 becomes ED A0 80. [Record.Extra] has the other members.
	//
	// A record is invalid if the line is blank, is not valid JSON, or is neither a string nor an object; if the member of
	// the text is missing, or it or the base is neither a string nor null, or occurs twice. The text of an invalid record
	// is the whole line.
	JSONL

	// JSONValues is JSON Lines with any values. The text of a record is the JSON text of its line, without surrounding
	// white space. As output, JSONValues is JSONL.
	JSONValues

	// CSV is a table of rows with cells separated by commas (RFC 4180). The text of a record is its cell in [Job.Column].
	// A quote opens a quoted cell only if it is the first byte of the cell. A blank line is a row with one empty cell. The
	// text of an invalid record is the whole row, and its line number is the number of the first line of the row.
	//
	// As output, a row has the cells of the input row, a cell for each of Job.Columns, and a last cell for the error or
	// the argument of [Output.Note]. All rows have the same number of cells. A row has the line ending of the input row
	// or, if that has none, of the first row.
	CSV

	// TSV is CSV with tabs instead of commas.
	TSV

	// Document is a format of output: texts, each followed by [Job.Separator]. A record without a text has no separator
	// either.
	Document
)

var formatNames = [...]string{"lines", "nul", "jsonl", "jsonvalues", "csv", "tsv", "document"}

// String returns the name of f in lower case.
func (f Format) String() string { return formatNames[f] }

// Formats are the formats by name. Some have several names.
var Formats = map[string]Format{
	"lines": Lines, "text": Lines, "nul": NUL, "jsonl": JSONL, "csv": CSV, "tsv": TSV, "document": Document,
	"drawing": Document, "sarif": Document,
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
	return [...]byte{CSV: ',', TSV: '\t', Document: 0}[f]
}
