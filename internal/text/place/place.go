// Package place finds the lines and columns of offsets in a text. Columns count UTF-16 code units, as editors and SARIF
// do.
package place

import (
	"bytes"
	"unicode/utf16"
)

// MaxText is the length in bytes up to which a [Text] holds a text.
const MaxText = 64 << 20

// A Place is the place of a part of a text. The zero Place is not known.
type Place struct {
	Line, Column int64 // of the start, from 1
	Width        int64 // in UTF-16 code units, or 0 if the part has several lines
}

// A Text is a text that arrives in pieces.
type Text struct {
	text         []byte
	at           int // offset of line and column
	line, column int64
}

// Add adds a piece at the end. A piece at offset 0 begins a new text.
func (t *Text) Add(offset int64, piece []byte) {
	if offset == 0 {
		t.text, t.at, t.line, t.column = t.text[:0], 0, 1, 1
	}
	if offset == int64(len(t.text)) && len(t.text)+len(piece) <= MaxText {
		t.text = append(t.text, piece...)
	}
}

// Of returns the place of the text from start to end, and this text. The time depends on the distance from the last
// place. A byte order mark is not counted.
func (t *Text) Of(start, end int64) (Place, string) {
	if end > int64(len(t.text)) {
		return Place{}, ""
	}
	mark, to, text := 0, int(start), string(t.text[start:end])
	if bytes.HasPrefix(t.text, []byte("\ufeff")) {
		mark = len("\ufeff")
	}
	t.at = max(t.at, mark)
	between, sign := t.text[min(t.at, to):max(t.at, to)], int64(1)
	if to < t.at {
		sign = -1
	}
	if lines := int64(bytes.Count(between, []byte("\n"))); lines > 0 {
		begin := max(mark, bytes.LastIndexByte(t.text[:to], '\n')+1)
		t.line, t.column = t.line+sign*lines, 1+Units(string(t.text[begin:to]))
	} else {
		t.column += sign * Units(string(between))
	}
	t.at = to
	p := Place{Line: t.line, Column: t.column}
	if bytes.IndexByte(t.text[start:end], '\n') < 0 {
		p.Width = Units(text)
	}
	return p, text
}

// Units returns the length of s in UTF-16 code units. A byte that is not UTF-8 is one unit.
func Units(s string) (n int64) {
	for _, r := range s {
		n += int64(utf16.RuneLen(r))
	}
	return n
}
