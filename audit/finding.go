package audit

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"earl.example/reading"
)

// A Severity is how much a finding matters.
type Severity uint8

// The severities.
const (
	Info   Severity = iota + 1 // style, and other facts
	Low                        // some program rejects the URL or names its target differently
	Medium                     // a check sees something else than the program after it, or dialects disagree
	High                       // dialects reach different hosts, a request leads inside, or the URL deceives
)

var severityNames = [...]string{"none", "info", "low", "medium", "high"}

// String returns the name in lower case, "none" for the zero Severity.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "unknown"
}

// MarshalText returns the name, which is empty for the zero Severity. The error is always nil.
func (s Severity) MarshalText() ([]byte, error) {
	if s == 0 {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// UnmarshalText sets s to the severity with the name text. Empty text sets the zero Severity.
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
	Span     reading.Span // where in the input
	Message  string       // a sentence for people, without passwords

	// Safe is the URL without this finding, "" if there is no such URL. It can have other findings, and a password.
	// There is none for a URL of more than 64 KiB.
	Safe string
}

// Kind returns the kind of findings with this ID. It returns the zero Kind for an ID that begins with "policy-".
func (f *Finding) Kind() Kind {
	for i := range catalogue {
		if catalogue[i].ID == f.ID {
			return catalogue[i].copied()
		}
	}
	return Kind{}
}

// A Kind describes the findings with one ID.
type Kind struct {
	ID        string
	Severity  Severity
	Detects   string   // a few words
	Reference string   // the name of a publication about it
	Address   string   // the URL of the publication
	Section   string   // of RFC 3986 §7, or ""
	Examples  []string // URLs with such a finding, one with escapes among them if escapes can hide it
	NearMiss  string   // a similar URL without such a finding
}

// Kinds returns all kinds of findings, the most severe first.
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

// An entry is a kind and its finder. find is called if the URL has a trait of needs, or if needs is zero.
type entry struct {
	Kind
	needs trait
	find  func(v *view)
}

// catalogue has all kinds of findings, the most severe first.
var catalogue = func() []entry {
	all := slices.Concat(high, medium, low)
	for i := range all {
		k := &all[i].Kind
		k.Address = cmp.Or(k.Address, address(k.Reference))
	}
	return all
}()

// address returns the URL of a CVE or an RFC, with its section.
func address(reference string) string {
	if strings.HasPrefix(reference, "CVE-") {
		return "https://nvd.nist.gov/vuln/detail/" + reference
	}
	rfc, section, _ := strings.Cut(strings.TrimPrefix(reference, "RFC "), " §")
	if section != "" {
		section = "#section-" + section
	}
	return "https://www.rfc-editor.org/rfc/rfc" + rfc + section
}

// search calls the finders.
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
