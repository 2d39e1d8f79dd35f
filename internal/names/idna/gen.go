//go:build ignore

// Gen writes tables.go from unicode.txt, which unicode.py explains. A class is a combination of properties of code
// points. There are fewer than 256 classes, so a trie of three stages maps each code point to one byte, its class. A
// second trie has the mapping of UTS #46.
package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/testing/gentable"
	"earl.example/internal/text/tables"
)

const (
	limit = 0x110000

	hangulBase, hangulEnd = 0xAC00, 0xD7A4
	vowelFirst, vowelLast = 0x1161, 0x1175
	tailFirst, tailLast   = 0x11A8, 0x11C2
)

// flagNames are the bits of a class, the lowest first. Bidi_Class has a bit for each value in RFC 5893, and one bit for
// all other values.
var flagNames = []string{
	"bidiL", "bidiR", "bidiAL", "bidiAN", "bidiEN", "bidiES", "bidiCS", "bidiET", "bidiON", "bidiBN", "bidiNSM",
	"bidiOther",
	"mapped", "disallowed", "deviation", "notLDH", "mark", "nfcNo", "nfcMaybe", "decomposes",
}

var joinNames = []string{"joinNone", "joinDual", "joinLeft", "joinRight", "joinTransparent"}

const (
	joinShift = 20 // after the flags; three bits
	cccShift  = 24
)

type record struct {
	class    uint32
	mapping  []rune // the mapping, if the status is mapped, deviation or ignored
	maps     bool
	pieces   []rune // canonical decomposition
	excluded bool
}

type data [limit]record

var version string

func main() {
	d := new(data)
	for r := range d {
		d[r].class = flag("disallowed") | flag("bidiL")
	}
	gentable.Lines("unicode.txt", d.line)
	d.derive()
	gentable.Write("tables.go", d.source())
}

func flag(name string) uint32 {
	i := slices.Index(flagNames, name)
	if i < 0 {
		panic("no flag " + name)
	}
	return 1 << i
}

func (d *data) line(s string) {
	if strings.HasPrefix(s, "#") {
		if rest, ok := strings.CutPrefix(s, "# Unicode "); ok {
			version, _, _ = strings.Cut(rest, ",")
		}
		return
	}
	fields := strings.Fields(s)
	lo, hi := tables.Range(fields[0])
	for cp := lo; cp <= hi; cp++ {
		d[cp] = parse(fields[1:], cp)
	}
}

// parse parses the words of a line, which give the properties of cp.
func parse(words []string, cp rune) (r record) {
	switch status := words[0]; status[0] {
	case 'V':
	case 'X':
		r.class |= flag("disallowed")
	case 'I':
		r.class |= flag("mapped")
		r.maps = true
	case 'M', 'D':
		r.class |= flag(map[byte]string{'M': "mapped", 'D': "deviation"}[status[0]])
		r.maps = true
		if by, ok := strings.CutPrefix(status, "M+"); ok {
			r.mapping = []rune{cp + rune(tables.Number(by, 10))}
		} else {
			r.mapping = gentable.Runes(status[2:])
		}
	default:
		panic(fmt.Sprintf("unknown status %q", status))
	}
	if name := "bidi" + words[1]; slices.Contains(flagNames, name) {
		r.class |= flag(name)
	} else {
		r.class |= flag("bidiOther")
	}
	for _, word := range words[2:] {
		switch word[0] {
		case 'j':
			r.class |= uint32(1+strings.Index("DLRT", word[1:])) << joinShift
		case 'm':
			r.class |= flag("mark")
		case 'c':
			r.class |= uint32(tables.Number(word[1:], 10)) << cccShift
		case '=':
			r.pieces = gentable.Runes(word[1:])
		case 'x':
			r.excluded = true
		default:
			panic(fmt.Sprintf("unknown word %q", word))
		}
	}
	if cp < utf8.RuneSelf && r.class&flag("mapped") == 0 && !('a' <= cp && cp <= 'z' || '0' <= cp && cp <= '9' ||
		cp == '-') {
		r.class |= flag("notLDH")
	}
	return r
}

// derive sets the flags of normalization (UAX #15 §9, NFC_Quick_Check), and checks the invariants of the package.
func (d *data) derive() {
	for cp := range d {
		r := &d[cp]
		hangul := hangulBase <= cp && cp < hangulEnd
		if r.pieces != nil || hangul {
			r.class |= flag("decomposes")
		}
		if r.excluded {
			r.class |= flag("nfcNo")
		} else if len(r.pieces) == 2 {
			d[r.pieces[1]].class |= flag("nfcMaybe")
		}
		if vowelFirst <= cp && cp <= vowelLast || tailFirst <= cp && cp <= tailLast {
			r.class |= flag("nfcMaybe")
		}
	}
	for cp := range d {
		r := &d[cp]
		// A character can also compose with the text before it if the first code point of its decomposition can be the
		// second code point of a composing pair.
		if d[d.full(rune(cp))[0]].class&flag("nfcMaybe") != 0 && !r.excluded {
			r.class |= flag("nfcMaybe")
		}
		if r.class&flag("deviation") != 0 && r.class>>cccShift != 0 || len(r.pieces) > 2 {
			panic(fmt.Sprintf("%U breaks an assumption", cp))
		}
		for _, to := range r.mapping {
			bad := flag("mapped") | flag("disallowed") | flag("nfcNo")
			if d[to].class&bad != 0 || to == '.' && len(r.mapping) > 1 {
				panic(fmt.Sprintf("%U maps to %U", cp, r.mapping))
			}
		}
	}
}

