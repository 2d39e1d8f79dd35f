package idna

import "strconv"

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

const (
	validity = "UTS #46 §4.1 criterion "
	joiners  = validity + "8, RFC 5892 appendix A."
	bidi     = validity + "9, RFC 5893 §2 condition "
)

var ruleTexts = [endRules]struct{ name, section, text string }{
	P4: {"P4", "UTS #46 §4 step 4", `a label that begins with "xn--" must be the Punycode of more than ASCII`},
	V1: {"V1", validity + "1", "a label must be in Normalization Form C"},
	V2: {"V2", validity + "2", `a label must not have "--" in third and fourth position`},
	V3: {"V3", validity + "3", "a label must not begin or end with a hyphen"},
	V4: {"V4", validity + "4", `a decoded label must not begin with "xn--"`},
	V6: {"V6", validity + "6", "a label must not begin with a combining mark"},
	V7: {"V7", validity + "7", "a label must not have a disallowed code point"},
	U1: {"U1", validity + "7", "a label must not have ASCII but letters, digits and hyphens"},
	C1: {"C1", joiners + "1", "a zero width non-joiner must be between joining letters or after a virama"},
	C2: {"C2", joiners + "2", "a zero width joiner must be after a virama"},
	B1: {"B1", bidi + "1", "a label of a Bidi domain name must begin with a letter"},
	B2: {"B2", bidi + "2", "a right-to-left label must not have left-to-right text"},
	B3: {"B3", bidi + "3", "a right-to-left label must end in a letter or number"},
	B4: {"B4", bidi + "4", "a right-to-left label must not mix European and Arabic numbers"},
	B5: {"B5", bidi + "5", "a left-to-right label must not have right-to-left text"},
	B6: {"B6", bidi + "6", "a left-to-right label of a Bidi domain name must end in a letter or number"},
	TooLong: {"MaxLabel", "package idna",
		"a label that is not ASCII, or Punycode, must not have more than 2000 code points or bytes"},
	A41: {"A4_1", "UTS #46 §4.2 step 4.1", "a name must have 1 to 253 bytes"},
	A42: {"A4_2", "UTS #46 §4.2 step 4.2", "a label must have 1 to 63 bytes"},
}

// String returns the name of the rule, such as "V7".
func (r Rule) String() string { return ruleTexts[r].name }

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
	rule := &ruleTexts[e.Rule]
	return "idna: " + rule.name + ": " + rule.text + " (" + rule.section + ") at byte " + strconv.Itoa(e.Offset)
}
