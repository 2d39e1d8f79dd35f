package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/reading"
)

// longestDrawn is the maximum length of a URL that is drawn.
const longestDrawn = 64 << 10

// drawingStyle returns the style of drawings, or nil if results are not drawings. They are drawings if --out
// selects drawings. They are also drawings if the URLs are arguments, the output is a terminal, and no flag selects a
// format.
func (a *app) drawingStyle(cmd *cobra.Command, s *stream, args []string) *show.Style {
	if len(args) > 0 && !s.json && !cmd.Flags().Changed("out") && len(s.output) == 0 && isTerminal(a.stdout.w) {
		s.drawing, s.out = true, bulk.NUL
	}
	if !s.drawing {
		return nil
	}
	return new(a.style(s))
}

// style returns the style of drawings for standard output.
func (a *app) style(s *stream) show.Style {
	w := any(a.stdout.w)
	return show.Style{Columns: columnsOf(w), Color: s.colors(w), ASCII: !speaksUTF8()}
}

// A drawingWriter gets drawings that end with a NUL, and writes them with an empty line between them. Failed records
// have no drawing.
type drawingWriter struct {
	w     io.Writer
	drawn bool // a drawing was written
	ended bool // the last drawing has ended
}

func (d *drawingWriter) Write(p []byte) (int, error) {
	var lines []byte
	for _, c := range p {
		if c == 0 {
			d.ended = d.drawn
			continue
		}
		if d.ended {
			lines = append(lines, '\n')
		}
		d.drawn, d.ended = true, false
		lines = append(lines, c)
	}
	if _, err := d.w.Write(lines); err != nil {
		return 0, err
	}
	return len(p), nil
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
