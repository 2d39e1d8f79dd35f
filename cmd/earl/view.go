package main

import (
	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/text/query"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// viewOptions say how the URLs of records are read.
type viewOptions struct {
	dialect        earl.Dialect
	base           *string // the base of records that have none, or nil
	guess          bool    // add a guessed scheme to URLs that begin with a host
	querySeparator string  // between parameters; "" means "&"
	icann          bool    // public suffixes are without private ones
	hint           *hint   // about texts that look like hosts, or nil

	// members returns a member of a record instead of [bulk.Record.Member]. It may be nil.
	members func(rec *bulk.Record, name string) string
}

// A view is the URL of one record in one dialect. It is resolved against the base of the record or, if the record has
// none, the base of the options. It is resolved and read once, when that is first needed.
type view struct {
	viewOptions
	form    query.Form
	resolve func(ref string) (string, error) // resolves ref against base
	rec     *bulk.Record

	text     string // the text of the record, resolved
	textErr  error
	resolved bool

	url     reading.Reading
	err     error
	hasRead bool

	// These fields are set by lookUp. Several fields need them.
	looked bool
	domain string // "" if the host is not a domain
	suffix string
}

func newView(o viewOptions) *view {
	v := &view{viewOptions: o}
	if o.dialect.IsZero() { // the command has no dialect, or chooses one for each record
		return v
	}
	v.form = query.Form{PlusIsSpace: plusIsSpace(o.dialect), Encode: rfc3986.Encode, Separator: o.querySeparator}
	if v.base != nil {
		if o.guess {
			v.base = new(withScheme(*v.base))
		}
		v.resolve = o.dialect.Resolver(*v.base)
	}
	return v
}

// with returns the options with another dialect.
func (o viewOptions) with(d earl.Dialect) viewOptions {
	o.dialect = d
	return o
}

func (v *view) start(rec *bulk.Record) {
	v.rec = rec
	v.resolved, v.hasRead, v.looked = false, false, false
}

// baseOf returns the base against which a record is resolved, or nil if there is no base.
func (v *view) baseOf(rec *bulk.Record) *string {
	if rec.HasBase {
		return &rec.Base
	}
	return v.base
}

// target returns the text of the record. If there is a base, the text is resolved.
func (v *view) target() (string, error) {
	if !v.resolved {
		v.resolved = true
		if v.rec.HasBase {
			v.text, v.textErr = earl.Resolve(v.dialect, v.rec.Base, v.rec.Text)
		} else {
			v.text, v.textErr = v.against(v.rec.Text)
		}
	}
	return v.text, v.textErr
}

// against resolves a text against the base of the options. If there is none, it returns the text, or the text with its
// guessed scheme.
func (v *view) against(text string) (string, error) {
	if v.resolve != nil {
		return v.resolve(text)
	}
	return v.complete(text), nil
}

// read reads the URL of the record to v.url, and returns the error of the record.
func (v *view) read() error {
	if !v.hasRead {
		v.hasRead = true
		var text string
		if text, v.err = v.target(); v.err == nil {
			v.dialect.Read(&v.url, text)
			v.err = v.url.Err()
		}
	}
	return v.err
}

// value returns the value of a component, or "" if the component is absent.
func (v *view) value(c urlerr.Component) string {
	value, _ := v.url.Get(c)
	return value
}

// member returns another cell or member of the record, or "".
func (v *view) member(name string) string {
	if v.members != nil {
		return v.members(v.rec, name)
	}
	value, _ := v.rec.Member(name)
	return value
}

func (v *view) canonical(p canon.Profile) (string, error) {
	url, err := v.target()
	if err != nil {
		return "", err
	}
	return p.Canonicalize(url)
}
