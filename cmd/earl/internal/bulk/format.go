package bulk

import "slices"

// A Format says how records are told apart.
type Format uint8

const (
	// Lines is text, one record a line.
	Lines Format = iota

	// NUL is text in which a NUL ends each record.
	NUL

	// JSONL is JSON Lines. As input, each line is one of
	//
	//	"http://h/"
	//	{"url": "g", "base": "http://h/", "id": 17}
	//
	// The text of the record is the string, or the member "url", with its
	// escapes undone; a surrogate escape without its partner becomes the three
	// bytes that UTF-8 would give it. "base" may be absent or null. The other
	// members are given in [Record.Extra].
	//
	// A record has an error and its whole line for text if the line is blank,
	// is not valid JSON, or is another value than a string or an object; if
	// "url" is missing or not a string, or "base" neither a string nor null;
	// or if one of these two stands there twice. Anything goes in other
	// members, as long as it is JSON: names may repeat, numbers have any size,
	// arrays and objects any depth. Strings may contain bytes that are not
	// UTF-8; they are kept.
	//
	// A byte order mark at the start of the input is ignored, as RFC 8259 §8.1
	// allows. As output, JSONL is one object a line.
	JSONL

	// JSONValues is JSON Lines of any values. The text of a record is its line
	// as it stands, without the white space around the value. It has an error
	// if it is no JSON text. As output it is the same as JSONL.
	JSONValues

	// CSV is a table of rows with cells separated by commas (RFC 4180). As
	// input, the text of a record is the cell of the column that [Job] names. A
	// line feed ends a row, and a carriage return before it is removed. A cell
	// may stand in quotes: then commas and line feeds belong to it, and two
	// quotes are one. A quote that is not the first byte of its cell opens
	// nothing. The first row of an input is its header, which is no record,
	// unless Job.NoHeader says otherwise.
	//
	// A record has an error, with the number of the line that its row begins in,
	// and the row for text if the row has more or fewer cells than the first, a
	// quote in a cell that is not quoted, or a quoted cell that goes on behind
	// its closing quote or has none. A blank line is a row with one empty cell.
	//
	// As output, a row has the cells of the record's row, byte for byte if the
	// input has the same format, then a cell for each of Job.Columns, and one
	// for an error, or what [Output.Note] says. If the record has an error there is
	// nothing in the other cells; if the Op failed, only those of the row are
	// filled. The row ends as the one that came in or, if that has no end, as the first
	// row of its input. If the input is no table, the record's text stands for its row,
	// in a column "input". Every row has the same number of cells.
	CSV

	// TSV is CSV with tabs instead of commas.
	TSV
)

var formatNames = [...]string{"lines", "nul", "jsonl", "jsonvalues", "csv", "tsv"}

// String returns the format's name in lower case.
func (f Format) String() string { return formatNames[f] }

// ParseFormat returns the format of a name that String gives, or of "text", which is [Lines].
func ParseFormat(name string) (f Format, ok bool) {
	if name == "text" {
		return Lines, true
	}
	i := slices.Index(formatNames[:], name)
	return Format(max(i, 0)), i >= 0
}

// delimiter is the byte that ends a record.
func (f Format) delimiter() byte {
	if f == NUL {
		return 0
	}
	return '\n'
}

// marked reports whether the input may begin with a byte order mark that is
// no part of the first record.
func (f Format) marked() bool { return f != NUL }

// json reports whether records are JSON texts.
func (f Format) json() bool { return f == JSONL || f == JSONValues }

// separator is the byte between the cells of a table, 0 if the format is none.
func (f Format) separator() byte {
	switch f {
	case CSV:
		return ','
	case TSV:
		return '\t'
	}
	return 0
}
