package scalar

import (
	"testing"
	"unicode/utf8"
)

func TestNext(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		n        int // with surrogates, too
		ok       bool
	}{
		{"continuation byte", "\x80\x80", 1, false},
		{"last continuation byte", "\xbf", 1, false},
		{"overlong two bytes", "\xc1\xbf", 1, false},
		{"first of two bytes", "\xc2\x80\x80", 2, true},
		{"last of two bytes", "\xdf\xbf", 2, true},
		{"two bytes without the second", "\xdf", 1, false},
		{"second byte below the range", "\xdf\x7f", 1, false},
		{"second byte above the range", "\xdf\xc0", 1, false},
		{"overlong three bytes", "\xe0\x9f\xbf", 1, false},
		{"first of three bytes", "\xe0\xa0\x80\x80", 3, true},
		{"three bytes without the third", "\xe1\x80", 2, false},
		{"third byte that is ASCII", "\xe1\x80\x7f", 2, false},
		{"third byte that begins a character", "\xe1\x80\xc0", 2, false},
		{"before surrogates", "\xed\x9f\xbf", 3, true},
		{"after surrogates", "\xee\x80\x80", 3, true},
		{"last of three bytes", "\xef\xbf\xbf", 3, true},
		{"overlong four bytes", "\xf0\x8f\xbf\xbf", 1, false},
		{"first of four bytes", "\xf0\x90\x80\x80\x80", 4, true},
		{"four bytes without the third", "\xf0\x90", 2, false},
		{"four bytes without the fourth", "\xf3\x80\x80", 3, false},
		{"last character", "\xf4\x8f\xbf\xbf", 4, true},
		{"beyond Unicode", "\xf4\x90\x80\x80", 1, false},
		{"first byte beyond Unicode", "\xf5\x80\x80\x80", 1, false},
		{"surrogate without its third byte", "\xed\xa0", 1, false},
		{"surrogate with another third byte", "\xed\xa0\xc0", 1, false},
	} {
		for _, surrogates := range []bool{false, true} {
			if n, ok := Next(test.in, surrogates); n != test.n || ok != test.ok {
				t.Errorf("%s: Next(%q, %v) = %d, %v, want %d, %v", test.name, test.in, surrogates, n, ok, test.n, test.ok)
			}
		}
	}
	for _, in := range []string{"\xed\xa0\x80", "\xed\xbf\xbf"} {
		if n, ok := Next(in, false); n != 1 || ok {
			t.Errorf("Next(%q, false) = %d, %v, want 1, false", in, n, ok)
		}
		if n, ok := Next([]byte(in), true); n != 3 || ok {
			t.Errorf("Next(%q, true) = %d, %v, want 3, false", in, n, ok)
		}
	}
}

// TestNextOfEveryCharacter compares Next with package utf8.
func TestNextOfEveryCharacter(t *testing.T) {
	t.Parallel()
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		if n, ok := Next(string(r)+"\x80", false); n != utf8.RuneLen(r) || !ok {
			t.Fatalf("Next of U+%04X = %d, %v, want %d, true", r, n, ok, utf8.RuneLen(r))
		}
	}
}

func TestValidLen(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{
		"": 0, "a": 1, "aé": 3, "a\xff": 1, "\xff": 0, "\ufffd\xff": 3, "aé\xc3": 3, "\xed\xa0\x80": 0,
	} {
		if got := ValidLen(in); got != want {
			t.Errorf("ValidLen(%q) = %d, want %d", in, got, want)
		}
	}
}
