package audit

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"

	"earl.example"
	"earl.example/httptarget"
	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Options configures an audit. [Audit] uses the zero value.
type Options struct {
	// Dialects lists the dialects to compare. Nil means the result of [Dialects].
	Dialects []earl.Dialect

	// Base, if not nil, is a base URL. Each dialect first resolves the audited URL against it, and reads the result. The
	// error of a dialect that does not implement [reading.Resolver] is then of kind [urlerr.NotModelled].
	Base *string

	// IsTopLevel reports whether label is a top-level domain. Audit calls it to find user names that look like a host,
	// such as "joe.lee". Audit passes label in lower case, and a non-ASCII label as an A-label. An implementation can use
	// a list such as golang.org/x/net/publicsuffix. If IsTopLevel is nil, Audit uses a default: all labels of two letters,
	// and 40 frequent longer labels.
	IsTopLevel func(label string) bool

	// Below, if not "", is the prefix of an access rule on paths, such as "/admin/". The finding path-readers is then of
	// severity Medium. It and other findings about the path are only found if the rule lets the URL pass for one of the
	// Readers, and another one serves it below the prefix. A URL without a scheme is a request target.
	Below string

	// Readers lists the reader of the rule first, and then the readers of the servers behind it. The servers read the
	// target that the first reader forwards. Nil means ten usual readers of the same target; the rule can have any reader.
	Readers []httptarget.Reader
}

// defaults is the result of Dialects.
var defaults = parsed([]string{"rfc3986", "urllib", "whatwg", "net/url", "libcurl"})

// parsed returns the dialects with the given names.
func parsed(names []string) []earl.Dialect {
	all := make([]earl.Dialect, len(names))
	for i, name := range names {
		all[i] = earl.MustParseDialect(name)
	}
	return all
}

// Dialects returns the dialects that are compared by default: rfc3986, urllib, whatwg, net/url and libcurl. The dialect
// rfc1808 is not compared, because it accepts every text.
func Dialects() []earl.Dialect { return slices.Clone(defaults) }

// A Verdict holds the reading of a URL in one dialect. If the dialect rejects the URL, Reading.Err returns the reason.
// An error of kind [urlerr.NotModelled] is no rejection: the model does not have the scheme, or does not resolve
// references, and nothing is known about the program.
type Verdict struct {
	Dialect earl.Dialect
	Reading reading.Reading
}

func (v *Verdict) accepted() bool { return v.Reading.Err() == nil }

// modelled reports whether the dialect accepts or rejects the URL, and not only its model.
func (v *Verdict) modelled() bool {
	return v.accepted() || !errors.Is(v.Reading.Err(), urlerr.NotModelled)
}

// A Report is the result of an audit.
type Report struct {
	Input    string
	Verdicts []Verdict // in the order of Options.Dialects
	Differ   Aspects   // the aspects on which the dialects disagree
	Findings []Finding // the most severe first

	base *string
}

// Audit reads url in every dialect of [Dialects]. The report has the aspects on which the dialects disagree, and the
// risks of the URL. Audit accepts any text.
//
// Audit does not look up names. So an audit of a URL says nothing about the address of its host, which can change at
// any time (RFC 3986 §7.1).
func Audit(url string) Report { return Options{}.Audit(url) }

// Audit is like the function [Audit], but uses the options o.
func (o Options) Audit(url string) Report {
	var r Report
	o.AuditInto(&r, url)
	return r
}

// AuditInto is like [Options.Audit] and stores the report in r. In a loop, pass the same r to reuse its memory.
func (o Options) AuditInto(r *Report, url string) { o.audit(r, url) }

// audit implements AuditInto. It returns the view of url, or nil if the findings needed no view.
func (o Options) audit(r *Report, url string) *view {
	dialects := o.Dialects
	if dialects == nil {
		dialects = defaults
	}
	r.Findings = r.Findings[:0]
	if len(r.Verdicts) != len(dialects) {
		r.Verdicts = make([]Verdict, len(dialects))
	}
	for i, d := range dialects {
		r.Verdicts[i].Dialect = d
	}
	ordinary := isOrdinary(url) && o.Below == ""
	if ordinary && o.Base == nil {
		r.Input, r.base, r.Differ = url, nil, 0
		if r.readAlike(url, o.Dialects == nil) {
			r.Differ = compare(r.Verdicts)
		}
	} else {
		r.read(url, o.Base)
	}
	if r.Differ == 0 && ordinary || uint64(len(url)) > math.MaxUint32 {
		return nil
	}
	v := newView(r, r.Findings)
	v.opt = o
	r.Findings = v.detect()
	return v
}

