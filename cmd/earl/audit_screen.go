package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"earl.example"
	"earl.example/audit"
	"earl.example/cmd/earl/internal/show"
)

// The colours of what stands out, and of severities.
const oddColor = "1;31"

var severityColors = map[audit.Severity]string{audit.High: "1;31", audit.Medium: "1;33", audit.Low: "33", audit.Info: "36"}

// screen is what a person sees of a report: the URL with the findings marked by
// their numbers, what each dialect reads, and the findings.
func screen(r *audit.Report, style show.Style) string {
	var b strings.Builder
	b.WriteString(show.Drawing(r.Input, marked(r.Findings), style))
	if shown := audit.Display(r.Input, audit.DisplayOptions{Registrable: registrable}); shown.Text != r.Input {
		b.WriteString("shown as " + show.Visible(shown.Text) + "\n")
	}
	if r.Base.Present {
		b.WriteString("from " + show.Visible(r.Base.Value) + "\n")
	}
	b.WriteByte('\n')
	b.WriteString(verdictTable(r).text(style))
	if r.Differ == 0 {
		b.WriteString("\nThe dialects agree.\n")
	} else {
		b.WriteString("\nThe dialects differ in " + strings.ReplaceAll(r.Differ.String(), ",", ", ") + ".\n")
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

// registrable is the domain that a registry has given to somebody.
func registrable(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return ""
	}
	return domain
}

// marked returns the places of findings, with their numbers, as far as they do
// not overlap. The worst come first, and so are marked.
func marked(findings []audit.Finding) []show.Part {
	var parts []show.Part
	for i := range findings {
		f := &findings[i]
		p := show.Part{Name: strconv.Itoa(i + 1), Start: f.Span.Start, End: f.Span.End, Color: severityColors[f.Severity]}
		same := slices.IndexFunc(parts, func(q show.Part) bool { return q.Start == p.Start && q.End == p.End })
		if same >= 0 {
			parts[same].Name += "," + p.Name
			continue
		}
		if p.Start < p.End && !slices.ContainsFunc(parts, func(q show.Part) bool { return p.Start < q.End && q.Start < p.End }) {
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

// wrap cuts a text into lines of at most width columns, at spaces where it can.
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

// A cell of a table.
type cell struct {
	text string
	odd  bool
}

// A grid is a table with a header.
type grid struct {
	header []string
	rows   [][]cell // the last cell of a row may go to its end
}

// verdictColumns are the columns of the table, after the dialect: what a
// dialect reads, and the aspect that it is about.
var verdictColumns = []struct {
	name   string
	aspect audit.Aspects
	read   func(p *earl.Parts) earl.Part
}{
	{"scheme", audit.Scheme, func(p *earl.Parts) earl.Part { return p.Scheme }},
	{"user", audit.Userinfo, userOf},
	{"host", audit.Host, func(p *earl.Parts) earl.Part { return p.Host }},
	{"port", audit.Port, portOf},
	{"path", audit.Path, pathOf},
	{"query", audit.Query, func(p *earl.Parts) earl.Part { return p.Query }},
	{"fragment", audit.Fragment, func(p *earl.Parts) earl.Part { return p.Fragment }},
}

// userOf is the user name, and that there is a password.
func userOf(p *earl.Parts) earl.Part {
	user := p.Username
	if p.Password.Value != "" {
		user = earl.Some(user.Value + ":***")
	}
	return user
}

func portOf(p *earl.Parts) earl.Part {
	if p.PortErr != nil {
		return earl.Some("unreadable")
	}
	return p.Port
}

func pathOf(p *earl.Parts) earl.Part {
	path := p.Path
	if p.Params.Value != "" {
		path.Value += ";" + p.Params.Value
	}
	return path
}

// verdictTable is what each dialect reads. Columns in which nobody reads
// anything are left out.
func verdictTable(r *audit.Report) *grid {
	g := &grid{header: []string{"dialect"}}
	odd := r.Odd()
	for i := range r.Verdicts {
		d := r.Verdicts[i].Dialect
		name := strings.TrimSuffix(d.Name()+"@"+d.Release(), "@")
		g.rows = append(g.rows, []cell{{name, false}})
	}
	for _, column := range verdictColumns {
		used := false
		for i := range r.Verdicts {
			used = used || column.read(&r.Verdicts[i].Parts).Value != ""
		}
		if !used {
			continue
		}
		g.header = append(g.header, column.name)
		for i := range r.Verdicts {
			part := column.read(&r.Verdicts[i].Parts)
			text := show.Visible(part.Value)
			if text == "" {
				text = "-"
			}
			if r.Verdicts[i].Accepted() {
				g.rows[i] = append(g.rows[i], cell{text, odd[i].Has(column.aspect)})
			}
		}
	}
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; !v.Accepted() {
			g.rows[i] = append(g.rows[i], cell{"refused: " + reason(v.Err), odd[i].Has(audit.Acceptance)})
		}
	}
	return g
}

// reason says in a few words what a dialect refuses.
func reason(err error) string {
	e, ok := errors.AsType[*earl.Error](err)
	if !ok {
		return "error"
	}
	text := e.Rule.Kind.String()
	if e.Rule.Name != "" && e.Rule.Name != text {
		text += ": " + e.Rule.Name
	}
	if e.Offset >= 0 {
		text += fmt.Sprintf(" (byte %d)", e.Offset)
	}
	return text
}

// text lays the table out. What does not fit is cut, the widest columns first.
func (g *grid) text(style show.Style) string {
	widths := make([]int, len(g.header))
	for i, name := range g.header {
		widths[i] = len(name) + 1
	}
	for _, row := range g.rows {
		for i, c := range row {
			if len(row) == len(g.header) || i == 0 { // a refusal goes over all
				widths[i] = max(widths[i], show.Columns(c.text)+1)
			}
		}
	}
	const gap, least = 1, 8
	for {
		total, widest := 0, 0
		for i, w := range widths {
			total += w + gap
			if w > widths[widest] {
				widest = i
			}
		}
		if total <= style.Columns || widths[widest] <= least {
			break
		}
		widths[widest]--
	}
	var b strings.Builder
	line := func(cells []cell, color string) {
		last := len(cells) - 1
		for i, c := range cells {
			width := widths[i]
			if i == last && len(cells) < len(widths) {
				width = max(style.Columns-widths[0]-gap, least)
			}
			text := " " + fit(c.text, width-1)
			if c.odd {
				text = "*" + text[1:]
			}
			pad := max(width+gap-show.Columns(text), 0)
			switch {
			case c.odd:
				text = paint(text, oddColor, style)
			case color != "":
				text = paint(text, color, style)
			}
			if b.WriteString(text); i < last {
				b.WriteString(strings.Repeat(" ", pad))
			}
		}
		b.WriteByte('\n')
	}
	var header []cell
	for _, name := range g.header {
		header = append(header, cell{name, false})
	}
	line(header, "1")
	for _, row := range g.rows {
		line(row, "")
	}
	return b.String()
}

// fit cuts a text that is visible to a number of columns.
func fit(s string, width int) string {
	if show.Columns(s) <= width {
		return s
	}
	for i := len(s); i > 0; i-- {
		if show.Columns(s[:i]) < width {
			return strings.ToValidUTF8(s[:i], "") + "…"
		}
	}
	return "…"
}
