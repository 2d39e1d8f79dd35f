//go:build ignore

// Gen writes tables.go from labels.txt, and the .bin files from index.txt. See encoding.go for their form.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/testing/gentable"
	"earl.example/internal/text/tables"
)

// utf8Labels are the labels of encodings that have the output encoding UTF-8.
var utf8Labels = []string{"utf-8", "replacement", "utf-16be", "utf-16le"}

// constants names the encodings that have their own encoder, in the order of their numbers.
var constants = []struct{ name, label string }{
	{"UTF8", "utf-8"}, {"gbk", "gbk"}, {"gb18030", "gb18030"}, {"big5", "big5"}, {"eucJP", "euc-jp"},
	{"iso2022JP", "iso-2022-jp"}, {"shiftJIS", "shift_jis"}, {"eucKR", "euc-kr"}, {"userDefined", "x-user-defined"},
}

type index []rune

var (
	indexes = map[string]index{}
	singles []string // the names of the single-byte indexes
	ranges  []byte   // the index gb18030-ranges: pointer and character, 16 bits each
)

func main() {
	readIndexes()
	writeLabels()
	write("single.bin", singleBytes())
	write("gb18030-ranges.bin", ranges)
	write("euc-kr.bin", trie(indexes["euc-kr"].pointers(0)))

	gb := indexes["gb18030"].pointers(0)
	for _, row := range []struct {
		first rune
		n     int
		lead  int
		trail int
	}{
		{0xE78D, 7, 0xA6, 0xD9}, {0xE794, 2, 0xA6, 0xEC}, {0xE796, 1, 0xA6, 0xF3}, {0xE81E, 1, 0xFE, 0x59},
		{0xE826, 1, 0xFE, 0x61}, {0xE82B, 2, 0xFE, 0x66}, {0xE832, 1, 0xFE, 0x6D}, {0xE843, 1, 0xFE, 0x7E},
		{0xE854, 1, 0xFE, 0x90}, {0xE864, 1, 0xFE, 0xA0},
	} {
		for i := range row.n {
			offset := 0x40
			if row.trail >= 0x7F {
				offset = 0x41
			}
			gb[row.first+rune(i)] = (row.lead-0x81)*190 + row.trail + i - offset
		}
	}
	write("gb18030.bin", trie(gb))

	const withoutHKSCS = (0xA1 - 0x81) * 157
	big5 := indexes["big5"].pointers(withoutHKSCS)
	for _, r := range "═╞╡╪十卅" {
		for p := withoutHKSCS; p < len(indexes["big5"]); p++ {
			if indexes["big5"][p] == r {
				big5[r] = p
			}
		}
	}
	write("big5.bin", trie(big5))
	write("jis0208.bin", jis0208())
}

// jis0208 returns the table of the pointers that Shift_JIS uses, followed by a list. For each pointer from 10716 on,
// the list has the pointer that EUC-JP and ISO-2022-JP use for the same character.
func jis0208() []byte {
	const firstNEC, endNEC, firstIBM, endIBM = 8272, 8836, 10716, 11104
	all := indexes["jis0208"]
	lowest := all.pointers(0)
	without := slices.Clone(all)
	clear(without[firstNEC:endNEC])
	shiftJIS := without.pointers(0)
	var other []byte
	for p := firstIBM; p < endIBM; p++ {
		other = binary.LittleEndian.AppendUint16(other, uint16(lowest[all[p]]))
	}
	shiftJIS['−'] = shiftJIS['－'] // all three encoders encode the minus sign this way
	return append(trie(shiftJIS), other...)
}

func (x index) pointers(min int) map[rune]int {
	all := map[rune]int{}
	for p := len(x) - 1; p >= min; p-- {
		if x[p] != 0 {
			all[x[p]] = p
		}
	}
	return all
}

