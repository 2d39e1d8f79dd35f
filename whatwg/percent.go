package whatwg

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// An EncodeSet is a percent-encode set (§1.3): a set of characters to percent-encode. Every set includes all non-ASCII
// characters. An undefined value means ComponentSet.
type EncodeSet uint8

// The sets of §1.3. Only ComponentSet and FormSet include "%", so that the result can be decoded again.
const (
	C0ControlSet    EncodeSet = iota // only controls, for opaque paths and hosts
	FragmentSet                      // for fragments
	QuerySet                         // for queries of URLs that are not special
	SpecialQuerySet                  // for queries of special URLs
	PathSet                          // for segments of paths
	UserinfoSet                      // for usernames and passwords
	ComponentSet                     // for data in any component, like JavaScript's encodeURIComponent
	FormSet                          // for forms, in which a space becomes "+"
)

func (set EncodeSet) class() ascii.Class {
	if set > FormSet {
		set = ComponentSet
	}
	return ascii.C0Set << set
}

var escapes = [...]percent.Table{
	escaped(ascii.C0Set), escaped(ascii.FragmentSet), escaped(ascii.QuerySet), escaped(ascii.SpecialQuerySet),
	escaped(ascii.PathSet), escaped(ascii.UserinfoSet), escaped(ascii.ComponentSet),
	escaped(ascii.FormSet).Replace(' ', '+'),
}

func escaped(set ascii.Class) percent.Table {
	var kept []byte
	for c, classes := range ascii.Table {
		if classes&set == 0 {
			kept = append(kept, byte(c))
		}
	}
	return percent.NewTable(0, string(kept))
}

// escapesOf returns the table of a percent-encode set.
func escapesOf(set ascii.Class) *percent.Table {
	return &escapes[bits.TrailingZeros64(uint64(set/ascii.C0Set))]
}

// appendEncoded appends s, UTF-8 percent-encoded (§1.3).
func appendEncoded(dst []byte, s string, set ascii.Class) []byte {
	return percent.AppendEncode(dst, scalars(s), escapesOf(set))
}

func encoded(s string, set ascii.Class) string {
	text, seen := percent.EncodeString(s, escapesOf(set))
	if seen.NonASCII() && !utf8.ValidString(s) {
		text, _ = percent.EncodeString(scalars(s), escapesOf(set))
	}
	return text
}

// Encode returns s, UTF-8 percent-encoded (§1.3). With FormSet, a space becomes "+".
func (set EncodeSet) Encode(s string) string { return encoded(s, set.class()) }

// AppendEncode appends the result of Encode to dst.
func (set EncodeSet) AppendEncode(dst []byte, s string) []byte {
	return appendEncoded(dst, s, set.class())
}

// PercentDecode decodes the percent-encodings in s (§1.3). The result may be ill-formed UTF-8.
func PercentDecode(s string) string {
	decoded, _ := percent.DecodeString(s, false)
	return decoded
}

// PercentDecodeText decodes the percent-encodings in s, and replaces ill-formed UTF-8 by U+FFFD. [EncodeSet.Encode] of
// ComponentSet is the inverse.
func PercentDecodeText(s string) string { return decodeText(s, false) }

// decodeText returns the result of PercentDecodeText. If plus is set, it also replaces "+" by a space.
func decodeText(s string, plus bool) string {
	if !plus && strings.IndexByte(s, '%') < 0 && ascii.Prefix(s) == len(s) {
		return s
	}
	decoded, found := percent.DecodeString(s, plus)
	if found.ASCII() || isText(s, decoded) {
		return decoded
	}
	return replaceIllFormed(s, decoded, plus)
}

func isText(s, decoded string) bool {
	return utf8.ValidString(decoded) && (len(decoded) == len(s) || utf8.ValidString(s))
}

// replaceIllFormed returns the decoded form of s with U+FFFD for ill-formed UTF-8. The parameter decoded is the decoded
// form with the ill-formed bytes. A byte of s and a decoded byte never form a character together.
func replaceIllFormed(s, decoded string, plus bool) string {
	if !utf8.ValidString(s) {
		decoded, _ = percent.DecodeString(scalars(s), plus)
	}
	return string(appendScalars(make([]byte, 0, len(decoded)+len(decoded)/2+16), decoded, false))
}
