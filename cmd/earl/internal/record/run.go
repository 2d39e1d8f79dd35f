// Package record reads records, does an operation on each, and writes the results. It reports failed records and
// progress, and continues an interrupted run.
package record

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/show"
	"earl.example/internal/text/tables"
	"earl.example/urlerr"
)

// heapGrowth is the percentage by which the heap may grow between two runs of the garbage collector. Short records
// leave little on the heap, so with 100 percent the collector would run for every few megabytes of input. For long
// records, the limit of the process makes it run more often.
const heapGrowth = 300

// A Run processes records: it reads them, selects some of them, does an operation on each, and writes the results.
type Run struct {
	*Process
	bulk.Job // formats and limits

	// These say how the URL of a record is read.
	URL   view.Options
	Log   *Log       // forms the URL from members of the record, or is nil
	Trim  bool       // remove blanks at the ends of texts
	Where *Selection // selects records, or is nil

	// These say what a result is.
	NoURL    bool      // results need no URL, but only other members
	Named    bool      // JSON has the members "dialect" and "release"
	Raw      bool      // the texts of valid records are JSON
	Repeats  int       // the number of results of each record, or 0 if there is one
	MayFail  float64   // the share of the records that may fail without an exit status
	Document *Document // the document that the results are in, or nil
	Sink     *Sink     // keeps results until the end of the input, or is nil

	Output       Target
	Failures     Messages
	ShowProgress *bool // report progress; nil if that depends on the output

	// These are for hints.
	Sniffs   bool                     // the first line of an input may show that it is not a list of URLs
	Relative bool                     // the texts of records are references
	Misnamed string                   // an argument that names a file or a format by mistake
	WhyEmpty string                   // says why results can be empty, and what to do
	Writes   func(member string) bool // reports whether the user wrote the name of a member
	hinted   sync.Map
	counts   []*resultCount // of the workers
	misread  atomic.Bool    // the input has another format, so messages about its records do not help
}

// A Sink keeps results until the end of the input, and writes them then.
type Sink struct {
	// Run replaces bulk.Run.
	Run func(ctx context.Context, in io.Reader, out *Destination, job bulk.Job, log *FailureLog, p *Progress) (
		bulk.DedupeStats, error)

	Report func(stats bulk.DedupeStats) // writes messages after the end; may be nil
	Counts bool                         // failed records are counted in the results, so they need no messages
}

// A Selection selects records by expressions.
type Selection struct {
	Text string // the expressions

	// Subject returns the record that is compared instead of rec, or nil if rec is kept. If failed is not nil, an error is
	// stored there, for the operation. Subject may be nil.
	Subject func(rec *bulk.Record) (of *bulk.Record, failed *error)

	// Drops returns a function for a worker, which reports whether a record is dropped and counts it. v is the view of
	// the operation.
	Drops func(f *Selection, v *view.View) func(rec *bulk.Record) (bool, error)

	kept    atomic.Bool  // some record fulfils the expressions
	dropped atomic.Int64 // number of records before that one
}

// Count counts a record that fulfils the expressions or does not.
func (f *Selection) Count(holds bool) {
	switch {
	case f.kept.Load():
	case holds:
		f.kept.Store(true)
	default:
		f.dropped.Add(1)
	}
}

// Texts returns a record for each text.
func Texts(texts []string) []bulk.Record {
	records := make([]bulk.Record, len(texts))
	for i, text := range texts {
		records[i] = bulk.Record{Line: int64(i + 1), Text: text}
	}
	return records
}

// SourceOf returns a source of the given records.
func SourceOf(records ...bulk.Record) *Source {
	return &Source{single: len(records) == 1, Records: slices.Values([][]bulk.Record{records})}
}

// List writes the result of each name.
func (r *Run) List(names []string, of func(i int) *Result) error {
	return r.Run(SourceOf(Texts(names)...), func() Op {
		return func(v *view.View, out *Results) error { return out.Give(of(int(v.Rec.Num - 1))) }
	})
}

