package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/files"
	"earl.example/internal/show"
	"earl.example/reading"
	"earl.example/urlerr"
)

func (a *app) dedupe() *cobra.Command {
	var (
		s     stream
		d     dialectFlag
		base  optional
		by    = "exact"
		u     = deduper{memory: defaultMemory}
		which profileFlag
		w     whereFlag
	)
	cmd := &cobra.Command{
		Use:   "dedupe [flags] [URL…]",
		Short: "Drop duplicate URLs",
		Long: `Dedupe drops each URL that is the same as an earlier one. It writes the others,
unchanged and in the order of the input. To write canonical forms instead, pipe earl
normalize into earl dedupe. Dedupe reports on standard error how many URLs it
dropped. --by defines which URLs are the same:

  exact      URLs with the same bytes (the default)
  PROFILE    URLs with the same canonical form:
` + indented(profilesHelp()) + `             Steps can follow, as in whatwg+drop-tracking+drop-www (earl
             normalize --help)
  TEMPLATE   URLs with the same result of a template of earl get, such as
             '{host|lower} {path}'. An absent field counts as empty

A URL that cannot be parsed, or that has no canonical form, is a failed record. A
relative URL has no form in whatwg.

Output:
  text      The URLs that are kept.
  jsonl     An object with input, ok, and key: the text that was compared.
  csv, tsv  The rows that are kept, unchanged. Dedupe compares the cells in
            --column.
  --count   Each URL with the number of records that are the same. In text, the
            number and a tab precede the URL. JSON has a member "count", and a
            table has the number in the last column. Results are written when
            the input ends. To see the most frequent URLs first:
            earl dedupe --count < urls.txt | sort -rn

Memory: keys are compared byte by byte, so no URL is dropped by mistake. The memory
for keys is --memory, or GOMEMLIMIT if that is smaller, minus about 24 MiB. When it
is full, earl writes results to a temporary file in --tmpdir, and prints them when
the input ends. The disk then needs space for all further results. The file has no
name, and disappears when earl ends.`,
		Example: `  earl dedupe < urls.txt > unique.txt
  earl dedupe --by surt --show-dropped < urls.txt
  earl dedupe --by rfc3986-syntax+zero-numbers < urls.txt
  earl dedupe --by signature --memory 1G --tmpdir /data/tmp --input urls.txt.gz
  earl dedupe --by '{registered-domain}' < urls.txt
  earl dedupe --by whatwg --in csv --column link < shops.csv > unique.csv
  earl normalize --profile whatwg+drop-tracking --skip-bad < urls.txt | earl dedupe`,
		RunE: func(cmd *cobra.Command, args []string) error {
			u.base, u.newKey, u.stream = base.value, u.op, &s
			u.drops = func() func(*bulk.Record) bool { return w.drops(newViewer(d.Dialect, base.value, &s)) }
			switch {
			case strings.Contains(by, "{"):
				t, err := a.template(by)
				if t == nil {
					return err
				}
				u.template, u.viewer = t, newViewer(d.Dialect, base.value, &s)
			case cmd.Flags().Changed("as") && len(w.conditions) == 0:
				return errors.New("--as is for --by with a template, and for --where")
			case by == "exact" && base.value != nil:
				return errors.New("--base needs --by with a profile or a template")
			case by != "exact":
				if err := which.Set(by); err != nil {
					return fmt.Errorf("--by: %w; or exact, or a template with {fields}", err)
				}
				u.profile = &which
			}
			return a.drop(cmd.Context(), &s, args, &u)
		},
	}
	d.byDefault(cmd, "rfc3986")
	flags := cmd.Flags()
	flags.StringVar(&by, "by", by, "compare URLs by `KEY`: exact, a profile or a template")
	flags.Var(&base, "base", "resolve each URL against `URL` first")
	flags.Var(&u.memory, "memory", "use at most `SIZE` of memory, such as 512M or 2G; at least 32M")
	flags.StringVar(&u.tempDir, "tmpdir", "",
		"create the temporary file in `FOLDER` (default $TMPDIR, else the folder of the system)")
	flags.Var(&u.samples, "show-dropped",
		"report the first `N` dropped records on standard error; --show-dropped alone is --show-dropped=10")
	flags.Lookup("show-dropped").NoOptDefVal = "10"
	flags.BoolVar(&u.count, "count", false, "write the number of records that are the same as each URL")
	w.add(flags)
	s.columns = []string{} // rows get no additional cells
	s.urls = true
	s.add(cmd)
	return cmd
}

// indented indents each line.
func indented(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString("           " + line)
	}
	return b.String()
}

// A deduper has the options of dedupe.
type deduper struct {
	profile  *profileFlag // nil if keys are exact texts or results of a template
	count    bool
	newKey   func() bulk.KeyOp
	drops    func() func(*bulk.Record) bool // nil without --where
	template *compiledTemplate
	viewer   *viewer
	base     *string
	stream   *stream
	memory   memoryFlag
	tempDir  string
	samples  countFlag
}

// overhead is the memory that the command uses in addition to the keys.
const overhead = 24 << 20

