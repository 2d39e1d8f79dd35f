package record

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/urlerr"
)

// These are limits for messages about failed records.
const (
	mostMessages = 10   // messages on standard error
	mostReasons  = 5    // reasons in the final count
	countReasons = 1000 // reasons that are counted separately
)

// Messages say how failed records are reported.
type Messages struct {
	Name     string // the file of all messages; "-" is standard error, and "" is no file
	Quiet    bool   // nothing on standard error
	Colors   bool   // standard error has colors
	Profiles bool   // the command selects a dialect with --profile instead of --as
}

// A FailureLog reports the failed records of a run. It reports the first ones on standard error, and all of them in the
// file of --errors. At the end it writes the number of failed records for each reason.
type FailureLog struct {
	Messages
	stderr  *console
	file    *files.Writer // the file of --errors, or nil
	needed  bool          // the results do not include the errors
	tables  bool          // the input is tables, so messages name lines instead of records
	err     error         // error of writing to file
	written int
	buf     []byte
	Reasons map[string]int64  // number of failures
	advice  map[string]string // the flag for a reason whose records have no message, or ""
	one     bool              // there is only one record
	misread *atomic.Bool      // of the run
}

func newFailureLog(r *Run, src *Source) (l *FailureLog, err error) {
	l = &FailureLog{Messages: r.Failures, stderr: r.Stderr, one: src.single, misread: &r.misread}
	l.Reasons, l.advice = map[string]int64{}, map[string]string{}
	l.tables = Table(r.In) && src.Records == nil
	l.needed = (r.Sink == nil || !r.Sink.Counts) && (r.SkipFailed || r.OnlyColumns || !HasErrors(r.Out))
	if l.Name != "" && l.Name != "-" {
		if l.file, err = files.Create(l.Name); err != nil {
			return nil, cli.FileError(l.Name, err)
		}
	}
	return l, nil
}

// add reports failed records.
func (l *FailureLog) add(failures []bulk.Failure) {
	l.buf = l.buf[:0]
	shown := 0 // end of the messages for standard error
	for _, f := range failures {
		reason := reasonOf(f.Err)
		if _, ok := l.Reasons[reason]; !ok && len(l.Reasons) == countReasons {
			reason = ""
		}
		if l.Reasons[reason]++; !l.needed && l.Reasons[reason] == 1 {
			l.advice[reason] = dialectFlag.FindString(l.advised(f.Err))
		}
		most := mostMessages
		if l.misread.Load() {
			most = 0
		}
		e, _ := errors.AsType[*bulk.RecordError](f.Err)
		isSaid := l.Name == "" && e != nil && (e.NoURL || reason == noHost) && l.Reasons[reason] > 1
		more := !isSaid && !l.Quiet && l.needed && (l.Name == "-" || l.written < most)
		if more || l.file != nil {
			l.buf = l.append(l.buf, f)
		}
		if more {
			l.written++
			shown = len(l.buf)
		}
	}
	if shown > 0 {
		l.stderr.Write(l.buf[:shown])
	}
	if l.file != nil && l.err == nil {
		_, l.err = l.file.Write(l.buf)
	}
}

// reasonOf returns the reason of a failure, without its position in the record.
func reasonOf(err error) string {
	if e, ok := errors.AsType[*audit.PolicyError](err); ok {
		return e.Finding.ID
	}
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		return e.Reason()
	}
	if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		if line, reason, ok := strings.Cut(e.Reason, ": "); ok && strings.HasPrefix(line, "line ") {
			if strings.HasPrefix(reason, "failed before: ") { // the reason of an earlier run follows
				return "failed before"
			}
			return reason // the reason of a row of a table, without its line number
		}
		return e.Reason
	}
	return err.Error()
}

// end writes the number of failed records for each reason, and closes the file of --errors. It returns the error of the
// file.
func (l *FailureLog) end(stats bulk.Stats) error {
	if l.file != nil {
		if err := cmp.Or(l.err, l.file.Commit()); err != nil {
			l.file.Keep() // its error does not matter: there is another one
			return cli.FileError(l.Name, err)
		}
	}
	// If stats.Failed is greater than stats.Records, the output was closed before all results were written.
	if l.Quiet || stats.Failed == 0 || stats.Failed > stats.Records || l.one || stats.Records == 1 && l.written == 1 {
		return nil
	}
	more := ""
	switch {
	case l.file != nil:
		more = "; " + cli.Shown(l.Name) + " has all messages"
	case l.needed && l.written < int(stats.Failed) && l.Name == "" && !l.misread.Load():
		more = fmt.Sprintf("; %d messages shown, --errors FILE has all", l.written)
	}
	fmt.Fprintf(l.stderr, "earl: %s of %s records failed%s%s\n", cli.Grouped(stats.Failed), cli.Grouped(stats.Records),
		l.counts(), more)
	return nil
}

// dialectFlag matches the flag in the text of an error.
var dialectFlag = regexp.MustCompile(`--(as|profile) [\w./-]+`)

// counts lists the most frequent reasons, each with its number of records.
func (l *FailureLog) counts() string {
	other := l.Reasons[""]
	delete(l.Reasons, "")
	var list []string
	for i, reason := range Sorted(l.Reasons) {
		if n := l.Reasons[reason]; i < mostReasons {
			text := cli.Grouped(n) + " " + reason
			if flag := l.advice[reason]; flag != "" {
				text += " (use " + flag + ")"
			}
			list = append(list, text)
		} else {
			other += n
		}
	}
	if other > 0 {
		list = append(list, cli.Grouped(other)+" for other reasons")
	}
	return ": " + strings.Join(list, ", ")
}

// Sorted returns the texts that are counted, the most frequent first.
func Sorted(counts map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
}

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
	input := x.Text()
	if trimmed := strings.TrimSpace(input); len(trimmed) < len(input) && (e.Offset == 0 || e.Offset >= len(trimmed)) {
		return refixed(text, *e, "remove the blank, or use --trim")
	}
	if bare := strings.TrimLeft(input, "<\"'`(“‘„«"); e.Offset == 0 && bare != input && strings.HasPrefix(bare, "http") {
		return refixed(text, *e, "remove the mark before the URL, or use earl extract")
	}
	flag, others := "--as ", audit.Dialects()
	if l.Profiles {
		flag, others = "--profile ", nil
	}
	other, ok := x.AcceptedBy(others...)
	if !ok {
		return text
	}
	fixes := []string{e.Rule.Fix, "use " + flag + other.Name()}
	if e.Component == urlerr.Host && other.Name() == "whatwg" && fixes[0] != "" { // which writes the host in Punycode
		slices.Reverse(fixes)
	}
	return refixed(text, *e, strings.TrimPrefix(strings.Join(fixes, ", or "), ", or "))
}

// refixed returns text with another fix in the text of e.
func refixed(text string, e urlerr.Error, fix string) string {
	old := e.Error()
	e.Rule.Fix = fix
	return strings.Replace(text, old, e.Error(), 1)
}

// AppendPlace appends the part of text around offset, and a line with a caret below the offset.
func AppendPlace(dst []byte, text string, offset int, caret string) []byte {
	excerpt, at := urlerr.ExcerptAt(text, offset)
	return fmt.Appendf(dst, "    %s\n    %*s%s\n", show.Visible(excerpt), show.Columns(excerpt[:at]), "", caret)
}
