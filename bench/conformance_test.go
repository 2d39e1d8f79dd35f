package main

import (
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	nlnwa "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
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
		if bidi, _, err := bidiSuite(); err != nil {
			t.Logf("without Unicode's file: %v", err)
		} else {
			suites = append(suites, bidi)
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
	if validity, err := validitySuites(); err != nil {
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

// TestDifferences: what CONFORMANCE.md says of texts that others refuse or take,
// ada aside, is so.
func TestDifferences(t *testing.T) {
	t.Parallel()
	valid := func(name, format string) func(text string) bool {
		peers := genericPeers()
		i := slices.IndexFunc(peers, func(p genericPeer) bool { return strings.HasPrefix(p.name, name) })
		return peers[i].valid[format]
	}
	fredbi, fredbiRef := valid("fredbi/uri", "uri"), valid("fredbi/uri", "uri-reference")
	standard := func(text string) bool { _, err := url.Parse("http://h/" + text); return err == nil }
	escapes := func(text string) bool {
		u, err := url.Parse("http://h/" + text)
		return err == nil && !strings.Contains(u.String(), text)
	}
	nlnwaSharpS := func(text string) bool {
		u, err := nlnwa.Parse("https://" + text + "/")
		return err == nil && u.Host() == "ss"
	}
	nlnwaNotEqual := func(string) bool { _, err := nlnwa.Parse("https://=\u0338/"); return err == nil }
	nlnwaKeeps := func(text string) bool {
		u, err := nlnwa.Parse("https://h/" + text)
		return err == nil && strings.HasSuffix(u.Href(false), text)
	}
	older := idna.UnicodeVersion == "15.0.0" // with Go 1.26
	for _, tt := range []struct {
		name, text string
		asks       func(text string) bool
		want       bool
	}{
		{"fredbi/uri, a URI", "http://999.999.999.999/", fredbi, false},
		{"fredbi/uri, a URI", "http://087.10.0.1/", fredbi, false},
		{"fredbi/uri, a reference", "#fragment", fredbiRef, false},
		{"fredbi/uri, a reference", "?query=1", fredbiRef, false},
		{"fredbi/uri, a reference", "./this:that", fredbiRef, false},
		{"net/url takes it in a path", `"`, standard, true},
		{"net/url escapes it in a path", `"`, escapes, true},
		{"net/url takes it in a path", "<", standard, true},
		{"net/url escapes it in a path", "<", escapes, true},
		{"net/url takes it in a path", `\`, standard, true},
		{"net/url escapes it in a path", `\`, escapes, true},
		{"net/url takes it in a path", "[", standard, true},
		{"nlnwa/whatwg-url keeps it in a path", "^", nlnwaKeeps, true},
		{"nlnwa/whatwg-url takes it of two characters", "\u2260", nlnwaNotEqual, !older},
		{"nlnwa/whatwg-url makes ss of it", "\u1e9e", nlnwaSharpS, older},
	} {
		if !strings.Contains(explanations, "`"+tt.text+"`") {
			t.Errorf("CONFORMANCE.md does not have %s", tt.text)
		}
		if got := tt.asks(tt.text); got != tt.want {
			t.Errorf("%s: %q: %t", tt.name, tt.text, got)
		}
	}
	if report, err := os.ReadFile("CONFORMANCE.md"); err != nil || !strings.HasSuffix(string(report), "\n"+explanations) {
		t.Errorf("CONFORMANCE.md does not end as differences.md does: %v", err)
	}
}
