package baseurl

import (
	"io"
	"strings"

	"earl.example/internal/text/ascii"
)

// table reports the references in the cells of a table (RFC 4180). comma separates cells; if it is 0, separator chooses
// one. A cell in quotation marks can have line breaks, and "" for a quotation mark. If it has, its references have the
// offsets of the cell. As in encoding/csv with LazyQuotes, a quotation mark elsewhere is a character like any other.
func (d *document) table(r io.Reader, skipped int, comma byte) {
	d.pieces(r, skipped, func(text string, off int64, final bool) int {
		if comma == 0 {
			comma = separator(text)
		}
		for i := 0; i < len(text); {
			from, to, next := cellAt(text, i, comma, final)
			if next < 0 {
				return i
			}
			if !d.cell(text[from:to], off+int64(from)) {
				return -1
			}
			i = next
		}
		return len(text)
	})
}

// separator returns the most frequent of the usual separators in the first line of a table.
func separator(text string) byte {
	line, _, _ := strings.Cut(text, "\n")
	comma, most := byte(','), 0
	for _, c := range []byte(",;\t|") {
		if n := strings.Count(line, string(c)); n > most {
			comma, most = c, n
		}
	}
	return comma
}

// cellAt returns the bounds of the cell at offset i, without quotation marks around it, and the offset of the next
// cell. next is -1 if the cell may go on after text.
func cellAt(text string, i int, comma byte, final bool) (from, to, next int) {
	if text[i] == '"' {
		for end := i + 1; ; end++ {
			n := strings.IndexByte(text[end:], '"')
			if n < 0 {
				break
			}
			switch end += n; {
			case end+1 == len(text):
				if final {
					return i + 1, end, len(text)
				}
			case text[end+1] == '"':
				end++
			case isEndOfCell(text[end+1], comma):
				return i + 1, end, end + 2
			}
		}
	} else if end := skip(text, i, func(c byte) bool { return !isEndOfCell(c, comma) }); end < len(text) {
		return i, end, end + 1
	}
	if !final {
		return 0, 0, -1
	}
	return i, len(text), len(text)
}

func isEndOfCell(c, comma byte) bool { return c == comma || c == '\n' || c == '\r' }

// cell reports the references in a cell, which is at offset off.
func (d *document) cell(text string, off int64) bool {
	end, exact := off+int64(len(text)), true
	if strings.Contains(text, `""`) {
		text, exact = strings.ReplaceAll(text, `""`, `"`), false
	}
	searched := quotedQuestion(text)
	before := int64(len(searched)-len(text)) / 2
	for m := range d.x.opt.Find.Find(searched) {
		start, stop := off, end
		if exact {
			start, stop = off+int64(m.Start)-before, off+int64(m.End)-before
		}
		if !d.link(m, start, stop) {
			return false
		}
	}
	return true
}

// quotedQuestion returns text, in quotation marks if it is a URL that ends with "?". In them, "?" belongs to a URL even
// if urltext.FindOptions.Markup is set.
func quotedQuestion(text string) string {
	if strings.HasSuffix(text, "?") && ascii.Is(text[0], ascii.Alpha) {
		return `"` + text + `"`
	}
	return text
}
