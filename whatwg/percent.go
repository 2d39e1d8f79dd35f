package whatwg

import (
	"math/bits"
	"unicode/utf8"

	"earl.example/internal/text/percent"
)

// An EncodeSet is a percent-encode set, §1.3: the characters that are
// percent-encoded. Characters beyond ASCII are in each. A number that is none of
// the sets below stands for ComponentSet, which is safe in any component.
type EncodeSet uint8

// The sets of §1.3. Only the last two have "%" in them, so that what they
// encoded can be decoded again.
const (
	C0ControlSet    EncodeSet = iota // controls and what follows "~"; for opaque paths and hosts
	FragmentSet                      // for fragments
	QuerySet                         // for queries of URLs that are not special
	SpecialQuerySet                  // for queries of special URLs
	PathSet                          // for segments of paths
	UserinfoSet                      // for usernames and passwords
	ComponentSet                     // for data in any component, like JavaScript's encodeURIComponent
	FormSet                          // for forms, in which a space becomes "+"
)

// class returns the bytes of the set: the first classes are those of the sets,
// in the same order.
func (set EncodeSet) class() class {
	if set > FormSet {
		set = ComponentSet
	}
	return c0Set << set
}

// escapes say how the bytes are written, for each set.
var escapes = [...]percent.Table{
	escaped(c0Set), escaped(fragmentSet), escaped(querySet), escaped(specialQuerySet),
	escaped(pathSet), escaped(userinfoSet), escaped(componentSet), escapedForm(),
}

// escaped returns the table that escapes the bytes of set.
func escaped(set class) percent.Table {
	var kept []byte
	for c, classes := range table {
		if classes&set == 0 {
			kept = append(kept, byte(c))
		}
	}
	return percent.NewTable(0, string(kept))
}

// escapedForm returns the table of forms, where "+" stands for a space.
func escapedForm() percent.Table {
	t := escaped(formSet)
	t.Replace(' ', '+')
	return t
}

// escapes returns how the bytes are written if c is one of the sets.
func (c class) escapes() *percent.Table { return &escapes[bits.TrailingZeros32(uint32(c))] }

// appendEncoded appends s with UTF-8 percent-encode, §1.3, and for the set of
// forms with "+" for a space.
func appendEncoded(dst []byte, s string, set class) []byte {
	return percent.AppendEncode(dst, scalars(s), set.escapes())
}

// encoded returns what appendEncoded appends; s itself if that is the same.
func encoded(s string, set class) string {
	text, seen := percent.EncodeString(s, set.escapes())
	if seen.NonASCII() && !utf8.ValidString(s) {
		text, _ = percent.EncodeString(scalars(s), set.escapes())
	}
	return text
}

// Encode returns s with UTF-8 percent-encode, §1.3. It is s itself if nothing
// in it is in the set.
func (set EncodeSet) Encode(s string) string { return encoded(s, set.class()) }

// AppendEncode appends what Encode returns.
func (set EncodeSet) AppendEncode(dst []byte, s string) []byte {
	return appendEncoded(dst, s, set.class())
}

// PercentDecode returns s with each "%" and two hexadecimal digits replaced by
// the byte they name, §1.3. It is s itself if there are none. The result need
// not be UTF-8.
func PercentDecode(s string) string {
	decoded, _ := percent.DecodeString(s, false)
	return decoded
}

// PercentDecodeText returns what PercentDecode does as text: UTF-8 decode
// without BOM, so that bytes which are not UTF-8 become U+FFFD.
func PercentDecodeText(s string) string { return decodeText(s, false) }

// decodeText is PercentDecodeText, with plus of a form, where a "+" is a space.
func decodeText(s string, plus bool) string {
	decoded, found := percent.DecodeString(s, plus)
	if found.ASCII() || isText(s, decoded) {
		return decoded
	}
	return replaceIllFormed(s, decoded, plus)
}

// isText reports whether s and what it decodes to are both well-formed.
func isText(s, decoded string) bool {
	return utf8.ValidString(decoded) && (len(decoded) == len(s) || utf8.ValidString(s))
}

// replaceIllFormed returns what s decodes to with U+FFFD for what is not
// well-formed in it, or in s: no byte of s makes a character with one of an
// escape.
func replaceIllFormed(s, decoded string, plus bool) string {
	if !utf8.ValidString(s) {
		decoded, _ = percent.DecodeString(scalars(s), plus)
	}
	return string(appendScalars(make([]byte, 0, len(decoded)+len(decoded)/2+16), decoded, false))
}
