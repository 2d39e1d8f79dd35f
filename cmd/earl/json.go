package main

import (
	"errors"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
)

// begin begins the JSON record of rec with the members that all commands share.
func begin(out *bulk.Output, rec *bulk.Record) *bulk.Object {
	o := out.Object()
	o.String("input", rec.Text)
	return o
}

// beginOK begins the JSON record of rec, which did not fail.
func beginOK(out *bulk.Output, rec *bulk.Record) *bulk.Object {
	o := begin(out, rec)
	o.Bool("ok", true)
	return o
}

// finish ends the JSON record of rec.
func finish(o *bulk.Object, rec *bulk.Record) { rec.WriteExtra(o) }

// fail writes the JSON record of a failed record. In other formats it writes nothing. It returns err.
func fail(out *bulk.Output, rec *bulk.Record, err error) error {
	if out.JSON() && !out.SkipsFailed() {
		o := begin(out, rec)
		o.Bool("ok", false)
		describe(o, err, rec.Text)
		finish(o, rec)
	}
	return err
}

// describe writes the member "error" with [show.Error].
func describe(o *bulk.Object, err error, inputs ...string) {
	offset := -1
	if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	show.Error(o, err, offset, inputs...)
}

// give writes the result of a command that converts text to text. In JSON, name is the name of the member.
func give(out *bulk.Output, rec *bulk.Record, name string, result string) error {
	if !out.JSON() {
		return out.Text(result)
	}
	o := beginOK(out, rec)
	o.String(name, result)
	finish(o, rec)
	return nil
}
