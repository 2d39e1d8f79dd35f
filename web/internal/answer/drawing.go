package answer

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/urlerr"
)

// longestDrawn is the maximum length, in bytes, of a URL for which the page has drawings.
const longestDrawn = 4 << 10

// A drawing shows one reading of a URL. One or more dialects have this reading.
type drawing struct {
	names []string
	text  string
	parts []show.Part
	empty []string
	href  string
	wrong bool // the dialects reject the URL
}

// drawings writes the member "drawings". It has one drawing for each distinct reading of the compared dialects.
func (r *Request) drawings(o *jsontext.Writer, t *table) {
	var all []drawing
	for i := range t.report.Verdicts {
		row := &t.rows[i]
		d := drawing{text: row.Reading.Input()}
		if len(d.text) > longestDrawn {
			continue
		}
		if err := row.Reading.Err(); err != nil {
			d.wrong, d.parts = true, wrongPart(d.text, err)
		} else {
			d.parts, d.empty = show.Parts(&row.Reading)
			d.href = row.Reading.Href()
		}
		for i := range d.parts {
			d.parts[i].Color = strconv.Itoa(i + 1) // the number of the part, for runs; 0 would end a color
		}
		same := slices.IndexFunc(all, func(e drawing) bool {
			return e.text == d.text && slices.Equal(e.parts, d.parts) && slices.Equal(e.empty, d.empty) && e.href == d.href &&
				e.wrong == d.wrong
		})
		if same < 0 {
			same = len(all)
			all = append(all, d)
		}
		all[same].names = append(all[same].names, row.Dialect.Name())
	}
	o.Array("drawings")
	for i := range all {
		all[i].write(o, r)
	}
	o.Close()
}

// wrongPart returns the part of text to which an error refers. It returns nil if the error has no offset in text.
func wrongPart(text string, err error) []show.Part {
	e, ok := errors.AsType[*urlerr.Error](err)
	if !ok || e.Offset < 0 || e.Offset >= len(text) || !strings.HasPrefix(text, e.Input) {
		return nil
	}
	_, n := utf8.DecodeRuneInString(text[e.Offset:])
	return []show.Part{{Name: "error", Start: e.Offset, End: e.Offset + n}}
}

func (d *drawing) write(o *jsontext.Writer, r *Request) {
	o.Object("")
	o.Strings("names", d.names...)
	o.Bool("rejected", d.wrong)
	o.Strings("empty", d.empty...)
	o.OrNull("href", show.Visible(d.href))
	o.Bool("same", d.href == d.text)
	o.Bool("input", d.text == r.URL)
	o.Array("parts")
	for _, p := range d.parts {
		o.Object("")
		o.String("name", p.Name)
		span(o, "at", p.Start, p.End)
		o.String("text", visible(d.text[p.Start:p.End]))
		o.Close()
	}
	o.Close()
	o.Array("lines")
	for line := range strings.Lines(show.Drawing(d.text, d.parts, show.Style{Columns: r.Columns, Color: true})) {
		o.Array("")
		d.runs(o, strings.TrimSuffix(line, "\n"))
		o.Close()
	}
	o.Close()
	o.Close()
}

// runs writes the runs of a line of a drawing. A run is an array of a text and the name of its part. If a browser may
// draw the text in another width than a terminal, the array also has the number of columns of the text.
func (d *drawing) runs(o *jsontext.Writer, line string) {
	for i, piece := range slices.Collect(strings.SplitSeq(line, "\x1b[")) {
		name, text := "", piece
		if i > 0 {
			var color string
			color, text, _ = strings.Cut(piece, "m")
			if n, _ := strconv.Atoi(color); n > 0 {
				name = d.parts[n-1].Name
			}
		}
		for text != "" {
			n := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && !isBox(r) })
			if n < 0 {
				n = len(text)
			}
			if n > 0 {
				o.Strings("", text[:n], name)
				text = text[n:]
			}
			if text != "" {
				glyph, columns := show.First(text)
				o.Strings("", glyph, name, strconv.Itoa(columns))
				text = text[len(glyph):]
			}
		}
	}
}

func isBox(r rune) bool { return 0x2500 <= r && r < 0x2580 }
