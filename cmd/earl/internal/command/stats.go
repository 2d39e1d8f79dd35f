package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// Stats returns the command stats.
func Stats(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, documents: []string{"drawing"}}}
	t := totals{top: 10}
	cmd := page("stats", func(args []string) error {
		t.explicit, t.byDefault = len(t.fields) > 0, !s.given("top")
		if len(t.fields) == 0 {
			t.fields.Set("scheme,host,registered_domain,tld,port,extension,params")
		}
		t.count = true
		for _, arg := range args {
			if meant := field.Meant(arg); meant != "" {
				return cli.WithFix(errors.New("did you mean --field '"+meant+"'?"), cli.Replace(arg, "--field", meant))
			}
		}
		if _, err := t.compile(nil, s.log != nil); err != nil {
			return err
		}
		if len(t.templates) >= bulk.MaxGroups {
			return fmt.Errorf("--field: at most %d fields can be counted", bulk.MaxGroups-1)
		}
		t.style = s.drawingStyle(true)
		r := s.run("field", "value", "count")
		if t.style != nil {
			r.Document = new(record.Document)
		}
		t.skipURL(&s, r)
		t.Run, r.Sink = r, &record.Sink{Run: t.run, Counts: true}
		return s.work(r, args, t.op)
	})
	flags := s.addAs(cmd, view.DialectNames()...)
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "by" {
			name = "field"
		}
		return pflag.NormalizedName(name)
	})
	cli.Repeated(flags, "field", field.Names, func(text string) error {
		s.reads = ""
		return t.fields.Set(text)
	})
	cli.Choose(flags, &t.top, "top", "10", nil, func(text string) (int, error) {
		n, err := cli.AtLeast(0)(text)
		if err != nil && field.Meant(text) != "" {
			err = cli.WithFix(err, cli.Replace("--top", "--field"))
		}
		return n, err
	})
	addMemory(flags, &t.memory, &t.tempDir)
	cli.Switch(flags, &t.unicode, "unicode-hosts")
	s.addSeparator(flags)
	s.reads = "host registered_domain params"
	return s.add(cmd)
}

// totals counts values of fields.
type totals struct {
	*record.Run
	selector
	top     int
	memory  int64
	tempDir string
	style   *show.Style // of drawings, or nil

	explicit, byDefault bool // the user chose the fields; top was not given
}

// op returns an operation that counts values and gives no result.
func (t *totals) op() record.Op {
	var text []byte
	expanders := t.expanders()
	return func(v *view.View, out *record.Results) error {
		if err := expanders.read(v, out); err != nil {
			return err
		}
		for i, e := range expanders {
			switch f := e.Only(); {
			case f == nil:
				text = e.Append(text[:0])
				out.Count(i, string(text))
			case f.IsList():
				for _, value := range e.Values[0].List {
					out.Count(i, value)
				}
			case e.Values[0].Present:
				out.Count(i, e.Values[0].Text)
			}
		}
		out.Count(len(t.templates), "") // the group of all records
		out.Omit()
		return nil
	}
}

// run counts the values of the records, and writes the counts, also if the run is interrupted.
func (t *totals) run(ctx context.Context, in io.Reader, out *record.Destination, job bulk.Job,
	failures *record.FailureLog, _ *record.Progress) (stats bulk.DedupeStats, err error) {
	memory, restore := record.LimitMemory(t.memory)
	defer restore()
	counts, done, err := bulk.Count(ctx, in, bulk.DedupeJob{Job: job, Memory: memory, TempDir: t.tempDir}, t.top)
	if stats.Stats = done; counts == nil {
		return stats, err
	}
	defer counts.Close()
	if out.Unusable(err) {
		return stats, err
	}
	for i, group := range counts.Groups[:min(len(t.names), len(counts.Groups))] {
		switch {
		case group.Keys == 0 && t.explicit:
			t.Hint("empty "+t.names[i], "no record has "+t.names[i])
		case group.Keys > int64(t.top) && t.style == nil && t.byDefault:
			t.Hint("top", fmt.Sprintf("only the %d most frequent values are written, as of the %s of %s: --top 0 writes all",
				t.top, cli.Grouped(group.Keys), t.names[i]))
		}
	}
	var broken error
	job.Records = func(yield func([]bulk.Record) bool) {
		one := func(r *statistic) bool { return yield([]bulk.Record{{Value: r}}) }
		broken = t.results(counts, done, failures.Reasons, one)
	}
	job.OnlyColumns, job.Progress, job.Failed, job.MaxFailed = true, nil, nil, 0
	job.New = func() bulk.Op {
		results := &record.Results{Run: t.Run}
		return func(rec *bulk.Record, o *bulk.Output) error {
			results.Output, results.Rec = o, rec
			return results.Give(rec.Value.(*statistic).result(t.style))
		}
	}
	_, failed := bulk.Run(context.WithoutCancel(ctx), nil, out, job)
	return stats, cmp.Or(err, failed, broken)
}

