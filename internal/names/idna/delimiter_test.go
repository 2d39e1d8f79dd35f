package idna

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestIndexDelimiter checks the list against the mapping of every code point.
func TestIndexDelimiter(t *testing.T) {
	t.Parallel()
	const delimiters = `/?#@:%[]\`
	count := 0
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if r >= 0xD800 && r <= 0xDFFF {
			continue
		}
		want := -1
		if i := strings.IndexAny(Mapping(r), delimiters); i >= 0 {
			want = 2
			count++
			delimiter := Mapping(r)[i : i+1]
			if got := IndexDelimiter("a/"+string(r)+string(r), delimiter); got != want {
				t.Errorf("IndexDelimiter of %q and %q = %d, want %d", r, delimiter, got, want)
			}
		}
		if got := IndexDelimiter("a/"+string(r), delimiters); got != want {
			t.Errorf("IndexDelimiter of %q and all delimiters = %d, want %d", r, got, want)
		}
	}
	if count != 27 {
		t.Errorf("%d characters map to a text with a delimiter, want 27", count)
	}
	for _, tt := range []struct {
		name, s, delimiters string
		want                int
	}{
		{"ASCII", delimiters, delimiters, -1},
		{"empty", "", delimiters, -1},
		{"other delimiter", "\uFF0F", "?", -1},
		{"no delimiters", "\uFF0F", "", -1},
		{"the second character", "\u2100\uFF03", "#", 3},
		{"not UTF-8", "\xff\uFF03", "#", 1},
		{"U+FFFD", "\uFFFD", delimiters, -1},
	} {
		if got := IndexDelimiter(tt.s, tt.delimiters); got != tt.want {
			t.Errorf("%s: IndexDelimiter(%q, %q) = %d, want %d", tt.name, tt.s, tt.delimiters, got, tt.want)
		}
	}
}

func TestMapping(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		r    rune
		want string
	}{
		{"full-width bracket", '［', "["}, {"circled digit", '①', "1"}, {"letter", 'A', "a"}, {"ligature", 'ﬁ', "fi"},
		{"unchanged", 'a', ""}, {"ignored", '\u00ad', ""}, {"deviation", 'ß', "ss"}, {"disallowed", '\ue000', ""},
		{"no code point", -1, ""}, {"above Unicode", utf8.MaxRune + 1, ""},
	} {
		if got := Mapping(tt.r); got != tt.want {
			t.Errorf("%s: Mapping(%q) = %q, want %q", tt.name, tt.r, got, tt.want)
		}
	}
}
