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

func (a *app) style(s *stream) show.Style {
	w := any(a.stdout.w)
	return show.Style{Columns: columnsOf(w), Color: s.colors(w), ASCII: !speaksUTF8()}
}

// A listWriter gets results that each end with a NUL, and writes them as a document. Empty results are omitted.
type listWriter struct {
	w                     io.Writer
	head, separator, tail string
	some                  bool // a result is written
	ended                 bool // the last result has ended
}

func (l *listWriter) Write(p []byte) (int, error) {
	list := []byte(l.head)
	l.head = ""
	for _, c := range p {
		if c == 0 {
			l.ended = l.some
			continue
		}
		if l.ended {
			list = append(list, l.separator...)
		}
		l.some, l.ended = true, false
		list = append(list, c)
	}
	if _, err := l.w.Write(list); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (l *listWriter) end() error {
	if l.head+l.tail == "" {
		return nil
	}
	_, err := io.WriteString(l.w, l.head+l.tail)
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