// drop runs dedupe.
func (a *app) drop(ctx context.Context, s *stream, args []string, u *deduper) error {
	src, err := a.source(s, args)
	if err != nil {
		return err
	}
	if u.tempDir != "" {
		if err := files.Usable(u.tempDir); err != nil {
			return &ioError{fmt.Errorf("--tmpdir %s: %w", show.Visible(urlerr.Redact(u.tempDir)), err)}
		}
	}
	limit := debug.SetMemoryLimit(-1)
	keys, all := u.memory.within(limit)
	// Without this limit, garbage could take as much memory as the keys.
	debug.SetMemoryLimit(all)
	defer debug.SetMemoryLimit(limit)
	job := bulk.DedupeJob{
		Job: s.job(), NewKey: u.newKey, Count: u.count, OnlyColumns: len(s.columns) > 0, Memory: keys, TempDir: u.tempDir,
	}
	job.SkipFailed = s.skipBad || s.out.format != bulk.JSONL
	if src.args {
		job.In, job.Workers = bulk.NUL, 1
	}
	var shown samples
	if u.samples > 0 {
		shown.most = int(min(u.samples, math.MaxInt32))
		job.Dropped = shown.add
	}
	failures, err := a.failureLog(s, src, table(job.In), job.SkipFailed)
	if err != nil {
		return err
	}
	defer failures.discard()
	job.Failed = failures.add
	out, err := a.create(s)
	if err != nil {
		return err
	}
	defer out.discard()
	if p := a.progress(s, src, out); p != nil {
		job.Progress, job.Merging = p.update, p.merge
		defer p.end()
	}
	stats, err := bulk.Dedupe(ctx, src.Reader, out, job)
	if stats.Failed > 0 {
		a.status = statusRecords
	}
	end := out.finish(ctx, stats.Stats, err)
	records := stats.Dropped + stats.Kept
	if job.SkipFailed {
		records += stats.Failed
	}
	if (err == nil || end == nil) && a.tally.status() != statusUsage && !s.quiet {
		shown.tell(a)
		if !u.count {
			fmt.Fprintf(a.stderr, "earl: dropped %s of %s records\n", grouped(stats.Dropped), grouped(records))
		}
	}
	return cmp.Or(end, failures.end(bulk.Stats{Records: records, Failed: stats.Failed}))
}

// op returns an operation that appends the key of a record and writes its result.
func (u *deduper) op() bulk.KeyOp {
	key, drops := u.key(), u.drops()
	return func(rec *bulk.Record, out *bulk.Output, dst []byte) ([]byte, error) {
		if drops != nil && drops(rec) {
			out.Omit()
			return dst, nil
		}
		err := rec.Err
		if err == nil {
			dst, err = key(dst, rec)
		}
		switch {
		case err != nil:
			return dst, fail(out, rec, err)
		case table(out.Format()):
			out.Row()
			return dst, nil
		case !out.JSON():
			err = out.Text(rec.Text)
			return dst, err
		}
		o := beginOK(out, rec)
		o.String("key", string(dst))
		finish(o, rec)
		return dst, nil
	}
}

// key returns a function that appends the key of a record.
func (u *deduper) key() func(dst []byte, rec *bulk.Record) ([]byte, error) {
	switch {
	case u.template != nil:
		return u.expander()
	case u.profile == nil:
		return func(dst []byte, rec *bulk.Record) ([]byte, error) { return append(dst, rec.Text...), nil }
	}
	form := u.profile.former(newResolver(u.profile.dialect(), u.base, u.stream))
	return func(dst []byte, rec *bulk.Record) ([]byte, error) {
		form, err := form(rec)
		return append(dst, form...), err
	}
}

// expander returns a function that appends the result of the template.
func (u *deduper) expander() func(dst []byte, rec *bulk.Record) ([]byte, error) {
	var r reading.Reading
	return func(dst []byte, rec *bulk.Record) ([]byte, error) {
		v, err := u.viewer.view(rec, &r)
		if err != nil {
			return dst, u.viewer.explained(rec, err)
		}
		return u.template.expand(dst, &v)
	}
}

// samples has the dropped records that come first in the input. The field most is the maximum number of these records.
type samples struct {
	most int
	list []sample // in the order of their numbers
}

type sample struct {
	num, first int64
	text       string
}

// add adds a dropped record, unless s.most dropped records precede it.
func (s *samples) add(d bulk.Duplicate) {
	at, _ := slices.BinarySearchFunc(s.list, d.Num, func(x sample, num int64) int { return cmp.Compare(x.num, num) })
	if at >= s.most {
		return
	}
	// Excerpt masks passwords before it shortens the text: a password may be longer than the excerpt.
	text := show.Visible(urlerr.Excerpt(strings.TrimSuffix(string(d.Result), "\r"), 0))
	s.list = slices.Insert(s.list, at, sample{d.Num, d.First, text})
	s.list = s.list[:min(len(s.list), s.most)]
}

// tell writes messages about the samples.
func (s *samples) tell(a *app) {
	var b strings.Builder
	for _, x := range s.list {
		fmt.Fprintf(&b, "earl: dropped record %d, the same as record %d: %s\n", x.num, x.first, x.text)
	}
	fmt.Fprint(a.stderr, b.String())
}

// A memoryFlag is the value of --memory.
type memoryFlag struct{ sizeFlag }

var defaultMemory = memoryFlag{64 << 20}

// leastMemory is the minimum of --memory.
const leastMemory = 32 << 20

// within returns the memory for keys and the new memory limit of the garbage collector. limit is the old limit, which
// the environment variable GOMEMLIMIT may have set.
func (f *memoryFlag) within(limit int64) (keys, all int64) {
	all = min(limit, int64(f.sizeFlag)-overhead/3)
	return max(leastMemory-overhead, all+overhead/3-overhead), all
}

func (f *memoryFlag) String() string { return strconv.FormatInt(int64(f.sizeFlag)>>20, 10) + "M" }

func (f *memoryFlag) Set(s string) error {
	var size sizeFlag
	if err := size.Set(s); err != nil {
		return err
	}
	if size < leastMemory {
		return errors.New("must be at least 32M")
	}
	f.sizeFlag = size
	return nil
}
