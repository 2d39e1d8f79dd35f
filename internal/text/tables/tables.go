// Package tables parses the text tables that packages embed. It panics if a table is malformed, so each table needs a
// test that reads all of it.
package tables

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Rows yields the words of each line of text. Words are separated by spaces. A word that begins with "#" begins a
// comment. Lines without words are left out.
func Rows(text string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if i := slices.IndexFunc(words, func(word string) bool { return word[0] == '#' }); i >= 0 {
				words = words[:i]
			}
			if len(words) > 0 && !yield(words) {
				return
			}
		}
	}
}

// Cells returns the cells of each line of text. Tabs separate cells. A line that begins with "#" is a comment.
func Cells(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

// Date returns the day in the line of text that begins with "# As of ", such as 2026-11-01.
func Date(text string) string {
	_, rest, _ := strings.Cut(text, "\n# As of ")
	return rest[:len("2026-11-01")]
}

// Range parses a range of code points in hexadecimal, such as 41-5A, or a single code point.
func Range(s string) (first, last rune) {
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	return rune(Number(from, 16)), rune(Number(to, 16))
}

// Number parses a number.
func Number(s string, base int) int {
	n, err := strconv.ParseInt(s, base, 0)
	if err != nil {
		panic(err)
	}
	return int(n)
}
