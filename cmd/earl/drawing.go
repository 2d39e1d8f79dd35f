package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/bulk"
	"earl.example/cmd/earl/internal/show"
)

// longestDrawn is how long a URL may be to be drawn. Nobody looks through more.
const longestDrawn = 64 << 10

// partColors are the colours of the parts in drawings.
var partColors = map[string]string{
	"scheme": "36", "username": "35", "password": "35", "host": "1;32", "port": "33",
	"path": "34", "params": "36", "query": "33", "fragment": "35",
}

// draws settles whether parse draws: if it is told to, or nothing else and is
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
// between them.
type drawingWriter struct {
	w     io.Writer
	after bool // a drawing has ended
}

func (d *drawingWriter) Write(p []byte) (int, error) {
	var lines []byte
	for _, c := range p {
		if d.after {
			lines = append(lines, '\n')
		}
		if d.after = c == 0; !d.after {
			lines = append(lines, c)
		}
	}
	if _, err := d.w.Write(lines); err != nil {
		return 0, err
	}
	return len(p), nil
}

// draw draws a URL that was taken apart, and says what cannot be drawn.
func draw(parts *earl.Parts, input string, style show.Style) string {
	spans, empty := locate(parts)
	var b strings.Builder
	b.WriteString(show.Drawing(parts.Href, spans, style))
	if len(empty) > 0 {
		b.WriteString("empty: " + strings.Join(empty, ", ") + "\n")
	}
	if parts.Href != input {
		b.WriteString("given: " + show.Visible(input) + "\n")
	}
	if parts.PortErr != nil {
		b.WriteString("port: " + show.Visible(parts.PortErr.Error()) + "\n")
	}
	return b.String()
}

// locate returns where in its href the parts of a URL stand, those that are
// made of no others, and the names of those that are there but empty.
func locate(parts *earl.Parts) (spans []show.Part, empty []string) {
	l := locator{href: parts.Href}
	l.find("scheme", parts.Scheme, "", ":")
	l.authority(parts)
	l.find("path", parts.Path, "", "")
	l.find("params", parts.Params, ";", "")
	l.find("query", parts.Query, "?", "")
	l.find("fragment", parts.Fragment, "#", "")
	return l.spans, l.empty
}

// A locator looks for parts from left to right.
type locator struct {
	href  string
	at    int
	spans []show.Part
	empty []string
}

// find looks for a part between two delimiters, which is the next one.
func (l *locator) find(name string, part earl.Part, before, after string) {
	rest, ok := strings.CutPrefix(l.href[l.at:], before)
	if !ok || !part.Present || !strings.HasPrefix(rest, part.Value) || !strings.HasPrefix(rest[len(part.Value):], after) {
		return
	}
	if part.Value == "" && before == "" && after == "" {
		return // it is nothing to be seen
	}
	start := l.at + len(before)
	l.add(name, start, start+len(part.Value))
	l.at = start + len(part.Value) + len(after)
}

func (l *locator) add(name string, start, end int) {
	if start == end {
		l.empty = append(l.empty, name)
		return
	}
	l.spans = append(l.spans, show.Part{Name: name, Start: start, End: end, Color: partColors[name]})
}

// authority looks for the parts of the authority. They are told by their
// delimiters, since a dialect may give a host or a port another form than they
// have there.
func (l *locator) authority(parts *earl.Parts) {
	rest, ok := strings.CutPrefix(l.href[l.at:], "//")
	authority := parts.Authority
	if !ok || !authority.Present || !strings.HasPrefix(rest, authority.Value) {
		return
	}
	start := l.at + len("//")
	end := start + len(authority.Value)
	l.at = end
	if userinfo := parts.Userinfo; userinfo.Present && strings.HasPrefix(authority.Value, userinfo.Value+"@") {
		user, _, colon := strings.Cut(userinfo.Value, ":")
		l.add("username", start, start+len(user))
		if colon {
			l.add("password", start+len(user)+1, start+len(userinfo.Value))
		}
		start += len(userinfo.Value) + 1
	}
	hostEnd := end
	if colon := strings.LastIndexByte(l.href[start:end], ':'); colon >= 0 && !strings.Contains(l.href[start+colon:end], "]") {
		hostEnd = start + colon
	}
	l.add("host", start, hostEnd)
	if hostEnd < end {
		l.add("port", hostEnd+1, end)
	}
}
