package main

import (
	"errors"
	"strconv"
	"strings"

	"earl.example/audit"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/place"
	"earl.example/reading"
)

// workOnDocuments runs an operation on the references in the named files, or in standard input.
func (x *auditor) workOnDocuments(names []string, newOp func() op) error {
	s := x.stream
	for _, name := range strings.Fields("in match column base-column delimiter no-header guess-scheme trim") {
		if s.given(name) {
			return errors.New("--extract and --" + name + " contradict each other: give one of them")
		}
	}
	docs := documents{stream: s, text: new(place.Text)}
	docs.opt.Text, docs.opt.Find.Malformed = docs.text.Add, true
	if s.base != nil {
		docs.opt.Context.Retrieval = []string{*s.base}
	}
	return docs.run(append(s.inputs, names...), newOp)
}

// A docPlace is the place of a reference in a document.
type docPlace struct {
	place.Place
	exact bool // the document has the text of the reference without escapes
}

// text returns the place after the name of a file.
func (p docPlace) text(file string) string {
	at := strconv.FormatInt(p.Line, 10) + ":" + strconv.FormatInt(p.Column, 10)
	switch {
	case p.Line == 0:
		return audit.Escape(file)
	case file == "-":
		return at
	}
	return audit.Escape(file) + ":" + at
}

// region writes the place of a span of a reference.
func (p docPlace) region(o *jsontext.Writer, text string, at reading.Span) {
	if p.Line == 0 {
		return
	}
	o.Object("region")
	o.Int("startLine", p.Line)
	if p.exact {
		p.Column += place.Units(text[:at.Start])
		p.Width = place.Units(text[at.Start:at.End])
	}
	if p.exact || p.Width > 0 {
		o.Int("startColumn", p.Column)
		o.Int("endColumn", p.Column+p.Width)
	}
	o.Close()
}
