package whatwg

import "earl.example/internal/percent"

// An EncodeSet is a percent-encode set, §1.3: the characters that are
// percent-encoded. Characters beyond ASCII are in each.
type EncodeSet struct{ class class }

// The sets of §1.3. Only the last two have "%" in them, so that what they
// encoded can be decoded again.
var (
	C0ControlSet    = EncodeSet{c0Set}           // controls and what follows "~"; for opaque paths and hosts
	FragmentSet     = EncodeSet{fragmentSet}     // for fragments
	QuerySet        = EncodeSet{querySet}        // for queries of URLs that are not special
	SpecialQuerySet = EncodeSet{specialQuerySet} // for queries of special URLs
	PathSet         = EncodeSet{pathSet}         // for segments of paths
	UserinfoSet     = EncodeSet{userinfoSet}     // for usernames and passwords
	ComponentSet    = EncodeSet{componentSet}    // for data in any component, like JavaScript's encodeURIComponent
	FormSet         = EncodeSet{formSet}         // for forms, in which a space becomes "+"
)

// Encode returns s with UTF-8 percent-encode, §1.3. It is s itself if nothing
// in it is in the set.
func (set EncodeSet) Encode(s string) string {
	if indexClass(s, 0, set.class) == len(s) {
		return s
	}
	return string(set.Append(make([]byte, 0, len(s)+len(s)/2+8), s))
}

// Append appends what Encode returns.
func (set EncodeSet) Append(dst []byte, s string) []byte {
	if set.class == formSet {
		return appendForm(dst, s)
	}
	return appendEncoded(dst, s, set.class)
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
