package audit

import (
	"slices"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// maxSafe is the maximum length of a URL for which safe forms are computed. Each candidate for a safe form is audited
// too, and its audit needs as much time and memory as the audit of the URL.
const maxSafe = 64 << 10

// detect returns the findings of v. If isSafe rejects the field Safe of a finding, detect clears this field.
func (v *view) detect() []Finding {
	v.search()
	var s safeForm
	for i := range v.found {
		f := &v.found[i]
		if f.Safe != "" && (len(v.input) > maxSafe || !ascii.EqualFold(f.Safe, v.input) && !s.isSafe(v, f)) {
			f.Safe = ""
		}
	}
	return v.found
}

// A safeForm holds the audit of the last candidate for a safe form. Several findings can have the same candidate.
type safeForm struct {
	report Report
	found  []Finding
}

// isSafe reports whether f.Safe is a safe form of the URL of v:
//
//   - f.Safe has no finding with the ID of f.
//   - Every finding of f.Safe is less severe than f, or is also a finding of the URL.
//   - Every dialect that accepts the URL accepts f.Safe.
//   - The dialects agree on the host of f.Safe.
func (s *safeForm) isSafe(v *view, f *Finding) bool {
	if s.report.Input != f.Safe {
		s.audit(v, f.Safe)
	}
	for i := range s.report.Verdicts {
		if v.report.Verdicts[i].accepted() && !s.report.Verdicts[i].accepted() {
			return false
		}
	}
	return !s.report.Differ.Has(urlerr.Host) && !slices.ContainsFunc(s.found, func(g Finding) bool {
		return g.ID == f.ID || g.Severity >= f.Severity &&
			!slices.ContainsFunc(v.found, func(h Finding) bool { return h.ID == g.ID })
	})
}

// audit audits url with the dialects and the base of v.
func (s *safeForm) audit(v *view, url string) {
	if s.report.Verdicts == nil {
		s.report.Verdicts = make([]Verdict, len(v.report.Verdicts))
	}
	for i := range s.report.Verdicts {
		s.report.Verdicts[i].Dialect = v.report.Verdicts[i].Dialect
	}
	s.report.read(url, v.report.base)
	w := newView(&s.report, s.found[:0])
	w.search()
	s.found = w.found
}
