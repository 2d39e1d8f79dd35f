package show

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"earl.example/audit"
	"earl.example/urlerr"
)

// Colors of minority values and of severities.
const oddColor = "1;31"

var severityColors = [...]string{
	audit.High: "1;31", audit.Medium: "1;33", audit.Low: "33", audit.Info: "36",
}

// Severity returns the name of a severity in its color.
func Severity(s audit.Severity, style Style) string {
	return Paint(s.String(), severityColors[s], style)
}

// Report returns a report for people: the URL with numbered marks for its findings, the reading of each dialect, and
// the findings. base is the base of the URL, or nil. registrable is the function of [audit.DisplayOptions].
func Report(r *audit.Report, base *string, registrable func(host string) string, style Style) string {
	var b strings.Builder
	b.WriteString(Drawing(r.Input, marked(r.Findings), style))
	if shown := audit.Display(r.Input, audit.DisplayOptions{Registrable: registrable}); shown.Text != r.Input {
		b.WriteString("shown as " + Visible(shown.Text) + "\n")
	}
	if base != nil {
		b.WriteString("from " + Visible(*base) + "\n")
	}
	b.WriteByte('\n')
	b.WriteString(newVerdictTable(r).text(style))
	switch {
	case AllReject(r):
		b.WriteString("\nAll dialects reject the URL.\n")
	case r.Differ == 0:
		b.WriteString("\nThe dialects agree.\n")
	default:
		differ := "The dialects differ in " + strings.ReplaceAll(r.Differ.String(), ",", ", ") + "."
		b.WriteString("\n" + strings.Join(Wrap(differ, style.Columns), "\n") + "\n")
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		head := fmt.Sprintf("%2d %s ", i+1, Severity(f.Severity, style))
		indent := len(f.Severity.String()) + 4
		b.WriteString("\n" + head + f.ID + "\n")
		for _, line := range Wrap(Visible(f.Message), max(style.Columns-indent, 20)) {
			b.WriteString(strings.Repeat(" ", indent) + line + "\n")
		}
		if f.Safe != "" {
			b.WriteString(strings.Repeat(" ", indent) + "instead: " + Visible(f.Safe) + "\n")
		}
	}
	return b.String()
}

// AllReject reports whether every dialect that models the URL rejects it.
func AllReject(r *audit.Report) bool {
	rejects := false
	for i := range r.Verdicts {
		err := r.Verdicts[i].Reading.Err()
		if err == nil {
			return false
		}
		rejects = rejects || !errors.Is(err, urlerr.NotModelled)
	}
	return rejects
}

// marked returns the spans of findings with their numbers. If spans overlap, it keeps only the more severe finding.
func marked(findings []audit.Finding) []Part {
	var parts []Part
	for i := range findings {
		f := &findings[i]
		p := Part{
			Name: strconv.Itoa(i + 1), Start: f.Span.Start, End: f.Span.End, Color: severityColors[f.Severity],
		}
		same := slices.IndexFunc(parts, func(q Part) bool { return q.Start == p.Start && q.End == p.End })
		if same >= 0 {
			parts[same].Name += "," + p.Name
			continue
		}
		overlaps := func(q Part) bool { return p.Start < q.End && q.Start < p.End }
		if p.Start < p.End && !slices.ContainsFunc(parts, overlaps) {
			parts = append(parts, p)
		}
	}
	slices.SortFunc(parts, func(a, b Part) int { return a.Start - b.Start })
	return parts
}

// Paint returns s in a color, the parameters of the terminal sequence SGR, if the style has colors.
func Paint(s, color string, style Style) string {
	if !style.Color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// Wrap breaks a text into lines of at most width columns, at spaces if possible.
func Wrap(s string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case line == "":
			line = word
		case Columns(line)+1+Columns(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
