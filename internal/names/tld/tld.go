// Package tld lists the top-level domains of the DNS.
package tld

import (
	_ "embed" // embeds the list
	"sync"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/tables"
)

//go:embed tlds.txt
var text string

// Date is the day of the list.
var Date = tables.Date(text)

var names = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for row := range tables.Rows(text) {
		all[row[0]] = true
	}
	return all
})

// Is reports whether label is a top-level domain. A label with non-ASCII letters must be in its ASCII form, such as
// "xn--p1ai". The case is ignored.
func Is(label string) bool { return names()[ascii.ToLower(label)] }
