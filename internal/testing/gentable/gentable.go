// Package gentable has functions for the programs that generate tables in Go source. They panic if something fails.
package gentable

import (
	"bytes"
	"fmt"
	"go/format"
	"math/bits"
	"os"
	"strings"

	"earl.example/internal/text/tables"
)

// Write formats Go source and writes it to a file.
func Write(file string, src []byte) {
	src, err := format.Source(src)
	if err == nil {
		err = os.WriteFile(file, src, 0o644)
	}
	if err != nil {
		panic(err)
	}
}

// Lines calls do with each line of a file. If do panics, the value of the panic that leaves Lines begins with the name
// of the file and the number of the line.
func Lines(file string, do func(line string)) {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	n := 0
	defer func() {
		if problem := recover(); problem != nil {
			panic(fmt.Sprintf("%s:%d: %v", file, n, problem))
		}
	}()
	for line := range strings.Lines(string(text)) {
		n++
		do(strings.TrimSuffix(line, "\n"))
	}
}

// Runes parses code points in hexadecimal, separated by commas. If s is empty, Runes returns no code points.
func Runes(s string) (rs []rune) {
	if s == "" {
		return nil
	}
	for field := range strings.SplitSeq(s, ",") {
		rs = append(rs, rune(tables.Number(field, 16)))
	}
	return rs
}

// Blocks builds a two-stage table. It cuts s into blocks of the given size. The result distinct has one copy of each
// block. The result index says, for each block of s, which copy in distinct is equal to it.
func Blocks[T uint8 | uint16](s []T, size int) (distinct []T, index []uint16) {
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

// The parameters of [Trie]: code points in a leaf, and leaves in a block of the second stage.
const leafSize, midSize = 32, 32

// Trie writes a table of three stages with a value for each code point: the arrays nameTop, nameMids and nameLeaves. An
// entry is the number of a block in the next stage, or the value.
func Trie[T uint8 | uint16](b *bytes.Buffer, name, typ string, of []T) {
	leaves, index := Blocks(of, leafSize)
	mids, top := Blocks(index, midSize)
	Array(b, name+"Top", "uint8", top, 24)
	Array(b, name+"Mids", "uint16", mids, 24)
	Array(b, name+"Leaves", typ, leaves, 24)
}

// TrieBits returns the declaration of the constants with which a trie is read.
func TrieBits() string {
	return fmt.Sprintf("const (\nleafBits = %d\nmidBits = %d\n)\n", bits.Len(leafSize-1), bits.Len(midSize-1))
}

// Array writes the declaration of an array with the given values. The parameter width is the number of values on a
// line.
func Array[T uint8 | uint16 | uint32 | uint64](b *bytes.Buffer, name, typ string, values []T, width int) {
	fmt.Fprintf(b, "\nvar %s = [...]%s{", name, typ)
	for i, v := range values {
		if i%width == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%d,", v)
	}
	b.WriteString("\n}\n")
}

// Bytes calls the given function for each byte, and writes the results in hexadecimal with at least the given number of
// digits.
func Bytes(b *bytes.Buffer, digits int, of func(c byte) uint64) {
	for row := 0; row < 256; row += 8 {
		for c := row; c < row+8; c++ {
			fmt.Fprintf(b, "%#0*x, ", digits, of(byte(c)))
		}
		fmt.Fprintf(b, "// %#02x\n", row)
	}
}

// In reports whether c is one of the bytes of set.
func In(c byte, set string) bool { return strings.IndexByte(set, c) >= 0 }
