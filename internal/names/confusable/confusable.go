// Package confusable detects labels of domain names that mix unrelated scripts, or that look like ASCII text (UTS #39,
// Unicode Security Mechanisms).
//
// It expects labels after the mapping of UTS #46.
package confusable

import (
	_ "embed" // embeds the table
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/tables"
)

// unicodeText is the text that unicode.py writes and explains.
//
//go:embed unicode.txt
var unicodeText string

type set [3]uint64

func (s set) and(o set) set { return set{s[0] & o[0], s[1] & o[1], s[2] & o[2]} }

type entry struct {
	lo, hi  rune
	scripts set
	look    string // the ASCII text that the characters look like, or ""
	sign    bool   // not a letter, mark or digit
}

// A data has the properties of characters, and the sets of scripts that have rules.
type data struct {
	names  []string // of the scripts, by number
	ranges []entry  // in order
	other  entry    // of all other characters

	everywhere set // Common and Inherited; their characters can be used with all scripts
	latin      set

	// together is a list of sets of scripts. Each set contains Latin and the scripts of one language. Labels may mix the
	// scripts of one set at the level "Highly Restrictive" of UTS #39 §5.2.
	together [3]set
}

// characters returns the data. The first call reads the table.
var characters = sync.OnceValue(func() *data {
	d := new(data)
	for row := range tables.Rows(unicodeText) {
		lo, hi := tables.Range(row[0])
		e := entry{lo: lo, hi: hi, scripts: d.setOf(row[1])}
		for _, word := range row[2:] {
			var looks bool
			if word, looks = strings.CutPrefix(word, "="); looks {
				e.look = word
			}
			e.sign = e.sign || !looks
		}
		d.ranges = append(d.ranges, e)
	}
	d.everywhere, d.latin = d.setOf("Common+Inherited"), d.setOf("Latin")
	d.other.scripts = d.everywhere
	d.together = [...]set{
		d.setOf("Latin+Han+Hiragana+Katakana"), d.setOf("Latin+Han+Bopomofo"), d.setOf("Latin+Han+Hangul"),
	}
	return d
})

// setOf returns the set of the scripts with the given names, separated by "+".
func (d *data) setOf(names string) (s set) {
	for name := range strings.SplitSeq(strings.ReplaceAll(names, "_", " "), "+") {
		i := slices.Index(d.names, name)
		if i < 0 {
			i = len(d.names)
			d.names = append(d.names, name)
		}
		s[i/64] |= 1 << (i % 64)
	}
	return s
}

// find returns the properties of r. No range has ASCII characters.
func find(r rune) *entry {
	d := characters()
	i, _ := slices.BinarySearchFunc(d.ranges, r, func(e entry, r rune) int { return int(e.hi - r) })
	if i == len(d.ranges) || d.ranges[i].lo > r {
		return &d.other
	}
	return &d.ranges[i]
}

func scriptsOf(r rune) set {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return characters().latin
	case r < utf8.RuneSelf:
		return characters().everywhere
	}
	return find(r).scripts
}

// Mixed reports whether a label mixes scripts. mixed is false if all characters share one script, or if one of the sets
// in together has a script of each character. If mixed is true, first and second are the names of two scripts in the
// label.
func Mixed(label string) (first, second string, mixed bool) {
	together := characters().together
	common := set{math.MaxUint64, math.MaxUint64, math.MaxUint64}
	inAll := [len(together)]bool{true, true, true}
	for _, r := range label {
		s := scriptsOf(r)
		if s.and(characters().everywhere) != (set{}) {
			continue
		}
		for i := range together {
			inAll[i] = inAll[i] && s.and(together[i]) != (set{})
		}
		if common = common.and(s); common == (set{}) && !slices.Contains(inAll[:], true) {
			return strangerTo(s, label).name(), s.name(), true
		}
	}
	return "", "", false
}

// strangerTo returns the scripts of the first character of label that must not be mixed with s: the character shares no
// script with s, and none of the sets in together has scripts of both. If there is no such character, it returns the
// scripts of the first character with another name.
func strangerTo(s set, label string) (other set) {
	for _, r := range label {
		t := scriptsOf(r)
		if t.and(characters().everywhere) != (set{}) {
			continue
		}
		bothIn := func(all set) bool { return all.and(s) != (set{}) && all.and(t) != (set{}) }
		if t.and(s) == (set{}) && !slices.ContainsFunc(characters().together[:], bothIn) {
			return t
		}
		if other == (set{}) && t.name() != s.name() {
			other = t
		}
	}
	return other
}

func (s set) name() string {
	for i, name := range characters().names {
		if s[i/64]>>(i%64)&1 != 0 {
			return name
		}
	}
	return ""
}

// LooksLike returns the ASCII text that a label looks like. ok is false if the label is ASCII, or if a non-ASCII
// character does not look like ASCII letters or digits.
func LooksLike(label string) (string, bool) {
	var b strings.Builder
	other := false
	for _, r := range label {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		look := find(r).look
		if look == "" || isDelimiter(look) {
			return "", false
		}
		other = true
		b.WriteString(look)
	}
	return b.String(), other
}

func isDelimiter(look string) bool {
	return look != "" && !ascii.Is(look[0], ascii.Alpha|ascii.Digit)
}

// Delimiter finds the first character of a label that looks like an ASCII delimiter, and returns this delimiter. The
// label seems to end there. The character counts only if it is a sign or follows an ASCII character. So the Japanese
// letter that looks like a slash is not reported in Japanese text.
func Delimiter(label string) (look string, ok bool) {
	before := utf8.RuneError
	for _, r := range label {
		if r >= utf8.RuneSelf {
			if look := find(r).look; isDelimiter(look) && (before < utf8.RuneSelf || find(r).sign) {
				return look, true
			}
		}
		before = r
	}
	return "", false
}

// Sign returns the first sign in a label that IDNA 2008 does not allow there. A sign is a character that is not a
// letter, mark or digit (RFC 5892 §2.1). Some signs are allowed next to certain letters (appendices A.3 to A.7). Sign
// ignores the joiners of appendices A.1 and A.2.
func Sign(label string) (sign rune, ok bool) {
	text := []rune(label)
	katakana := false // the label has an allowed katakana middle dot, so all of them are allowed
	for i, r := range text {
		switch {
		case !find(r).sign, r == '\u200c', r == '\u200d', r == '・' && katakana:
			continue
		case !strings.ContainsRune("·͵׳״・", r) || !idna.InContext(text, i):
			return r, true
		}
		katakana = katakana || r == '・'
	}
	return 0, false
}
