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

// A messageWriter writes messages about records that failed.
type messageWriter struct {
	tables bool // the input is tables, of which lines are counted, not records
	human  bool // it is read on a terminal
	color  bool
}

// append appends the error of a record. Below it are the place in the input, the address of the rule, and the dialects
// that accept the record, if they are known.
func (m *messageWriter) append(dst []byte, f bulk.Failure) []byte {
	dst = append(dst, "earl: "...)
	if f.Input != "" {
		dst = append(dst, inputName(f.Input)+": "...)
	}
	if _, ok := errors.AsType[*bulk.RecordError](f.Err); !m.tables {
		dst = fmt.Appendf(dst, "record %d: ", f.Line)
	} else if !ok { // which tells the line itself
		dst = fmt.Appendf(dst, "line %d: ", f.Line)
	}
	dst = append(dst, f.Err.Error()+"\n"...)
	e, ok := errors.AsType[*urlerr.Error](f.Err)
	if ok && e.Offset >= 0 && !e.Private && e.Input != "" {
		caret := "^"
		if m.color {
			caret = "\x1b[1;31m^\x1b[0m"
		}
		dst = appendPlace(dst, e.Input, e.Offset, caret)
	}
	if m.human && ok && e.Rule.Address != "" {
		dst = fmt.Appendf(dst, "    see %s\n", e.Rule.Address)
	}
	if e, ok := errors.AsType[*explanation](f.Err); ok && len(e.acceptedBy) > 0 {
		dst = fmt.Appendf(dst, "    accepted by %s\n", strings.Join(e.acceptedBy, ", "))
	}
	return dst
}

// appendPlace appends the part of text around offset, with a caret below the offset.
func appendPlace(dst []byte, text string, offset int, caret string) []byte {
	excerpt, at := urlerr.ExcerptAt(text, offset)
	return fmt.Appendf(dst, "    %s\n    %*s%s\n", show.Visible(excerpt), show.Columns(excerpt[:at]), "", caret)
}

// An explanation is the error of a record that one dialect rejects, with the dialects that accept it.
type explanation struct {
	error
	acceptedBy []string
}

func (e *explanation) Unwrap() error { return e.error }

// explained adds to err, an error of dialect d, which other dialects of the default audit accept the record. It is for
// messages, not for JSON.
func explained(err error, d earl.Dialect, accepts func(earl.Dialect) bool) error {
	if _, ok := errors.AsType[*urlerr.Error](err); !ok {
		return err
	}
	e := &explanation{error: err}
	for _, other := range audit.Dialects() {
		if other.Name() != d.Name() && accepts(other) {
			e.acceptedBy = append(e.acceptedBy, other.Name())
		}
	}
	return e
}
