package audit

import (
	"earl.example"
	"earl.example/reading"
	"math"
)

// Options configure an audit. The zero value is what [Audit] uses.
type Options struct {
	// Dialects are compared. Nil means the result of [Dialects].
	Dialects []earl.Dialect

	// Base, if not nil, is the URL against which each dialect resolves the audited URL before it reads it. A
	// dialect that does not implement [reading.Resolver] rejects the URL then.
	Base *string

	// IsTopLevel reports whether label, which is in lower case and an A-label if it is not ASCII, is a top-level domain.
	// Audit asks it whether a user name such as "joe.lee" looks like a host. An IsTopLevel needs a list, such as
	// golang.org/x/net/publicsuffix. Nil means: two letters, or one of 40 frequent domains.
	IsTopLevel func(label string) bool
}

// defaults is the result of Dialects.
var defaults = func() (all []earl.Dialect) {
	for _, name := range [...]string{"rfc3986", "urllib", "whatwg", "net/url", "libcurl"} {
		all = append(all, earl.MustParseDialect(name))
	}
	return all
}()

// Dialects returns the dialects that are compared by default: rfc3986, urllib, whatwg, net/url and libcurl. The dialect
// rfc1808 is not compared, because it accepts every text.
func Dialects() []earl.Dialect { return append([]earl.Dialect(nil), defaults...) }

// A Verdict is how one dialect reads a URL. Reading.Err is the reason if the dialect rejects the URL.
type Verdict struct {
	Dialect earl.Dialect
	Reading reading.Reading
}

// accepted reports whether the dialect accepts the URL.
func (v *Verdict) accepted() bool { return v.Reading.Err() == nil }

// A Report is the result of an audit.
type Report struct {
	Input    string
	Verdicts []Verdict // in the order of Options.Dialects
	Differ   Aspects   // what the dialects disagree on
	Findings []Finding // the most severe first

	base *string
}

// Audit reads url in every dialect of [Dialects]. The report has the aspects on which the dialects disagree, and the
// risks of the URL. Audit accepts any text.
//
// Audit does not look up names. A verdict on a name is not a verdict on its address, which can change (RFC 3986 §7.1).
func Audit(url string) Report { return Options{}.Audit(url) }

// Audit is like the function [Audit], with options.
func (o Options) Audit(url string) Report {
	var r Report
	o.AuditInto(&r, url)
	return r
}

// AuditInto is like [Options.Audit] and stores the report in r. In a loop, pass the same r to reuse its memory.
func (o Options) AuditInto(r *Report, url string) { o.audit(r, url) }

// audit is AuditInto. It returns the view of url, or nil if it did not need one.
func (o Options) audit(r *Report, url string) *view {
	dialects := o.Dialects
	if dialects == nil {
		dialects = defaults
	}
	r.Findings = r.Findings[:0]
	if cap(r.Verdicts) < len(dialects) {
		r.Verdicts = make([]Verdict, len(dialects))
	}
	r.Verdicts = r.Verdicts[:len(dialects)]
	for i, d := range dialects {
		r.Verdicts[i].Dialect = d
	}
	r.read(url, o.Base)
	if r.Differ == 0 && isOrdinary(url) || uint64(len(url)) > math.MaxUint32 {
		return nil
	}
	v := newView(r, r.Findings)
	if o.IsTopLevel != nil {
		v.isTopLevel = o.IsTopLevel
	}
	r.Findings = v.detect()
	return v
}

// read reads url in the dialects of the verdicts and compares the readings.
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
