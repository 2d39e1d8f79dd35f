package answer

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Card shows the readings of the pair of a request outside the page.
type Card struct {
	Headline string
	Command  string // a command line that prints the readings of the pair
	Why      string // the use of the disagreement for an attacker, or ""
	Markdown string
	Picture  string // SVG
	Drawings []Drawing
	Others   []string // a sentence for each outcome of the other programs
}

// A Drawing is a reading, drawn with brackets below the components.
type Drawing struct{ Title, Text string }

// Card returns the card of a request.
func (r *Request) Card() (Card, error) {
	report, err := r.audit()
	if err != nil {
		return Card{}, err
	}
	t := newTable(r, &report)
	p, err := t.pair()
	if err != nil {
		return Card{}, err
	}
	c := Card{Command: r.command(), Why: p.why(), Markdown: r.markdown(p), Picture: r.picture(p), Others: t.others(p)}
	c.Headline = show.Visible(plain(p.headline()))
	sides := p.sides()
	for i, row := range []*row{p.check, p.fetch} {
		d := row.drawing()
		if len(d.text) > longestDrawn {
			continue
		}
		text := show.Drawing(d.text, d.parts, show.Style{Columns: r.Columns})
		c.Drawings = append(c.Drawings, Drawing{sides[i].program + ": " + sides[i].reads, text})
	}
	return c, nil
}

// CardJSON returns the Markdown and the picture of the card as a JSON object.
func CardJSON(r Request) []byte {
	var o jsontext.Writer
	o.Object("")
	if c, err := r.Card(); err == nil { // Answer reports the error
		o.String("markdown", c.Markdown)
		o.String("picture", c.Picture)
	}
	o.Close()
	return o.Text
}

func plain(phrases []phrase) string {
	var b strings.Builder
	for _, p := range phrases {
		b.WriteString(p.text)
	}
	return b.String()
}

// program returns the name of the dialect and its release.
func (r *row) program() string {
	return strings.TrimSpace(r.Dialect.Name() + " " + r.Dialect.Release())
}

// reads returns the host that the program reads, "no host", or "rejects it".
func (r *row) reads() string {
	if r.host != "" {
		return r.place()
	}
	return strings.TrimPrefix(r.outcome, "reads ")
}

// A side is one program of the pair on a card.
type side struct{ verb, program, reads, color string }

// sides returns both programs. If they read the same host, the check has the host in its own spelling.
func (p pair) sides() [2]side {
	check := p.check.reads()
	if p.check.host != "" && p.check.host == p.fetch.host && p.respelled() {
		check = p.check.seen()
	}
	return [2]side{
		{"checked with", p.check.program(), check, checkColor},
		{"fetched with", p.fetch.program(), p.fetch.reads(), fetchColor},
	}
}

func (r *Request) markdown(p pair) string {
	var b strings.Builder
	headline := markdownEscaper.Replace(show.Visible(plain(p.headline())))
	fmt.Fprintf(&b, "**%s**\n\n    %s\n\n", headline, show.Visible(visible(r.URL)))
	if r.Base != nil {
		// A backtick in the base cannot end this block.
		fmt.Fprintf(&b, "Relative to:\n\n    %s\n\n", show.Visible(visible(*r.Base)))
	}
	b.WriteString("| | program | reads |\n|---|---|---|\n")
	for _, s := range p.sides() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", s.verb, s.program, markdownEscaper.Replace(show.Visible(s.reads)))
	}
	return b.String()
}

// markdownEscaper escapes the punctuation that Markdown gives a meaning.
var markdownEscaper = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"<", `\<`, ">", `\>`, "|", `\|`, "#", `\#`, "&", `\&`, "~", `\~`, ":", `\:`)

// The size and the colors of pictures.
const (
	pictureWidth, pictureHeight = 1200, 630

	margin     = 60
	ink        = "#17201c"
	soft       = "#5a665f"
	checkColor = "#1f4fa3"
	fetchColor = "#b3261e"
)

// xmlEscaper does the work of html.EscapeString, which would make the page 15 KB larger.
var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// A picture is SVG of rectangles and texts.
type picture struct{ strings.Builder }