// Run runs an operation on the records of a source, and reports records that fail.
func (r *Run) Run(src *Source, newOp func() Op) error {
	if r.Trial != nil {
		return r.try(src, newOp)
	}
	_, err := r.run(src, newOp)
	return err
}

// run implements Run.
func (r *Run) run(src *Source, newOp func() Op) (log *FailureLog, err error) {
	job := r.Job
	job.Records = src.Records
	if r.Document != nil {
		job.Separator = r.Document.Separator
	}
	if log, err = newFailureLog(r, src); err != nil {
		return nil, err
	}
	if log.file != nil {
		defer log.file.Discard() // removes it if the run panics; otherwise it has its final name by then
	}
	job.Failed, job.UTF16, r.Lookups = log.add, r.warnUTF16, new(bulk.Lookups)
	r.Sniffs = r.sniffs(src)
	job.Lookups = r.Lookups
	out, skip, err := r.create(src)
	if err != nil {
		return nil, err
	}
	defer out.discard()
	job.Resumed, job.New = skip > 0, r.op(newOp, skip)
	p := r.reports(src, out)
	if p != nil {
		defer p.end()
	}
	job.Progress = func(stats bulk.Stats) {
		if out.checkpoint != nil {
			out.checkpoint.at(stats)
		}
		if p != nil {
			p.update(stats)
		}
	}
	var stats bulk.DedupeStats
	if r.Sink != nil {
		stats, err = r.Sink.Run(r.ctx, src.Reader, out, job, log, p)
	} else {
		defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
		stats.Stats, err = bulk.Run(r.ctx, src.Reader, out, job)
	}
	if float64(stats.Failed) > r.MayFail*float64(max(stats.Records, stats.Failed)) {
		r.Status = cli.StatusRecords
	}
	r.hints(stats.Failed)
	if r.Log != nil {
		if stats.Records -= r.Log.comments.Load(); !log.Quiet {
			r.Log.report(r.Stderr)
		}
	}
	end := out.finish(r.ctx, stats.Stats, err)
	reports := r.Sink != nil && r.Sink.Report != nil && !log.Quiet
	if reports && (err == nil || end == nil) && r.Inputs.Status() != cli.StatusUsage {
		compared := stats
		compared.Records = stats.Dropped + stats.Kept
		if job.SkipFailed {
			compared.Records += stats.Failed
		}
		r.Sink.Report(compared)
	}
	misread := slices.ContainsFunc([]string{"member", "format", "query", "nothing", "file", "output"}, r.hasHint)
	compared := stats.Records
	if r.Where != nil && log.Reasons[noHost] > 0 {
		compared -= r.Where.dropped.Load()
	}
	isFormed := r.In != bulk.Lines || r.Log != nil // flags can change which URL a record has
	_, unusable := errors.AsType[*bulk.HeaderError](err)
	r.Doubtful = r.Doubtful || misread || unusable || 2*log.Reasons[noHost] > compared ||
		stats.Failed > 0 && stats.Failed >= compared && (r.Trial != nil || isFormed && src.Records == nil)
	return log, cmp.Or(end, log.end(stats.Stats))
}

// HasErrors reports whether results in format f include the errors of failed records.
func HasErrors(f bulk.Format) bool { return f == bulk.JSONL || Table(f) }

// Table reports whether f is a format of rows and cells.
func Table(f bulk.Format) bool { return f == bulk.CSV || f == bulk.TSV }

// Hint writes a message about what the user may have meant, unless the run has one of this kind already.
func (r *Run) Hint(kind, text string) {
	if _, had := r.hinted.LoadOrStore(kind, true); !had && !r.Failures.Quiet {
		fmt.Fprintf(r.Stderr, "earl: hint: %s\n", text)
	}
}

// A resultCount counts the results of a worker.
type resultCount struct{ all, empty int64 }

