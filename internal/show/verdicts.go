package show

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"earl.example/audit"
	"earl.example/reading"
	"earl.example/urlerr"
)

// verdictColumns lists the columns of the table, except the first column, which has the dialects.
var verdictColumns = []urlerr.Component{
	urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query, urlerr.Fragment,
}

// shown returns the text of a column. It hides the password, and the path includes the parameters.
func shown(r *reading.Reading, column urlerr.Component) string {
	text, _ := r.Get(column)
	switch {
	case column == urlerr.Userinfo:
		text, _ = r.Username()
		if password, _ := r.Password(); password != "" {
			text += ":***"
		}
	case column == urlerr.Port && r.PortErr() != nil:
		text = "unreadable"
	case column == urlerr.Path:
		if params, _ := r.Params(); params != "" {
			text += ";" + params
		}
	}
	return cmp.Or(Visible(text), "-")
}

// A cell is the value of one column for one dialect.
type cell struct {
	text string
	odd  bool // the value differs from the value of most dialects
}

// A column has a cell for each dialect. The cell is empty if the dialect rejects the URL.
type column struct {
	name  string
	cells []cell
}

// A verdictTable shows how each dialect reads a URL.
type verdictTable struct {
	names   []string // names of the dialects
	refused []cell   // for each dialect, the reason why it rejects the URL, or an empty cell
	columns []column // columns with at least one value
}

func newVerdictTable(r *audit.Report) *verdictTable {
	t := &verdictTable{}
	odd := r.Odd()
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		t.names = append(t.names, strings.TrimSuffix(v.Dialect.Name()+"@"+v.Dialect.Release(), "@"))
		why := cell{}
		if err := v.Reading.Err(); err != nil {
			why = cell{"rejected: " + reason(err), odd[i]&audit.Acceptance != 0}
			if errors.Is(err, urlerr.NotModelled) {
				why.text = reason(err)
			}
		}
		t.refused = append(t.refused, why)
	}
	for _, of := range verdictColumns {
		c := column{name: strings.TrimSuffix(of.String(), "info")} // the column of the userinfo is "user"
		used := false
		for i := range r.Verdicts {
			v := &r.Verdicts[i]
			if v.Reading.Err() != nil {
				c.cells = append(c.cells, cell{})
				continue
			}
			text := shown(&v.Reading, of)
			used = used || text != "-"
			c.cells = append(c.cells, cell{text, odd[i].Has(of)})
		}
		if used {
			t.columns = append(t.columns, c)
		}
	}
	return t
}

// reason returns a short text for the error of a dialect.
func reason(err error) string {
	e, ok := errors.AsType[*urlerr.Error](err)
	if !ok {
		return "error"
	}
	text := e.Rule.Kind.String()
	if e.Rule.Name != "" && e.Rule.Name != text {
		text += ": " + e.Rule.Name
	}
	if e.Offset >= 0 {
		text += fmt.Sprintf(" (byte %d)", e.Offset)
	}
	return text
}

// minColumn is the minimum width to which a wide column is cut.
const minColumn = 16

// text formats the table. If the table is wider than the screen, text writes a column with equal values as one line
// before the table. If the table is still too wide, it cuts the widest columns. If a cut column would be narrower than
// minColumn, each dialect gets several lines.
func (t *verdictTable) text(style Style) string {
	var b strings.Builder
	if widths := t.widths(1 << 20); total(widths) > style.Columns {
		common := verdictTable{names: []string{"all"}, refused: make([]cell, 1)}
		if t.refuses() {
			common.names[0] = "all that accept it"
		}
		t.columns = slices.DeleteFunc(t.columns, func(c column) bool {
			cells := slices.DeleteFunc(slices.Clone(c.cells), func(cell cell) bool { return cell.text == "" })
			same := !slices.ContainsFunc(cells, func(cell cell) bool { return cell.text != cells[0].text })
			if same {
				common.columns = append(common.columns, column{c.name, []cell{{cells[0].text, false}}})
			}
			return same
		})
		if len(common.columns) > 0 {
			common.blocks(&b, style)
		}
		if len(t.columns) == 0 && !t.refuses() {
			return b.String()
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
	}
	widths := t.widths(style.Columns)
	if total(widths) > style.Columns || t.refuses() && widths[0]+gap+minColumn > style.Columns {
		t.blocks(&b, style)
	} else {
		t.grid(&b, style, widths)
	}
	return b.String()
}

func (t *verdictTable) refuses() bool {
	return slices.ContainsFunc(t.refused, func(c cell) bool { return c.text != "" })
}

// gap is the space between columns. Each cell begins with an asterisk or a space.
const gap = 1

func total(widths []int) int {
	n := 0
	for _, w := range widths {
		n += w + gap
	}
	return n - gap
}

// widths returns the width of the first column, which has the dialects, and the widths of the other columns. The widest
// columns are cut until the table fits the screen, but not below minColumn.
func (t *verdictTable) widths(screen int) []int {
	widths := []int{len("dialect") + 1}
	for _, name := range t.names {
		widths[0] = max(widths[0], len(name)+1)
	}
	for _, c := range t.columns {
		w := len(c.name) + 1
		for _, cell := range c.cells {
			w = max(w, Columns(cell.text)+1)
		}
		widths = append(widths, w)
	}
	for over := total(widths) - screen; over > 0 && len(widths) > 1; over-- {
		widest := slices.Index(widths[1:], slices.Max(widths[1:])) + 1
		if widths[widest] <= minColumn {
			break
		}
		widths[widest]--
	}
	return widths
}

// grid writes the table with a row for each dialect.
func (t *verdictTable) grid(b *strings.Builder, style Style, widths []int) {
	write := func(c cell, color string, width int, last bool) {
		text := " " + Cut(c.text, width-1)
		if c.odd {
			text, color = "*"+text[1:], oddColor
		}
		pad := max(width+gap-Columns(text), 0)
		if color != "" {
			text = Paint(text, color, style)
		}
		if b.WriteString(text); !last {
			b.WriteString(strings.Repeat(" ", pad))
		}
	}
	write(cell{"dialect", false}, "1", widths[0], len(t.columns) == 0)
	for i, c := range t.columns {
		write(cell{c.name, false}, "1", widths[i+1], i == len(t.columns)-1)
	}
	b.WriteByte('\n')
	for d, name := range t.names {
		write(cell{name, false}, "", widths[0], len(t.columns) == 0 && t.refused[d].text == "")
		if t.refused[d].text != "" { // spans all columns
			write(t.refused[d], "", max(style.Columns-widths[0]-gap, minColumn), true)
		} else {
			for i, c := range t.columns {
				write(c.cells[d], "", widths[i+1], i == len(t.columns)-1)
			}
		}
		b.WriteByte('\n')
	}
}

// blocks writes several lines for each dialect: a line with its name, and then a line for each column.
func (t *verdictTable) blocks(b *strings.Builder, style Style) {
	wide := 0
	for _, c := range t.columns {
		wide = max(wide, len(c.name))
	}
	line := func(label string, c cell) {
		text := "   " + label + Cut(c.text, max(style.Columns-3-len(label), minColumn/2))
		if c.odd {
			text = Paint("  *"+text[3:], oddColor, style)
		}
		b.WriteString(text + "\n")
	}
	for d, name := range t.names {
		b.WriteString(" " + Paint(name, "1", style) + "\n")
		if t.refused[d].text != "" {
			line("", t.refused[d])
			continue
		}
		for _, c := range t.columns {
			line(c.name+strings.Repeat(" ", wide-len(c.name)+2), c.cells[d])
		}
	}
}
