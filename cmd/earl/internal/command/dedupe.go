package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/urlerr"
)

// Dedupe returns the command dedupe.
func Dedupe(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true}}
	by := "exact"
	var u deduper
	cmd := page("dedupe", func(args []string) (err error) {
		switch {
		case strings.Contains(by, "{"):
			if u.template, err = field.Compile(by, s.log != nil); err != nil {
				return err
			}
			u.template.Fold()
		case by != "exact":
			profile, err := view.ParseProfile(by)
			if meant := field.Braced(by); err != nil && meant != "" {
				err = fmt.Errorf("--by: a template has braces: did you mean --by '%s'?", meant)
				return cli.WithFix(err, cli.Replace(by, meant))
			}
			if err != nil {
				return fmt.Errorf("--by: %w; or exact, or a template with {fields}", err)
			}
			u.profile = &profile
		}
		r := s.run([]string{}...) // rows get no additional cells
		u.counts(r)
		return s.work(r, args, u.op)
	})
	cmd.Long = fmt.Sprintf(cmd.Long, profilesHelp("             "))
	flags := s.addAs(cmd, view.DialectNames()...)
	cli.Choose(flags, &by, "by", by, func() []string { return append([]string{"exact"}, view.Profiles()...) },
		func(s string) (string, error) { return s, nil })
	addMemory(flags, &u.memory, &u.tempDir)
	dropped := cli.Choose(flags, &u.samples, "show-dropped", "", nil, cli.AtLeast[int64](1))
	dropped.NoOptDefVal = "10"
	cli.Switch(flags, &u.count, "count")
	cli.Switch(flags, &u.sort, "sort")
	return s.add(cmd)
}

// A deduper drops duplicate results.
type deduper struct {
	profile  *canon.Profile // nil if keys are exact texts or results of a template
	template *field.Template
	count    bool
	sort     bool // with count, the results with the highest count come first
	memory   int64
	tempDir  string
	samples  int64            // the number of dropped records to report
	dropped  []bulk.Duplicate // in the order of their numbers
}

// counts makes r drop duplicates, or count them.
func (u *deduper) counts(r *record.Run) {
	r.SkipFailed = r.SkipFailed || r.Out != bulk.JSONL
	r.Sink = &record.Sink{Run: u.run, Report: func(stats bulk.DedupeStats) { u.report(r.Stderr, stats) }}
}

func (u *deduper) run(ctx context.Context, in io.Reader, out *record.Destination, job bulk.Job,
	_ *record.FailureLog, p *record.Progress) (bulk.DedupeStats, error) {
	keys, restore := record.LimitMemory(u.memory)
	defer restore()
	job.OnlyColumns = len(job.Columns) > 0
	d := bulk.DedupeJob{Job: job, Count: u.count, Sort: u.sort, Memory: keys, TempDir: u.tempDir}
	if u.samples > 0 {
		d.Dropped = u.add
	}
	if p != nil {
		d.Merging = p.Merge
	}
	return bulk.Dedupe(ctx, in, out, d)
}

func (u *deduper) op() record.Op {
	var key []byte
	var canonical *view.View // in the dialect of the profile
	var e *field.Expander
	if u.template != nil {
		e = u.template.Expander()
	}
	r := &record.Result{Members: func(o *jsontext.Writer) { o.String("key", string(key)) }}
	return func(v *view.View, out *record.Results) (err error) {
		key = out.Key()
		switch {
		case e != nil:
			if err = v.Read(); err != nil {
				return v.Explained(err)
			}
			key, err = e.Expand(key, v)
		case u.profile == nil:
			key = append(key, v.Rec.Text...)
		default:
			if canonical == nil {
				canonical = view.New(v.With(earl.MustParseDialect(u.profile.Dialect())))
			}
			canonical.Start(v.Rec)
			var form string
			form, err = canonical.Canonical(*u.profile)
			if site, _, _ := strings.Cut(form, ")"); *u.profile == canon.SURT && !strings.Contains(site, ",") &&
				wwwDomain.MatchString(v.Rec.Text) {
				out.Run.Hint("surt", cli.Quoted(cli.Excerpt(v.Rec.Text))+" has the key "+cli.Quoted(cli.Excerpt(form))+
					", as other sites have, because surt removes www and digits after it: use --by whatwg, or {host_reversed}")
			}
			key = append(key, form...)
		}
		if err != nil {
			return err
		}
		out.SetKey(key)
		r.Text = v.Rec.Text
		return out.Give(r)
	}
}

// wwwDomain matches URLs of a domain whose first label is www and perhaps digits.
var wwwDomain = regexp.MustCompile(`(?i)^[\w+.-]*:?(//)?([^/?#@]*@)?www\d*\.[^./?#:]+([:/?#]|$)`)

// add adds a dropped record to u.dropped, unless u.samples dropped records precede it.
func (u *deduper) add(d bulk.Duplicate) {
	at, _ := slices.BinarySearchFunc(u.dropped, d, func(a, b bulk.Duplicate) int { return cmp.Compare(a.Num, b.Num) })
	if int64(at) >= u.samples {
		return
	}
	// Excerpt masks passwords before it shortens the text: a password may be longer than the excerpt.
	d.Result = []byte(show.Visible(urlerr.Excerpt(strings.TrimSuffix(string(d.Result), "\r"), 0)))
	u.dropped = slices.Insert(u.dropped, at, d)
	u.dropped = u.dropped[:min(int64(len(u.dropped)), u.samples)]
}

func (u *deduper) report(out io.Writer, stats bulk.DedupeStats) {
	for _, x := range u.dropped {
		fmt.Fprintf(out, "earl: dropped record %d, the same as record %d: %s\n", x.Num, x.First, x.Result)
	}
	if !u.count {
		fmt.Fprintf(out, "earl: dropped %s of %s records\n", cli.Grouped(stats.Dropped), cli.Grouped(stats.Records))
	}
}

func addMemory(flags *pflag.FlagSet, memory *int64, tempDir *string) {
	*memory = record.DefaultMemory
	cli.Choose(flags, memory, "memory", "64M", nil, parseMemory)
	cli.Choose(flags, tempDir, "tmpdir", "", nil, func(name string) (string, error) {
		if err := files.Usable(cmp.Or(name, os.TempDir())); err != nil {
			return "", cli.Stop(cli.StatusIO, fmt.Sprintf("--tmpdir %s: %v", cli.Shown(name), err))
		}
		return name, nil
	})
}

func parseMemory(s string) (int64, error) {
	size, err := cli.ParseSize(s)
	if err == nil && size < record.LeastMemory {
		err = errors.New("must be at least 32M")
	}
	return size, err
}
