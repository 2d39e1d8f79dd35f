package main

import (
	"io"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/reading"
)

// longestDrawn is the maximum length of a URL that is drawn.
const longestDrawn = 64 << 10

// drawingStyle returns the style of drawings, or nil if results are not drawings. They are drawings if --out
// selects drawings. They are also drawings if preferred is set, the output is a terminal, and no flag selects a format.
func (s *stream) drawingStyle(preferred bool) *show.Style {
	if preferred && !s.json && !s.given("out") && len(s.output) == 0 && isTerminal(s.stdout.w) {
		s.Out = bulk.Document
	}
	if s.Out != bulk.Document {
		return nil
	}
	s.draws()
	return new(s.style())
}

// draws makes the results drawings, with an empty line between them.
func (s *stream) draws() { s.Out, s.document = bulk.Document, &document{separator: "\n"} }

func (s *stream) style() show.Style {
	w := any(s.stdout.w)
	return show.Style{Columns: columnsOf(w), Color: s.colors(w), ASCII: !speaksUTF8()}
}

// A document is a writer of results that are one document. It writes the separators between them: each text that it
// gets ends with one.
type document struct {
	w                     io.Writer
	head, separator, tail string
	begun                 bool
}

func (d *document) Write(p []byte) (int, error) {
	before := d.separator
	if !d.begun {
		before, d.begun = d.head, true
	}
	text := append([]byte(before), p[:len(p)-len(d.separator)]...)
	if _, err := d.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (d *document) end() error {
	text := d.tail
	if !d.begun {
		text = d.head + text
	}
	if text == "" {
		return nil
	}
	_, err := io.WriteString(d.w, text)
	return err
}

// drawing returns the drawing of a URL that the dialect accepts. If the dialect writes the URL differently, this form
// is below the drawing. If the port cannot be read, the reason is below the drawing too.
func drawing(r *reading.Reading, style *show.Style) string {
	text := r.Input()
	pieces, empty := show.Parts(r)
	var b strings.Builder
	b.WriteString(show.Drawing(text, pieces, *style))
	if len(empty) > 0 {
		b.WriteString("empty: " + strings.Join(empty, ", ") + "\n")
	}
	if r.Href() != text {
		b.WriteString("read as " + show.Visible(r.Href()) + "\n")
	}
	if err := r.PortErr(); err != nil {
		b.WriteString("no port: " + show.Visible(err.Error()) + "\n")
	}
	return b.String()
}
