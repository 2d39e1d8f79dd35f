package urltest

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Page fails the test unless the file contains exactly the given text. If update is set, Page first writes the text to
// the file.
func Page(t *testing.T, name, text string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, name, string(old), text)
}

// GoOfPages is the release of Go that writes the generated pages. They describe net/url of this release.
const GoOfPages = "go1.26.8"

// PageOfGo is like Page, for a page with table columns that depend on the release of Go. The headings of these table
// columns begin with one of the given words. If the test is run with another release than GoOfPages, PageOfGo does not
// compare the cells of these columns and does not write the page.
func PageOfGo(t *testing.T, name, text string, update bool, columns ...string) {
	t.Helper()
	switch {
	case runtime.Version() == GoOfPages:
		Page(t, name, text, update)
		return
	case update:
		t.Skip(name + " is not written: it speaks of " + GoOfPages + ", and this is " + runtime.Version() + "; GOTOOLCHAIN=" +
			GoOfPages + " writes it")
	}
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, name, without(string(old), columns), without(text, columns))
}

// without returns the text of a page with empty cells in some table columns. The headings of these table columns begin
// with one of the given words.
func without(text string, columns []string) string {
	lines := strings.Split(text, "\n")
	var free []bool // for each column of the current table: whether to empty it
	for i, line := range lines {
		if !strings.HasPrefix(line, "|") {
			free = nil
			continue
		}
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|") // NUL occurs in no page
		if free == nil {
			free = make([]bool, len(cells))
			for k, heading := range cells {
				free[k] = slices.ContainsFunc(columns, func(word string) bool {
					return strings.HasPrefix(strings.TrimSpace(heading), word)
				})
			}
		}
		for k := range cells {
			if k < len(free) && free[k] {
				cells[k] = ""
			}
		}
		lines[i] = strings.ReplaceAll(strings.Join(cells, "|"), "\x00", `\|`)
	}
	return strings.Join(lines, "\n")
}

// compare fails the test if the page differs from the text, and reports the first line that differs.
func compare(t *testing.T, name, old, text string) {
	t.Helper()
	if old == text {
		return
	}
	was, is := strings.Split(old, "\n"), strings.Split(text, "\n")
	for i, line := range is {
		if i >= len(was) || was[i] != line {
			t.Fatalf("%s is out of date: run go generate\nline %d should be\n%s", name, i+1, line)
		}
	}
	t.Fatalf("%s is out of date: run go generate; its end is wrong", name)
}
