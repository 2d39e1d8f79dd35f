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

// A drawing shows the readings of programs that read the same host.
type drawing struct {
	rows  []*row
	text  string
	parts []show.Part
	empty []string
	href  string
}

func (r *row) drawing() drawing {
	d := drawing{rows: []*row{r}, text: r.Reading.Input()}
	if err := r.Reading.Err(); err != nil {
		d.parts = wrongPart(d.text, err)
	} else {
		d.parts, d.empty = show.Parts(&r.Reading)
		d.href = r.Reading.Href()
	}
	for i := range d.parts {
		d.parts[i].Color = strconv.Itoa(i + 1) // the number of the part, for runs; 0 would end a color
	}
	return d
}

// drawings writes the member "drawings". The first drawing is of the program that checks, the second of the program
// that fetches, unless both read the same. Each other host that a compared program reads has one drawing.
func (r *Request) drawings(o *jsontext.Writer, t *table, p pair) {
	o.Array("drawings")
	defer o.Close()
	if len(r.URL) > longestDrawn {
		return
	}
	all := []drawing{p.check.drawing()}
	if d := p.fetch.drawing(); !d.same(&all[0]) {
		all = append(all, d)
	} else if p.fetch != p.check {
		all[0].rows = append(all[0].rows, p.fetch)
	}
	for i := range t.report.Verdicts {
		row := &t.rows[i]
		if row == p.check || row == p.fetch || len(row.Reading.Input()) > longestDrawn {
			continue
		}
		same := slices.IndexFunc(all, func(d drawing) bool { return d.rows[0].outcome == row.outcome })
		if d := row.drawing(); same < 0 {
			all = append(all, d)
		} else {
			all[same].rows = append(all[same].rows, row)
		}
	}
	for i := range all {
		all[i].write(o, r, p)
	}
}

// same reports whether two drawings look the same.
func (d *drawing) same(e *drawing) bool {
	return d.text == e.text && slices.Equal(d.parts, e.parts) && slices.Equal(d.empty, e.empty) && d.href == e.href &&
		(d.rows[0].Reading.Err() == nil) == (e.rows[0].Reading.Err() == nil)
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

func (d *drawing) write(o *jsontext.Writer, r *Request, p pair) {
	o.Object("")
	role := ""
	switch d.rows[0] {
	case p.check:
		role = "a"
	case p.fetch:
		role = "b"
	}
	o.String("role", role)
	o.Array("names")
	for _, row := range d.rows {
		o.String("", row.program())
	}
	o.Close()
	outcome := d.rows[0].outcome
	if len(d.rows) > 1 {
		outcome = plural(outcome)
	}
	o.String("outcome", outcome)
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
			n := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && !strings.ContainsRune(boxes, r) })
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

// boxes are the characters of brackets, which have one column.
const boxes = "└─┘┬├│"
