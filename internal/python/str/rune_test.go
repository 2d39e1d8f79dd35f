package str

import (
	"math/rand/v2"
	"sync"
	"testing"
	"unicode/utf8"
)

// slowDecodeRune says again, in terms of package utf8, what DecodeRune does.
func slowDecodeRune(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	if r, ok := surrogates()[s[:min(3, len(s))]]; ok {
		return r, 3
	}
	return 0xDC00 + rune(s[0]), 1
}

// surrogates maps the three-byte forms to the surrogates. They follow the order of
// U+D7FF in the order of their bytes.
var surrogates = sync.OnceValue(func() map[string]rune {
	m := map[string]rune{}
	b := []byte("\uD7FF")
	for r := rune(0xD800); r <= 0xDFFF; r++ {
		if b[2]++; b[2] == 0xC0 {
			b[1], b[2] = b[1]+1, 0x80
		}
		m[string(b)] = r
	}
	return m
})

func TestEveryRuneRoundTrips(t *testing.T) {
	t.Parallel()
	var b []byte
	for r := range rune(0x110000) {
		b = AppendRune(b[:0], r)
		if !IsSurrogate(r) && string(b) != string(r) {
			t.Fatalf("U+%04X: got % x", r, b)
		}
		if got, size := DecodeRune(string(b)); got != r || size != len(b) {
			t.Fatalf("U+%04X: got U+%04X, %d bytes of %d", r, got, size, len(b))
		}
		if got, size := DecodeRune(string(b) + "\x80"); got != r || size != len(b) {
			t.Fatalf("U+%04X and a stray byte: got U+%04X, %d bytes of %d", r, got, size, len(b))
		}
	}
	for _, r := range []rune{-1, 0x110000, 0x7FFFFFFF} {
		if got := string(AppendRune(nil, r)); got != "\uFFFD" {
			t.Errorf("%#x: got %q", r, got)
		}
	}
}

// TestDecodeRune tries every sequence of three bytes from those at which some
// rule changes, with every byte in the first places.
func TestDecodeRune(t *testing.T) {
	t.Parallel()
	edges := []byte{0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xED, 0xFF}
	check := func(s string) {
		r, size := DecodeRune(s)
		if wantR, wantSize := slowDecodeRune(s); r != wantR || size != wantSize {
			t.Errorf("% x: got U+%04X, %d, want U+%04X, %d", s, r, size, wantR, wantSize)
		}
	}
	if r, size := DecodeRune(""); r != 0 || size != 0 {
		t.Errorf("empty: got U+%04X, %d", r, size)
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	for a := range 256 {
		check(string([]byte{byte(a)}))
		for b := a % step; b < 256; b += step {
			check(string([]byte{byte(a), byte(b)}))
			for _, c := range edges {
				check(string([]byte{byte(a), byte(b), c}))
				for _, d := range edges {
					check(string([]byte{byte(a), byte(b), c, d}))
				}
			}
		}
	}
}

// slowRunes decodes all of s.
func slowRunes(s string) (runes []rune, starts []int) {
	for i := 0; i < len(s); {
		r, size := slowDecodeRune(s[i:])
		runes, starts = append(runes, r), append(starts, i)
		i += size
	}
	return runes, starts
}

func checkRunes(t *testing.T, s string) {
	t.Helper()
	runes, starts := slowRunes(s)
	if got := RuneCount(s); got != len(runes) {
		t.Errorf("RuneCount(%q) = %d, want %d", s, got, len(runes))
	}
	for i, start := range starts {
		r, size := DecodeRune(s[start:])
		if r != runes[i] || start+size < len(s) && start+size != starts[i+1] {
			t.Errorf("DecodeRune(%q) = U+%04X, %d, want U+%04X", s[start:], r, size, runes[i])
		}
	}
}

// randomBytes returns bytes that start, continue and break sequences.
func randomBytes(rng *rand.Rand) string {
	const parts = "a\x80\x8f\x90\x9f\xa0\xbf\xc1\xc2\xe0\xe2\xed\xed\xef\xf0\xf4\xf5\xff"
	b := make([]byte, rng.IntN(12))
	for i := range b {
		b[i] = parts[rng.IntN(len(parts))]
	}
	return string(b)
}

func TestRunesOfBrokenText(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100000 {
		checkRunes(t, randomBytes(rng))
	}
}

func FuzzDecodeRuneAgreesWithSlowTwin(f *testing.F) {
	f.Add("a\xed\xa0\x80\xf0\x90\xed\xbf")
	f.Add("日本\xf4\x90\x80\x80\xc0\xaf")
	f.Fuzz(func(t *testing.T, s string) { checkRunes(t, s) })
}

func BenchmarkDecodeRune(b *testing.B) {
	for name, s := range map[string]string{"Cyrillic": "пример.испытание", "Japanese": "例え.テスト",
		"surrogates": "\xed\xa0\x80\xff\xed\xbf\xbf"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				for i := 0; i < len(s); {
					_, size := DecodeRune(s[i:])
					i += size
				}
			}
		})
	}
}
