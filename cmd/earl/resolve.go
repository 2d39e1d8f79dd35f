package main

import (
	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
)

// A resolver resolves the URLs of records. It uses the base of the record or, if the record has none, the base of a
// flag.
type resolver struct {
	dialect earl.Dialect
	base    *string                          // the base of the flag, or nil
	resolve func(ref string) (string, error) // resolves ref against base
	stream  *stream                          // adds guessed schemes to texts
}

// newResolver returns a resolver for records of s. d may differ from s.dialect.
func newResolver(d earl.Dialect, s *stream) *resolver {
	r := &resolver{dialect: d, base: s.base, stream: s}
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
