package record

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/show"
	"earl.example/urlerr"
)

// Hint writes a message about what the user may have meant, unless the run has one of this kind already.
func (r *Run) Hint(kind, text string) {
	if _, had := r.hinted.LoadOrStore(kind, true); !had && !r.Failures.Quiet {
		fmt.Fprintf(r.Stderr, "earl: hint: %s\n", text)
	}
}

// A resultCount counts the results of a worker.
type resultCount struct{ all, empty int64 }

// count counts a result, unless n is nil. JSON with members of its own is never empty.
func (n *resultCount) count(out *Results, r *Result) {
	if n == nil {
		return
	}
	n.all++
	if r.Text != "" || out.JSON() && r.Members != nil && !r.Unnamed {
		return
	}
	for _, f := range r.Fields {
		if f.Value != "" {
			return
		}
	}
	n.empty++
}

// hints writes hints about the run as a whole: about a filter that keeps nothing, about empty results, and about names
// of members that no record has.
func (r *Run) hints(failed int64) {
	if f := r.Where; f != nil && !f.kept.Load() {
		if n := f.dropped.Load(); n > 0 {
			r.Hint("where", fmt.Sprintf("no record fulfils --where %s: %s compared",
				show.Visible(urlerr.RedactQuery(f.Text)), cli.Grouped(n)))
		}
	}
	var n resultCount
	for _, c := range r.counts {
		n.all, n.empty = n.all+c.all, n.empty+c.empty
	}
	if n.all > 1 && 2*n.empty > n.all && r.Sink == nil {
		text := fmt.Sprintf("%s of %s results are empty", cli.Grouped(n.empty), cli.Grouped(n.all))
		if r.WhyEmpty != "" {
			text += ": " + r.WhyEmpty
		}
		r.Hint("empty", text)
	}
	r.Lookups.Missing(func(name, names string) {
		url := r.In == bulk.JSONL && name == cmp.Or(r.Column, "url")
		if url && failed == 0 || !url && !r.Writes(name) {
			return
		}
		text := "no record has the member " + cli.Quoted(name)
		if names != "" {
			text += ": there are " + names
		}
		if url {
			text += "; --column names the member with the URL"
		}
		r.Hint("member "+name, text)
	})
}

// formats are the formats that the first line of an input can show, and what to write for them.
var formats = []struct {
	line         *regexp.Regexp
	what, advice string
}{
	{regexp.MustCompile(`^(PAR1|PK\x03\x04|%PDF-|\x7fELF)`), "a binary file", "convert it to text"},
	{regexp.MustCompile(`^\s*(\[|\{\s*$)`), "JSON", "write lines with jq -c '.[]' or jq -c ., and use --in jsonl"},
	{regexp.MustCompile(`^\s*(\{\s*"|")`), "JSON", "use --in jsonl"},
	{regexp.MustCompile(`^#(Fields|Version|Software):`), "a web log", "use --in w3c (earl help logs)"},
	{regexp.MustCompile(`\[\d\d/\w{3}/\d{4}:|"[A-Z]+ \S+ HTTP/\d`), "a web log", "use --in clf (earl help logs)"},
	{regexp.MustCompile(`^"?[\w -]+"?(\t"?[\w -]*"?)+$|^[^:/?#\t]*\t"?https?://`), "a table", "use --in tsv"},
	{regexp.MustCompile(`^"?[\w -]+"?(;"?[\w -]*"?)+$|^[^:/?#;]*;"?https?://`), "a table",
		"use --in csv --delimiter ';'"},
	{regexp.MustCompile(`^"?[\w -]+"?(,"?[\w -]*"?)+$|^[^:/?#]*,"?https?://`), "a table", "use --in csv"},
}

// sniff looks at the first line of an input that is read as URLs or as JSON lines. It writes a hint if the line has
// another format.
func (r *Run) sniff(line string) {
	line = strings.TrimPrefix(line[:min(len(line), 1000)], "\ufeff")
	for i, f := range formats {
		if f.line.MatchString(line) && (r.In == bulk.Lines || i < 2) {
			r.misread.Store(true)
			r.Hint("format", "the input looks like "+f.what+": "+f.advice)
			return
		}
	}
}
