package main

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// work runs an operation over the records of a command.
func (a *app) work(cmd *cobra.Command, s *stream, args []string, newOp func() bulk.Op) error {
	job := bulk.Job{
		In: s.in.format, Out: s.out.format, Workers: int(s.jobs), New: frugal(newOp),
		Column: s.column, NoHeader: s.noHeader, Columns: s.columns,
		SkipFailed: s.skipBad, MaxFailed: int64(s.maxErrors), MaxRecord: int64(s.maxRecord),
	}
	src, err := a.source(s, args)
	if err != nil {
		return err
	}
	if src.args { // They are records as they are, and cannot contain a NUL.
		job.In, job.Workers = bulk.NUL, 1
	}
	return a.run(cmd.Context(), s, src, job)
}

// run runs a job and tells of failed records.
func (a *app) run(ctx context.Context, s *stream, src *source, job bulk.Job) error {
	out, err := a.create(s)
	if err != nil {
		return err
	}
	defer out.abandon()
	if job.SkipFailed || !tellsErrors(job.Out) {
		job.Failed = a.failed(s, table(job.In))
	}
	if p := a.progress(s, src, out); p != nil {
		job.Progress = p.update
		defer p.end()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
	stats, err := bulk.Run(ctx, src.Reader, out, job)
	if stats.Failed > 0 {
		a.status = statusRecords
	}
	return out.finish(ctx, stats, err)
}

// failed returns what tells of failed records.
func (a *app) failed(s *stream, tables bool) func([]bulk.Failure) {
	m := messenger{tables: tables, human: isTerminal(a.console.w), color: s.color.on(a.console.w)}
	var messages []byte
	return func(failures []bulk.Failure) {
		messages = messages[:0]
		for _, f := range failures {
			messages = m.append(messages, f)
		}
		a.stderr.Write(messages)
	}
}

// tellsErrors reports whether results of a format have room for what went
// wrong.
func tellsErrors(f bulk.Format) bool { return f == bulk.JSONL || table(f) }

// begin begins the JSON record of rec: the keys that all commands share.
func begin(out *bulk.Output, rec *bulk.Record) *bulk.Object {
	o := out.Object()
	o.String("input", rec.Text)
	return o
}

// finish ends the JSON record of rec.
func finish(o *bulk.Object, rec *bulk.Record) { rec.WriteExtra(o) }

// fail gives the result of a record that failed: its JSON record if one is
// wanted, or in text nothing.
func fail(out *bulk.Output, rec *bulk.Record, err error) error {
	if out.JSON() && !out.SkipsFailed() {
		o := begin(out, rec)
		o.Bool("ok", false)
		describe(o, err, rec.Text)
		finish(o, rec)
	}
	return err
}

// describe writes the member "error". An offset is told if it counts in one of
// inputs, and not in another text, such as the base or a codec's name.
func describe(o *bulk.Object, err error, inputs ...string) {
	o.Object("error")
	defer o.Close()
	kind, component, rule, offset := "bad record", "", "", -1
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		kind, component, rule = e.Rule.Kind.String(), e.Component.String(), e.Rule.Name
		within := func(s string) bool { return strings.HasPrefix(s, e.Input) }
		if slices.ContainsFunc(inputs, within) && e.Rule.Kind != urlerr.UnknownName {
			offset = e.Offset
		}
	} else if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	o.String("kind", kind)
	stringOrNull(o, "component", component)
	if offset < 0 {
		o.Null("offset")
	} else {
		o.Int("offset", int64(offset))
	}
	stringOrNull(o, "rule", rule)
	o.String("message", messageOf(err))
}

// messageOf returns the text of an error, for urllib that of CPython's exception. It may quote passwords.
func messageOf(err error) string {
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		return e.Text
	}
	return err.Error()
}

func stringOrNull(o *bulk.Object, name string, value string) {
	if value == "" {
		o.Null(name)
	} else {
		o.String(name, value)
	}
}

// give gives the result of a command that turns text into text, under a name
// of its own in JSON.
func give(out *bulk.Output, rec *bulk.Record, name string, result string) error {
	if !out.JSON() {
		return out.Text(result)
	}
	o := begin(out, rec)
	o.Bool("ok", true)
	o.String(name, result)
	finish(o, rec)
	return nil
}
