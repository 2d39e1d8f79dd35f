package rfc3986

import (
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// Encode writes data so that it can stand in any component but scheme and
// port, and means itself there: every octet but the unreserved characters
// (§2.3) becomes a triplet with capital digits (§2.1). Text is to be in UTF-8
// (§2.5); what is not is encoded octet by octet all the same.
//
// Encode data before it becomes a part of a reference, once, and never a
// reference as a whole (§2.4). It turns "." and ".." into themselves, which as
// segments of a path do not mean themselves; see [Ref.WithSegments].
func Encode(data string) string { return EncodeOptions{}.Encode(data) }

// AppendEncode appends Encode(data) to dst.
func AppendEncode(dst []byte, data string) []byte {
	return percent.AppendEncode(dst, data, &encodeTable)
}

// EncodeOptions say how data is encoded. The zero value is as careful as can
// be.
type EncodeOptions struct {
	// Keep lists reserved characters that stay as they are, since the scheme
	// gives them no other meaning in the component (§2.2), such as "/:@" in a
	// query. Others than reserved characters have no effect.
	Keep string

	// PlusIsSpace writes a space as "+", as forms of HTML do, and no plus sign
	// as itself.
	PlusIsSpace bool
}

// Encode is the function [Encode] with options.
func (opt EncodeOptions) Encode(data string) string {
	table := &encodeTable
	switch {
	case opt.Keep != "":
		table = opt.table()
	case opt.PlusIsSpace:
		table = &formTable
	}
	text, _ := percent.EncodeString(data, table)
	return text
}

// encodeTable escapes all but the unreserved characters, and formTable writes
// a space as "+".
var (
	encodeTable = percent.NewTable(ascii.Unreserved, "")
	formTable   = *EncodeOptions{PlusIsSpace: true}.table()
)

// table returns the table for opt.
func (opt EncodeOptions) table() *percent.Table {
	var keep []byte
	for i := range len(opt.Keep) {
		c := opt.Keep[i]
		if ascii.Is(c, ascii.GenDelim|ascii.SubDelim) && !(c == '+' && opt.PlusIsSpace) {
			keep = append(keep, c)
		}
	}
	table := percent.NewTable(ascii.Unreserved, string(keep))
	if opt.PlusIsSpace {
		table.Replace(' ', '+')
	}
	return &table
}
