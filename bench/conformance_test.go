package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inReport reports whether CONFORMANCE.md has a row, perhaps with more columns;
// false for has says that it has none with that name, since it was written with
// another version.
func inReport(t *testing.T, row string) (same, has bool) {
	t.Helper()
	text, err := os.ReadFile("CONFORMANCE.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	name, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
	same = slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, row) })
	return same, slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "| "+name+" |") })
}

// TestConformanceReport: the rows of CONFORMANCE.md are what comes out now, of those
// that can be asked. Earl's have to be full.
func TestConformanceReport(t *testing.T) {
	var rows []string
	if suites, err := wptSuites(); err != nil {
		t.Logf("without the web platform tests: %v", err)
	} else {
		if bidi, _, err := bidiCases(); err != nil {
			t.Logf("without Unicode's file: %v", err)
		} else {
			suites = append(suites, suite{"bidi", bidi})
		}
		adas, err := newAdas(false)
		if err != nil {
			t.Logf("without ada: %v", err)
		}
		defer closeAdas(adas)
		node, err := newNode()
		if err != nil {
			t.Logf("without node: %v", err)
		} else {
			defer node.close()
		}
		for _, p := range whatwgPeers(adas, node) {
			rows = append(rows, rowWPT(p, suites))
		}
	}
	if validity, err := validityCases(); err != nil {
		t.Logf("without the formats of JSON Schema: %v", err)
	} else {
		for _, p := range genericPeers() {
			rows = append(rows, p.row(validity))
		}
	}
	if len(rows) == 0 {
		t.Skip("no suite")
	}
	cell := regexp.MustCompile(`(\d+)/(\d+)`)
	for _, row := range rows {
		if same, has := inReport(t, row); has && !same {
			t.Errorf("CONFORMANCE.md has not\n%s", row)
		} else if !has {
			t.Logf("CONFORMANCE.md is of other versions than\n%s", row)
		}
		if !strings.HasPrefix(row, "| earl's ") {
			continue
		}
		for _, m := range cell.FindAllStringSubmatch(row, -1) {
			if m[1] != m[2] {
				t.Errorf("not all is passed: %s", row)
			}
		}
	}
}
