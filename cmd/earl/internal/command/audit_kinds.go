package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// kinds prints the kinds of findings with the given IDs. If ids is nil, it lists all kinds.
func kinds(s *Given, args []string, ids []string) error {
	if len(args) > 0 {
		return errors.New("--explain and --list take no URLs")
	}
	explains := ids != nil && !s.given("out") && !s.json || s.Out == bulk.Document
	if explains {
		s.Out = bulk.Document
	}
	all, style := findingIDs(), s.style()
	if ids == nil {
		ids = all
	}
	return s.run("severity", "detects").List(ids, func(i int) *record.Result {
		kind := &audit.Kinds()[slices.Index(all, ids[i])]
		fields := []bulk.Field{
			{Name: "id", Value: kind.ID}, {Name: "severity", Value: kind.Severity.String()},
			{Name: "detects", Value: kind.Detects},
		}
		return &record.Result{
			Fields: fields, Cells: fields[1:], Unnamed: true,
			Draw:  func() string { return explanationOf(kind, style) },
			Whole: true, Members: func(o *jsontext.Writer) { writeKind(o, kind) },
		}
	})
}

func writeKind(o *jsontext.Writer, kind *audit.Kind) {
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
		o.OrNull("instead", f.Safe)
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
	severity := show.Severity(kind.Severity, style)
	fmt.Fprintf(&b, "%s (%s): %s\n", kind.ID, severity, kind.Detects)
	label := "  do            "
	for _, line := range show.Wrap(kind.Advice, max(style.Columns-len(indent), 20)) {
		b.WriteString(label + line + "\n")
		label = indent
	}
	b.WriteString("  see           " + kind.Reference + "\n" + indent + kind.Address + "\n")
	for _, url := range kind.Examples {
		f := findingOf(kind.ID, url)
		b.WriteString("  found in      " + show.Visible(cli.Excerpt(url)) + "\n")
		for _, line := range show.Wrap(show.Visible(f.Message), max(style.Columns-len(indent), 20)) {
			b.WriteString(indent + line + "\n")
		}
		if f.Safe != "" {
			b.WriteString(indent + "instead: " + show.Visible(cli.Excerpt(f.Safe)) + "\n")
		}
	}
	b.WriteString("  not found in  " + show.Visible(kind.NearMiss) + "\n")
	return b.String()
}

// advisories prints published advisories, and what the programs of each read.
func advisories(s *Given, args []string) error {
	if len(args) > 0 {
		return errors.New("--advisories takes no URLs")
	}
	ids := cli.NamesOf(gallery.Advisories[:], func(a gallery.Advisory) string { return a.ID })
	return s.run("url", "base", "checked", "fetched", "fixed").List(ids, func(i int) *record.Result {
		a := &gallery.Advisories[i]
		reads := func(reader gallery.Reader) string {
			if reader.Dialect == "" {
				return "-"
			}
			return reader.Dialect + "=" + show.Visible(show.Host(a, reader.Dialect))
		}
		fields := []bulk.Field{
			{Name: "id", Value: a.ID}, {Name: "url", Value: show.Visible(a.URL)}, {Name: "base", Value: cmp.Or(a.Base, "-")},
			{Name: "checked", Value: reads(a.Checked)}, {Name: "fetched", Value: reads(a.Fetched)},
			{Name: "fixed", Value: reads(a.Fixed)},
		}
		return &record.Result{Fields: fields, Cells: fields[1:], Unnamed: true, Whole: true,
			Members: func(o *jsontext.Writer) { writeAdvisory(o, a) }}
	})
}

func writeAdvisory(o *jsontext.Writer, a *gallery.Advisory) {
	o.String("id", a.ID)
	o.String("title", a.Title)
	o.String("url", a.URL)
	o.OrNull("base", a.Base)
	for _, reader := range []struct {
		name string
		gallery.Reader
	}{{"checked", a.Checked}, {"fetched", a.Fetched}, {"fixed", a.Fixed}} {
		if reader.Dialect == "" {
			o.OrNull(reader.name, "")
			continue
		}
		o.Object(reader.name)
		o.String("dialect", reader.Dialect)
		o.String("reads", show.Host(a, reader.Dialect))
		o.Close()
	}
	o.String("address", a.Address)
}
