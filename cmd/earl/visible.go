package main

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// A terminalWriter escapes control characters in results, because a terminal would execute them. It escapes ASCII and
// non-ASCII control characters except line feed, tab and NUL. It also escapes U+2028, U+2029 and characters that change
// the direction of text.
type terminalWriter struct {
	w    io.Writer
	rest []byte // the first bytes of a character that is not complete
	buf  []byte
}

func (t *terminalWriter) Write(p []byte) (int, error) {
	text := p
	if len(t.rest) > 0 {
		text = append(t.rest, p...)
		t.rest = nil
	}
	t.buf = t.buf[:0]
	for len(text) > 0 {
		if !utf8.FullRune(text) {
			t.rest = bytes.Clone(text)
			break
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1 && text[0] < 0xA0, r < 0x20 && r != '\n' && r != '\t' && r != 0, r == 0x7F:
			t.buf = fmt.Appendf(t.buf, `\x%02x`, text[0])
		case 0x80 <= r && r < 0xA0, 0x2028 <= r && r <= 0x202E, 0x2066 <= r && r <= 0x2069:
			t.buf = fmt.Appendf(t.buf, `\u%04x`, r)
		default:
			t.buf = append(t.buf, text[:size]...)
		}
		text = text[size:]
	}
	if _, err := t.w.Write(t.buf); err != nil {
		return 0, err
	}
	return len(p), nil
}
