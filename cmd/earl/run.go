package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/urlerr"
)

// heapGrowth is the percentage by which the heap may grow between two runs of the garbage collector. Short records
// leave little on the heap, so with 100 percent the collector would run for every few megabytes of input. For long
// records, limitMemory makes it run more often.
const heapGrowth = 300

// A Run processes records: it reads them, selects some of them, does an operation on each, and writes the results.
type Run struct {
	*process
	bulk.Job // formats and limits

	// These say how the URL of a record is read.
	url   view.Options
	log   *log       // forms the URL from members of the record, or is nil
	trim  bool       // remove blanks at the ends of texts
	where *selection // selects records, or is nil

	// These say what a result is.
	named    bool      // JSON has the members "dialect" and "release"
	raw      bool      // the texts of valid records are JSON
	repeats  int       // the number of results of each record, or 0 if there is one
	document *document // the document that the results are in, or nil
	sink     *sink     // keeps results until the end of the input, or is nil

	output       target
	failures     messages
	showProgress *bool // report progress; nil if that depends on the output
}

// A sink keeps results until the end of the input, and writes them then.
type sink struct {
	// run replaces bulk.Run.
	run func(ctx context.Context, in io.Reader, out *destination, job bulk.Job, log *failureLog, p *progress) (
		bulk.DedupeStats, error)

	report func(stats bulk.DedupeStats) // writes messages after the end; may be nil
	counts bool                         // failed records are counted in the results, so they need no messages
}

// A selection selects records by expressions.
type selection struct {
	text string // the expressions

	// drops returns a function for a worker, which reports whether a record is dropped and counts it. v is the view of the operation.
	drops func(f *selection, v *view.View) func(rec *bulk.Record) (bool, error)

	kept    atomic.Bool  // some record fulfils the expressions
	dropped atomic.Int64 // number of records before that one
}

// count counts a record that fulfils the expressions or does not.
func (f *selection) count(holds bool) {
	switch {
	case f.kept.Load():
	case holds:
		f.kept.Store(true)
	default:
		f.dropped.Add(1)
	}
}

// report says how many records were compared if none was kept.
func (f *selection) report(out io.Writer) {
	if n := f.dropped.Load(); n > 0 && !f.kept.Load() {
		fmt.Fprintf(out, "earl: hint: no record fulfils --where %s: %s compared\n", show.Visible(urlerr.RedactQuery(f.text)),
			cli.Grouped(n))
	}
}

// texts returns a record for each text.
func texts(texts []string) []bulk.Record {
	records := make([]bulk.Record, len(texts))
	for i, text := range texts {
		records[i] = bulk.Record{Line: int64(i + 1), Text: text}
	}
	return records
}

// recordSource returns a source of the given records.
func recordSource(records ...bulk.Record) *source {
	return &source{single: len(records) == 1, records: slices.Values([][]bulk.Record{records})}
}

// list writes the result of each name.
func (r *Run) list(names []string, of func(i int) *result) error {
	return r.run(recordSource(texts(names)...), func() op {
		return func(v *view.View, out *results) error { return out.give(of(int(v.Rec.Num - 1))) }
	})
}

// run runs an operation on the records of a source, and reports records that fail.
func (r *Run) run(src *source, newOp func() op) error {
	job := r.Job
	job.Records = src.records
	if r.document != nil {
		job.Separator = r.document.separator
	}
	log, err := newFailureLog(r, src)
	if err != nil {
		return err
	}
	if log.file != nil {
		defer log.file.Discard() // removes it if the run panics; otherwise it has its final name by then
	}
	job.Failed, job.UTF16 = log.add, r.warnUTF16
	out, skip, err := r.create()
	if err != nil {
		return err
	}
	if out.file != nil {
		defer out.file.Discard()
	}
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
	if r.sink != nil {
		stats, err = r.sink.run(r.ctx, src.Reader, out, job, log, p)
	} else {
		defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
		_, restore := limitMemory(defaultMemory)
		defer restore()
		stats.Stats, err = bulk.Run(r.ctx, src.Reader, out, job)
	}
	if stats.Failed > 0 {
		r.status = cli.StatusRecords
	}
	if r.where != nil && !log.quiet {
		r.where.report(r.stderr)
	}
	end := out.finish(r.ctx, stats.Stats, err)
	if r.sink != nil && r.sink.report != nil && (err == nil || end == nil) && r.inputs.status() != cli.StatusUsage && !log.quiet {
		stats.Records = stats.Dropped + stats.Kept
		if job.SkipFailed {
			stats.Records += stats.Failed
		}
		r.sink.report(stats)
	}
	return cmp.Or(end, log.end(stats.Stats))
}

// hasErrors reports whether results in format f include the errors of failed records.
func hasErrors(f bulk.Format) bool { return f == bulk.JSONL || table(f) }

// table reports whether f is a format of rows and cells.
func table(f bulk.Format) bool { return f == bulk.CSV || f == bulk.TSV }
