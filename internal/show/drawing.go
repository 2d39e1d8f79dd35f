package show

import (
	"slices"
	"strings"

	"earl.example/reading"
	"earl.example/urlerr"
)

// A Part is a named part of a text, text[Start:End].
type Part struct {
	Name       string
	Start, End int
	Color      string // parameters of the terminal sequence SGR, such as "1;32"
}

// componentColors maps each component to its color in drawings. A component without a color, such as the authority,
// consists of other components and is not drawn.
var componentColors = [...]string{
	urlerr.Scheme: "36", urlerr.Username: "35", urlerr.Password: "35", urlerr.Host: "1;32", urlerr.Port: "33",
	urlerr.Path: "94", urlerr.Params: "36", urlerr.Query: "33", urlerr.Fragment: "35",
}

// Parts returns the components of a URL to draw, and the names of the empty components except an empty path.
func Parts(r *reading.Reading) (parts []Part, empty []string) {
	for i, color := range componentColors {
		c := urlerr.Component(i)
		span, ok := r.InInput(c)
		switch {
		case !ok || color == "":
		case span.Start < span.End:
			parts = append(parts, Part{Name: c.String(), Start: span.Start, End: span.End, Color: color})
		case c != urlerr.Path:
			empty = append(empty, c.String())
		}
	}
	return parts, empty
}

// A Style is the style of a drawing.
type Style struct {
	Columns int // width of the terminal
	Color   bool
	ASCII   bool // draw with ASCII characters only
}

const fewest = 24

// Drawing draws text with a bracket below each part, and the name of the part below the bracket. Parts are in order, do
// not overlap and are not empty. A text that is too wide continues in another row. A part that continues in another row
// has a bracket and a name in each row. The bracket has no corner where the part continues.
func Drawing(text string, parts []Part, style Style) string {
	var bounds []int
	for _, p := range parts {
		bounds = append(bounds, p.Start, p.End)
	}
	d := drawing{glyphs: glyphs(text, bounds), parts: parts, style: style}
	d.style.Columns = max(style.Columns, fewest)
	all := d.row(0, len(d.glyphs))
	if all.columns() <= d.style.Columns {
		d.draw(all)
		return d.out.String()
	}
	for from := 0; from < len(d.glyphs); {
		to := d.fold(from)
		if from > 0 {
			d.out.WriteByte('\n')
		}
		d.draw(d.row(from, to))
		from = to
	}
	return d.out.String()
}

type drawing struct {
	glyphs []glyph
	parts  []Part
	style  Style
	out    strings.Builder
	color  string // current color of the terminal
}

type row struct {
	glyphs []glyph
	width  int // width of the text in columns
	pieces []piece
}

// A piece is the text of a part that one row contains, in the columns [left, right).
type piece struct {
	*Part
	left, right  int
	begins, ends bool // whether the piece has the start and the end of the part
	line         int  // line of the name, counted from the brackets
}

func (p *piece) tick() int { return p.left + (p.right-p.left-1)/2 }

// nameAt returns the first column of the name. The name is centered below the bracket. If the name is longer than the
// bracket, it starts below the left end of the bracket.
func (p *piece) nameAt() int { return max(p.left, p.tick()-(len(p.Name)-1)/2) }

func (r *row) columns() int {
	n := r.width
	for i := range r.pieces {
		n = max(n, r.pieces[i].nameAt()+len(r.pieces[i].Name))
	}
	return n
}

// fold returns the end of the row that begins with d.glyphs[from], as an index in d.glyphs. The text of the row and the
// names below it fit into the columns. If possible, fold does not split a part that fits into the next row.
func (d *drawing) fold(from int) int {
	longest := 0 // of the names
	for _, p := range d.parts {
		longest = max(longest, len(p.Name))
	}
	most := d.style.Columns - longest
	width, to := 0, from
	for to < len(d.glyphs) && (width+d.glyphs[to].columns <= most || to == from) {
		width += d.glyphs[to].columns
		to++
	}
	if to == len(d.glyphs) {
		return to
	}
	at := d.glyphs[to].at
	i := slices.IndexFunc(d.parts, func(p Part) bool { return p.Start < at && at < p.End })
	if i < 0 {
		return to
	}
	start, _ := slices.BinarySearchFunc(d.glyphs, d.parts[i].Start, func(g glyph, at int) int { return g.at - at })
	wide := func(from, to int) (n int) {
		for _, g := range d.glyphs[from:min(to, from+most+1)] {
			n += g.columns
		}
		return n
	}
	end, _ := slices.BinarySearchFunc(d.glyphs, d.parts[i].End, func(g glyph, at int) int { return g.at - at })
	if start > from && 2*wide(from, start) >= most && wide(start, end) <= most {
		return start
	}
	return to
}

