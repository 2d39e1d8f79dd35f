package audit

import (
	"slices"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// maxSafe is the maximum length of a URL that gets safe forms. Each candidate is audited, which takes as much time and
// memory as the URL itself.
const maxSafe = 64 << 10

// detect returns the findings of v. It clears Safe where the candidate is not a safe form.
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

// A safeForm is the audit of the last candidate. Several findings can have the same candidate.
type safeForm struct {
	report Report
	found  []Finding
}

// isSafe reports whether f.Safe is a safe form: it does not have the finding, every other finding at least as severe is
// in the URL of v too, every dialect that accepts the URL accepts it, and the dialects agree on its host.
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
