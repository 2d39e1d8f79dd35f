// Package gallery lists URLs that programs read differently, and published advisories about them. They are used in
// docs/reference/quirks.md, docs/advisories.md, the command, the page and tests.
package gallery

import (
	_ "embed"
	"strconv"
	"strings"

	"earl.example/internal/text/tables"
)

//go:embed tricky.txt
var trickyText string

//go:embed advisories.tsv
var advisoriesText string

//go:embed paths.tsv
var pathsText string

// Tricky lists tricky URLs.
var Tricky = table(trickyText, func(cells []string) string { return cells[0] })

// An Advisory is a published weakness that exists because two programs read a URL differently. The first lines of
// advisories.tsv explain the fields.
type Advisory struct {
	ID, Title string
	Base      string // resolves URL, or "" if the programs read the URL alone
	URL       string

	Checked, Fetched, Fixed Reader

	Address string
}

// A Reader is a program that reads a URL.
type Reader struct {
	Dialect string // with its release, if the dialect has releases
	Reads   string // a host, "no host" or "rejects"
}

// Advisories lists advisories.
var Advisories = table(advisoriesText, func(c []string) Advisory {
	return Advisory{c[0], c[1], c[2], c[3], reader(c[4]), reader(c[5]), reader(c[6]), c[7]}
})

// A PathAdvisory is a published weakness that exists because a check and a server read a path differently. The first
// lines of paths.tsv explain the fields.
type PathAdvisory struct{ ID, Title, Prefix, Check, Server, Target, Fixed, Address string }

// PathAdvisories lists advisories about paths.
var PathAdvisories = table(pathsText, func(c []string) PathAdvisory {
	return PathAdvisory{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]}
})

func reader(cell string) Reader {
	dialect, reads, _ := strings.Cut(cell, "=")
	return Reader{dialect, unquoted(reads)}
}

// table returns the result of read for the cells of each row. A dash is an absent cell.
func table[T any](text string, read func(cells []string) T) (all []T) {
	for _, cells := range tables.Cells(text) {
		for i, cell := range cells {
			if cells[i] = unquoted(cell); cell == "-" {
				cells[i] = ""
			}
		}
		all = append(all, read(cells))
	}
	return all
}

// unquoted returns the text, without the quotation marks and escapes that it may have.
func unquoted(text string) string {
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return text
}
