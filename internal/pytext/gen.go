//go:build ignore

// Gen writes tables.go from unicode.txt, which says what every code point
// does in every Unicode version. Run it with go generate.
//
// A history is what one code point is in each version. There are fewer than
// 256 of them, so that a trie of three stages leads from code point to the
// number of a history, and a table from there to the properties in a version.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/format"
	"log"
	"math/bits"
	"os"
	"strconv"
	"strings"
)

const (
	limit    = 0x110000
	leafSize = 32 // code points
	midSize  = 32 // leaves
)

// Bits of a property word. Tables.go repeats them.
const (
	printable = 1 << iota
	cased
	ignorable
	space
	digit
	long
	digitShift = 6
	deltaShift = 10
)

// A history holds one property word for each version.
type history string

type data struct {
	versions  []string
	histories []history         // numbered in order of appearance; 0 is unassigned
	number    map[history]uint8 // the inverse
	of        []uint8           // by code point
	longer    map[rune]string   // lower case of more than one code point
}

func main() {
	log.SetFlags(0)
	d, err := read("unicode.txt")
	if err != nil {
		log.Fatal(err)
	}
	src, err := format.Source(d.source())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("tables.go", src, 0o644); err != nil {
		log.Fatal(err)
	}
}

func read(name string) (*data, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := &data{number: map[history]uint8{}, of: make([]uint8, limit), longer: map[rune]string{}}
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		if err := d.line(sc.Text()); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return d, sc.Err()
}

// line takes one line: a comment, a version, or a range and its history.
func (d *data) line(s string) error {
	if strings.HasPrefix(s, "#") {
		return nil
	}
	if rest, ok := strings.CutPrefix(s, "version "); ok {
		v, _, _ := strings.Cut(rest, ":")
		d.versions = append(d.versions, v)
		return nil
	}
	if len(d.histories) == 0 {
		d.intern(d.pack(make([]uint32, len(d.versions))))
	}
	fields := strings.Fields(s)
	from, to, isRange := strings.Cut(fields[0], "-")
	if !isRange {
		to = from
	}
	lo, err := strconv.ParseUint(from, 16, 21)
	if err != nil {
		return err
	}
	hi, err := strconv.ParseUint(to, 16, 21)
	if err != nil {
		return err
	}
	words := make([]uint32, len(d.versions))
	for _, field := range fields[1:] {
		since, word, ok := strings.Cut(field, ":")
		if !ok {
			since, word = d.versions[0], field
		}
		w, err := d.word(word, rune(lo))
		if err != nil {
			return err
		}
		for i := d.version(since); i < len(words); i++ {
			words[i] = w
		}
	}
	for i := range words {
		if words[i]&(space|long) != words[0]&(space|long) {
			return fmt.Errorf("white space and longer lower case must not depend on the version")
		}
	}
	n, err := d.intern(d.pack(words))
	for cp := lo; cp <= hi; cp++ {
		d.of[cp] = n
	}
	return err
}

func (d *data) version(name string) int {
	for i, v := range d.versions {
		if v == name {
			return i
		}
	}
	log.Fatalf("unknown version %q", name)
	return 0
}

// word packs what unicode.py calls a record.
func (d *data) word(s string, cp rune) (w uint32, err error) {
	for s != "" {
		c := s[0]
		s = s[1:]
		switch c {
		case '-':
		case 'P':
			w |= printable
		case 'C':
			w |= cased
		case 'I':
			w |= ignorable
		case 'S':
			w |= space
		case 'D':
			w |= digit | uint32(s[0]-'0')<<digitShift
			s = s[1:]
		case 'L':
			if rest, ok := strings.CutPrefix(s, "="); ok {
				w |= long
				d.longer[cp], err = sequence(rest)
				return w, err
			}
			delta, err := strconv.ParseInt(s, 10, 32-deltaShift)
			return w | uint32(delta)<<deltaShift, err
		default:
			return 0, fmt.Errorf("unknown letter %q", c)
		}
	}
	return w, nil
}

func sequence(s string) (string, error) {
	var b strings.Builder
	for field := range strings.SplitSeq(s, ",") {
		r, err := strconv.ParseUint(field, 16, 21)
		if err != nil {
			return "", err
		}
		b.WriteRune(rune(r))
	}
	return b.String(), nil
}

func (d *data) pack(words []uint32) history {
	var b []byte
	for _, w := range words {
		b = fmt.Appendf(b, "%#x,", w)
	}
	return history(b)
}

func (d *data) intern(h history) (uint8, error) {
	n, ok := d.number[h]
	if !ok {
		if len(d.histories) == 256 {
			return 0, fmt.Errorf("more than 256 histories")
		}
		n = uint8(len(d.histories))
		d.number[h] = n
		d.histories = append(d.histories, h)
	}
	return n, nil
}

// blocks cuts s into blocks of size, and returns the distinct ones and the
// number of each in turn.
func blocks[T uint8 | uint16](s []T, size int) (distinct []T, index []uint16) {
	seen := map[string]uint16{}
	for ; len(s) > 0; s = s[size:] {
		key := fmt.Sprint(s[:size])
		n, ok := seen[key]
		if !ok {
			n = uint16(len(seen))
			seen[key] = n
			distinct = append(distinct, s[:size]...)
		}
		index = append(index, n)
	}
	return distinct, index
}

func (d *data) source() []byte {
	leaves, of := blocks(d.of, leafSize)
	mids, top := blocks(of, midSize)
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("// Code generated by gen.go from unicode.txt; DO NOT EDIT.\n\npackage pytext\n\n")
	p("// unicodeVersions names the columns of histories.\nvar unicodeVersions = [...]string{")
	for _, v := range d.versions {
		p("%q,", v)
	}
	p("}\n\n// The bits of props.\nconst (\n")
	for i, name := range []string{"printable", "cased", "ignorable", "space", "digit", "long"} {
		p("%s props = 1 << %d\n", name, i)
	}
	p("digitShift = %d // four bits\ndeltaShift = %d // signed\n)\n\n", digitShift, deltaShift)
	p("// histories holds the properties of each history in each version.\n")
	p("var histories = [...][%d]props{\n", len(d.versions))
	for _, h := range d.histories {
		p("{%s},\n", h)
	}
	p("}\n\n// longLower holds the lower case of the code points marked long.\n")
	p("var longLower = [...]struct {\nr rune\nlower string\n}{\n")
	for r := range rune(limit) {
		if s, ok := d.longer[r]; ok {
			p("{%#x, %+q},\n", r, s)
		}
	}
	p("}\n\n// The trie: a number in top, mids and leaves.\nconst (\nleafBits = %d\nmidBits = %d\n)\n\n", bits.Len(leafSize-1), bits.Len(midSize-1))
	array(&b, "top", "uint8", top)
	array(&b, "mids", "uint16", mids)
	array(&b, "leaves", "uint8", leaves)
	return b.Bytes()
}

func array[T uint8 | uint16](b *bytes.Buffer, name, typ string, values []T) {
	fmt.Fprintf(b, "\nvar %s = [...]%s{", name, typ)
	for i, v := range values {
		if i%32 == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%d,", v)
	}
	b.WriteString("\n}\n")
}
