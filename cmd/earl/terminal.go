package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// isTerminal reports whether w, a stream of the command, is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columnsOf returns the width of the terminal w in columns, or 80 if w is not a terminal.
func columnsOf(w any) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// hasColors reports whether output to w has colors. when is the value of --color: auto, always or never.
func hasColors(w any, when string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// speaksUTF8 reports whether the locale allows non-ASCII characters.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(os.Getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return true
}

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
