package model

import (
	"errors"

	"earl.example/reading"
	"earl.example/urlerr"
)

// A Program parses URLs as a program does, by release. Its implementations are empty structs.
type Program interface {
	// Name returns the name of the dialect.
	Name() string

	// Table returns the releases.
	Table() Table

	// Read sets r to the reading of url, or returns an error. The release is the number of releases that are newer.
	Read(r *reading.Reading, release uint8, url string) error
}

// A Table is a list of releases, newest first. Every [Releases] is a Table.
type Table interface {
	Names() []string
	Name(i uint8) string
	Find(dialect, release string) (uint8, error)
}

// A Dialect models one release of the program P. The zero Dialect models the newest supported release.
type Dialect[P Program] struct{ older uint8 }

// Read sets r to the reading of url.
func (d Dialect[P]) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	if err := P.Read(*new(P), r, d.older, url); err != nil {
		r.Reject(err)
	}
}

// Release returns the release, such as "8.22.0".
func (d Dialect[P]) Release() string { return P.Table(*new(P)).Name(d.older) }

// Releases returns the supported releases, oldest first.
func (d Dialect[P]) Releases() []string { return P.Table(*new(P)).Names() }

// At returns the dialect for a release, such as "8.22.0" or "8". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect[P]) At(release string) (reading.Dialect, error) {
	older, err := P.Table(*new(P)).Find(P.Name(*new(P)), release)
	if err != nil {
		return nil, err
	}
	return Dialect[P]{older}, nil
}

// A ResolvingProgram is a [Program] that resolves references.
type ResolvingProgram interface {
	Program
	Resolve(release uint8, base, ref string) (string, error)
}

// A ResolvingDialect is a [Dialect] that implements [reading.Resolver].
type ResolvingDialect[P ResolvingProgram] struct{ Dialect[P] }

// Resolve resolves ref against base.
func (d ResolvingDialect[P]) Resolve(base, ref string) (string, error) {
	return P.Resolve(*new(P), d.older, base, ref)
}

// At is like [Dialect.At].
func (d ResolvingDialect[P]) At(release string) (reading.Dialect, error) {
	at, err := d.Dialect.At(release)
	if err == nil {
		at = ResolvingDialect[P]{at.(Dialect[P])}
	}
	return at, err
}

// Renamed returns err with the name of another dialect, if it is an error of a dialect.
func Renamed(err error, dialect string) error {
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		own := *e
		own.Dialect = dialect
		return &own
	}
	return err
}
