package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// IsTerminal reports whether w, a stream of the command, is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ColumnsOf returns the width of the terminal w in columns, or 80 if w is not a terminal.
func ColumnsOf(w any) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// HasColors reports whether output to w has colors. when is the value of --color: auto, always or never.
func HasColors(w any, when string) bool {
	plain := when == "never" || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
	return when == "always" || IsTerminal(w) && !plain
}

// SpeaksUTF8 reports whether the locale allows non-ASCII characters.
func SpeaksUTF8() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// A TerminalWriter escapes control characters in results, because a terminal would execute them. It escapes ASCII and
// non-ASCII control characters except line feed, tab and NUL. It also escapes U+2028, U+2029 and characters that change
// the direction of text.
type TerminalWriter struct {
	W    io.Writer
	rest []byte // the first bytes of a character that is not complete
	buf  []byte
}

// Write writes p with escapes.
func (t *TerminalWriter) Write(p []byte) (int, error) {
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
	if _, err := t.W.Write(t.buf); err != nil {
		return 0, err
	}
	return len(p), nil
}
