package clean_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/text/clean"
)

func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in   string
		trim, drop bool
		want       string
		starts     []int // of each byte of want, and of its end
		ends       []int
	}{
		{"nothing to do", "ab", true, true, "ab", []int{0, 1, 2}, []int{0, 1, 2}},
		{"trim", " \x00a ", true, false, "a", []int{2, 3}, []int{2, 3}},
		{"trim keeps tabs inside", " a\tb\n", true, false, "a\tb", []int{1, 2, 3, 4}, []int{1, 2, 3, 4}},
		{"trim the end", "a \n", true, true, "a", []int{0, 1}, []int{0, 1}},
		{"drop", "\ta\t\nb\r", false, true, "ab", []int{1, 4, 6}, []int{0, 2, 5}},
		{"both", " \ta\tb\t ", true, true, "ab", []int{2, 4, 5}, []int{2, 3, 5}},
		{"all dropped", "\t\n", false, true, "", []int{2}, []int{0}},
		{"empty", "", true, true, "", []int{0}, []int{0}},
	} {
		got, m := clean.Text(tt.in, tt.trim, tt.drop)
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			continue
		}
		for _, backwards := range []bool{false, true} { // offsets in any order
			for i := range tt.starts {
				if backwards {
					i = len(tt.starts) - 1 - i
				}
				if start, end := m.Start(i), m.End(i); start != tt.starts[i] || end != tt.ends[i] {
					t.Errorf("%s: byte %d starts at %d and the one before ends at %d, want %d, %d", tt.name, i, start, end,
						tt.starts[i], tt.ends[i])
				}
			}
		}
	}
}

// TestRewritten: offsets of a text in which each odd byte became three.
func TestRewritten(t *testing.T) {
	t.Parallel()
	const in = "\ta\xff\tb"
	text, m := clean.Text(in, false, true)
	text = strings.ToValidUTF8(text, "\ufffd")
	m.Rewritten(func(s string) (int, int) {
		if r, n := utf8.DecodeRuneInString(s); r == utf8.RuneError && n == 1 {
			return 1, 3
		}
		return 1, 1
	})
	if text != "a\ufffdb" {
		t.Fatalf("%q, want a, U+FFFD, b", text)
	}
	for _, tt := range []struct{ at, start, end int }{{0, 1, 0}, {1, 2, 2}, {4, 4, 3}, {5, 5, 5}} {
		if start, end := m.Start(tt.at), m.End(tt.at); start != tt.start || end != tt.end {
			t.Errorf("%d: starts at %d, ends at %d, want %d, %d", tt.at, start, end, tt.start, tt.end)
		}
	}
}
