package oracle

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Readings compares the readings of d with rows. The fields Values and Input of a row have the format of [Components].
func Readings(t *testing.T, d reading.Dialect, rows []struct{ Name, URL, Href, Values, Input string }) {
	t.Helper()
	for _, row := range rows {
		var r reading.Reading
		d.Read(&r, row.URL)
		values, input := Components(&r, row.URL)
		if r.Href() != row.Href || values != row.Values || input != row.Input {
			t.Errorf("%s: %q, %v\nvalues %q\n input %q", row.Name, r.Href(), r.Err(), values, input)
		}
	}
}

// Errors checks that d rejects the URLs, with the given rules and offsets in the errors. It also checks that no error
// contains a password.
func Errors(t *testing.T, d reading.Dialect, rows []struct {
	URL    string
	Offset int
	Rule   urlerr.Rule
}) {
	t.Helper()
	for _, f := range rows {
		var r reading.Reading
		d.Read(&r, f.URL)
		e, ok := errors.AsType[*urlerr.Error](r.Err())
		if !ok || e.Offset != f.Offset || e.Rule != f.Rule || e.Input != f.URL {
			t.Errorf("%q: %+v", f.URL, r.Err())
		}
	}
	for _, url := range urltest.SecretURLs() {
		var r reading.Reading
		d.Read(&r, url)
		urltest.HidesSecret(t, url, r.Err())
	}
}

// Hosts compares the hosts that releases of d read. A row has a URL, and then the host in each release, or Rejected.
func Hosts(t *testing.T, d reading.Releases, releases []string, rows ...[]string) {
	t.Helper()
	for i, release := range releases {
		d, err := d.At(release)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			var r reading.Reading
			d.Read(&r, row[0])
			got, ok := r.Host()
			if !ok {
				got = Rejected
			}
			if want := row[i+1]; got != want {
				t.Errorf("%s: host of %q = %q, %v, want %q", release, row[0], got, r.Err(), want)
			}
		}
	}
}

// Allocs checks that d reads url with at most n allocations.
func Allocs(t *testing.T, d reading.Dialect, url string, n float64) {
	t.Helper()
	var r reading.Reading
	got := testing.AllocsPerRun(100, func() { d.Read(&r, url) })
	if got > n && !urltest.RaceDetector {
		t.Errorf("%s: %v allocations, want %v", url, got, n)
	}
}

// Components returns the values of the components of r, such as "scheme=http path=/". The second result has the same
// format, with the text that each component has in the input.
func Components(r *reading.Reading, url string) (values, input string) {
	var all, written []string
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			all = append(all, c.String()+"="+value)
		}
		if span, ok := r.InInput(c); ok {
			written = append(written, c.String()+"="+url[span.Start:span.End])
		}
	}
	return strings.Join(all, " "), strings.Join(written, " ")
}

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
