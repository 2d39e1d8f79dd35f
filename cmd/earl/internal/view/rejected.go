package view

import (
	"errors"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
)

// A Rejected is the error of a record that a dialect rejects. Another dialect may accept the record.
type Rejected struct {
	error
	options Options
	rec     bulk.Record
	accepts func(of *View) bool
	first   earl.Dialect // the other dialect to prefer
}

// Unwrap returns the error of the dialect.
func (e *Rejected) Unwrap() error { return e.error }

// Explained returns err, the error of the record, as an error that finds a dialect that accepts the record and, if
// there is a base, resolves it. It prefers whatwg, the dialect of browsers.
func (v *View) Explained(err error) error {
	return v.ExplainedBy(err, earl.WHATWG(), func(of *View) bool { return of.Read() == nil })
}

// ExplainedBy returns err as an error that prefers the dialect first. accepts reports whether the command accepts the
// record in the dialect of a view.
func (v *View) ExplainedBy(err error, first earl.Dialect, accepts func(of *View) bool) error {
	if _, ok := errors.AsType[*urlerr.Error](err); !ok || v.Rec.Err != nil {
		return err
	}
	return &Rejected{err, v.Options, *v.Rec, accepts, first}
}

// AcceptedBy returns the first of the dialects others that accepts the record, after the preferred one.
func (e *Rejected) AcceptedBy(others ...earl.Dialect) (d earl.Dialect, ok bool) {
	for _, other := range append([]earl.Dialect{e.first}, others...) {
		if other.Name() == e.options.Dialect.Name() {
			continue
		}
		of := New(e.options.With(other))
		if of.Start(&e.rec); e.accepts(of) {
			return other, true
		}
	}
	return d, false
}