func (p *picture) rect(x, y, width, height float64, color string) {
	fmt.Fprintf(p, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", x, y, width, height, color)
}

// text writes a text with its baseline at y. The family is "monospace" or "sans-serif". If width is not 0, the text has
// this width.
func (p *picture) text(x, y, size float64, family, color, text string, width float64) {
	fmt.Fprintf(p, `<text x="%.1f" y="%.1f" font-size="%.1f" font-family="%s" fill="%s"`, x, y, size, family, color)
	if width > 0 {
		fmt.Fprintf(p, ` textLength="%.1f" lengthAdjust="spacingAndGlyphs"`, width)
	}
	fmt.Fprintf(p, " xml:space=\"preserve\">%s</text>\n", xmlEscaper.Replace(text))
}

// picture draws the URL with a line below the host of each program, and names both programs and their hosts.
func (r *Request) picture(p pair) string {
	var b picture
	headline := show.Visible(plain(p.headline()))
	title := xmlEscaper.Replace(show.Visible(visible(r.URL)) + ": " + headline)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+
		"\n<title>%[3]s</title>\n", pictureWidth, pictureHeight, title)
	b.rect(0, 0, pictureWidth, pictureHeight, "#ffffff")
	b.rect(0, 0, pictureWidth, 12, "#0b5d3b")
	y := 90.0
	for _, line := range pictureLines(headline) {
		b.text(margin, y, 38, "sans-serif", ink, line, 0)
		y += 50
	}
	r.pictureURL(&b, p, y+50)
	if r.Base != nil {
		b.text(margin, 426, 20, "monospace", soft, show.Cut("relative to "+show.Visible(visible(*r.Base)), 85), 0)
	}
	for i, side := range p.sides() {
		x := margin + float64(i)*560
		b.rect(x, 440, 520, 120, "#f3f5f4")
		b.rect(x, 440, 8, 120, side.color)
		b.text(x+30, 476, 22, "sans-serif", soft, side.verb+" "+side.program, 0)
		b.text(x+30, 530, 30, "monospace", side.color, show.Cut(show.Visible(side.reads), 26), 0)
	}
	b.text(margin, 606, 20, "sans-serif", soft, "earl: one URL, as each program reads it", 0)
	b.WriteString("</svg>\n")
	return b.String()
}

// pictureLines breaks a headline into at most three lines. It cuts long words, so that both hosts are in the picture.
func pictureLines(headline string) []string {
	const longest = 34
	words := strings.Fields(headline)
	for i, word := range words {
		end := len(strings.TrimRight(word, ".,"))
		words[i] = show.Cut(word[:end], longest) + word[end:]
	}
	lines := show.Wrap(strings.Join(words, " "), 52)
	if len(lines) > 3 {
		lines = append(lines[:2], lines[2]+" …")
	}
	return lines
}

// pictureURL draws the URL in rows below y.
func (r *Request) pictureURL(b *picture, p pair, y float64) {
	const most, rows = 56, 2 // characters in a row, and rows
	var spans [2]reading.Span
	for i, row := range []*row{p.check, p.fetch} {
		if at, ok := row.Reading.InInput(urlerr.Host); ok && row.Reading.Input() == r.URL && row.Reading.Err() == nil {
			spans[i] = at
		}
	}
	total := show.Columns(show.Visible(r.URL))
	cell := min(34, (pictureWidth-2*margin)/float64(min(total, most)))
	start, column, row := 0, 0, 0
	var line strings.Builder
	flush := func() { // draws the characters from start to column
		if column > start {
			b.text(margin+float64(start)*cell, y, cell/.6, "monospace", ink, line.String(), float64(column-start)*cell)
		}
		line.Reset()
		start = column
	}
	for at, n := 0, 0; at < len(r.URL); at += n {
		_, n = utf8.DecodeRuneInString(r.URL[at:])
		text := show.Visible(r.URL[at : at+n])
		wide := show.Columns(text)
		if column+wide > most {
			if row++; row == rows {
				line.WriteString("…")
				column++
				break
			}
			flush()
			start, column, y = 0, 0, y+90
		}
		for i, color := range []string{checkColor, fetchColor} {
			if spans[i].Start <= at && at < spans[i].End {
				b.rect(margin+float64(column)*cell, y+14+float64(i)*14, float64(wide)*cell+.5, 8, color)
			}
		}
		alone := text[0] >= utf8.RuneSelf // a font can have another width for it
		if alone {
			flush()
		}
		line.WriteString(text)
		column += wide
		if alone {
			flush()
		}
	}
	flush()
}
