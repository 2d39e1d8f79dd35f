package record

import (
	"errors"
	"fmt"
	"strings"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/urlerr"
)

// append appends the message about a failed record. The message is one line. If there is only one record and standard
// error is a terminal, a drawing below the line marks the place in the input.
func (l *FailureLog) append(dst []byte, f bulk.Failure) []byte {
	dst = append(dst, "earl: "...)
	if f.Input != "" {
		dst = append(dst, inputName(f.Input)+": "...)
	}
	if _, ok := errors.AsType[*bulk.RecordError](f.Err); !l.tables {
		dst = fmt.Appendf(dst, "record %d: ", f.Line)
	} else if !ok { // a RecordError of a table names the line
		dst = fmt.Appendf(dst, "line %d: ", f.Line)
	}
	dst = append(dst, l.advised(f.Err)+"\n"...)
	e, ok := errors.AsType[*urlerr.Error](f.Err)
	if !ok || !l.one || !cli.IsTerminal(l.stderr.W) {
		return dst
	}
	if e.Offset >= 0 && !e.Private && e.Input != "" {
		caret := "^"
		if l.Colors {
			caret = "\x1b[1;31m^\x1b[0m"
		}
		dst = AppendPlace(dst, e.Input, e.Offset, caret)
	}
	if e.Rule.Address != "" {
		dst = fmt.Appendf(dst, "    see %s\n", e.Rule.Address)
	}
	return dst
}

// advised returns the text of err. If the command accepts the record in another dialect, the text has the flag for it.
func (l *FailureLog) advised(err error) string {
	text := err.Error()
	x, ok := errors.AsType[*view.Rejected](err)
	if !ok {
		return text
	}
	e, _ := errors.AsType[*urlerr.Error](err)
	flag, others := "--as ", audit.Dialects()
	if l.Profiles {
		flag, others = "--profile ", nil
	}
	other, ok := x.AcceptedBy(others...)
	if !ok {
		return text
	}
	with := *e
	if with.Rule.Fix != "" {
		with.Rule.Fix += ", or "
	}
	with.Rule.Fix += "use " + flag + other.Name()
	return strings.Replace(text, e.Error(), with.Error(), 1)
}

// AppendPlace appends the part of text around offset, and a line with a caret below the offset.
func AppendPlace(dst []byte, text string, offset int, caret string) []byte {
	excerpt, at := urlerr.ExcerptAt(text, offset)
	return fmt.Appendf(dst, "    %s\n    %*s%s\n", show.Visible(excerpt), show.Columns(excerpt[:at]), "", caret)
}
