package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
)

// kinds prints the kinds of findings with the given IDs. If ids is nil, it lists all kinds.
func (a *app) kinds(cmd *cobra.Command, s *stream, args []string, ids []string) error {
	if len(args) > 0 {
		return errors.New("--explain and --list take no URLs")
	}
	s.columns = []string{"severity", "detects"}
	all := map[string]audit.Kind{}
	var records []string
	for _, kind := range audit.Kinds() {
		all[kind.ID] = kind
		records = append(records, kind.ID)
	}
	if ids != nil {
		records = ids
	}
	style := a.style(s)
	if explained := ids != nil && !cmd.Flags().Changed("out") && !s.json; explained {
		s.drawing, s.out = true, bulk.NUL // an explanation has many lines
	}
	return a.work(cmd, s, records, func() bulk.Op {
		return func(rec *bulk.Record, out *bulk.Output) error {
			kind := all[rec.Text]
			switch {
			case out.JSON():
				printKind(out, &kind)
				return nil
			case s.drawing:
				return out.Text(explanationOf(&kind, style))
			case table(out.Format()):
				return out.Fields(bulk.Field{Name: "severity", Value: kind.Severity.String()},
					bulk.Field{Name: "detects", Value: kind.Detects})
			}
			return out.Text(kind.ID + "\t" + kind.Severity.String() + "\t" + kind.Detects)
		}
	})
}

func printKind(out *bulk.Output, kind *audit.Kind) {
	o := out.Object()
	o.String("id", kind.ID)
	o.String("severity", kind.Severity.String())
	o.String("detects", kind.Detects)
	o.String("advice", kind.Advice)
	o.String("reference", kind.Reference)
	o.String("address", kind.Address)
	o.Array("examples")
	for _, url := range kind.Examples {
		f := findingOf(kind.ID, url)
		o.Object("")
		o.String("url", url)
		o.String("message", f.Message)
		o.OrNull("safe", f.Safe)
		o.Close()
	}
	o.Close()
	o.String("not_in", kind.NearMiss)
}

// findingOf audits a URL and returns the finding that has the given ID.
func findingOf(id, url string) audit.Finding {
	r := audit.Options{IsTopLevel: isTopLevel}.Audit(url)
	for _, f := range r.Findings {
		if f.ID == id {
			return f
		}
	}
	return audit.Finding{}
}

// explanationOf returns the explanation of a kind of finding, for people.
func explanationOf(kind *audit.Kind, style show.Style) string {
	const indent = "                "
	var b strings.Builder
	severity := paint(kind.Severity.String(), severityColors[kind.Severity], style)
	fmt.Fprintf(&b, "%s (%s): %s\n", kind.ID, severity, kind.Detects)
	label := "  do            "
	for _, line := range wrap(kind.Advice, max(style.Columns-len(indent), 20)) {
		b.WriteString(label + line + "\n")
		label = indent
	}
	b.WriteString("  see           " + kind.Reference + "\n" + indent + kind.Address + "\n")
	for _, url := range kind.Examples {
		f := findingOf(kind.ID, url)
		b.WriteString("  found in      " + show.Visible(excerpt(url)) + "\n")
		for _, line := range wrap(show.Visible(f.Message), max(style.Columns-len(indent), 20)) {
			b.WriteString(indent + line + "\n")
		}
		if f.Safe != "" {
			b.WriteString(indent + "instead: " + show.Visible(excerpt(f.Safe)) + "\n")
		}
	}
	b.WriteString("  not found in  " + show.Visible(kind.NearMiss) + "\n")
	return b.String()
}