// count counts a result, unless n is nil. JSON with members of its own is never empty.
func (n *resultCount) count(out *Results, r *Result) {
	if n == nil {
		return
	}
	n.all++
	if r.Text != "" || out.JSON() && r.Members != nil && !r.Unnamed {
		return
	}
	if !slices.ContainsFunc(r.Fields, func(f bulk.Field) bool { return f.Value != "" }) {
		n.empty++
	}
}

// hints writes hints about the run as a whole: about a filter that keeps nothing, about empty results, and about names
// of members that no record has.
func (r *Run) hints(failed int64) {
	if f := r.Where; f != nil && !f.kept.Load() && f.dropped.Load() > 0 {
		r.Hint("where", fmt.Sprintf("no record fulfils --where %s: %s compared",
			show.Visible(urlerr.RedactQuery(f.Text)), cli.Grouped(f.dropped.Load())))
	}
	var n resultCount
	for _, c := range r.counts {
		n.all, n.empty = n.all+c.all, n.empty+c.empty
	}
	if n.all > 0 && n.empty == n.all {
		r.hinted.Store("nothing", true)
	}
	if n.all > 1 && 2*n.empty > n.all && (r.Sink == nil || n.empty == n.all) {
		text := fmt.Sprintf("%s of %s results are empty", cli.Grouped(n.empty), cli.Grouped(n.all))
		if r.WhyEmpty != "" {
			text += ": " + r.WhyEmpty
		}
		r.Hint("empty", text)
	}
	r.Lookups.Missing(func(name, names string) {
		url := r.In == bulk.JSONL && name == cmp.Or(r.Column, "url")
		aliased := func(other string) bool {
			first, _, _ := strings.Cut(other, ".") // names has no members of members
			return strings.Contains(names, strconv.Quote(first))
		}
		if url && (failed == 0 || r.Log != nil && r.Log.known.Load()) || !url && !r.Writes(name) ||
			aliased(weblog.Canonical[name]) || slices.ContainsFunc(weblog.Aliases[name], aliased) {
			return
		}
		text := "no record has the member " + cli.Quoted(name)
		if names != "" {
			text += ": there are " + names
		}
		if url {
			text += "; --column names the member with the URL"
		}
		r.Hint("member "+name, text)
		r.hinted.Store("member", true)
	})
}

//go:embed formats.tsv
var formatRows string

// FormatOf returns the format that the name or the first line of an input shows if it is not a list of URLs, and advice
// for it.
func FormatOf(name, line string) (what, advice string) {
	line = strings.TrimPrefix(line[:min(len(line), 2000)], "\ufeff")
	if strings.HasPrefix(line, "http") && !strings.ContainsAny(line, " \t\",;") { // as usual
		return "", ""
	}
	for _, row := range tables.Cells(formatRows) {
		text := line
		if strings.Contains(row[2], `\|`) {
			text = name + "|" + line
		}
		if regexp.MustCompile(row[2]).MatchString(text) {
			if row[0] == "a web log" {
				if preset := weblog.PresetOf(line); preset != "" {
					row[1] = "use --in " + preset + " (earl help logs)"
				}
			}
			return row[0], row[1]
		}
	}
	return "", ""
}

// sniffs reports whether the first line of src may show that it is not a list of URLs.
func (r *Run) sniffs(src *Source) bool {
	return r.Sniffs && src.Records == nil && (r.In == bulk.Lines && r.Log == nil || r.In == bulk.JSONL)
}

// sniff looks at the first line of an input that is read as URLs or as JSON lines. It writes a hint if the input has
// another format. The list of a command with references can look like a table.
func (r *Run) sniff(name, line string) {
	what, advice := FormatOf(name, line)
	if what == "" || r.In != bulk.Lines && strings.HasPrefix(advice, "use --in") || what == "a table" && r.Relative {
		return
	}
	plain, _ := FormatOf("", line)
	r.misread.Store(plain != "" || r.misread.Load())
	r.Hint("format", "the input looks like "+what+": "+advice)
}
