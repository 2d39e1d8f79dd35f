package main

import (
	"cmp"
	"errors"
	"os"
	"strings"

	"earl.example"
	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
)

// vectorsBase is the base of vectors that have none of their own.
const vectorsBase = "https://good.example/a/b?c"

// writeVectors writes what each reader reads in each tricky URL, as docs/reference/who-reads-what.md describes.
// others are more dialects, separated by spaces. tools/dist sets the version.
func writeVectors(name, others string) error {
	text := []byte(`{"format":"who-reads-what","version":1,"earl":"{{VERSION}}","license":"MIT"}` + "\n")
	readers := readers()
	for other := range strings.FieldsSeq(others) {
		d, err := earl.ParseDialect(other)
		if err != nil {
			return err
		}
		readers = append(readers, d)
	}
	write := func(url, base, about string) {
		o := jsontext.Writer{Surrogates: true, Secrets: true}
		o.Object("")
		o.String("url", url)
		o.String("base", base)
		o.OrNull("about", about)
		o.Array("readers")
		for _, d := range readers {
			o.Object("")
			writeReader(&o, d, url, base)
			o.Close()
		}
		o.End()
		text = append(append(text, o.Text...), '\n')
	}
	for _, url := range gallery.Tricky {
		write(url, vectorsBase, "")
	}
	for _, a := range gallery.Advisories {
		write(a.URL, cmp.Or(a.Base, vectorsBase), a.ID)
	}
	return os.WriteFile(name, text, 0o644)
}

// readers returns each dialect in the newest release of each line of development.
func readers() (all []earl.Dialect) {
	for _, d := range earl.Dialects() {
		for _, release := range d.Releases() {
			all = append(all, earl.MustParseDialect(d.Name()+"@"+release))
		}
		if len(d.Releases()) == 0 {
			all = append(all, d)
		}
	}
	return all
}

// writeReader writes the members of what a reader reads in a URL.
func writeReader(o *jsontext.Writer, d earl.Dialect, url, base string) {
	show.Dialect(o, d)
	var r reading.Reading
	d.Read(&r, url)
	if errors.Is(r.Err(), urlerr.NotModelled) {
		o.Null("accepts")
	} else {
		o.Bool("accepts", r.Err() == nil)
	}
	if r.Err() == nil {
		for _, c := range show.Audited {
			value, ok := r.Get(c)
			o.Value(c.String(), value, ok)
		}
	}
	if joined, err := earl.Resolve(d, base, url); !errors.Is(err, urlerr.NotModelled) {
		o.Value("joined", joined, err == nil)
	}
}
