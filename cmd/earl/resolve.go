package main

import (
	"errors"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/text/query"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// A view is the URL of one record in one dialect. It is resolved against the base of the record or, if the record has
// none, the base of a flag. It is resolved and read once, when that is first needed.
type view struct {
	dialect earl.Dialect
	form    query.Form
	base    *string                          // the base of the flag, or nil
	resolve func(ref string) (string, error) // resolves ref against base
	stream  *stream                          // adds guessed schemes to texts
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

// view returns a view for records of s. d may differ from s.dialect.
func (s *stream) view(d earl.Dialect) *view {
	v := &view{dialect: d, base: s.base, stream: s}
	if d.IsZero() { // the command has no dialect, or chooses one for each record
		return v
	}
	v.form = query.Form{PlusIsSpace: plusIsSpace(d), Encode: rfc3986.Encode, Separator: s.separator}
	if v.base != nil {
		if s.guess {
			v.base = new(withScheme(*v.base))
		}
		v.resolve = d.Resolver(*v.base)
	}
	return v
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

// against resolves a text against the base of the flag. If there is none, it returns the text, or the text with its
// guessed scheme.
func (v *view) against(text string) (string, error) {
	if v.resolve != nil {
		return v.resolve(text)
	}
	return v.stream.completedText(text), nil
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

// explained returns err with an explanation. The explanation can name another dialect that accepts the record and, if
// there is a base, resolves it. It prefers whatwg, the dialect of browsers.
func (v *view) explained(err error) error {
	return v.explainedBy(err, earl.WHATWG(), func(of *view) bool { return of.read() == nil })
}

// explainedBy returns err with an explanation that prefers the dialect first. accepts reports whether the command
// accepts the record in the dialect of a view.
func (v *view) explainedBy(err error, first earl.Dialect, accepts func(of *view) bool) error {
	if _, ok := errors.AsType[*urlerr.Error](err); !ok || v.rec.Err != nil {
		return err
	}
	return &explanation{err, v.stream, v.dialect, *v.rec, accepts, first}
}

// value returns the value of a component, or "" if the component is absent.
func (v *view) value(c urlerr.Component) string {
	value, _ := v.url.Get(c)
	return value
}

func (v *view) canonical(p canon.Profile) (string, error) {
	url, err := v.target()
	if err != nil {
		return "", err
	}
	return p.Canonicalize(url)
}
