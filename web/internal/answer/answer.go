// Package answer computes the data that the page shows for one URL.
package answer

//go:generate go test -count=1 -run ^TestRecorded$ . -update

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/disagree"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// MaxLength is the maximum length of a URL on the page in bytes.
const MaxLength = 64 << 10

// A Request is a URL, with options for showing it.
type Request struct {
	URL      string
	Base     *string // nil, or the base against which each dialect resolves the URL
	Dialects string  // dialects to compare, in the format of the flag --as; "" for the default
	Check    string  // the dialect of the program that checks the URL; "" for urllib
	Fetch    string  // the dialect of the program that fetches the URL; "" for whatwg
	Apart    bool    // each release has its own row, even if it has the same reading as another one
	Columns  int     // maximum width of drawings
}

// Answer returns a JSON object with the data that the page shows. If the request is invalid, the only member of the
// object is "error".
func Answer(r Request) []byte { return object(r.answer) }

// object returns the JSON object that write writes. If write fails, the only member of the object is "error".
func object(write func(o *jsontext.Writer) error) []byte {
	var o jsontext.Writer
	o.Object("")
	if err := write(&o); err != nil {
		o = jsontext.Writer{}
		o.Object("")
		o.String("error", err.Error())
	}
	o.End()
	return o.Text
}

// Record returns the line that the command earl audit --json writes for the request. The error is an unknown dialect.
func (r *Request) Record() ([]byte, error) {
	report, err := r.audit()
	if err != nil {
		return nil, err
	}
	return record(&report), nil
}

func (r *Request) audit() (audit.Report, error) {
	options := audit.Options{Base: r.Base, IsTopLevel: IsTopLevel}
	if r.Dialects != "" {
		for name := range strings.SplitSeq(r.Dialects, ",") {
			d, err := parseDialect(name)
			if err != nil {
				return audit.Report{}, err
			}
			options.Dialects = append(options.Dialects, d)
		}
	}
	return options.Audit(r.URL), nil
}

func record(report *audit.Report) []byte {
	var o jsontext.Writer
	o.Object("")
	new(show.Recorder).Audit(&o, report)
	o.Close()
	return o.Text
}

func (r *Request) answer(o *jsontext.Writer) error {
	for _, text := range []*string{&r.URL, r.Base} {
		if text != nil && len(*text) > MaxLength {
			return fmt.Errorf("the URL has %d bytes, and the page shows at most %d: use earl audit", len(*text), MaxLength)
		}
	}
	report, err := r.audit()
	if err != nil {
		return err
	}
	t := newTable(r, &report)
	p, err := t.pair()
	if err != nil {
		return err
	}
	record := record(&report)
	report.Findings = show.WithoutNotNormal(report.Findings)
	o.String("record", string(record))
	o.String("command", r.command())
	sentence(o, "headline", p.headline())
	o.String("verdict", p.verdict())
	why, severity := p.why(), ""
	if f := r.worst(p); f != nil {
		severity = f.Severity.String()
		if why == "" && f.Severity >= audit.Medium {
			why = visible(f.Message)
		}
	}
	o.OrNull("severity", severity)
	o.OrNull("why", why)
	o.Strings("found", r.found()...)
	o.Strings("others", t.others(p)...)
	o.OrNull("meant", r.meant())
	t.write(o)
	r.drawings(o, t, p)
	findings(o, &report)
	r.facts(o)
	return nil
}

// findings writes the member "findings". It includes details that the record does not have.
func findings(o *jsontext.Writer, report *audit.Report) {
	o.Array("findings")
	for i := range report.Findings {
		f := &report.Findings[i]
		kind := f.Kind()
		o.Object("")
		o.String("id", f.ID)
		o.String("severity", f.Severity.String())
		span(o, "at", f.Span.Start, f.Span.End)
		o.String("message", visible(f.Message))
		o.String("detects", kind.Detects)
		o.String("advice", kind.Advice)
		o.String("reference", kind.Reference)
		o.String("address", kind.Address)
		o.OrNull("instead", f.Safe)
		o.OrNull("instead_text", show.Visible(f.Safe))
		o.Close()
	}
	o.Close()
}

// Dialects returns a JSON object with all dialects, all stacks of package audit, and MaxLength. For each dialect it has
// the releases, the family, and whether audit compares the dialect by default.
func Dialects() []byte {
	compared := audit.Dialects()
	var o jsontext.Writer
	o.Object("")
	o.Array("dialects")
	for _, d := range earl.Dialects() {
		o.Object("")
		o.String("name", d.Name())
		o.String("about", d.About())
		o.String("release", d.Release())
		o.Strings("releases", d.Releases()...)
		o.String("family", family(d.Name()))
		o.OrNull("client", clients[d.Name()])
		o.Bool("compared", slices.Contains(compared, d))
		o.Close()
	}
	o.Close()
	o.Array("stacks")
	for _, name := range audit.Stacks() {
		stack, _ := audit.Stack(name)
		var names []string
		for _, d := range stack {
			names = append(names, d.String())
		}
		o.Object("")
		o.String("name", name)
		o.Strings("dialects", names...)
		o.Close()
	}
	o.Close()
	o.Int("maxLength", MaxLength)
	o.Close()
	return o.Text
}

// IsTopLevel reports whether label is a top-level domain, as the command earl audit does. It looks up a name below the
// label, because for some labels the public suffix list has only a wildcard rule, such as "*.ck".
func IsTopLevel(label string) bool {
	_, icann := publicsuffix.PublicSuffix("-." + label)
	return icann
}

// registrable returns the registrable domain of a host, or "" if the host has none.
func registrable(host string) string {
	domain, _ := publicsuffix.EffectiveTLDPlusOne(host)
	return domain
}

// Payloads returns a JSON object with URLs in which a program that checks reads an allowed host and a program that
// fetches a target. The first dialect checks and the second one fetches, or each pair of the dialects is tried. The
// seeds are URLs whose hosts it replaces. If a host is not valid, the only member is "error".
func Payloads(dialects, allowed, target string, seeds []string, anyPair bool) []byte {
	return object(func(o *jsontext.Writer) error {
		return payloads(o, strings.Split(dialects, ","), allowed, target, seeds, anyPair)
	})
}

func payloads(o *jsontext.Writer, names []string, allowed, target string, seeds []string, anyPair bool) error {
	o.Array("payloads")
	seen := map[string]bool{}
	for i, check := range names {
		for j, fetch := range names {
			if i == j || !anyPair && (i != 0 || j != 1) {
				continue
			}
			dialects := [2]earl.Dialect{}
			for k, name := range []string{check, fetch} {
				var err error
				if dialects[k], err = parseDialect(name); err != nil {
					return err
				}
			}
			found, err := disagree.Payloads(dialects, seeds, allowed, target)
			if err != nil {
				return err
			}
			for _, p := range found {
				if seen[p.URL] {
					continue
				}
				seen[p.URL] = true
				o.Object("")
				o.String("url", p.URL)
				o.String("text", visible(p.URL))
				o.String("kind", p.Kind)
				o.String("check", dialects[0].String())
				o.String("fetch", dialects[1].String())
				o.OrNull("checked", visible(p.Checked))
				o.String("fetched", visible(p.Fetched))
				o.Close()
			}
		}
	}
	return nil
}
