package audit

import (
	"errors"
	"slices"

	"earl.example"
	"earl.example/internal/text/ascii"
)

// A Severity says how much a finding matters.
type Severity uint8

// The severities. Info is about style; Low is what some reader refuses or names
// otherwise; Medium is what passes a check and means another thing behind it, or
// splits readers; High is where two readers reach different hosts, where a
// request reaches what it must not, or where a URL is made to deceive.
const (
	Info Severity = iota + 1
	Low
	Medium
	High
)

var severityNames = [...]string{"none", "info", "low", "medium", "high"}

// String returns the name in lower case; "none" for the zero Severity.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "unknown"
}

// MarshalText returns the name, which is empty for the zero Severity. There is
// no error.
func (s Severity) MarshalText() ([]byte, error) {
	if s == 0 {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// UnmarshalText takes the name of a severity. Empty text gives the zero
// Severity.
func (s *Severity) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = 0
		return nil
	}
	i := slices.Index(severityNames[:], string(text))
	if i < 1 {
		return errors.New("a severity is info, low, medium or high")
	}
	*s = Severity(i)
	return nil
}

// A Finding is one thing to know about a URL.
type Finding struct {
	ID       string
	Severity Severity
	Span     earl.Span // the bytes of the input that it is about
	Message  string    // a sentence for a person; it quotes no password

	// Safe is the URL without this finding, "" where there is no such form. Other
	// findings may remain, and a password. A URL of more than 64 KiB has none.
	Safe string
}

// Kind returns what is known of findings with its ID, the zero Kind for one that
// begins with "policy-".
func (f *Finding) Kind() Kind {
	for i := range catalogue {
		if catalogue[i].ID == f.ID {
			return catalogue[i].copied()
		}
	}
	return Kind{}
}

// A Kind is what findings with one ID have in common.
type Kind struct {
	ID        string
	Severity  Severity
	Detects   string   // what it is, in a few words
	Reference string   // where to read about it
	Address   string   // the URL of that
	Section   string   // the part of RFC 3986 §7 that it is about, "" if none is
	Examples  []string // URLs that it is found in; one with escapes among them, if those hide it
	NearMiss  string   // a URL that looks alike, and is not meant
}

// Kinds returns all kinds of findings, the worst first.
func Kinds() []Kind {
	all := make([]Kind, len(catalogue))
	for i := range catalogue {
		all[i] = catalogue[i].copied()
	}
	return all
}

// copied returns k with examples that the caller may change.
func (k Kind) copied() Kind {
	k.Examples = slices.Clone(k.Examples)
	return k
}

// An entry is a kind, and how it is found: find is called if the URL has a
// byte of a class in needs, or always if there is none.
type entry struct {
	Kind
	needs trait
	find  func(v *view)
}

// detect appends what is found in the URL of a report to dst, the worst first.
func detect(dst []Finding, r *Report) []Finding {
	v := newView(r, dst)
	v.search()
	var form safeForm
	for i := range v.found {
		f := &v.found[i]
		if f.Safe != "" && (len(v.input) > maxSafe || !ascii.EqualFold(f.Safe, v.input) && !form.isSafe(v, f)) {
			f.Safe = ""
		}
	}
	return v.found
}

// maxSafe is how long a URL can be that gets safe forms: each of them is audited,
// which takes as much time and memory as the URL itself.
const maxSafe = 64 << 10

// A safeForm is what may be a safe form of a URL, audited. Several findings can have
// the same one, and others the memory of the last.
type safeForm struct {
	report Report
	found  []Finding
}

// isSafe reports whether the safe form of a finding is one: whether it has that
// no more, and nothing as bad that is not in the URL itself, and the dialects that
// take the URL take it too and agree about its host.
func (s *safeForm) isSafe(v *view, f *Finding) bool {
	if s.report.Input != f.Safe {
		s.audit(v, f.Safe)
	}
	for i := range s.report.Verdicts {
		if v.report.Verdicts[i].Accepted() && !s.report.Verdicts[i].Accepted() {
			return false
		}
	}
	return !s.report.Differ.Has(Host) && !slices.ContainsFunc(s.found, func(g Finding) bool {
		return g.ID == f.ID || g.Severity >= f.Severity && !slices.ContainsFunc(v.found, func(h Finding) bool { return h.ID == g.ID })
	})
}

// audit audits a URL as that of v was, but for safe forms.
func (s *safeForm) audit(v *view, url string) {
	s.report.Input, s.report.Base = url, v.report.Base
	if s.report.Verdicts == nil {
		s.report.Verdicts = make([]Verdict, len(v.report.Verdicts))
	}
	for i := range s.report.Verdicts {
		s.report.Verdicts[i].Dialect = v.report.Verdicts[i].Dialect
	}
	s.report.read(true)
	w := newView(&s.report, s.found[:0])
	w.search()
	s.found = w.found
}

// search finds what there is.
func (v *view) search() {
	for i := range catalogue {
		e := &catalogue[i]
		if e.needs != 0 && v.traits&e.needs == 0 {
			continue
		}
		v.kind = &e.Kind
		e.find(v)
	}
}
