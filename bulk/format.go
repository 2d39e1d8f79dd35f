package bulk

import (
	"fmt"
	"strconv"
)

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
)

var formatNames = [...]string{"lines", "nul", "jsonl", "jsonvalues"}

// String returns the format's name in lower case.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return "format " + strconv.Itoa(int(f))
}

// MarshalText gives the name.
func (f Format) MarshalText() ([]byte, error) {
	if int(f) >= len(formatNames) {
		return nil, fmt.Errorf("bulk: no such format: %d", f)
	}
	return []byte(formatNames[f]), nil
}

// UnmarshalText takes a name that String gives, or "text" for lines.
func (f *Format) UnmarshalText(text []byte) error {
	if string(text) == "text" {
		*f = Lines
		return nil
	}
	for i, name := range formatNames {
		if string(text) == name {
			*f = Format(i)
			return nil
		}
	}
	return fmt.Errorf("bulk: no such format: %q", text)
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
