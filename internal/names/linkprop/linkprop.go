// Package linkprop has the properties of characters that UTS #58 defines for links in text, for Unicode 18.0.0. A
// character that a later version assigns is [Hard] here, so links do not get longer by accident.
package linkprop

import "slices"

//go:generate go run gen.go

// A Term is a value of the property Link_Term: the effect of a character on the end of a link.
type Term uint8

// The values of Link_Term.
const (
	Hard    Term = iota // ends the link
	Include             // belongs to the link
	Soft                // belongs to the link if more of the link follows
	Open                // an opening bracket
	Close               // a closing bracket; ends the link if its opening bracket is not in the link
)

const mail = 1 << 3 // the bit of Link_Email

func props(r rune) uint8 {
	u := uint32(r)
	if u > 0x10FFFF {
		return 0
	}
	mid := uint(termTop[u>>(leafBits+midBits)])<<midBits | uint(u>>leafBits)&(1<<midBits-1)
	return termLeaves[uint(termMids[mid])<<leafBits|uint(u)&(1<<leafBits-1)]
}

// TermOf returns the value of Link_Term for r.
func TermOf(r rune) Term { return Term(props(r) & (mail - 1)) }

// InLocalPart reports whether the local part of an e-mail address can have r: the property Link_Email. The characters
// above ASCII are those that identifiers can continue with (XID_Continue): letters, marks, digits and connectors.
func InLocalPart(r rune) bool { return props(r)&mail != 0 }

// Opener returns the opening bracket of the closing bracket r, or 0 if r is not a closing bracket: the property
// Link_Bracket.
func Opener(r rune) rune {
	if i, ok := slices.BinarySearch(closers[:], r); ok {
		return openers[i]
	}
	return 0
}
