package show

import (
	"strings"
	"testing"
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
	} {
		if got := Visible(tt.text); got != tt.want {
			t.Errorf("%s: Visible(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
		if got := Columns(tt.text); got != tt.columns {
			t.Errorf("%s: Columns(%q) = %d, want %d", tt.name, tt.text, got, tt.columns)
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