func (d *data) full(cp rune) []rune {
	if d[cp].pieces == nil {
		return []rune{cp}
	}
	var all []rune
	for _, piece := range d[cp].pieces {
		all = append(all, d.full(piece)...)
	}
	return all
}

// A pool holds texts. Each text follows a byte with its length.
type pool struct {
	text   string
	offset map[string]int
}

// add adds rs to the pool, unless the pool contains it, and returns its offset, which is never 0.
func (p *pool) add(rs []rune) int {
	s := string(rs)
	if p.offset == nil {
		p.offset, p.text = map[string]int{}, "\x00"
	}
	at, ok := p.offset[s]
	if !ok {
		at = len(p.text)
		p.offset[s] = at
		p.text += string([]byte{byte(len(s))}) + s
	}
	return at
}

func (d *data) source() []byte {
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("// Code generated by gen.go from unicode.txt; DO NOT EDIT.\n\npackage idna\n\n")
	p("// UnicodeVersion is the version of Unicode that the tables are of.\nconst UnicodeVersion = %q\n\n", version)
	p("// The bits of props.\nconst (\n")
	for i, name := range flagNames {
		p("%s props = 1 << %d\n", name, i)
	}
	p("joinShift = %d // three bits\ncccShift = %d // eight bits\n)\n\n", joinShift, cccShift)
	p("// The values of Joining_Type.\nconst (\n")
	for i, name := range joinNames {
		p("%s = %d\n", name, i)
	}
	p(")\n\n// Both tries: the number of a block in the next stage, and an entry in the last.\n")
	p("%s", gentable.TrieBits())
	d.classes(&b)
	d.mappings(&b)
	d.decompositions(&b)
	return b.Bytes()
}

func (d *data) classes(b *bytes.Buffer) {
	var distinct []uint32
	number := map[uint32]int{}
	of := make([]uint8, limit)
	for cp := range d {
		class := d[cp].class
		n, ok := number[class]
		if !ok {
			n = len(distinct)
			number[class] = n
			distinct = append(distinct, class)
		}
		of[cp] = uint8(n)
	}
	if len(distinct) > 256 {
		panic(fmt.Sprintf("%d classes", len(distinct)))
	}
	gentable.Trie(b, "class", "uint8", of)
	// The array has 256 entries, so that indexing it with a byte needs no bounds check.
	fmt.Fprintf(b, "\n// classProps are the properties of each class.\n")
	gentable.Array(b, "classProps", "props", append(distinct, make([]uint32, 256-len(distinct))...), 24)
}

func (d *data) mappings(b *bytes.Buffer) {
	var texts pool
	of := make([]uint16, limit)
	for cp := range d {
		if d[cp].maps {
			at := texts.add(d[cp].mapping)
			if at >= 1<<16 {
				panic("the mappings are too long")
			}
			of[cp] = uint16(at)
		}
	}
	gentable.Trie(b, "map", "uint16", of)
	text(b, "mapTexts", "mapTexts holds the mappings, each behind its length.", texts.text)
}

// keyBits is a number of bits in which every code point with a decomposition fits.
const keyBits = 18

func (d *data) decompositions(b *bytes.Buffer) {
	var texts pool
	var keys []uint32
	var pairs []uint64
	for cp := range rune(limit) {
		r := &d[cp]
		if r.pieces == nil {
			continue
		}
		at := texts.add(d.full(cp))
		if cp >= 1<<keyBits || at >= 1<<(32-keyBits) {
			panic(fmt.Sprintf("%U: the decompositions are too many", cp))
		}
		keys = append(keys, uint32(cp)<<(32-keyBits)|uint32(at))
		if !r.excluded {
			pairs = append(pairs, uint64(r.pieces[0])<<42|uint64(r.pieces[1])<<21|uint64(cp))
		}
	}
	slices.Sort(pairs)
	fmt.Fprintf(b,
		"\n// decompositionKeys are code points, sorted, each with an offset into\n"+
			"// decompositionTexts in the lower bits.\n")
	fmt.Fprintf(b, "const offsetBits = %d\n", 32-keyBits)
	gentable.Array(b, "decompositionKeys", "uint32", keys, 24)
	text(b, "decompositionTexts", "decompositionTexts holds full canonical decompositions, each behind its length.",
		texts.text)
	fmt.Fprintf(b, "\n// compositions are the first, the second and what they compose to, 21 bits\n// each, sorted.\n")
	gentable.Array(b, "compositions", "uint64", pairs, 24)
}

func text(b *bytes.Buffer, name, doc, s string) {
	fmt.Fprintf(b, "\n// %s\nconst %s = %+q\n", doc, name, s)
}
