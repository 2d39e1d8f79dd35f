package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example"
	"earl.example/bulk"
	"earl.example/urlerr"
)

// appendMessage appends what to tell of a record that failed: a line with the
// error, and below it the place in the input, and who would take it, if that
// is known.
func appendMessage(dst []byte, f bulk.Failure) []byte {
	dst = fmt.Appendf(dst, "earl: record %d: %v\n", f.Num, f.Err)
	if e, ok := errors.AsType[*earl.Error](f.Err); ok && e.Offset >= 0 && !e.Private && e.Input != "" {
		excerpt, at := urlerr.ExcerptAt(e.Input, e.Offset)
		before := visible(excerpt[:at])
		dst = fmt.Appendf(dst, "    %s\n    %*s^\n", before+visible(excerpt[at:]), utf8.RuneCountInString(before), "")
	}
	if e, ok := errors.AsType[*refusal](f.Err); ok && len(e.others) > 0 {
		dst = fmt.Appendf(dst, "    accepted by %s\n", strings.Join(e.others, ", "))
	}
	return dst
}

// visible returns s with escapes for what does not print.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// A refusal is the error of a record that one dialect refuses and others would
// take.
type refusal struct {
	error
	others []string
}

func (r *refusal) Unwrap() error { return r.error }

// refused adds to err, an error of a dialect, which others would take the
// record: those for which try returns no error. It is for messages, not for
// JSON.
func refused(err error, by earl.Dialect, try func(earl.Dialect) error) error {
	if _, ok := errors.AsType[*earl.Error](err); !ok {
		return err
	}
	r := &refusal{error: err}
	for _, d := range earl.Dialects() {
		if d.Name() != by.Name() && try(d) == nil {
			r.others = append(r.others, d.Name())
		}
	}
	return r
}
