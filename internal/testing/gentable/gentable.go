// Package gentable has functions for the programs that generate tables in Go source.
package gentable

import (
	"bufio"
	"bytes"
	"fmt"
	"go/format"
	"os"
	"strconv"
	"strings"
)

// Write formats Go source and writes it to a file.
func Write(file string, src []byte) error {
	src, err := format.Source(src)
	if err != nil {
		return err
	}
	return os.WriteFile(file, src, 0o644)
}

// Lines calls do with each line of a file. If do fails, the error that Lines returns has the line number.
func Lines(file string, do func(line string) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		if err := do(sc.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return sc.Err()
}

// Range parses a range of code points, such as "41-5A", or a single one.
func Range(s string) (lo, hi rune, err error) {
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	if lo, err = Rune(from); err != nil {
		return 0, 0, err
	}
	hi, err = Rune(to)
	return lo, hi, err
}

// Rune parses a code point in hexadecimal.
func Rune(s string) (rune, error) {
	n, err := strconv.ParseUint(s, 16, 21)
	return rune(n), err
}

// Runes parses code points in hexadecimal, separated by commas. If s is empty, Runes returns no code points.
func Runes(s string) (rs []rune, err error) {
	if s == "" {
		return nil, nil
	}
	for field := range strings.SplitSeq(s, ",") {
		r, err := Rune(field)
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return rs, nil
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
