package nameprep

import (
	_ "embed" // embeds the tables
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/tables"
)

const (
	acePrefix = "xn--"
	maxLabel  = 63 // bytes, RFC 3490 §4.1 step 8

	// maxDecomposed limits the number of decomposed characters to process. Every decomposition has fewer than 16
	// characters, so a text of more characters always composes to more than maxLabel characters.
	maxDecomposed = 16 * maxLabel
)

// frozen is the release that AppendToASCII follows. It never changes.
var frozen = str.Release{Minor: 13}

// AppendToASCII appends the result of domain.encode("idna") in CPython 3.13.0 to dst. ok is false for an empty label
// that is not the last one, for a label of more than 63 bytes, and for text that Nameprep forbids. dst is then returned
// unchanged. domain is UTF-8. An ASCII domain is not changed.
func AppendToASCII(dst []byte, domain string) ([]byte, bool) {
	start := len(dst)
	plain := IsASCII(domain)
	for more := domain != ""; more; {
		var label string
		if label, domain, more = Cut(domain, plain); label == "" && !more {
			break // after a dot at the end
		}
		var fault *Fault
		if dst, fault = appendLabel(dst, label, frozen, maxDecomposed, idna.AppendPunycode); fault != nil {
			return dst[:start], false
		}
		if more {
			dst = append(dst, '.')
		}
	}
	return dst, true
}

// IsAssigned reports whether Unicode 3.2 has r (RFC 3454, table A.1).
func IsAssigned(r rune) bool { return !data().in("unassigned", r) }

// Cut is like strings.Cut at the first dot of s. If plain is true, only "." is a dot. A non-ASCII name can have four
// kinds of dot (RFC 3490 §3.1).
func Cut(s string, plain bool) (label, rest string, found bool) {
	if !plain {
		if i := strings.IndexAny(s, ".\u3002\uff0e\uff61"); i >= 0 && s[i] != '.' {
			return s[:i], s[i+len("\u3002"):], true
		}
	}
	return strings.Cut(s, ".")
}

// IsASCII reports whether s is ASCII.
func IsASCII(s string) bool { return ascii.Prefix(s) == len(s) }

// A Fault is an error of ToASCII in a label after Nameprep: the code points from Start up to End.
type Fault struct {
	Reason     string
	Start, End int
}

// TooLong is the Reason of a Fault for a label of more than 63 bytes.
const TooLong = "label too long"

// Empty is the Fault of an empty label.
var Empty = &Fault{"label empty", 0, 1}

// ToASCII appends the result of ToASCII (RFC 3490 §4.1), without UseSTD3ASCIIRules, like a release of CPython. label
// has the form that package str defines. punycode appends the Punycode of a text: a program that does not need the
// tables of package idna passes a function of its own.
func ToASCII(dst []byte, label string, rel str.Release, punycode encoder) ([]byte, *Fault) {
	return appendLabel(dst, label, rel, math.MaxInt, punycode)
}

type encoder = func(dst []byte, s string) []byte

// appendLabel is ToASCII. A label with more than most decomposed characters is too long.
func appendLabel(dst []byte, label string, rel str.Release, most int, punycode encoder) ([]byte, *Fault) {
	prepared := label
	if !IsASCII(label) {
		var fault *Fault
		if prepared, fault = prepare(label, rel, most); fault != nil {
			return dst, fault
		}
	}
	switch {
	case prepared == "":
		return dst, Empty
	case IsASCII(prepared):
		if len(prepared) <= maxLabel {
			return append(dst, prepared...), nil
		}
	case strings.HasPrefix(prepared, acePrefix):
		return dst, &Fault{"Label starts with ACE prefix", 0, len(acePrefix)}
	case str.RuneCount(prepared) <= maxLabel-len(acePrefix): // Punycode has at least one byte for each character
		out := punycode(append(dst, acePrefix...), prepared)
		if len(out)-len(dst) <= maxLabel {
			return out, nil
		}
	}
	return dst, &Fault{TooLong, 0, str.RuneCount(prepared)}
}

// prepare returns the result of Nameprep for label. It stops if there are more than most decomposed characters.
func prepare(label string, rel str.Release, most int) (string, *Fault) {
	p := preparer{unicodeData: data(), rel: rel, mappings: data().loose}
	if sinceStrict.Include(rel) {
		p.mappings = data().strict
	}
	for len(label) > 0 && len(p.runes) <= most {
		r, size := str.DecodeRune(label)
		label = label[size:]
		p.add(r)
	}
	idna.Reorder(p.runes, p.class)
	p.runes = idna.Compose(p.runes, p.class, p.composite)
	out := make([]byte, 0, len(p.runes))
	for _, r := range p.runes {
		out = str.AppendRune(out, r)
	}
	return string(out), p.check()
}

// sinceStrict lists the first releases in which all mappings are from Unicode 3.2 (gh-155292).
var sinceStrict = str.Releases{{Minor: 10, Patch: 22}, {Minor: 11, Patch: 17}, {Minor: 12, Patch: 15},
	{Minor: 13, Patch: 16}, {Minor: 14, Patch: 8}}

// unicodeText is the text that nameprep.py writes. Its comments describe the lines.
//
//go:embed nameprep.txt
var unicodeText string