// read reads url in the dialect of each verdict and compares the readings.
func (r *Report) read(url string, base *string) {
	r.Input, r.base = url, base
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		if base == nil {
			v.Dialect.Read(&v.Reading, url)
			continue
		}
		resolved, err := earl.Resolve(v.Dialect, *base, url)
		if err != nil {
			v.Reading.Reset(url)
			v.Reading.Reject(err)
			continue
		}
		v.Dialect.Read(&v.Reading, resolved)
	}
	r.Differ = compare(r.Verdicts)
}

// Worst returns the highest severity of the findings. found is false if there are no findings.
func (r *Report) Worst() (worst Severity, found bool) {
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	return worst, len(r.Findings) > 0
}

// stacks has a row for each stack of lists.txt: the name and the dialects.
var stacks = sync.OnceValue(func() (all [][]string) {
	rows(listsText, func(section, row string) {
		if section == "[stacks]" {
			all = append(all, strings.Fields(row))
		}
	})
	return all
})

// Stacks returns the names that [Stack] accepts.
func Stacks() []string {
	names := make([]string, len(stacks()))
	for i, stack := range stacks() {
		names[i] = stack[0]
	}
	return names
}

// Stack returns the dialects of programs that are often used together, for Options.Dialects and Policy.Dialects. An
// example is a program that checks URLs and a client that fetches them: the stack "python-requests" consists of urllib
// and requests. For an unknown name, Stack returns an error of kind [urlerr.UnknownName] that lists the known names.
func Stack(name string) ([]earl.Dialect, error) {
	for _, stack := range stacks() {
		if stack[0] == name {
			return parsed(stack[1:]), nil
		}
	}
	return nil, &urlerr.Error{
		Dialect: "earl", Input: name, Offset: 0,
		Rule: urlerr.Rule{
			Name: "not a stack; there is " + strings.Join(Stacks(), ", "), Kind: urlerr.UnknownName, Example: "java8",
		},
	}
}

// LogValue returns the findings and the redacted input.
func (r Report) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("input", urlerr.RedactQuery(r.Input))}
	if r.base != nil {
		attrs = append(attrs, slog.String("base", urlerr.RedactQuery(*r.base)))
	}
	attrs = append(attrs, slog.String("differ", r.Differ.String()))
	for i := range r.Findings {
		attrs = append(attrs, slog.Any(r.Findings[i].ID, r.Findings[i]))
	}
	return slog.GroupValue(attrs...)
}

// LogValue returns the dialect, and either the dialect's error or the redacted URL.
func (v Verdict) LogValue() slog.Value {
	if err := v.Reading.Err(); err != nil {
		return slog.GroupValue(slog.String("dialect", v.Dialect.String()), slog.Any("error", err))
	}
	return slog.GroupValue(slog.String("dialect", v.Dialect.String()), slog.Any("href", &v.Reading))
}

// LogValue returns the finding without Safe, which can contain a password.
func (f Finding) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("finding", f.ID),
		slog.String("severity", f.Severity.String()),
		slog.Int("start", f.Span.Start),
		slog.Int("end", f.Span.End),
		slog.String("message", f.Message),
	)
}

// Format prints the result of MarshalJSON for every verb of package fmt, so that no verb prints a password.
func (r Report) Format(s fmt.State, verb rune) { redact.Format(s, verb, r.LogValue()) }

// MarshalJSON returns an object with the fields of LogValue.
func (r Report) MarshalJSON() ([]byte, error) { return redact.JSON(r.LogValue()) }

// Format prints the result of MarshalJSON for every verb of package fmt, so that no verb prints a password.
func (v Verdict) Format(s fmt.State, verb rune) { redact.Format(s, verb, v.LogValue()) }

// MarshalJSON returns an object with the fields of LogValue.
func (v Verdict) MarshalJSON() ([]byte, error) { return redact.JSON(v.LogValue()) }

// Format prints the result of MarshalJSON for every verb of package fmt, so that no verb prints a password.
func (f Finding) Format(s fmt.State, verb rune) { redact.Format(s, verb, f.LogValue()) }

// MarshalJSON returns an object with the fields of LogValue.
func (f Finding) MarshalJSON() ([]byte, error) { return redact.JSON(f.LogValue()) }
