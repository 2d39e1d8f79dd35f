package main

import (
	"cmp"
	"slices"
	"strings"
)

// A count is a text and how often it occurred.
type count struct {
	value string
	n     int64
}

// sorted returns counts, the highest first.
func sorted(counts map[string]int64) []count {
	all := make([]count, 0, len(counts))
	for value, n := range counts {
		all = append(all, count{value, n})
	}
	slices.SortFunc(all, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.value, b.value))
	})
	return all
}
