package baseurl

import (
	"errors"
	"io"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// text reports the references in a plain text. It searches pieces that end at white space, which ends each link. By
// appendix C, references in delimiters can have line breaks; pieces then end at an empty line, if there is one.
func (d *document) text(r io.Reader, skipped int) {
	find, isPDF := d.x.opt.Find, false
	d.pieces(r, skipped, func(text string, off int64, final bool) int {
		isPDF = isPDF || off == 0 && strings.HasPrefix(text, "%PDF-")
		if isPDF && strings.Contains(text, "/FlateDecode") {
			if isPDF = false; !d.x.fail(d.part, rulePDF, off, nil) {
				return -1
			}
		}
		size, isFull := len(text), len(text) >= d.x.opt.maxToken()
		switch {
		case final:
		case find.AppendixC && !isFull:
			if size = strings.LastIndex(text, "\n\n") + 1; size == 0 {
				size = strings.LastIndex(text, "\n\r\n") + 1
			}
		default:
			size = strings.LastIndexAny(text, " \t\n\v\f\r") + 1
		}
		if size == 0 && isFull {
			if !d.x.fail(d.part, ruleToken, off, errTokenTooLong) {
				return -1
			}
			size = len(text)
		}
		for m := range find.Find(text[:size]) {
			start, end := off+int64(m.Start), off+int64(m.End)
			if d.broken && m.End == len(text) {
				if !d.x.emit(Reference{Part: d.part, Raw: m.Raw(), Offset: start, End: end}, fault(ruleRead, start, nil)) {
					return -1
				}
			} else if !d.link(m, start, end) {
				return -1
			}
		}
		return size
	})
}

// link reports a match. A match that ends before a character that no URL has is an error too, and only an error if it
// ends in the host: its URL would have another host.
func (d *document) link(m urltext.Match, start, end int64) bool {
	raw := m.Ref().String() // without line breaks
	if raw == "" {
		raw = m.Raw()
		if d.x.opt.Find.Refang {
			if u, err := whatwg.Parse(urltext.Refang(raw)); err == nil && u == m.URL() { // it was made harmless
				raw = urltext.Refang(raw)
			}
		}
		if name := m.URL().Protocol(); !ascii.EqualFold(raw[:min(len(name), len(raw))], name) {
			if m.URL().HostKind() != reading.NoHost {
				name += "//"
			}
			raw = name + raw
		}
	}
	if _, rest, _ := strings.Cut(raw, "//"); m.Cut && !strings.ContainsAny(rest, "/?#") {
		return d.x.emit(Reference{Part: d.part, Raw: raw, Offset: start, End: end}, fault(ruleCut, end, nil))
	}
	return d.add(&item{raw: raw, offset: start, end: end}) &&
		(!m.Cut || d.x.fail(d.part, ruleCut, end, nil))
}

// json reports the references in the strings of JSON texts, and in the names of members. It reads only strings: what is
// between them is not checked. A reference has the offsets of its string.
func (d *document) json(r io.Reader, skipped int) {
	var value []byte
	rest := false // the text begins inside a string that is too long or invalid
	d.pieces(r, skipped, func(text string, off int64, final bool) int {
		for i := 0; ; {
			if rest {
				n := afterString(text, i)
				if n > len(text) && !final {
					return i + max(len(text)-i-1, 0) // the last byte may be a backslash
				}
				i, rest = min(n, len(text)), false
			}
			n := strings.IndexByte(text[i:], '"')
			if n < 0 {
				return len(text)
			}
			i += n
			end, escapes, err := jsontext.String(text, i)
			if e, ok := errors.AsType[*jsontext.SyntaxError](err); ok {
				tooLong := e.Offset == len(text) && !final
				switch {
				case tooLong && i > 0, tooLong && len(text) < d.x.opt.maxToken():
					return i
				case tooLong:
					if !d.x.fail(d.part, ruleToken, off+int64(i), errTokenTooLong) {
						return -1
					}
				case !d.x.fail(d.part, ruleString, off+int64(e.Offset), err):
					return -1
				}
				i, rest = i+1, true
				continue
			}
			raw := text[i+1 : end-1]
			if escapes {
				value = jsontext.AppendUnquote(value[:0], raw)
				raw = string(value)
			}
			for m := range d.x.opt.Find.Find(quotedQuestion(raw)) {
				if !d.link(m, off+int64(i+1), off+int64(end-1)) {
					return -1
				}
			}
			i = end
		}
	})
}

// afterString returns the offset after the quote that ends a string. The result is larger than len(text) if there is no
// such quote.
func afterString(text string, i int) int {
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(text) + 1
}

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
