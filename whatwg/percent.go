package whatwg

import (
	"unicode/utf8"

	"earl.example/internal/percent"
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

var encodeSets = [...]class{c0Set, fragmentSet, querySet, specialQuerySet, pathSet, userinfoSet, componentSet, formSet}

// Encode returns s with UTF-8 percent-encode, §1.3. It is s itself if nothing
// in it is in the set.
func (set EncodeSet) Encode(s string) string {
	if indexClass(s, 0, set.class()) == len(s) {
		return s
	}
	return string(set.Append(make([]byte, 0, len(s)+len(s)/2+8), s))
}

// Append appends what Encode returns.
func (set EncodeSet) Append(dst []byte, s string) []byte { return appendSet(dst, s, set.class()) }

// class returns the bytes of the set.
func (set EncodeSet) class() class {
	if int(set) < len(encodeSets) {
		return encodeSets[set]
	}
	return componentSet
}

// appendSet is UTF-8 percent-encode, and for the set of forms with "+" for a
// space.
func appendSet(dst []byte, s string, set class) []byte {
	if set == formSet {
		return appendForm(dst, s)
	}
	return appendEncoded(dst, s, set)
}

// PercentDecode returns s with each "%" and two hexadecimal digits replaced by
// the byte they name, §1.3. It is s itself if there are none. The result need
// not be UTF-8.
func PercentDecode(s string) string {
	if percent.Index(s) < 0 {
		return s
	}
	decoded, _ := percent.AppendDecode(make([]byte, 0, len(s)), s, false)
	return string(decoded)
}

// PercentDecodeText returns what PercentDecode does as text: UTF-8 decode
// without BOM, so that bytes which are not UTF-8 become U+FFFD.
func PercentDecodeText(s string) string {
	decoded := PercentDecode(scalars(s))
	if utf8.ValidString(decoded) {
		return decoded
	}
	return string(appendScalars(make([]byte, 0, len(decoded)+16), decoded, false))
}