// A unicodeData has the facts about characters.
type unicodeData struct {
	sets          map[string][]class
	loose, strict map[rune][]mapping // before and from sinceStrict on
	decomposition map[rune]string
	classes       []class                 // combining classes that are not 0, sorted
	compositions  map[[2]rune]composition // of pairs
}

// A class is a range of characters, in branches from since on.
type class struct {
	first, last  rune
	class, since uint8
}

type mapping struct {
	since uint8 // the first branch
	text  string
}

type composition struct {
	since uint8 // the first branch
	r     rune
}

// data returns the facts. The first call reads them, which takes a few milliseconds.
var data = sync.OnceValue(func() *unicodeData {
	d := &unicodeData{map[string][]class{}, map[rune][]mapping{}, map[rune][]mapping{}, map[rune]string{}, nil,
		map[[2]rune]composition{}}
	for f := range tables.Rows(unicodeText) {
		switch f[0] {
		case "set":
			d.sets[f[1]] = appendClasses(nil, f[2], 0, 0)
		case "map":
			in := d.loose
			if f[1] == "strict" {
				in = d.strict
			}
			code := rune(tables.Number(f[3], 16))
			in[code] = append(in[code], mapping{branch(f[2]), textOf(f[4])})
		case "decompose":
			d.decomposition[rune(tables.Number(f[1], 16))] = textOf(f[2])
		case "class":
			d.classes = appendClasses(d.classes, f[3], uint8(tables.Number(f[2], 10)), branch(f[1]))
		case "compose":
			pair := [2]rune{rune(tables.Number(f[2], 16)), rune(tables.Number(f[3], 16))}
			d.compositions[pair] = composition{branch(f[1]), rune(tables.Number(f[4], 16))}
		}
	}
	slices.SortFunc(d.classes, func(a, b class) int { return int(a.first - b.first) })
	return d
})

func branch(minor string) uint8 { return uint8(tables.Number(minor, 10)) }

// textOf returns the text of code points separated by "+".
func textOf(codes string) string {
	var text []byte
	for code := range strings.SplitSeq(codes, "+") {
		text = utf8.AppendRune(text, rune(tables.Number(code, 16)))
	}
	return string(text)
}

func appendClasses(all []class, runs string, number, since uint8) []class {
	for run := range strings.SplitSeq(runs, ",") {
		first, last := tables.Range(run)
		all = append(all, class{first, last, number, since})
	}
	return all
}

func findClass(list []class, r rune) (c class, ok bool) {
	i := sort.Search(len(list), func(i int) bool { return list[i].last >= r })
	if i == len(list) || r < list[i].first {
		return c, false
	}
	return list[i], true
}

// in reports whether a set has r.
func (d *unicodeData) in(set string, r rune) bool {
	_, ok := findClass(d.sets[set], r)
	return ok
}

type preparer struct {
	*unicodeData
	rel      str.Release
	mappings map[rune][]mapping
	runes    []rune
}

func (p *preparer) add(r rune) {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		p.runes = append(p.runes, r)
		return
	}
	if p.in("nothing", r) {
		return
	}
	for _, m := range p.mappings[r] {
		if m.since <= p.rel.Minor {
			for _, r := range m.text {
				p.decompose(r)
			}
			return
		}
	}
	p.decompose(r)
}

func (p *preparer) decompose(r rune) {
	if jamo, n := idna.DecomposeHangul(r); n != 0 {
		p.runes = append(p.runes, jamo[:n]...)
	} else if text, ok := p.decomposition[r]; ok {
		p.runes = append(p.runes, []rune(text)...)
	} else {
		p.runes = append(p.runes, r)
	}
}

func (p *preparer) class(r rune) uint32 {
	if r < 0x300 {
		return 0
	}
	c, ok := findClass(p.classes, r)
	if !ok || c.since > p.rel.Minor {
		return 0
	}
	return uint32(c.class)
}

func (p *preparer) composite(a, b rune) (rune, bool) {
	if r := idna.ComposeHangul(a, b); r != 0 {
		return r, true
	}
	c, ok := p.compositions[[2]rune{a, b}]
	return c.r, ok && c.since <= p.rel.Minor
}

// check returns the first forbidden text (RFC 3491 §5 and §6), or nil if no text is forbidden.
func (p *preparer) check() *Fault {
	hasRight := false
	for i, r := range p.runes {
		if p.in("prohibited", r) {
			text := str.AppendRepr([]byte("Invalid character "), string(str.AppendRune(nil, r)), p.rel)
			return &Fault{string(text), i, i + 1}
		}
		hasRight = hasRight || p.in("randal", r)
	}
	if !hasRight {
		return nil
	}
	for i, r := range p.runes {
		if p.in("lcat", r) {
			return &Fault{"Violation of BIDI requirement 2", i, i + 1}
		}
	}
	last := len(p.runes) - 1
	switch {
	case !p.in("randal", p.runes[0]):
		return &Fault{"Violation of BIDI requirement 3", 0, 1}
	case !p.in("randal", p.runes[last]):
		return &Fault{"Violation of BIDI requirement 3", last, last + 1}
	}
	return nil
}
