package show

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

func TestVisible(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, want string
		columns          int
	}{
		{"ASCII", "http://h/", "http://h/", 9},
		{"empty", "", "", 0},
		{"control characters", "a\tb\x1b\x7f", `a\tb\x1b\x7f`, 12},
		{"invalid UTF-8", "a\xffb", `a\xffb`, 6},
		{"C1", "\u0085", `\u0085`, 6},
		{"wide", "日本", "日本", 4},
		{"accent", "e\u0301", "e\u0301", 1},
		{"accent alone", "\u0301", `\u0301`, 6},
		{"right to left", "א", `\u05d0`, 6},
		{"bidirectional control", "a\u202eb", `a\u202eb`, 8},
		{"zero width", "a\u200bb", `a\u200bb`, 8},
		{"variation selector", "a\ufe0f", `a\ufe0f`, 7},
		{"filler", "\u3164", `\u3164`, 6},
		{"filler of a half-width letter", "\uffa0", `\uffa0`, 6},
		{"half-width letter", "\uffa1", "\uffa1", 1},
		{"blank Braille", "\u2800", `\u2800`, 6},
		{"Braille", "\u2801", "\u2801", 1},
		{"invisible accents", "a\u034f\u180b\ufe00\U000e01ef", `a\u034f\u180b\ufe00\U000e01ef`, 29},
		{"Hangul, the last initial consonant", "\u115e", "\u115e", 2},
		{"Hangul, filler of an initial consonant", "\u115f", `\u115f`, 6},
		{"Hangul, the first vowel", "\u1160", `\u1160`, 6},
		{"Hangul, the last final consonant", "\u11ff", `\u11ff`, 6},
		{"after Hangul", "\u1200", "\u1200", 1},
		{"Hangul, the last syllable", "\ud7a3", "\ud7a3", 2},
		{"Hangul, an old vowel", "\ud7b0", `\ud7b0`, 6},
		{"Hangul, an old consonant", "\ud7fb", `\ud7fb`, 6},
		{"accents of 32 bytes", "e" + strings.Repeat("\u0301", 17), "e" + strings.Repeat("\u0301", 16) + `\u0301`, 7},
		{"accents of 31 bytes", "ae" + strings.Repeat("\u0301", 15) + "\u20dd", "ae" + strings.Repeat("\u0301", 15) + "\u20dd", 2},
		{"an accent after an escape", "\x00\u0301", `\x00\u0301`, 10},
		{"an accent after a backslash", "\\\u0301", `\\u0301`, 7},
	} {
		if got := Visible(tt.text); got != tt.want {
			t.Errorf("%s: Visible(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
		if got := Columns(tt.text); got != tt.columns {
			t.Errorf("%s: Columns(%q) = %d, want %d", tt.name, tt.text, got, tt.columns)
		}
	}
}

// TestVisibleCharacters: every character is shown as it is or escaped, and none is shown that a terminal does not draw.
func TestVisibleCharacters(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) || testing.Short() && r >= 0x20000 && r>>12 != 0xE0 { // planes without special characters
			continue
		}
		want := unicode.IsGraphic(r)
		if unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Co) ||
			unicode.IsSpace(r) && r != ' ' {
			want = false
		}
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			want = want && unicode.In(r, unicode.Mn, unicode.Me)
		}
		if isLaterJamo(r) || r == 0x2800 {
			want = false
		}
		text := "a" + string(r)
		if got := Visible(text); (got == text) != want {
			t.Errorf("Visible(%+q) = %+q, want it unchanged: %v", text, got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, want string
		columns          int
	}{
		{"ASCII", "ab", "a", 1}, {"accent", "e\u0301b", "e\u0301", 1}, {"wide", "日本", "日", 2}, {"empty", "", "", 0},
	} {
		if got, columns := First(tt.text); got != tt.want || columns != tt.columns {
			t.Errorf("%s: First(%q) = %q, %d, want %q, %d", tt.name, tt.text, got, columns, tt.want, tt.columns)
		}
	}
}

// FuzzVisible: the text for a terminal has no control characters, is not changed again, and is as wide as Columns says.
func FuzzVisible(f *testing.F) {
	for _, s := range []string{"", "a", "\x00", "\xff", "é日", "e\u0301", "\u202e", "\U0001f600\ufe0f", `\x41`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		shown := Visible(s)
		if i := strings.IndexFunc(shown, func(r rune) bool { return r < ' ' || r == 0x7F }); i >= 0 {
			t.Errorf("Visible(%q) = %q, want no control character at byte %d", s, shown, i)
		}
		if again := Visible(shown); again != shown {
			t.Errorf("Visible(%q) = %q, and of that %q", s, shown, again)
		}
		if a, b := Columns(s), Columns(shown); a != b {
			t.Errorf("Columns(%q) = %d, want %d, the columns of %q", s, a, b, shown)
		}
	})
}
