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
	var last Report // audit of the last candidate: several findings can have the same candidate
	for i := range v.found {
		f := &v.found[i]
		if f.Safe != "" && (len(v.input) > maxSafe || !ascii.EqualFold(f.Safe, v.input) && !v.isSafe(f, &last)) {
			f.Safe = ""
		}
	}
	return v.found
}

// isSafe reports whether f.Safe is a safe form of the URL. The report safe is the audit of f.Safe or of another
// candidate; isSafe sets it to the audit of f.Safe.
//
//   - f.Safe has no finding with the ID of f.
//   - Every finding of f.Safe is less severe than f, or is also a finding of the URL.
//   - Every dialect that accepts the URL accepts f.Safe.
//   - The dialects agree on the host of f.Safe.
func (v *view) isSafe(f *Finding, safe *Report) bool {
	if safe.Input != f.Safe {
		safe.Verdicts = slices.Clone(v.report.Verdicts) // for the dialects
		safe.read(f.Safe, v.report.base)
		w := newView(safe, safe.Findings[:0])
		w.search()
		safe.Findings = w.found
	}
	for i := range safe.Verdicts {
		if v.report.Verdicts[i].accepted() && !safe.Verdicts[i].accepted() {
			return false
		}
	}
	return !safe.Differ.Has(urlerr.Host) && !slices.ContainsFunc(safe.Findings, func(g Finding) bool {
		return g.ID == f.ID || g.Severity >= f.Severity &&
			!slices.ContainsFunc(v.found, func(h Finding) bool { return h.ID == g.ID })
	})
}
