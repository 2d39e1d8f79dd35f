// Package tld lists the top-level domains of the DNS.
package tld

import (
	"sort"
	"strings"

	"earl.example/internal/text/ascii"
)

//go:generate go run gen.go

// Is reports whether label is a top-level domain. A label with non-ASCII letters must be in its ASCII form, such as
// "xn--p1ai". The case is ignored.
func Is(label string) bool {
	n := len(label)
	if n >= len(names) || names[n] == "" {
		return false
	}
	list := names[n]
	label = ascii.ToLower(label)
	_, found := sort.Find(len(list)/n, func(i int) int { return strings.Compare(label, list[i*n:i*n+n]) })
	return found
}
