package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"earl.example/audit"
	"earl.example/internal/show"
)

// Colors of minority values and of severities.
const oddColor = "1;31"

var severityColors = map[audit.Severity]string{
	audit.High: "1;31", audit.Medium: "1;33", audit.Low: "33", audit.Info: "36",
}

// screen returns a report for people: the URL with numbered marks for its findings, the reading of each dialect, and
// the findings.
func screen(r *audit.Report, base *string, style show.Style) string {
	var b strings.Builder
	b.WriteString(show.Drawing(r.Input, marked(r.Findings), style))
	if shown := audit.Display(r.Input, audit.DisplayOptions{Registrable: registrable}); shown.Text != r.Input {
		b.WriteString("shown as " + show.Visible(shown.Text) + "\n")
	}
	if base != nil {
		b.WriteString("from " + show.Visible(*base) + "\n")
	}
	b.WriteByte('\n')
	b.WriteString(newVerdictTable(r).text(style))
	switch {
	case allReject(r):
		b.WriteString("\nAll dialects reject the URL.\n")
	case r.Differ == 0:
		b.WriteString("\nThe dialects agree.\n")
	default:
		differ := "The dialects differ in " + strings.ReplaceAll(r.Differ.String(), ",", ", ") + "."
		b.WriteString("\n" + strings.Join(wrap(differ, style.Columns), "\n") + "\n")
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		head := fmt.Sprintf("%2d %s ", i+1, paint(f.Severity.String(), severityColors[f.Severity], style))
		indent := len(f.Severity.String()) + 4
		b.WriteString("\n" + head + f.ID + "\n")
		for _, line := range wrap(show.Visible(f.Message), max(style.Columns-indent, 20)) {
			b.WriteString(strings.Repeat(" ", indent) + line + "\n")
		}
		if f.Safe != "" {
			b.WriteString(strings.Repeat(" ", indent) + "instead: " + show.Visible(f.Safe) + "\n")
		}
	}
	return b.String()
}

// isTopLevel reports whether label is a top-level domain. It looks up a name below the label, because for some labels
// the public suffix list has only a wildcard rule, such as "*.ck".
func isTopLevel(label string) bool {
	_, icann := publicsuffix.PublicSuffix("-." + label)
	return icann
}

func registrable(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return ""
	}
	return domain
}

// marked returns the spans of findings with their numbers. If spans overlap, it keeps only the more severe finding.
func marked(findings []audit.Finding) []show.Part {
	var parts []show.Part
	for i := range findings {
		f := &findings[i]
		p := show.Part{
			Name: strconv.Itoa(i + 1), Start: f.Span.Start, End: f.Span.End, Color: severityColors[f.Severity],
		}
		same := slices.IndexFunc(parts, func(q show.Part) bool { return q.Start == p.Start && q.End == p.End })
		if same >= 0 {
			parts[same].Name += "," + p.Name
			continue
		}
		overlaps := func(q show.Part) bool { return p.Start < q.End && q.Start < p.End }
		if p.Start < p.End && !slices.ContainsFunc(parts, overlaps) {
			parts = append(parts, p)
		}
	}
	slices.SortFunc(parts, func(a, b show.Part) int { return a.Start - b.Start })
	return parts
}

func paint(s, color string, style show.Style) string {
	if !style.Color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// wrap breaks a text into lines of at most width columns, at spaces if possible.
func wrap(s string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && show.Columns(line)+1+show.Columns(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
