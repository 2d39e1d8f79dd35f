package main

import (
	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
)

// Bases are what the URLs of records are resolved against: that of a flag, which
// is read once, or one that a record brings along.
type bases struct {
	dialect earl.Dialect
	flag    *string // nil if it was not given
	opt     earl.ResolveOptions
	resolve func(ref string) (string, error) // against flag
}

func newBases(d earl.Dialect, flag *string, opt earl.ResolveOptions) *bases {
	b := &bases{dialect: d, flag: flag, opt: opt}
	if flag != nil {
		b.resolve = d.Resolver(*flag, opt)
	}
	return b
}

// of returns the base of a record, nil if there is none.
func (b *bases) of(rec *bulk.Record) *string {
	if rec.HasBase {
		return &rec.Base
	}
	return b.flag
}

// resolved returns the text of a record, resolved if there is a base.
func (b *bases) resolved(rec *bulk.Record) (string, error) {
	switch {
	case rec.HasBase:
		return b.dialect.Resolve(rec.Base, rec.Text, b.opt)
	case b.resolve != nil:
		return b.resolve(rec.Text)
	}
	return rec.Text, nil
}

// takes reports whether dialect d takes a record, resolved and then parsed: by
// its grammar, if it takes any text otherwise.
func (b *bases) takes(d earl.Dialect, rec *bulk.Record) bool {
	opt := earl.ParseOptions{Strict: canBeStrict(d)}
	if base := b.of(rec); base != nil {
		opt.Base = earl.Some(*base)
	}
	return d.CanParse(rec.Text, opt)
}
