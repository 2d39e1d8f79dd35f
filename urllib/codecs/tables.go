package codecs

import (
	"compress/gzip"
	_ "embed" // embeds the tables
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/tables"
)

// multibyteFile is the compressed text that multibyte.py writes. Comments at the start of the text describe its lines.
//
//go:embed multibyte.txt.gz
var multibyteFile string

// A table is a character set with one to three octets for each character.
type table struct {
	// rows have the character, or 0, of each last octet. Row 0 has single octets, rows from 0x80 on have pairs of octets,
	// and rows from 0x180 on have triples that begin with 0x8F. A value greater than utf8.MaxRune consists of two
	// characters of 16 bits.
	rows    [0x200]*[256]rune
	codes   [0x300]*[256]uint32 // by code point
	pairs   map[[2]rune]uint32  // with U+0000, a single character that can begin a pair
	triples bool
}

// A fourRun is a run of characters to which GB 18030 gives consecutive codes of four octets.
type fourRun struct {
	first, last rune
	number      int // code of first
}

type multibyteTables struct {
	byName map[string]func() *table // the first call reads the table
	fours  []fourRun                // sorted
}

// multibyte returns the tables. The first call decompresses them.
var multibyte = sync.OnceValue(func() multibyteTables {
	all := multibyteTables{byName: map[string]func() *table{}}
	lines := slices.Collect(tableLines(multibyteFile))
	for i, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "table":
			name, base, _ := strings.Cut(rest, " ")
			all.byName[name] = sync.OnceValue(func() *table { return readTable(all.byName[base], lines[i+1:]) })
		case "four":
			span, number, _ := strings.Cut(rest, " ")
			first, last := tables.Range(span)
			all.fours = append(all.fours, fourRun{first, last, tables.Number(number, 16)})
		}
	}
	return all
})

// tableOf returns the table with the given name.
func tableOf(name string) *table { return multibyte().byName[name]() }

// readTable reads the table at the start of lines. If base is not nil, the lines are changes of that table.
func readTable(base func() *table, lines []string) *table {
	t := &table{}
	if base != nil {
		t.rows, t.triples = base().rows, base().triples
	}
	for _, line := range lines {
		f := strings.Split(line, " ")
		if f[0] == "encode" { // the last line of a table
			t.invert(f[1:])
			break
		}
		t.setRow(tables.Number(f[0], 16), tables.Number(f[1], 16), f[2])
	}
	return t
}

// tableLines yields the lines of a compressed file.
func tableLines(file string) iter.Seq[string] {
	r, err := gzip.NewReader(strings.NewReader(file))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n")
}

// setRow changes a row from the given octet on. The runs are such as 4E02,4E04-4E06,-3,X,304B+309A. Here -3 means that
// three characters do not change, and X means that there is no character.
func (t *table) setRow(n, octet int, runs string) {
	row := new([256]rune)
	if t.rows[n] != nil {
		*row = *t.rows[n]
	}
	t.rows[n] = row
	t.triples = t.triples || n > 0xFF
	for run := range strings.SplitSeq(runs, ",") {
		if skip, ok := strings.CutPrefix(run, "-"); ok {
			octet += tables.Number(skip, 16)
			continue
		}
		if run == "X" {
			run = "0"
		}
		run, second, isPair := strings.Cut(run, "+")
		first, last := tables.Range(run)
		if isPair {
			first = first<<16 | rune(tables.Number(second, 16))
			last = first
		}
		for r := first; r <= last; r++ {
			row[octet] = r
			octet++
		}
	}
}

// invert fills the codes of t: the first code of each character, except for the given code points.
func (t *table) invert(exceptions []string) {
	for n, row := range t.rows {
		if row == nil {
			continue
		}
		for octet, r := range row {
			code := uint32(n&0xFF<<8 | octet)
			if n > 0xFF {
				code |= singleShift3 << 16
			}
			switch {
			case r > utf8.MaxRune:
				if t.pairs == nil {
					t.pairs = map[[2]rune]uint32{}
				}
				t.pairs[[2]rune{r >> 16, r & 0xFFFF}] = code
			case r != 0 && t.code(r) == 0:
				t.setCode(r, code)
			}
		}
	}
	for _, exception := range exceptions {
		r, code, _ := strings.Cut(exception, ":")
		if code == "X" {
			code = "0"
		}
		t.setCode(rune(tables.Number(r, 16)), uint32(tables.Number(code, 16)))
	}
	for pair := range t.pairs {
		t.pairs[[2]rune{pair[0], 0}] = t.code(pair[0])
	}
}

func (t *table) setCode(r rune, code uint32) {
	if t.codes[r>>8] == nil {
		t.codes[r>>8] = new([256]uint32)
	}
	t.codes[r>>8][r&0xFF] = code
}

// char returns the character of a row and a last octet, or 0.
func (t *table) char(row int, octet byte) rune {
	if t.rows[row] == nil {
		return 0
	}
	return t.rows[row][octet]
}

// code returns the octets of r as a number, or 0 if r has none.
func (t *table) code(r rune) uint32 {
	if page := int(r >> 8); page < len(t.codes) && t.codes[page] != nil {
		return t.codes[page][r&0xFF]
	}
	return 0
}

// A pairMode says how a release handles the text after a character that can begin a pair.
type pairMode uint8

const (
	losesNUL  pairMode = iota // U+0000 is lost
	losesWide                 // U+10000 and other characters that end in 16 zero bits are lost
	mixesWide                 // U+10304 and U+0304 are equal
	keepsWide                 // no character is lost
)

// pairModeOf returns the mode of the codec with the given label.
func pairModeOf(label string, rel str.Release) pairMode {
	switch {
	case sinceKeepsWide.Include(rel):
		return keepsWide
	case label == "big5hkscs":
		return mixesWide
	case sinceKeepsNUL.Include(rel):
		return losesWide
	}
	return losesNUL
}

// pair returns the code of the pair of r and the first character of rest, and the length of this character. The code is
// 0 if there is no such pair. If mode loses the character, the code is the code of r.
func (t *table) pair(r rune, rest string, mode pairMode) (code uint32, size int) {
	if t.pairs == nil || rest == "" {
		return code, size
	}
	second, size := str.DecodeRune(rest)
	if mode < keepsWide {
		second &= 0xFFFF
	}
	if second == 0 && mode != losesNUL && (mode != losesWide || size == 1) {
		return code, size
	}
	return t.pairs[[2]rune{r, second}], size
}
