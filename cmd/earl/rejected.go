package main

import (
	"errors"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
)

// A rejected is the error of a record that a dialect rejects. Another dialect may accept the record.
type rejected struct {
	error
	options viewOptions
	rec     bulk.Record
	accepts func(of *view) bool
	first   earl.Dialect // the other dialect to prefer
}

func (e *rejected) Unwrap() error { return e.error }

// explained returns err, the error of the record, as an error that finds a dialect that accepts the record and, if there
// is a base, resolves it. It prefers whatwg, the dialect of browsers.
func (v *view) explained(err error) error {
	return v.explainedBy(err, earl.WHATWG(), func(of *view) bool { return of.read() == nil })
}

// explainedBy returns err as an error that prefers the dialect first. accepts reports whether the command accepts the
// record in the dialect of a view.
func (v *view) explainedBy(err error, first earl.Dialect, accepts func(of *view) bool) error {
	if _, ok := errors.AsType[*urlerr.Error](err); !ok || v.rec.Err != nil {
		return err
	}
	return &rejected{err, v.viewOptions, *v.rec, accepts, first}
}

// acceptedBy returns the first of the dialects others that accepts the record, after the preferred one.
func (e *rejected) acceptedBy(others ...earl.Dialect) (d earl.Dialect, ok bool) {
	for _, other := range append([]earl.Dialect{e.first}, others...) {
		if other.Name() == e.options.dialect.Name() {
			continue
		}
		of := newView(e.options.with(other))
		if of.start(&e.rec); e.accepts(of) {
			return other, true
		}
	}
	return d, false
}
