package baseurl

import (
	"bytes"
	"io"

	"earl.example/internal/text/ascii"
	"earl.example/urltext"
)

// text gives the references in a plain text (RFC 3986 appendix C). The text is
// looked at in pieces that end where no reference can.
func (d *document) text(r io.Reader, skipped int) {
	w := d.x.window(r, skipped)
	defer d.x.leave(&w)
	for w.fill() || len(w.buf) > 0 {
		final := w.err != nil
		size, open := len(w.buf), false
		if !final {
			size, open = safe(w.buf, d.x.opt.Find.QuoteMarks)
		}
		if size == 0 && len(w.buf) < w.limit {
			continue
		}
		if size == 0 {
			if !d.x.fail(d.part, ruleToken, w.off, errTokenTooLong) {
				return
			}
			size, open = len(w.buf), false
		}
		used, more := d.find(string(w.buf[:size]), w.off)
		if !more {
			return
		}
		if open && used < size {
			size-- // what ends here may begin a reference
		}
		w.drop(size)
		if final {
			break
		}
	}
	if w.err != nil && w.err != io.EOF {
		d.x.fail(d.part, readFault(w.err), w.off, w.err)
	}
}

// safe returns the length of the longest beginning of text in which what is
// found does not depend on what follows, and whether its last byte may begin a
// reference that is delimited, unless it ends one.
//
// With marks, ">" may be a mark of quoted mail, which ends nothing. A byte that
// no reference has, and that is no white space, ends all that was
// open before it. If that byte opens nothing, then white space ends what comes
// after it.
func safe(text []byte, marks bool) (size int, open bool) {
	last := len(text) - 1
	for last >= 0 && (inReference(text[last]) || isTextSpace(text[last]) || marks && text[last] == '>') {
		last--
	}
	if last > 0 && (text[last] == '<' || text[last] == '"') {
		return last + 1, true
	}
	if last == 0 && (text[last] == '<' || text[last] == '"') {
		return 0, false // it is open, perhaps, to the end
	}
	if space := bytes.LastIndexAny(text[last+1:], " \t\n\v\f\r"); space >= 0 {
		return last + 1 + space, false
	}
	return last + 1, false
}

// inReference reports whether c is a byte of references, or of IP literals.
func inReference(c byte) bool {
	return ascii.Is(c, ascii.QueryChar|ascii.NumberSign|ascii.Bracket) || c == '%'
}

// isTextSpace reports whether c is white space of ASCII.
func isTextSpace(c byte) bool { return isSpace(c) || c == '\v' }

// find gives the references in a piece of text that begins at an offset. It
// returns where the last of them ended, with its delimiter, and whether more are
// wanted.
func (d *document) find(text string, offset int64) (used int, more bool) {
	for m := range d.x.opt.Find.Find(text) {
		if !d.add(item{ref: Reference{
			Offset: offset + int64(m.Start), End: offset + int64(m.End), Raw: m.Ref.String(),
		}}) {
			return 0, false
		}
		used = afterMatch(text, m)
	}
	return used, true
}

// afterMatch returns where a match ends, with its delimiter.
func afterMatch(text string, m urltext.Match) int {
	end := m.End
	if m.By == urltext.WhiteSpace {
		return end
	}
	for end < len(text) && isTextSpace(text[end]) {
		end++
	}
	return min(end+1, len(text))
}
