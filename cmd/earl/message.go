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

// append appends the message about a failed record. The message is one line. If there is only one record and standard
// error is a terminal, a drawing below the line marks the place in the input.
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
	if !ok || !l.one || !isTerminal(l.stderr.w) {
		return dst
	}
	if e.Offset >= 0 && !e.Private && e.Input != "" {
		caret := "^"
		if l.colors(l.stderr.w) {
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
		with.Rule.Fix += ", or "
	}
	with.Rule.Fix += "use " + flag
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
	stream  *stream
	dialect earl.Dialect // the dialect that rejects the record
	rec     bulk.Record
	accepts func(of *view) bool
	first   earl.Dialect // the other dialect to prefer
}

func (e *explanation) Unwrap() error { return e.error }

// flag returns a flag with which the command accepts the record, or "" if it finds none.
func (e *explanation) flag() string {
	flag, others := "--as ", append([]earl.Dialect{e.first}, audit.Dialects()...)
	if e.stream.flags.Lookup("profile") != nil { // instead of --as
		flag, others = "--profile ", others[:1]
	}
	for _, other := range others {
		of := e.stream.view(other)
		of.start(&e.rec)
		if other.Name() != e.dialect.Name() && e.accepts(of) {
			return flag + other.Name()
		}
	}
	return ""
}
