package record

import (
	"cmp"
	"slices"
	"strings"
)

// A Count is a text and how often it occurred.
type Count struct {
	Value string
	N     int64
}

// Sorted returns counts, the highest first.
func Sorted(counts map[string]int64) []Count {
	all := make([]Count, 0, len(counts))
	for value, n := range counts {
		all = append(all, Count{value, n})
	}
	slices.SortFunc(all, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Value, b.Value))
	})
	return all
}
