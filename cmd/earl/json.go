package main

import (
	"errors"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// writeRecord writes the JSON record of rec: the input, the dialect unless it is "", and whether err is nil. After
// these members it writes err or, if err is nil, calls write for the other members. It returns err. It writes nothing
// for failed records that the output skips.
func writeRecord(out *bulk.Output, rec *bulk.Record, dialect string, err error, write func(o *jsontext.Writer)) error {
	if err != nil && out.SkipsFailed() {
		return err
	}
	o := out.Object()
	o.String("input", rec.Text)
	if dialect != "" {
		o.String("dialect", dialect)
	}
	o.Bool("ok", err == nil)
	if err != nil {
		describe(o, err, rec.Text)
	} else {
		write(o)
	}
	rec.WriteExtra(o)
	return err
}

// fail writes the JSON record of a failed record. In other formats it writes nothing. It returns err.
func fail(out *bulk.Output, rec *bulk.Record, err error) error {
	if !out.JSON() {
		return err
	}
	return writeRecord(out, rec, "", err, nil)
}

// describe writes the member "error" with [show.Error].
func describe(o *jsontext.Writer, err error, inputs ...string) {
	offset := -1
	if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	show.Error(o, err, offset, inputs...)
}

// give writes a text result, or the error of the record. In JSON, name is the name of the member.
func give(out *bulk.Output, rec *bulk.Record, name, result string, err error) error {
	if out.JSON() {
		return writeRecord(out, rec, "", err, func(o *jsontext.Writer) { o.String(name, result) })
	}
	if err != nil {
		return err
	}
	return out.Text(result)
}

// textOp returns the operation of a command that makes a text of each record.
func textOp(name string, do func(rec *bulk.Record) (string, error)) func() bulk.Op {
	op := func(rec *bulk.Record, out *bulk.Output) error {
		result, err := "", rec.Err
		if err == nil {
			result, err = do(rec)
		}
		return give(out, rec, name, result, err)
	}
	return func() bulk.Op { return op }
}
