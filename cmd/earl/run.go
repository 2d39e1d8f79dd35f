package main

import (
	"cmp"
	"errors"
	"runtime/debug"
	"slices"

	"earl.example/cmd/earl/internal/bulk"
)

// heapGrowth is the percentage by which the heap may grow between two runs of the garbage collector. Short records
// leave little on the heap, so with 100 percent the collector would run for every few megabytes of input. For long
// records, limitMemory makes it run more often.
const heapGrowth = 300

// work runs an operation on the arguments, the files of --input, or standard input.
func (s *stream) work(args []string, newOp func() op) error {
	switch {
	case s.resultColumn == "":
	case !table(s.Out):
		return errors.New("--result-column needs a table: add --out csv or --out tsv")
	case len(s.Columns) != 1:
		return errors.New("--result-column is for one column of results: use earl get --field NAME=TEMPLATE for several")
	default:
		s.Columns = []string{s.resultColumn}
	}
	src, err := s.source(args)
	if err != nil {
		return err
	}
	return s.run(src, newOp)
}

// workOn runs an operation on the given records.
func (s *stream) workOn(newOp func() op, records ...bulk.Record) error {
	return s.run(recordSource(records), newOp)
}

// list writes the result of each name.
func (s *stream) list(names []string, of func(i int) *result) error {
	return s.workOn(func() op {
		return func(v *view, out *results) error { return out.give(of(int(v.rec.Num - 1))) }
	}, texts(names)...)
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
func recordSource(records []bulk.Record) *source {
	return &source{single: len(records) == 1, records: slices.Values([][]bulk.Record{records})}
}

// run runs an operation on the records of a source, and reports records that fail.
func (s *stream) run(src *source, newOp func() op) error {
	job := s.Job
	job.SkipFailed = job.SkipFailed || s.dedupe != nil && s.Out != bulk.JSONL
	job.New, job.Records = s.op(newOp), src.records
	if s.document != nil {
		job.Separator = s.document.separator
	}
	messages := s.totals == nil && (job.SkipFailed || !hasErrors(job.Out))
	failures, err := s.failureLog(src, table(job.In) && src.records == nil, messages)
	if err != nil {
		return err
	}
	if failures.file != nil {
		defer failures.file.Discard() // removes it if the run panics; otherwise it has its final name by then
	}
	job.Failed, job.UTF16 = failures.add, s.warnUTF16
	out, err := s.create()
	if err != nil {
		return err
	}
	if out.file != nil {
		defer out.file.Discard()
	}
	job.Resumed = s.skip > 0
	p := s.reports(src, out)
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
	switch {
	case s.dedupe != nil:
		stats, err = s.dedupe.run(s.ctx, src.Reader, out, job, p)
	case s.totals != nil:
		stats.Stats, err = s.totals.run(s, src.Reader, out, job, failures)
	default:
		defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
		_, restore := limitMemory(defaultMemory)
		defer restore()
		stats.Stats, err = bulk.Run(s.ctx, src.Reader, out, job)
	}
	if stats.Failed > 0 {
		s.status = statusRecords
	}
	if n := s.where.dropped.Load(); n > 0 && !s.quiet && !s.where.kept.Load() {
		s.where.report(s.stderr, n)
	}
	end := out.finish(s.ctx, stats.Stats, err)
	if s.dedupe != nil {
		stats.Records = stats.Dropped + stats.Kept
		if job.SkipFailed {
			stats.Records += stats.Failed
		}
		if (err == nil || end == nil) && s.tally.status() != statusUsage && !s.quiet {
			s.dedupe.report(s.app, stats)
		}
	}
	return cmp.Or(end, failures.end(stats.Stats))
}

// hasErrors reports whether results in format f include the errors of failed records.
func hasErrors(f bulk.Format) bool { return f == bulk.JSONL || table(f) }
