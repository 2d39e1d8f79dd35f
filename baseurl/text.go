package baseurl

import (
	"io"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urltext"
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