// A statistic is a result of stats: a value of a field, and how often it occurred.
type statistic struct {
	field string
	value string
	n     int64
	of    *bulk.Group // sums the values of the field, or is nil if the field has no value
	at    int         // the index of the value in the field
	most  int64       // the count of the first value
	rest  int64       // the sum of the counts of the values after this one
	last  bool        // the value is the last one that is written
}

// results calls one for each result of a run, until one returns false.
func (t *totals) results(counts *bulk.Counts, stats bulk.Stats, reasons map[string]int64,
	one func(*statistic) bool) error {
	records := stats.Failed
	if all := len(t.templates); all < len(counts.Groups) {
		records += counts.Groups[all].Total
	}
	if !one(&statistic{field: "records", n: records}) || !one(&statistic{field: "failed", n: stats.Failed}) {
		return nil
	}
	var r statistic
	next := func(field string, value string, n int64, of *bulk.Group) bool {
		if field != r.field || r.last {
			r = statistic{field: field, of: of, at: -1, most: n, rest: of.Total}
		}
		r.value, r.n, r.at, r.rest = value, n, r.at+1, r.rest-n
		r.last = int64(r.at+1) == of.Keys || r.at+1 == t.top
		return one(&r)
	}
	failed := &bulk.Group{Keys: int64(len(reasons)), Total: stats.Failed}
	for i, reason := range record.Sorted(reasons) {
		if (i < t.top || t.top == 0) && !next("failure", reason, reasons[reason], failed) {
			return nil
		}
	}
	for c, err := range counts.All() {
		if err != nil {
			return err
		}
		if c.Group == len(t.templates) {
			break
		}
		if !next(t.names[c.Group], c.Key, c.Count, &counts.Groups[c.Group]) {
			return nil
		}
	}
	return nil
}

func (r *statistic) result(style *show.Style) *record.Result {
	fields := fields("field", r.field, "value", r.value, "count", strconv.FormatInt(r.n, 10))
	cells := slices.Clone(fields)
	fields[1].Value = show.Visible(r.value)
	return &record.Result{
		Whole: true, Unnamed: true, Fields: fields, Cells: cells,
		Members: func(o *jsontext.Writer) {
			o.String("field", r.field)
			o.Value("value", r.value, r.of != nil)
			o.Int("count", r.n)
		},
		Draw: func() string { return r.drawing(style) },
	}
}

// drawing returns a line with the value, the count and a bar. The first line of a field is after a title, and the last
// one before the number of others.
func (r *statistic) drawing(style *show.Style) string {
	if r.of == nil {
		return fmt.Sprintf("%-8s%12s\n", r.field, cli.Grouped(r.n))
	}
	text := ""
	if r.at == 0 {
		text = fmt.Sprintf("\n%s: %s different\n", r.field, cli.Grouped(r.of.Keys))
	}
	const countWidth = 12
	room := max(style.Columns, 60) - countWidth - len("    ") // for the value and the bar
	width := room * 2 / 3
	line := func(label string, n int64) string {
		return "  " + label + strings.Repeat(" ", width-show.Columns(label)) + fmt.Sprintf("%*s", countWidth, cli.Grouped(n))
	}
	full := "█"
	if style.ASCII {
		full = "#"
	}
	bar := strings.Repeat(full, max(1, int(float64(r.n)/float64(r.most)*float64(room-width))))
	text += line(show.Cut(show.Visible(r.value), width), r.n) + "  " + bar + "\n"
	if others := r.of.Keys - int64(r.at+1); r.last && others > 0 {
		text += line(fmt.Sprintf("… and %s others", cli.Grouped(others)), r.rest) + "\n"
	}
	return text
}
