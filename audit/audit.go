package audit

import (
	"slices"

	"earl.example"
)

// Options say what to audit with. The zero value is what [Audit] does.
type Options struct {
	// Dialects are compared; nil means those of [Dialects].
	Dialects []earl.Dialect

	// Base, if present, is what each dialect resolves the URL against first.
	Base earl.Part
}

// Dialects returns the dialects that are compared unless others are named:
// rfc3986, urllib, whatwg, net/url and libcurl. Those of 1995 and 1997 are not
// among them, since they take any text.
func Dialects() []earl.Dialect {
	return slices.DeleteFunc(earl.Dialects(), func(d earl.Dialect) bool {
		return d.Name() == "rfc1808"
	})
}

// defaults is what Dialects returns.
var defaults = Dialects()

// A Verdict is what one dialect makes of a URL.
type Verdict struct {
	Dialect earl.Dialect
	Err     error      // why the dialect refuses it, or nil
	Parts   earl.Parts // zero if it does
}

// Accepted reports whether the dialect takes the URL.
func (v *Verdict) Accepted() bool { return v.Err == nil }

// A Report is what is to be said of a URL.
type Report struct {
	Input    string
	Base     earl.Part
	Verdicts []Verdict // in the order of the dialects
	Differ   Aspects   // what the dialects disagree about
	Findings []Finding // worst first
}

// Audit reads url in every dialect of [Dialects] and says where they disagree,
// and what is risky about it. Any text is a valid input. Nothing is looked up:
// a verdict on a name is not one on the address that it has, or will have when
// it is dialled (RFC 3986 §7.1).
func Audit(url string) Report { return Options{}.Audit(url) }

// Audit is the function Audit, with options.
func (o Options) Audit(url string) Report {
	var r Report
	o.AuditInto(&r, url)
	return r
}

// AuditInto is Audit for a loop: it fills r, whose memory it uses again.
func (o Options) AuditInto(r *Report, url string) {
	dialects := o.Dialects
	if dialects == nil {
		dialects = defaults
	}
	r.Input, r.Base, r.Differ = url, o.Base, 0
	r.Findings = r.Findings[:0]
	if cap(r.Verdicts) < len(dialects) {
		r.Verdicts = make([]Verdict, len(dialects))
	}
	r.Verdicts = r.Verdicts[:len(dialects)]
	for i, d := range dialects {
		r.Verdicts[i].Dialect = d
	}
	r.read(false)
	if r.Differ == 0 && isOrdinary(url) {
		return
	}
	r.Findings = detect(r.Findings, r)
}

// read reads the input in the dialects of the verdicts, and compares. NoHref is that of
// [earl.ParseOptions].
func (r *Report) read(noHref bool) {
	opt := earl.ParseOptions{Base: r.Base, NoHref: noHref}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Err = v.Dialect.ParseInto(&v.Parts, r.Input, opt)
	}
	r.Differ = compare(r.Verdicts)
}

// Worst returns the severity of the worst finding, and whether there is one.
func (r *Report) Worst() (worst Severity, found bool) {
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	return worst, len(r.Findings) > 0
}
