// Package gallery lists URLs that programs read differently, and published advisories about them. They are used in
// docs/reference/quirks.md, docs/advisories.md, the command, the page and tests.
package gallery

import (
	"cmp"
	_ "embed"
	"strconv"
	"strings"

	"earl.example"
	"earl.example/httptarget"
	"earl.example/internal/text/tables"
)

//go:embed tricky.txt
var trickyText string

//go:embed advisories.tsv
var advisoriesText string

//go:embed paths.tsv
var pathsText string

// Tricky lists tricky URLs.
var Tricky = func() (all []string) {
	for _, row := range rows(trickyText) {
		all = append(all, row[0])
	}
	return all
}()

// An Advisory is a published weakness that exists because two programs read a URL differently. The first lines of
// advisories.tsv explain the fields.
type Advisory struct {
	ID, Title string
	Base      string // resolves URL, or "" if the programs read the URL alone
	URL       string

	Checked, Fetched, Fixed Reader

	Address string
}

// Reads returns the host that the dialect reads in the URL now, "no host" or "rejects".
func (a *Advisory) Reads(dialect string) string {
	d, err := earl.ParseDialect(dialect)
	if err != nil {
		return err.Error()
	}
	url := a.URL
	if a.Base != "" {
		url, err = earl.Resolve(d, a.Base, url)
	}
	var r earl.Reading
	if d.Read(&r, url); err != nil || r.Err() != nil {
		return "rejects"
	}
	host, _ := r.Host()
	return cmp.Or(host, "no host")
}

// A Reader is a program that reads a URL.
type Reader struct {
	Dialect string // with its release, if the dialect has releases
	Reads   string // a host, "no host" or "rejects"
}

// Advisories lists advisories.
var Advisories = func() (all []Advisory) {
	for _, c := range rows(advisoriesText) {
		all = append(all, Advisory{c[0], c[1], c[2], c[3], reader(c[4]), reader(c[5]), reader(c[6]), c[7]})
	}
	return all
}()

// A PathAdvisory is a published weakness that exists because a check and a server read a path differently. The first
// lines of paths.tsv explain the fields.
type PathAdvisory struct{ ID, Title, Prefix, Check, Server, Target, Fixed, Address string }

// PathAdvisories lists advisories about paths.
var PathAdvisories = func() (all []PathAdvisory) {
	for _, c := range rows(pathsText) {
		all = append(all, PathAdvisory{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]})
	}
	return all
}()

// Reads returns what the named reader of package httptarget reads in the target: a path, "a redirect" or "rejects".
func (a *PathAdvisory) Reads(name string) string {
	r, _ := httptarget.ParseReader(name) // a test parses all names
	switch g := r.Read(a.Target); {
	case g.Refused:
		return "rejects"
	case g.Location != "":
		return "a redirect"
	default:
		return g.Path
	}
}

func reader(cell string) Reader {
	dialect, reads, _ := strings.Cut(cell, "=")
	return Reader{dialect, unquoted(reads)}
}

// rows returns the cells of the rows. A dash is an absent cell.
func rows(text string) (all [][]string) {
	for _, cells := range tables.Cells(text) {
		for i, cell := range cells {
			if cells[i] = unquoted(cell); cell == "-" {
				cells[i] = ""
			}
		}
		all = append(all, cells)
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
