package audit

import (
	"errors"
	"slices"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/marshal"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Severity is the severity of a finding.
type Severity uint8

// The severities.
const (
	Info   Severity = iota + 1 // style, and other facts
	Low                        // some program rejects the URL, or writes it differently
	Medium                     // dialects disagree, a check can miss what a program reads, or the URL opens a local file
	High                       // dialects find different hosts, the host is internal, or the URL misleads people
)

var severityNames = [...]string{"none", "info", "low", "medium", "high"}

// String returns the name of s in lower case, or "none" for the zero Severity.
func (s Severity) String() string { return marshal.Name(severityNames[:], s, "severity") }

// MarshalText returns the name of s, or an empty text for the zero Severity. The error is always nil.
func (s Severity) MarshalText() ([]byte, error) {
	if s == 0 {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// UnmarshalText sets s to the severity with the given name. For an empty name it sets s to the zero Severity.
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

// A Finding is a risk of a URL, or another fact about it.
type Finding struct {
	ID       string
	Severity Severity
	Span     reading.Span // the place in the input
	Message  string       // a sentence for people, without passwords

	// Safe is a URL with the same meaning but without this finding, or "" if there is no such URL. It can have other
	// findings, and can contain a password. For a URL of more than 64 KiB, Safe is "".
	Safe string
}

// Kind returns the kind of f. It returns the zero Kind if f.ID begins with "policy-".
func (f *Finding) Kind() Kind {
	for _, e := range catalogue() {
		if e.ID == f.ID {
			return e.copied()
		}
	}
	return Kind{}
}

// A Kind describes all findings that share an ID.
type Kind struct {
	ID        string
	Severity  Severity
	Detects   string   // what the finding detects, in a few words
	Advice    string   // what to do about such a URL, in sentences
	Reference string   // the name of a publication about the risk
	Address   string   // the URL of the publication
	Section   string   // a section of RFC 3986 §7, or "" if RFC 3986 does not mention the risk
	Examples  []string // URLs with such a finding; one of them has escapes, if escapes can hide the risk
	NearMiss  string   // a similar URL without such a finding
}

// Kinds returns all kinds of findings, the most severe first.
func Kinds() []Kind {
	all := make([]Kind, len(catalogue()))
	for i, e := range catalogue() {
		all[i] = e.copied()
	}
	return all
}

// copied returns k with examples that the caller may change.
func (k Kind) copied() Kind {
	k.Examples = slices.Clone(k.Examples)
	return k
}

// address returns the URL of a CVE or of a section of an RFC.
func address(reference string) string {
	if strings.HasPrefix(reference, "CVE-") {
		return "https://nvd.nist.gov/vuln/detail/" + reference
	}
	return cite.Address("", reference)
}

func (v *view) search() {
	has, all := ascii.ClassesOf(v.input), catalogue()
	for i := range all {
		e := &all[i]
		if e.needs != 0 && e.needs&has == 0 {
			continue
		}
		v.kind = e
		e.find(v)
	}
}

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
//   - Every dialect that accepts the URL accepts f.Safe. If it reads an address in the URL, it reads the same one.
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
		if !v.report.Verdicts[i].accepted() {
			continue
		}
		was, _ := v.report.Verdicts[i].Hosts()
		host, _ := safe.Verdicts[i].Hosts()
		if !safe.Verdicts[i].accepted() || was.Addr.IsValid() && host != was {
			return false
		}
	}
	return !safe.Differ.Has(urlerr.Host) && !slices.ContainsFunc(safe.Findings, func(g Finding) bool {
		return g.ID == f.ID || g.Severity >= f.Severity &&
			!slices.ContainsFunc(v.found, func(h Finding) bool { return h.ID == g.ID })
	})
}
