package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/bulk"
)

// work runs an operation over the arguments, or over standard input if there
// are none.
func (a *app) work(cmd *cobra.Command, s *stream, args []string, newOp func() bulk.Op) error {
	job := bulk.Job{In: s.in.format, Out: s.out.format, Workers: int(s.jobs), New: frugal(newOp)}
	input := a.stdin
	if len(args) > 0 {
		// Arguments are records as they are. They cannot contain a NUL.
		input, job.In, job.Workers = strings.NewReader(strings.Join(args, "\x00")+"\x00"), bulk.NUL, 1
	}
	return a.run(cmd.Context(), input, job)
}

// run runs a job and tells of failed records.
func (a *app) run(ctx context.Context, input io.Reader, job bulk.Job) error {
	var messages []byte
	job.Failed = func(failures []bulk.Failure) {
		messages = messages[:0]
		if job.Out == bulk.JSONL {
			return
		}
		for _, f := range failures {
			messages = appendMessage(messages, f)
		}
		a.stderr.Write(messages)
	}
	stats, err := bulk.Run(ctx, input, a.stdout, job)
	if stats.Failed > 0 {
		a.status = statusRecords
	}
	switch {
	case err == nil || closedPipe(err):
		return nil
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		return &ioError{fmt.Errorf("interrupted; records done: %d", stats.Records)}
	}
	return &ioError{err}
}

// The names of members of JSON records, beside those of parts.
var (
	nameInput      = bulk.NewName("input")
	nameDialect    = bulk.NewName("dialect")
	nameOK         = bulk.NewName("ok")
	nameHref       = bulk.NewName("href")
	nameResult     = bulk.NewName("result")
	namePairs      = bulk.NewName("pairs")
	nameValues     = bulk.NewName("values")
	nameRecord     = bulk.NewName("record")
	nameError      = bulk.NewName("error")
	nameKind       = bulk.NewName("kind")
	nameComponent  = bulk.NewName("component")
	nameOffset     = bulk.NewName("offset")
	nameRule       = bulk.NewName("rule")
	nameMessage    = bulk.NewName("message")
	nameEquivalent = bulk.NewName("equivalent")
	nameRung       = bulk.NewName("rung")
	nameRelease    = bulk.NewName("release")
	nameReleases   = bulk.NewName("releases")
	nameAbout      = bulk.NewName("about")
)

// begin begins the JSON record of rec: the keys that all commands share.
func begin(out *bulk.Output, rec *bulk.Record) *bulk.Object {
	o := out.Object()
	o.String(nameInput, rec.Text)
	return o
}

// finish ends the JSON record of rec.
func finish(o *bulk.Object, rec *bulk.Record) {
	if rec.Extra != "" {
		o.Raw(nameRecord, rec.Extra)
	}
}

// fail gives the result of a record that failed: its JSON record, or in text
// nothing.
func fail(out *bulk.Output, rec *bulk.Record, err error) error {
	if out.JSON() {
		o := begin(out, rec)
		o.Bool(nameOK, false)
		describe(o, err, rec.Text)
		finish(o, rec)
	}
	return err
}

// describe writes the member "error". An offset is told if it counts in one of
// inputs, and not in another text, such as the base or a codec's name.
func describe(o *bulk.Object, err error, inputs ...string) {
	o.Object(nameError)
	defer o.Close()
	kind, component, rule, offset := "bad record", "", "", -1
	if e, ok := errors.AsType[*earl.Error](err); ok {
		kind, component, rule = e.Rule.Kind.String(), e.Component.String(), e.Rule.Name
		within := func(s string) bool { return strings.HasPrefix(s, e.Input) }
		if slices.ContainsFunc(inputs, within) && e.Rule.Kind != earl.UnknownName {
			offset = e.Offset
		}
	} else if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	o.String(nameKind, kind)
	stringOrNull(o, nameComponent, component)
	if offset < 0 {
		o.Null(nameOffset)
	} else {
		o.Int(nameOffset, int64(offset))
	}
	stringOrNull(o, nameRule, rule)
	o.String(nameMessage, earl.Message(err))
}

func stringOrNull(o *bulk.Object, name bulk.Name, value string) {
	if value == "" {
		o.Null(name)
	} else {
		o.String(name, value)
	}
}

// give gives the result of a command that turns text into text, under a name
// of its own in JSON.
func give(out *bulk.Output, rec *bulk.Record, name bulk.Name, result string) error {
	if !out.JSON() {
		return out.Text(result)
	}
	o := begin(out, rec)
	o.Bool(nameOK, true)
	o.String(name, result)
	finish(o, rec)
	return nil
}
