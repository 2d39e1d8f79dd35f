package show

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
)

// TestReports compares reports and drawings for screens of some columns with recorded ones, which were read once. The
// escape character is written as ␛.
func TestReports(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	write := func(text string) { b.WriteString(strings.ReplaceAll(text, "\x1b", "␛") + "\n") }
	for _, tt := range []struct {
		name, url, base string
		dialects        string
		styles          []Style
	}{
		{"two hosts", "http://127.0.0.1\\@1.1.1.1:0081/<&|`", "", "urllib@3.9.18,whatwg,rfc3986,libcurl@8.22.0",
			[]Style{{Columns: 30}, {Columns: 60}, {Columns: 61}, {Columns: 90, Color: true}, {Columns: 200, ASCII: true}}},
		{"agreement", "http://a.example/b", "", "urllib@3.9.18,whatwg", []Style{{Columns: 24, Color: true}, {Columns: 80}}},
		{"all reject", "http://[/", "http://b\x1b/", "rfc3986,whatwg", []Style{{Columns: 24, Color: true}, {Columns: 40}, {Columns: 80}}},
		{"a password, an unreadable port and parameters", "HTTP://us:er@b.example:99999/a;p?q#f", "",
			"rfc1808,urllib@3.9.18,rfc3986,whatwg", []Style{{Columns: 50}, {Columns: 100, Color: true}}},
		{"nothing", "", "", "rfc3986,whatwg", []Style{{Columns: 24}, {Columns: 80}}},
		{"marks beside each other", "http://a@b@c\u200b.example:/\r\n%", "", "urllib@3.9.18,whatwg,rfc3986", []Style{{Columns: 40}, {Columns: 100}}},
	} {
		var options audit.Options
		if tt.base != "" {
			options.Base = &tt.base
		}
		for name := range strings.SplitSeq(tt.dialects, ",") {
			options.Dialects = append(options.Dialects, earl.MustParseDialect(name))
		}
		r := options.Audit(tt.url)
		for _, style := range tt.styles {
			fmt.Fprintf(&b, "== %s, %+v\n", tt.name, style)
			write(Report(&r, options.Base, nil, style))
		}
	}
	for _, url := range []string{
		"http://user:pass@host.example:80/a/long/path;parameters?a=b#c",
		"//h/?q=日本語日本語日本語日本語日本語日本語e\u0301",
	} {
		var r reading.Reading
		earl.MustParseDialect("rfc1808").Read(&r, url)
		parts, empty := Parts(&r)
		for columns := 22; columns <= 66; columns++ {
			fmt.Fprintf(&b, "== %s in %d columns, without %q\n", url, columns, empty)
			write(Drawing(url, parts, Style{Columns: columns, Color: columns%7 == 0, ASCII: columns%2 == 0}))
		}
	}
	urltest.Page(t, "testdata/reports.txt", b.String(), *update)
}

// TestMarked: overlapping spans have one mark, of the first finding, and equal spans share one.
func TestMarked(t *testing.T) {
	t.Parallel()
	var findings []audit.Finding
	for i, span := range []reading.Span{{Start: 4, End: 8}, {Start: 4, End: 8}, {Start: 4, End: 6}, {Start: 2, End: 8}, {Start: 2, End: 4},
		{Start: 8, End: 9}, {Start: 7, End: 9}, {Start: 1, End: 3}, {Start: 0, End: 0}, {Start: 4, End: 8}} {
		findings = append(findings, audit.Finding{Span: span, Severity: audit.Severity(i % 4)})
	}
	got := marked(findings)
	want := []Part{
		{"5", 2, 4, severityColors[0]}, {"1,2,10", 4, 8, severityColors[0]}, {"6", 8, 9, severityColors[1]},
	}
	if !slices.Equal(got, want) {
		t.Errorf("marked(%v) = %v, want %v", findings, got, want)
	}
}
