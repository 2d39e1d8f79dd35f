package place_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/text/place"
)

// want returns the place of text[start:end] by the definition.
func want(text string, start, end int) place.Place {
	before := text[:start]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	p := place.Place{Line: 1 + int64(strings.Count(before, "\n")), Column: 1 + place.Units(strings.TrimPrefix(line, "\ufeff"))}
	if !strings.Contains(text[start:end], "\n") {
		p.Width = place.Units(text[start:end])
	}
	return p
}

func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, of string
		want           place.Place
	}{
		{"the start", "ab", "ab", place.Place{Line: 1, Column: 1, Width: 2}},
		{"the second line", "a\nbc", "c", place.Place{Line: 2, Column: 2, Width: 1}},
		{"CRLF", "a\r\nbc", "bc", place.Place{Line: 2, Column: 1, Width: 2}},
		{"units", "é😀x😀", "x😀", place.Place{Line: 1, Column: 4, Width: 3}},
		{"no UTF-8", "\xff\xfex", "x", place.Place{Line: 1, Column: 3, Width: 1}},
		{"byte order mark", "\ufeffx", "x", place.Place{Line: 1, Column: 1, Width: 1}},
		{"two lines", "ab\nc", "b\nc", place.Place{Line: 1, Column: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var text place.Text
			text.Add(0, []byte("other\n"))
			text.Add(0, []byte(tt.text))
			start := int64(strings.Index(tt.text, tt.of))
			got, of := text.Of(start, start+int64(len(tt.of)))
			if got != tt.want || of != tt.of {
				t.Errorf("Of(%q in %q) = %+v, %q, want %+v", tt.of, tt.text, got, of, tt.want)
			}
		})
	}
}

// TestOfAnyOrder compares places with the definition, also if they are asked for backwards.
func TestOfAnyOrder(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var b strings.Builder
		if random.IntN(3) == 0 {
			b.WriteString("\ufeff")
		}
		for range 30 {
			b.WriteString([]string{"a", "\n", "é", "😀", "\r\n", "bc"}[random.IntN(6)])
		}
		text := b.String()
		var got place.Text
		half := random.IntN(len(text))
		got.Add(0, []byte(text[:half]))
		got.Add(int64(half), []byte(text[half:]))
		for range 20 {
			start := random.IntN(len(text))
			end := start + random.IntN(len(text)-start)
			if !utf8.RuneStart(text[start]) || !utf8.RuneStart(text[end]) || start < 3 {
				continue
			}
			if p, of := got.Of(int64(start), int64(end)); p != want(text, start, end) || of != text[start:end] {
				t.Fatalf("Of(%d, %d) of %q = %+v, %q, want %+v", start, end, text, p, of, want(text, start, end))
			}
		}
	}
}

// TestTooLong checks that a text that is too long has no place after its limit.
func TestTooLong(t *testing.T) {
	t.Parallel()
	var text place.Text
	text.Add(0, []byte("ab"))
	text.Add(2, make([]byte, place.MaxText))
	text.Add(2+place.MaxText, []byte("c"))
	if p, _ := text.Of(1, 2); p != (place.Place{Line: 1, Column: 2, Width: 1}) {
		t.Errorf("place %+v before the limit, want 1:2", p)
	}
	if p, of := text.Of(2+place.MaxText, 3+place.MaxText); p != (place.Place{}) || of != "" {
		t.Errorf("place %+v of %q after the limit, want none", p, of)
	}
}
