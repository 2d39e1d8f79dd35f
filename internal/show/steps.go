package show

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"earl.example/internal/steps"
	"earl.example/internal/text/jsontext"
	"earl.example/rfc3986"
)

// WriteSteps writes the member "steps" of a trace: an array of objects.
func WriteSteps(o *jsontext.Writer, t *steps.Trace) {
	o.Array("steps")
	for _, s := range t.Steps {
		o.Object("")
		o.OrNull("rule", s.Rule)
		o.OrNull("text", s.Text)
		o.Value("output", s.Output, s.IsRow || s.Output != "")
		o.Value("input", s.Input, s.IsRow)
		base, reference := s.OutputFrom.Parts(s.Output)
		o.Value("from_base", base, s.OutputFrom.Known)
		o.Value("from_reference", reference, s.OutputFrom.Known)
		base, reference = s.InputFrom.Parts(s.Input)
		o.Value("input_from_base", base, s.InputFrom.Known)
		o.Value("input_from_reference", reference, s.InputFrom.Known)
		o.Close()
	}
	o.Close()
}

// Steps returns the steps of a trace as lines of text.
func Steps(t *steps.Trace, style Style) string {
	const indent, longestDrawn = "    ", 2000 // bytes
	var b strings.Builder
	style.Columns -= len(indent)
	table := tabwriter.NewWriter(&b, 0, 0, len("  "), ' ', 0)
	for i, s := range t.Steps {
		if s.IsRow {
			if i == 0 || !t.Steps[i-1].IsRow {
				fmt.Fprintf(table, "%s\toutput\tinput\n", indent)
			}
			row := fmt.Sprintf("%s%s\t%s\t%s", indent, s.Rule, Visible(s.Output), Visible(s.Input))
			fmt.Fprintln(table, strings.TrimRight(row, "\t"))
			continue
		}
		table.Flush()
		b.WriteString(s.Rule + "  " + s.Text + "\n")
		drawn := Visible(s.Output) + "\n"
		if from := s.OutputFrom; from.Known && len(s.Output) <= longestDrawn {
			parts := []Part{{"base", 0, from.Cut, "36"}, {"reference", from.End, len(s.Output), "1;32"}}
			drawn = Drawing(s.Output, slices.DeleteFunc(parts, func(p Part) bool { return p.Start == p.End }), style)
		}
		if s.Output != "" {
			b.WriteString(indent + strings.ReplaceAll(strings.TrimSuffix(drawn, "\n"), "\n", "\n"+indent) + "\n")
		}
	}
	return b.String()
}

// Normalize normalizes ref by the steps of set, one after the other. It returns the steps that change ref.
func Normalize(ref rfc3986.Ref, set rfc3986.Steps) *steps.Trace {
	t := &steps.Trace{Algorithm: "normalize"}
	var done rfc3986.Steps
	was := ref
	for step := rfc3986.StepCase; step <= rfc3986.StepURI; step <<= 1 {
		done |= set & step
		if is := ref.Normalize(done); is != was {
			t.Add(step.String(), is.String())
			was = is
		}
	}
	t.Add("result", was.String())
	return t
}
