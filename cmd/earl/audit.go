package main

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
)

// auditCommand is the command audit.
func (a *app) auditCommand() *cobra.Command {
	var (
		s    stream
		base optional
		x    auditor
	)
	cmd := &cobra.Command{
		Use:   "audit [flags] [URL…]",
		Short: "Say where dialects disagree about URLs, and what is risky about them",
		Long: `Audit reads each URL in several dialects at once, and says where they disagree:
about accepting it, about its scheme, userinfo, host, port, path, query or
fragment. Hosts are compared by value, so that another spelling of an address or
of a name is no difference. On top of that are findings, each with an ID, a
severity (info, low, medium or high), a place and a reason; docs/findings.md has
them all.

On a terminal, URLs that are given as arguments are drawn with their findings
marked, and with a table of what each dialect reads; * is before what is not as
most read it.

As text, a URL is one line of fields: the worst severity, or none; what the
dialects differ in; and the IDs of the findings, the worst first. As JSON it is
an object with the keys input, worst, differ, dialects and findings. --sarif
writes one document of SARIF 2.1.0 for all.

Results have the URLs as they are, passwords included: the drawing, the members
input, dialects and safe of JSON, and the properties of SARIF. Messages have none.

Dialects without --dialects are rfc3986, urllib, whatwg, net/url and libcurl.
With --base, or in a JSON record "base", each of them resolves the URL first.

With --fail-on, the exit status is 1 if a URL has a finding of that severity or
worse. Nothing is looked up: what a name leads to is known when it is dialled.`,
		Example: `  earl audit 'http://evil.com\@good.com/'
  earl audit --fail-on high < urls.txt
  earl audit --json --dialects whatwg,libcurl,urllib@3.11 < urls.txt
  earl audit --sarif < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			x.options.Base = base.value
			if x.sarif {
				if s.json || cmd.Flags().Changed("out") {
					return errors.New("--sarif and --out contradict each other")
				}
				x.report = newSarif(&s, len(args) > 0)
				s.out.format, s.wrap = bulk.NUL, x.report.wrap
			} else if a.decideDrawing(cmd, &s, args) {
				style := a.style(&s)
				x.draw = &style
			}
			err := a.work(cmd, &s, args, x.op)
			if a.status == statusOK && x.failed.Load() {
				a.status = statusNo
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.Var(&base, "base", "resolve each URL against this `URL` first")
	flags.Var(&x.dialects, "dialects", "the `DIALECTS` to compare, with commas between them")
	flags.Var(&x.failOn, "fail-on",
		"exit with status 1 if there is a finding of this `SEVERITY`, info, low, medium or high, or worse")
	flags.Var(&x.ignore, "ignore", "leave out the findings with these `IDS`, which commas separate")
	flags.BoolVar(&x.sarif, "sarif", false, "write a document of SARIF 2.1.0")
	s.columns, s.mayDraw = []string{"worst", "differ", "findings"}, true
	s.add(cmd)
	return cmd
}

// A severityFlag is the value of --fail-on; zero is never.
type severityFlag struct{ audit.Severity }

func (f *severityFlag) Type() string { return "SEVERITY" }

func (f *severityFlag) String() string {
	if f.Severity == 0 {
		return ""
	}
	return f.Severity.String()
}

// Set refuses the empty text too, which is what a variable of a script holds that
// has not been set.
func (f *severityFlag) Set(s string) error {
	if s == "" {
		s = "none"
	}
	return f.UnmarshalText([]byte(s))
}

// A dialectsFlag is the value of --dialects.
type dialectsFlag []earl.Dialect

func (f *dialectsFlag) Type() string { return "DIALECTS" }

func (f *dialectsFlag) String() string {
	var names []string
	for _, d := range *f {
		names = append(names, d.String())
	}
	return strings.Join(names, ",")
}

func (f *dialectsFlag) Set(s string) error {
	*f = nil
	for name := range strings.SplitSeq(s, ",") {
		var d dialectFlag
		if err := d.Set(name); err != nil {
			return err
		}
		*f = append(*f, d.Dialect)
	}
	return nil
}

// An idsFlag is the value of --ignore.
type idsFlag []string

func (f *idsFlag) Type() string   { return "IDS" }
func (f *idsFlag) String() string { return strings.Join(*f, ",") }

func (f *idsFlag) Set(s string) error {
	*f = strings.Split(s, ",")
	for _, id := range *f {
		if !slices.ContainsFunc(audit.Kinds(), func(k audit.Kind) bool { return k.ID == id }) {
			return errors.New(quoted(id) + " is no finding")
		}
	}
	return nil
}

// An auditor is what audit was told.
type auditor struct {
	options  audit.Options
	dialects dialectsFlag
	failOn   severityFlag
	ignore   idsFlag
	sarif    bool
	report   *sarif      // to write, or nil
	draw     *show.Style // to draw, or nil
	failed   atomic.Bool // --fail-on is met
}

// op audits one record.
func (x *auditor) op() bulk.Op {
	var r audit.Report
	var ids []byte
	return func(rec *bulk.Record, out *bulk.Output) error {
		if rec.Err != nil {
			return fail(out, rec, rec.Err)
		}
		base := x.audit(&r, rec)
		switch {
		case x.report != nil:
			return out.Text(string(x.report.append(nil, rec, &r)))
		case out.JSON():
			x.print(out, rec, &r)
			return nil
		case x.draw != nil && len(rec.Text) <= longestDrawn:
			return out.Text(screen(&r, base, *x.draw))
		}
		ids = ids[:0]
		for i := range r.Findings {
			if i > 0 {
				ids = append(ids, ',')
			}
			ids = append(ids, r.Findings[i].ID...)
		}
		worst, _ := r.Worst()
		return out.Fields(
			bulk.Field{Name: "worst", Value: worst.String()},
			bulk.Field{Name: "differ", Value: r.Differ.String()},
			bulk.Field{Name: "findings", Value: string(ids)})
	}
}

// audit audits a record. It returns the base, or nil.
func (x *auditor) audit(r *audit.Report, rec *bulk.Record) (base *string) {
	options := x.options
	options.Dialects = x.dialects
	if rec.HasBase {
		options.Base = &rec.Base
	}
	options.AuditInto(r, rec.Text)
	if len(x.ignore) > 0 {
		r.Findings = slices.DeleteFunc(r.Findings, func(f audit.Finding) bool {
			return slices.Contains(x.ignore, f.ID)
		})
	}
	if worst, found := r.Worst(); found && x.failOn.Severity != 0 && worst >= x.failOn.Severity {
		x.failed.Store(true)
	}
	return options.Base
}

// print writes the JSON record.
func (x *auditor) print(out *bulk.Output, rec *bulk.Record, r *audit.Report) {
	o := out.Object()
	show.Audit(o, r)
	finish(o, rec)
}