func trie(pointers map[rune]int) []byte {
	const pages, top = 64, 64
	runes := slices.Sorted(maps.Keys(pointers))
	var groups []rune
	for _, r := range runes {
		if !slices.Contains(groups, r>>12) {
			groups = append(groups, r>>12)
		}
	}
	at := top + (len(groups)+1)*pages*12
	out := make([]byte, at)
	for i, group := range groups {
		out[group] = byte(i + 1)
	}
	for _, r := range runes {
		page := out[top+(int(out[r>>12])*pages+int(r>>6&63))*12:]
		bits := binary.LittleEndian.Uint64(page)
		if bits == 0 {
			binary.LittleEndian.PutUint32(page[8:], uint32(len(out)))
		}
		binary.LittleEndian.PutUint64(page, bits|1<<(r&63))
		out = binary.LittleEndian.AppendUint16(out, uint16(pointers[r]))
	}
	return out
}

// singleBytes returns all single-byte indexes. Each index has its characters in order, with 16 bits each, and then the
// bytes of these characters.
func singleBytes() (out []byte) {
	for _, name := range singles {
		pointers := indexes[name].pointers(0)
		runes := slices.Sorted(maps.Keys(pointers))
		for len(runes) < 128 {
			runes = append(runes, 0xFFFF)
		}
		for _, r := range runes {
			out = binary.LittleEndian.AppendUint16(out, uint16(r))
		}
		for _, r := range runes {
			out = append(out, 0x80+byte(pointers[r]))
		}
	}
	return out
}

func readIndexes() {
	name := ""
	gentable.Lines("index.txt", func(line string) {
		switch {
		case line == "" || line[0] == '#':
			return
		case strings.HasPrefix(line, "index "):
			fields := strings.Fields(line)
			name = fields[1]
			if len(fields) == 2 {
				return
			}
			n := tables.Number(fields[2], 10)
			indexes[name] = make(index, n)
			if n == 128 {
				singles = append(singles, name)
			}
			return
		}
		number, text, _ := strings.Cut(line, "\t")
		p, err := strconv.Atoi(number)
		last := rune(0)
		for text != "" && err == nil {
			var end rune
			if text[0] == '-' {
				last, text = last+1, text[1:]
				end, _, text, err = strconv.UnquoteChar(text, 0)
			} else {
				end, _, text, err = strconv.UnquoteChar(text, 0)
				last = end
			}
			for ; last <= end; last++ {
				if name != "gb18030-ranges" {
					indexes[name][p] = last
					p++
				} else if p < 189000 {
					ranges = binary.LittleEndian.AppendUint16(ranges, uint16(p))
					ranges = binary.LittleEndian.AppendUint16(ranges, uint16(last))
				}
			}
			last = end
		}
		if err != nil {
			panic(err)
		}
	})
}

func writeLabels() {
	type row struct{ label, encoding string }
	var rows []row
	longest := 0
	gentable.Lines("labels.txt", func(line string) {
		name, labels, ok := strings.Cut(line, ": ")
		if !ok {
			return
		}
		encoding := ""
		for _, c := range constants {
			if c.label == name || c.name == "UTF8" && slices.Contains(utf8Labels, name) {
				encoding = c.name
			}
		}
		if encoding == "" {
			i := slices.Index(singles, strings.TrimSuffix(name, "-i")) // iso-8859-8-i has the index of iso-8859-8
			if i < 0 {
				panic(name + " has no index")
			}
			encoding = fmt.Sprintf("firstSingle + %d", i)
		}
		for label := range strings.FieldsSeq(labels) {
			rows = append(rows, row{label, encoding})
			longest = max(longest, len(label))
		}
	})
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.label, b.label) })
	var b bytes.Buffer
	b.WriteString("// Code generated by gen.go from labels.txt; DO NOT EDIT.\n\npackage encoding\n\nconst (\n")
	for i, c := range constants {
		doc := ""
		if i == 0 {
			doc = " Encoding = iota"
		}
		fmt.Fprintf(&b, "%s%s\n", c.name, doc)
	}
	fmt.Fprintf(&b, "firstSingle // the first of the single-byte encodings\n)\n\nconst longestLabel = %d\n\n", longest)
	b.WriteString("// labels has the labels in order, and their output encodings.\nvar labels = [...]struct {\n" +
		"label string\nencoding Encoding\n}{\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "{%q, %s},\n", r.label, r.encoding)
	}
	b.WriteString("}\n")
	gentable.Write("tables.go", b.Bytes())
}

func write(file string, data []byte) {
	if err := os.WriteFile(file, data, 0o644); err != nil {
		panic(err)
	}
}
