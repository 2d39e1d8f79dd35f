package main

import (
	"cmp"
	"context"
	"runtime/debug"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
)

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
