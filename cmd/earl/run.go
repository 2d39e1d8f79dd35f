package main

import (
	"cmp"
	"context"
	"runtime/debug"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
)

// These are the percentages by which the heap may grow between two runs of the garbage collector. Short records leave
// little on the heap, so with 100 percent the collector would run for every few megabytes of input.
const (
	heapGrowth      = 300
	heapGrowthLong  = 20  // while a long record is processed
	heapGrowthAfter = 100 // after the first long record
)

// longRecord is the length of a long record in bytes.
const longRecord = 1 << 20

// collecting changes the operations of newOp: during a long record, they make the garbage collector run more often.
// Only one long record is processed at a time.
func collecting(newOp func() bulk.Op) func() bulk.Op {
	return func() bulk.Op {
		op := newOp()
		return func(rec *bulk.Record, out *bulk.Output) error {
			if len(rec.Text) > longRecord {
				debug.SetGCPercent(heapGrowthLong)
				defer debug.SetGCPercent(heapGrowthAfter)
			}
			return op(rec, out)
		}
	}
}

// work runs an operation over the records of a command.
func (a *app) work(cmd *cobra.Command, s *stream, args []string, newOp func() bulk.Op) error {
	job := s.job()
	job.SkipFailed = job.SkipFailed || s.dedupe != nil && s.out != bulk.JSONL
	job.New = collecting(newOp)
	src, err := a.source(s, args)
	if err != nil {
		return err
	}
	if src.args { // Arguments cannot contain a NUL.
		job.In, job.Workers = bulk.NUL, 1
	}
	return a.run(cmd.Context(), s, src, job)
}

// run runs a job and reports records that fail.
func (a *app) run(ctx context.Context, s *stream, src *source, job bulk.Job) error {
	failures, err := a.failureLog(s, src, table(job.In), job.SkipFailed || !hasErrors(job.Out))
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
	p := a.progress(s, src, out)
	if p != nil {
		job.Progress = p.update
		defer p.end()
	}
	var stats bulk.DedupeStats
	if s.dedupe != nil {
		stats, err = s.dedupe.run(ctx, src.Reader, out, job, p)
	} else {
		defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
		stats.Stats, err = bulk.Run(ctx, src.Reader, out, job)
	}
	if stats.Failed > 0 {
		a.status = statusRecords
	}
	end := out.finish(ctx, stats.Stats, err)
	if s.dedupe != nil {
		stats.Records = stats.Dropped + stats.Kept
		if job.SkipFailed {
			stats.Records += stats.Failed
		}
		if (err == nil || end == nil) && a.tally.status() != statusUsage && !s.quiet {
			s.dedupe.report(a, stats)
		}
	}
	return cmp.Or(end, failures.end(stats.Stats))
}

// hasErrors reports whether results in format f include the errors of failed records.
func hasErrors(f bulk.Format) bool { return f == bulk.JSONL || table(f) }
