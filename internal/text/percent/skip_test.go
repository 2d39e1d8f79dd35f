package percent_test

import (
	"strings"
	"testing"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// TestSkip checks both functions at every distance from the end of a word.
func TestSkip(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		class    ascii.Class
		want     int
	}{
		{"empty", "", ascii.PathChar, 0},
		{"all", "a/b;c=d,e", ascii.PathChar, 9},
		{"query", "a?b", ascii.PathChar, 1},
		{"escape", "%41%e9_b", ascii.PathChar, 8},
		{"cut escape", "a%4", ascii.PathChar, 1},
		{"no escape", "a%4g", ascii.PathChar, 1},
		{"percent sign", "a%", ascii.PathChar, 1},
		{"non-ASCII", "_\u00e9/", ascii.PathChar, 1},
		{"non-ASCII in the class", "_\u00e9/", ascii.PathChar | ascii.NonASCII, 4},
		{"NUL", "a\x00", ascii.PathChar, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for n := range 20 {
				for _, tail := range []string{"", " ", "  abcdefgh"} {
					s, want := strings.Repeat("a", n)+test.in+tail, n+test.want
					if got := percent.Skip(s, 0, test.class); got != want {
						t.Errorf("Skip(%q) = %d, want %d", s, got, want)
					}
					if got := percent.SkipCommon(s, n/2, test.class); got != want {
						t.Errorf("SkipCommon(%q, %d) = %d, want %d", s, n/2, got, want)
					}
				}
			}
		})
	}
}

// TestIndexMalformed checks every byte before a percent sign.
func TestIndexMalformed(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for _, test := range []struct {
			tail string
			want int
		}{{"%41", 4}, {"%4", 1}, {"%41%", 4}, {"", 1}} {
			s, want := string([]byte{byte(c)})+test.tail, test.want
			if c == '%' {
				want = 0
			}
			if got := percent.IndexMalformed(s); got != want {
				t.Errorf("IndexMalformed(%q) = %d, want %d", s, got, want)
			}
		}
	}
}

// TestIsEscape: two hexadecimal digits after another byte than "%" are no percent-encoding.
func TestIsEscape(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		text string
		at   int
		want bool
	}{
		{"%41", 0, true}, {"a%4a", 1, true}, {"aab", 0, false}, {"%4", 0, false}, {"%4g", 0, false}, {"", 0, false}, {"%", 1, false},
	} {
		if got := percent.IsEscape(row.text, row.at); got != row.want {
			t.Errorf("IsEscape(%q, %d) = %v, want %v", row.text, row.at, got, row.want)
		}
	}
}
