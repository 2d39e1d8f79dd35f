package oracle

import (
	"earl.example/reading"
	"earl.example/urlerr"
)

// An Answerer answers questions as the readings of a dialect do.
type Answerer struct {
	Dialect    reading.Releases
	Components []urlerr.Component  // the components whose values are the first fields
	Text       func(string) string // converts each value, if not nil
	NoURL      bool                // the URL is not the last field
	BadPort    string              // the field of a port that cannot be read, if not ""
}

// Answer returns the answer of a release.
func (a Answerer) Answer(release string, q Question) string {
	d, err := a.Dialect.At(release)
	if err != nil {
		return err.Error()
	}
	quote := func(text string) string {
		if a.Text != nil {
			text = a.Text(text)
		}
		return Quote(text)
	}
	if q.HasBase {
		url, err := d.(reading.Resolver).Resolve(q.Base, q.URL)
		if err != nil {
			return Rejected
		}
		return quote(url)
	}
	var r reading.Reading
	if d.Read(&r, q.URL); r.Err() != nil {
		return Rejected
	}
	var fields []string
	for _, c := range a.Components {
		field := Absent
		if value, ok := r.Get(c); ok {
			field = quote(value)
		} else if c == urlerr.Port && r.PortErr() != nil && a.BadPort != "" {
			field = a.BadPort
		}
		fields = append(fields, field)
	}
	if !a.NoURL {
		fields = append(fields, quote(r.Href()))
	}
	return Fields(fields...)
}
