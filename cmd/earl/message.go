package main

import (
	"errors"
	"fmt"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/urlerr"
)

// append appends the message about a failed record. The message is one line. With l.draw, a drawing below the line
// marks the place in the input.
func (l *failureLog) append(dst []byte, f bulk.Failure) []byte {
	dst = append(dst, "earl: "...)
	if f.Input != "" {
		dst = append(dst, inputName(f.Input)+": "...)
	}
	if _, ok := errors.AsType[*bulk.RecordError](f.Err); !l.tables {
		dst = fmt.Appendf(dst, "record %d: ", f.Line)
	} else if !ok { // a RecordError of a table names the line
		dst = fmt.Appendf(dst, "line %d: ", f.Line)
	}
	dst = append(dst, advised(f.Err)+"\n"...)
	e, ok := errors.AsType[*urlerr.Error](f.Err)
	if !ok || !l.draw {
		return dst
	}
	if e.Offset >= 0 && !e.Private && e.Input != "" {
		caret := "^"
		if l.color {
			caret = "\x1b[1;31m^\x1b[0m"
		}
		dst = appendPlace(dst, e.Input, e.Offset, caret)
	}
	if e.Rule.Address != "" {
		dst = fmt.Appendf(dst, "    see %s\n", e.Rule.Address)
	}
	return dst
}

// advised returns the text of err. If another dialect accepts the record, the text names this dialect.
func advised(err error) string {
	text := err.Error()
	x, ok := errors.AsType[*explanation](err)
	if !ok {
		return text
	}
	e, _ := errors.AsType[*urlerr.Error](err)
	flag := x.flag()
	if flag == "" {
		return text
	}
	with := *e
	if with.Rule.Fix != "" {
		with.Rule.Fix += ", or use " + flag
	} else {
		with.Rule.Fix = "use " + flag
	}
	return strings.Replace(text, e.Error(), with.Error(), 1)
}

// appendPlace appends the part of text around offset, and a line with a caret below the offset.
func appendPlace(dst []byte, text string, offset int, caret string) []byte {
	excerpt, at := urlerr.ExcerptAt(text, offset)
	return fmt.Appendf(dst, "    %s\n    %*s%s\n", show.Visible(excerpt), show.Columns(excerpt[:at]), "", caret)
}

// An explanation is the error of a record that a dialect rejects. Its method flag finds another dialect that accepts
// the record.
type explanation struct {
	error
	dialect  earl.Dialect // the dialect that rejects the record
	rec      bulk.Record
	accepts  func(earl.Dialect, *bulk.Record) bool
	profiles bool // the command has --profile, not --as
}

func (e *explanation) Unwrap() error { return e.error }

// flag returns a flag with which the command accepts the record, or "" if it finds none. It prefers whatwg, the
// dialect of browsers.
func (e *explanation) flag() string {
	whatwg := earl.MustParseDialect("whatwg")
	switch {
	case e.dialect.Name() != "whatwg" && e.accepts(whatwg, &e.rec):
		if e.profiles {
			return "--profile whatwg"
		}
		return "--as whatwg"
	case e.profiles:
		return ""
	}
	for _, other := range audit.Dialects() {
		if other.Name() != e.dialect.Name() && e.accepts(other, &e.rec) {
			return "--as " + other.Name()
		}
	}
	return ""
}

// explained returns err, an error of d, as an explanation that can name another dialect. accepts reports whether a
// dialect accepts the record.
func explained(err error, d earl.Dialect, rec *bulk.Record, accepts func(earl.Dialect, *bulk.Record) bool) error {
	if _, ok := errors.AsType[*urlerr.Error](err); !ok || rec.Err != nil {
		return err
	}
	return &explanation{error: err, dialect: d, rec: *rec, accepts: accepts}
}
