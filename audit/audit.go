package audit

import (
	"earl.example"
	"earl.example/reading"
	"math"
)

// Options configures an audit. [Audit] uses the zero value.
type Options struct {
	// Dialects lists the dialects to compare. Nil means the result of [Dialects].
	Dialects []earl.Dialect

	// Base, if not nil, is a base URL. Each dialect first resolves the audited URL against it, and reads the result. A
	// dialect that does not implement [reading.Resolver] then rejects every URL.
	Base *string

	// IsTopLevel reports whether label is a top-level domain. Audit calls it to find user names that look like a host,
	// such as "joe.lee". Audit passes label in lower case, and a non-ASCII label as an A-label. An implementation can use
	// a list such as golang.org/x/net/publicsuffix. If IsTopLevel is nil, Audit uses a default: all labels of two letters,
	// and 40 frequent longer labels.
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

// A Verdict holds the reading of a URL in one dialect. If the dialect rejects the URL, Reading.Err returns the reason.
type Verdict struct {
	Dialect earl.Dialect
	Reading reading.Reading
}

func (v *Verdict) accepted() bool { return v.Reading.Err() == nil }

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
