package cli

import (
	"strings"
	"testing"
)

// TestDistance compares the distances of all short texts with the definition.
func TestDistance(t *testing.T) {
	t.Parallel()
	texts := []string{""}
	for i := 0; len(texts[i]) < 4; i++ {
		for _, c := range "abc" {
			texts = append(texts, texts[i]+string(c))
		}
	}
	var defined func(a, b string) int
	defined = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		if a[0] == b[0] {
			return defined(a[1:], b[1:])
		}
		least := 1 + min(defined(a[1:], b), defined(a, b[1:]), defined(a[1:], b[1:]))
		if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
			least = min(least, 1+defined(a[2:], b[2:]))
		}
		return least
	}
	for _, a := range texts {
		for _, b := range texts {
			if got, want := distance(a, b), defined(a, b); got != want {
				t.Fatalf("distance(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestNearest: a name is suggested if a third of the text, and at least one byte, is different, or if one contains the other.
func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		names      []string
		want       string
	}{
		{"one letter", "a", []string{"a", "ab"}, ""},
		{"the beginning", "ab", []string{"abcdefgh"}, "abcdefgh"},
		{"the end", "gh", []string{"abcdefgh"}, "abcdefgh"},
		{"the middle", "de", []string{"abcdefgh"}, ""},
		{"contains a name of four letters", "xabcdx", []string{"abcd"}, "abcd"},
		{"contains a name of three letters", "xxabcxx", []string{"abc"}, ""},
		{"two letters, one other", "xb", []string{"ab"}, "ab"},
		{"two letters, both other", "xy", []string{"ab"}, ""},
		{"five letters, one other", "abcdx", []string{"abcde"}, "abcde"},
		{"five letters, two others", "abcyx", []string{"abcde"}, ""},
		{"six letters, two others", "abcdyx", []string{"abcdef"}, "abcdef"},
		{"the nearest of several", "abcdyx", []string{"abcdef", "abcdyz", "abcdxx"}, "abcdyz"},
		{"the first of equals", "abcx", []string{"abcy", "abcz"}, "abcy"},
		{"capitals", "ABCD", []string{"abcd"}, "abcd"},
		{"the longest", strings.Repeat("a", 40), []string{strings.Repeat("a", 39)}, strings.Repeat("a", 39)},
		{"too long", strings.Repeat("a", 41), []string{strings.Repeat("a", 40)}, ""},
	} {
		if got := Nearest(tt.text, tt.names); got != tt.want {
			t.Errorf("%s: nearest(%q, %q) = %q, want %q", tt.name, tt.text, tt.names, got, tt.want)
		}
	}
}

// TestExcerpt: a text of more than 60 bytes is cut before the character that does not fit.
func TestExcerpt(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 59)
	for _, tt := range []struct{ name, text, want string }{
		{"the longest", text + "b", text + "b"},
		{"one byte more", text + "bc", text + "b…"},
		{"a character in the middle", text + "é", text + "…"},
	} {
		if got := Excerpt(tt.text); got != tt.want {
			t.Errorf("%s: excerpt(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestAlternatives(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		names []string
		want  string
	}{
		{"none", nil, ""},
		{"one", []string{"a"}, "a"},
		{"two", []string{"a", "b"}, "a or b"},
		{"three", []string{"a", "b", "c"}, "a, b or c"},
	} {
		if got := Alternatives(test.names); got != test.want {
			t.Errorf("%s: alternatives(%q) = %q, want %q", test.name, test.names, got, test.want)
		}
	}
}
