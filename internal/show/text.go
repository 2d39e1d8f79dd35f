// Package show formats results for the command and for the web page: as text in the columns of a terminal, as drawings
// of URLs, and as JSON records.
package show

//go:generate go test -count=1 -run ^Test(AdvisoriesPage|Reports)$ . -update

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"
)

// A glyph is a character with its accents, or an escape sequence that replaces a character.
type glyph struct {
	text    string
	columns int
	at      int // offset of the first byte of the character
}

// Visible returns s in a form that a terminal shows completely and from left to right. It replaces control characters,
// invalid UTF-8, invisible characters, and letters that are written from right to left by escapes.
func Visible(s string) string {
	n := plain(s)
	if n == len(s) {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:n])
	for _, g := range glyphs(s[n:], nil) {
		b.WriteString(g.text)
	}
	return b.String()
}

// Columns returns the width of Visible(s) in columns.
func Columns(s string) int {
	n := plain(s)
	for _, g := range glyphs(s[n:], nil) {
		n += g.columns
	}
	return n
}

// Cut shortens s, a result of Visible. If s is wider than width columns, Cut returns the beginning of s and an
// ellipsis.
func Cut(s string, width int) string {
	n := plain(s)
	if n == len(s) && n <= width {
		return s
	}
	columns, end := 0, 0
	for _, g := range glyphs(s, nil) {
		if columns < width {
			end = g.at
		}
		if columns += g.columns; columns > width {
			return s[:end] + "…"
		}
	}
	return s
}

// plain returns the length of the printable ASCII text at the start of s. If another character follows this text, the
// last ASCII character is not counted, because the next character can be its accent.
func plain(s string) int {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return max(0, i-1)
		}
	}
	return len(s)
}

// glyphs returns the glyphs of s. A new glyph begins at each offset in bounds, which are sorted.
func glyphs(s string, bounds []int) []glyph {
	all := make([]glyph, 0, len(s))
	for i := 0; i < len(s); {
		for len(bounds) > 0 && bounds[0] < i {
			bounds = bounds[1:]
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		bound := len(bounds) > 0 && bounds[0] == i
		switch last := len(all) - 1; {
		case r == utf8.RuneError && n == 1:
			all = append(all, glyph{fmt.Sprintf(`\x%02x`, s[i]), 4, i})
		case unicode.In(r, unicode.Mn, unicode.Me) && !invisible(r) && last >= 0 && !bound && len(all[last].text) < 32 &&
			all[last].text[0] != '\\':
			all[last].text += s[i : i+n]
		case !isShown(r):
			quoted := strconv.QuoteRuneToASCII(r)
			all = append(all, glyph{quoted[1 : len(quoted)-1], len(quoted) - 2, i})
		default:
			all = append(all, glyph{s[i : i+n], columns(r), i})
		}
		i += n
	}
	return all
}

// isShown reports whether a terminal shows r as a separate character, to the right of the previous character.
func isShown(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	if !strconv.IsPrint(r) || unicode.In(r, unicode.Mn, unicode.Me) || invisible(r) || isLaterJamo(r) {
		return false
	}
	p, _ := bidi.LookupRune(r)
	class := p.Class()
	return class != bidi.R && class != bidi.AL && class != bidi.AN
}

// invisible reports whether r is not drawn, such as a filler, a variation selector and the blank Braille pattern.
// Terminals disagree about the width of the character before a variation selector.
func invisible(r rune) bool {
	return r == 0x2800 || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// isLaterJamo reports whether r is a later part of a Hangul syllable. It combines with the previous character without
// being a mark.
func isLaterJamo(r rune) bool { return 0x1160 <= r && r <= 0x11FF || 0xD7B0 <= r && r <= 0xD7FB }

func columns(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// First returns the first character of s, and the width of this character in columns. s must be a result of Visible.
func First(s string) (text string, columns int) {
	_, n := utf8.DecodeRuneInString(s)
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			break
		}
		n += size
	}
	return s[:n], Columns(s[:n])
}
