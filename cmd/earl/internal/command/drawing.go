package command

import (
	"strings"

	"earl.example/internal/show"
	"earl.example/reading"
)

// longestDrawn is the maximum length of a URL that is drawn.
const longestDrawn = 64 << 10

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