func (d *drawing) row(from, to int) *row {
	r := &row{glyphs: d.glyphs[from:to]}
	if from == to {
		return r
	}
	end := d.glyphs[to-1].at + 1
	at := make([]int, 0, len(r.glyphs)+1) // the column of each glyph
	for _, g := range r.glyphs {
		at = append(at, r.width)
		r.width += g.columns
	}
	at = append(at, r.width)
	column := func(offset int) int {
		i, _ := slices.BinarySearchFunc(r.glyphs, offset, func(g glyph, at int) int { return g.at - at })
		return at[i]
	}
	for i := range d.parts {
		p := &d.parts[i]
		if p.Start >= end || p.End <= r.glyphs[0].at {
			continue
		}
		r.pieces = append(r.pieces, piece{
			Part: p, left: column(p.Start), right: column(p.End),
			begins: p.Start >= r.glyphs[0].at, ends: to == len(d.glyphs) || p.End <= d.glyphs[to].at,
		})
	}
	// A name that would overlap the next names goes on a line below them.
	for i := len(r.pieces) - 1; i >= 0; i-- {
		p := &r.pieces[i]
		for j := i + 1; j < len(r.pieces) && r.pieces[j].nameAt() <= p.nameAt()+len(p.Name); j++ {
			p.line = max(p.line, r.pieces[j].line+1)
		}
	}
	return r
}

func (d *drawing) draw(r *row) {
	p := 0
	for _, g := range r.glyphs {
		for p < len(r.pieces) && g.at >= r.pieces[p].End {
			p++
		}
		color := ""
		if p < len(r.pieces) && g.at >= r.pieces[p].Start {
			color = r.pieces[p].Color
		}
		d.pen(color)
		d.out.WriteString(g.text)
	}
	d.endLine()
	if len(r.pieces) == 0 {
		return
	}
	l := line{d: d}
	lines := 0
	for i := range r.pieces {
		p := &r.pieces[i]
		l.put(p.left, p.Color, d.bracket(p), p.right-p.left)
		lines = max(lines, p.line+1)
	}
	d.endLine()
	for n := range lines {
		l := line{d: d}
		for i := range r.pieces {
			switch p := &r.pieces[i]; {
			case p.line == n:
				l.put(p.nameAt(), p.Color, p.Name, len(p.Name))
			case p.line > n:
				l.put(p.tick(), p.Color, d.shape().lead, 1)
			}
		}
		d.endLine()
	}
}

func (d *drawing) pen(color string) {
	if !d.style.Color || color == d.color {
		return
	}
	if d.color != "" {
		d.out.WriteString("\x1b[0m")
	}
	if color != "" {
		d.out.WriteString("\x1b[" + color + "m")
	}
	d.color = color
}

func (d *drawing) endLine() {
	d.pen("")
	d.out.WriteByte('\n')
}

type line struct {
	d      *drawing
	column int // column of the next text
}

func (l *line) put(column int, color, text string, columns int) {
	l.d.pen("")
	l.d.out.WriteString(strings.Repeat(" ", column-l.column))
	l.d.pen(color)
	l.d.out.WriteString(text)
	l.column = column + columns
}

type shape struct{ left, on, right, tick, leftTick, lead string }

func (d *drawing) shape() *shape {
	if d.style.ASCII {
		return &shape{`\`, "_", "/", "|", "|", "|"}
	}
	return &shape{"└", "─", "┘", "┬", "├", "│"}
}

// bracket returns the bracket below a piece, as wide as the piece.
func (d *drawing) bracket(p *piece) string {
	sh := d.shape()
	wide := p.right - p.left
	if wide == 1 {
		return sh.lead
	}
	cells := slices.Repeat([]string{sh.on}, wide)
	if p.begins {
		cells[0] = sh.left
	}
	if p.ends {
		cells[wide-1] = sh.right
	}
	if tick := p.tick() - p.left; tick > 0 || !p.begins {
		cells[tick] = sh.tick
	} else {
		cells[0] = sh.leftTick
	}
	return strings.Join(cells, "")
}
