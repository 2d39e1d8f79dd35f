package baseurl

import (
	"errors"
	"io"
	"strings"

	"earl.example/internal/text/jsontext"
)

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
