package baseurl

import (
	"io"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// text reports the references in a plain text. It searches pieces that end where no reference can continue.
func (d *document) text(r io.Reader, skipped int) {
	find, isPDF := d.x.opt.Find, false
	d.pieces(r, skipped, func(text string, off int64, final bool) int {
		isPDF = isPDF || off == 0 && strings.HasPrefix(text, "%PDF-")
		if isPDF && strings.Contains(text, "/FlateDecode") {
			if isPDF = false; !d.x.fail(d.part, rulePDF, off, nil) {
				return -1
			}
		}
		size, open := len(text), false
		switch {
		case final:
		case find.AppendixC:
			size, open = safe(text)
		default: // white space ends every link
			size = strings.LastIndexAny(text, " \t\n\v\f\r") + 1
		}
		if size == 0 && len(text) >= d.x.opt.maxToken() {
			if !d.x.fail(d.part, ruleToken, off, errTokenTooLong) {
				return -1
			}
			size = len(text)
		}
		used := 0
		for m := range find.Find(text[:size]) {
			start, end := off+int64(m.Start), off+int64(m.End)
			if d.broken && m.End == len(text) {
				if !d.x.emit(Reference{Part: d.part, Raw: m.Raw(), Offset: start, End: end}, fault(ruleRead, start, nil)) {
					return -1
				}
			} else if !d.link(m, start, end) {
				return -1
			}
			used = afterMatch(text[:size], m)
		}
		if open && used < size {
			return size - 1 // the last byte may begin a reference
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
		if name := m.URL().Protocol(); !ascii.EqualFold(raw[:min(len(name), len(raw))], name) {
			if m.URL().HostKind() != whatwg.NoHost {
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

// safe returns the length of a prefix of text that has the same references whatever text follows it. If open is true,
// the last byte of the prefix is an opening delimiter of the next reference, unless a reference in the prefix ends with
// this byte.
//
// Let c be the last byte that is neither white space nor allowed in references. c ends every reference that begins
// before it, so the prefix contains c. If c cannot be an opening delimiter, white space ends every reference that begins
// after c, so the prefix extends to the last white space.
func safe(text string) (size int, open bool) {
	last := len(text) - 1
	for last >= 0 && (inReference(text[last]) || isTextSpace(text[last])) {
		last--
	}
	if last >= 0 && (text[last] == '<' || text[last] == '"') {
		if last == 0 {
			return 0, false // the delimited reference may continue to the end
		}
		return last + 1, true
	}
	if space := strings.LastIndexAny(text[last+1:], " \t\n\v\f\r"); space >= 0 {
		return last + 1 + space, false
	}
	return last + 1, false
}

// inReference reports whether c can occur in a reference or an IP literal.
func inReference(c byte) bool {
	return ascii.Is(c, ascii.QueryChar|ascii.NumberSign|ascii.Bracket) || c == '%'
}

// isTextSpace reports whether c is ASCII white space or a vertical tab.
func isTextSpace(c byte) bool { return isSpace(c) || c == '\v' }

// afterMatch returns the end of a match with its delimiter.
func afterMatch(text string, m urltext.Match) int {
	end := m.End
	if m.By == urltext.WhiteSpace {
		return end
	}
	return min(skip(text, end, isTextSpace)+1, len(text))
}
