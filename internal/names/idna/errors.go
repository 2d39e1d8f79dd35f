package idna

import (
	_ "embed" // embeds the texts of the rules
	"strconv"

	"earl.example/internal/text/tables"
)

// A Rule is a requirement that a name can break. Rules of UTS #46 are named as in its test file IdnaTestV2.txt.
type Rule uint8

// The rules. All are from UTS #46, except TooLong. "Label" means a label after mapping, normalization and decoding. V5
// (no full stop in a label) is missing, because no label can break it.
const (
	_        Rule = iota
	P4            // a label that begins with "xn--" is ASCII, and is Punycode of non-ASCII text
	V1            // a label from Punycode is in Normalization Form C
	V2            // no label has "--" in third and fourth position
	V3            // no label begins or ends with "-"
	V4            // no label from Punycode begins with "xn--" again
	V6            // no label begins with a combining mark
	V7            // each code point has status valid
	U1            // each ASCII code point is a lower-case letter, a digit or "-"
	C1            // a zero width non-joiner follows a virama, or is between letters that would join
	C2            // a zero width joiner follows a virama
	B1            // in a name with right-to-left text, each label begins with a letter
	B2            // a right-to-left label has no left-to-right letter
	B3            // a right-to-left label ends in a letter or number
	B4            // a right-to-left label has numbers of one kind
	B5            // a left-to-right label has no right-to-left letter or number
	B6            // in a name with right-to-left text, each left-to-right label ends in a letter or number
	TooLong       // a label that is Punycode or not ASCII is not longer than MaxLabel
	A41           // a name has 1 to 253 bytes
	A42           // a label has 1 to 63 bytes, including the last one
	endRules      // not a rule
)

// ruleText has a row for each rule, in their order: the name, the section and the text.
//
//go:embed rules.tsv
var ruleText string

func (r Rule) cells() []string { return tables.Cells(ruleText)[r-P4] }

// String returns the name of the rule, such as "V7".
func (r Rule) String() string { return r.cells()[0] }

// An Error reports the first rule that a name breaks, and the offset.
type Error struct {
	Rule Rule

	// Offset is the offset of the code point that breaks the rule, in the input before mapping. If the whole label or a
	// code point decoded from Punycode breaks the rule, it is the offset of the label. If the input ends too early, it is
	// the length of the input.
	Offset int
}

// Error returns one line, without the name.
func (e *Error) Error() string {
	rule := e.Rule.cells()
	return "idna: " + rule[0] + ": " + rule[2] + " (" + rule[1] + ") at byte " + strconv.Itoa(e.Offset)
}
