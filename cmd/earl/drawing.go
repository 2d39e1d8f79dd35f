package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/show"
)

// longestDrawn is how long a URL may be to be drawn. Nobody looks through more.
const longestDrawn = 64 << 10

// partColors are the colours of the parts in drawings.
var partColors = map[string]string{
	"scheme": "36", "username": "35", "password": "35", "host": "1;32", "port": "33",
	"path": "94", "params": "36", "query": "33", "fragment": "35",
}

// draws settles whether parse draws: if it is told to, or told nothing else and
// given URLs by hand and a terminal to show them on.
func (a *app) draws(cmd *cobra.Command, s *stream, args []string) bool {
	if len(args) > 0 && !s.json && !cmd.Flags().Changed("out") && len(s.output.names) == 0 && isTerminal(a.stdout.w) {
		s.out.drawing = true
	}
	if s.out.drawing {
		s.out.format = bulk.NUL // a drawing has many lines
	}
	return s.out.drawing
}

// style returns how drawings look on standard output.
func (a *app) style(s *stream) show.Style {
	w := any(a.stdout.w)
	return show.Style{Columns: columnsOf(w), Color: s.color.on(w), ASCII: !speaksUTF8()}
}

// A drawingWriter writes drawings, which end with a NUL, with an empty line
// between them. Nothing is drawn of what failed.
type drawingWriter struct {
	w     io.Writer
	drawn bool // something was
	ended bool // and that has ended
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

// drawing draws a URL that was taken apart, and says what it is read as, if that is
// something else. A URL that was resolved first is drawn as it then was.
func (p *parser) drawing(rec *bulk.Record, parts *earl.Parts) string {
	text := rec.Text
	if p.bases.of(rec) != nil {
		text = parts.Href
	}
	pieces, empty := drawn(text, p.dialect.Locate(text, parts))
	var b strings.Builder
	b.WriteString(show.Drawing(text, pieces, *p.draw))
	if len(empty) > 0 {
		b.WriteString("empty: " + strings.Join(empty, ", ") + "\n")
	}
	if parts.Href != text {
		b.WriteString("read as " + show.Visible(parts.Href) + "\n")
	}
	if parts.PortErr != nil {
		b.WriteString("no port: " + show.Visible(parts.PortErr.Error()) + "\n")
	}
	return b.String()
}

// drawn returns the parts to draw, and the names of those that are there but
// empty.
func drawn(text string, at earl.Spans) (parts []show.Part, empty []string) {
	add := func(name string, span earl.Span) {
		switch {
		case span.Start < span.End:
			parts = append(parts, show.Part{Name: name, Start: span.Start, End: span.End, Color: partColors[name]})
		case span.Present() && name != "path": // which always is, if only empty
			empty = append(empty, name)
		}
	}
	add("scheme", at.Scheme)
	username, password := at.Userinfo, earl.NoSpan()
	if i := strings.IndexByte(username.Of(text), ':'); i >= 0 {
		username.End = username.Start + i
		password = earl.Span{Start: username.End + 1, End: at.Userinfo.End}
	}
	add("username", username)
	add("password", password)
	add("host", at.Host)
	add("port", at.Port)
	add("path", at.Path)
	add("params", at.Params)
	add("query", at.Query)
	add("fragment", at.Fragment)
	return parts, empty
}
