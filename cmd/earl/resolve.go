package main

import (
	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/text/query"
	"earl.example/reading"
	"earl.example/rfc3986"
)

// A resolver reads the URLs of records in one dialect. It resolves them against the base of the record or, if the
// record has none, the base of a flag.
type resolver struct {
	dialect earl.Dialect
	name    string // name of the dialect
	form    query.Form
	base    *string                          // the base of the flag, or nil
	resolve func(ref string) (string, error) // resolves ref against base
	stream  *stream                          // adds guessed schemes to texts
}

// newResolver returns a resolver for records of s. d may differ from s.dialect.
func newResolver(d earl.Dialect, s *stream) *resolver {
	form := query.Form{PlusIsSpace: plusIsSpace(d), Encode: rfc3986.Encode}
	r := &resolver{dialect: d, name: d.String(), form: form, base: s.base, stream: s}
	if r.base != nil {
		if s.guess {
			r.base = new(withScheme(*r.base))
		}
		r.resolve = d.Resolver(*r.base)
	}
	return r
}

// baseOf returns the base against which a record is resolved, or nil if there is no base.
func (r *resolver) baseOf(rec *bulk.Record) *string {
	if rec.HasBase {
		return &rec.Base
	}
	return r.base
}

// resolved returns the text of a record. If there is a base, it resolves the text.
func (r *resolver) resolved(rec *bulk.Record) (string, error) {
	switch {
	case rec.HasBase:
		return earl.Resolve(r.dialect, rec.Base, rec.Text)
	case r.resolve != nil:
		return r.resolve(rec.Text)
	}
	return r.stream.completedText(rec.Text), nil
}

func (r *resolver) read(rec *bulk.Record, to *reading.Reading) error {
	if rec.Err != nil {
		return rec.Err
	}
	text, err := r.resolved(rec)
	if err != nil {
		return err
	}
	r.dialect.Read(to, text)
	return to.Err()
}

func (r *resolver) view(rec *bulk.Record, to *reading.Reading) (view, error) {
	err := r.read(rec, to)
	return view{input: rec.Text, url: to, form: &r.form}, err
}

// acceptedBy reports whether d accepts the URL of a record. If there is a base, d must also resolve the URL.
func (r *resolver) acceptedBy(d earl.Dialect, rec *bulk.Record) bool {
	strict, text := validating(d), rec.Text
	if r.stream.guess && r.baseOf(rec) == nil {
		text = withScheme(text)
	}
	if base := r.baseOf(rec); base != nil {
		var err error
		if text, err = earl.Resolve(strict, *base, text); err != nil {
			return false
		}
	}
	return strict.CanParse(text)
}

// explained returns err with an explanation. The explanation can name another dialect that accepts the record.
func (r *resolver) explained(rec *bulk.Record, err error) error {
	if err == nil {
		return nil
	}
	return explained(err, r.dialect, rec, r.acceptedBy)
}

func (r *resolver) canonical(p canon.Profile, rec *bulk.Record) (string, error) {
	url, err := r.resolved(rec)
	if err != nil {
		return "", err
	}
	return p.Canonicalize(url)
}
