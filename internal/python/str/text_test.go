package str

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// slowLower is Lower as the Unicode Standard puts it: word by word for each
// sigma, on code points.
func slowLower(s string, rel Release) string {
	v := unicodeVersionOf(rel)
	runes, starts := slowRunes(s)
	var b []byte
	for i, r := range runes {
		p := v.of(r)
		switch {
		case p&long != 0:
			b = append(b, "i̇"...)
		case r == capitalSigma:
			before, after := i-1, i+1
			for before >= 0 && v.of(runes[before])&ignorable != 0 {
				before--
			}
			for after < len(runes) && v.of(runes[after])&ignorable != 0 {
				after++
			}
			if before >= 0 && v.of(runes[before])&cased != 0 && (after == len(runes) || v.of(runes[after])&cased == 0) {
				b = append(b, "ς"...)
			} else {
				b = append(b, "σ"...)
			}
		case p.delta() != 0:
			b = AppendRune(b, r+p.delta())
		case i+1 < len(starts):
			b = append(b, s[starts[i]:starts[i+1]]...)
		default:
			b = append(b, s[starts[i]:]...)
		}
	}
	return string(b)
}

// slowStrip is Strip on code points.
func slowStrip(s string) string {
	runes, starts := slowRunes(s)
	starts = append(starts, len(s))
	first, last := 0, len(runes)
	for first < last && isSpace(runes[first]) {
		first++
	}
	for first < last && isSpace(runes[last-1]) {
		last--
	}
	return s[starts[first]:starts[last]]
}

func checkText(t *testing.T, s string, rel Release) {
	t.Helper()
	low := Lower(s, rel)
	if want := slowLower(s, rel); low != want {
		t.Errorf("Lower(%q) = %q, want %q", s, low, want)
	}
	if again := Lower(low, rel); again != low {
		t.Errorf("Lower(%q) = %q, and lowered again %q", s, low, again)
	}
	if got, want := Strip(s), slowStrip(s); got != want {
		t.Errorf("Strip(%q) = %q, want %q", s, got, want)
	}
	repr := string(AppendRepr(nil, s, rel))
	if got := unquote(t, repr); got != string(normalize(s)) {
		t.Errorf("AppendRepr(%q) = %s, which reads %q", s, repr, got)
	}
	for _, r := range repr {
		if !IsPrintable(r, rel) {
			t.Errorf("AppendRepr(%q) = %q, which is not printable", s, repr)
		}
	}
	bytesRepr := string(AppendBytesRepr(nil, []byte(s)))
	latin := make([]byte, 0, 2*len(s))
	for _, c := range []byte(s) {
		latin = AppendRune(latin, rune(c))
	}
	if got := unquote(t, bytesRepr[1:]); bytesRepr[0] != 'b' || got != string(latin) {
		t.Errorf("AppendBytesRepr(%q) = %s, which reads %q", s, bytesRepr, got)
	}
}

// unquote reads a Python string literal.
func unquote(t *testing.T, literal string) string {
	t.Helper()
	quote, s := literal[0], literal[1:len(literal)-1]
	if quote != '\'' && quote != '"' || literal[len(literal)-1] != quote {
		t.Fatalf("not a literal: %s", literal)
	}
	var b []byte
	for s != "" {
		c := s[0]
		s = s[1:]
		if c != '\\' {
			if c == quote {
				t.Fatalf("a bare quote in %s", literal)
			}
			b = append(b, c)
			continue
		}
		escape := s[0]
		s = s[1:]
		if i := strings.IndexByte("xuU", escape); i >= 0 {
			var r rune
			if _, err := fmt.Sscanf(s[:2<<i], "%x", &r); err != nil {
				t.Fatal(err)
			}
			b, s = AppendRune(b, r), s[2<<i:]
		} else {
			b = append(b, map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', '\\': '\\', '\'': '\'', '"': '"'}[escape])
		}
	}
	return string(b)
}

func TestLawsOfText(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	n := 4000
	if testing.Short() {
		n = 300
	}
	for i := range n {
		rel := Release{uint8(8 + i%8), 0}
		checkText(t, randomText(rng), rel)
		checkText(t, randomBytes(rng)+randomText(rng)+randomBytes(rng), rel)
		checkText(t, randomNumber(rng), rel)
	}
}

func FuzzTextKeepsItsLaws(f *testing.F) {
	for _, s := range []string{"", "WWW.Example", "ΑΣ.'Σ", "İ\xff\xed\xa0\x80'\"\\", " \x1c\u00851_2٣\u3000", "1_0",
		"\u0085\xc2"} {
		f.Add(s, uint8(13))
	}
	f.Fuzz(func(t *testing.T, s string, minor uint8) { checkText(t, s, Release{8 + minor%8, 20}) })
}

// hostile texts are repeated to any length.
var hostile = []struct{ name, head, unit, tail string }{
	{"capitals", "", "A", ""},
	{"capital letters", "", "É", ""},
	{"sigmas", "", "Σ", ""},
	{"sigma, then ignorable", "ΑΣ", ".", ""},
	{"ignorable, then sigma", "Α", "\u0301", "Σ"},
	{"sigmas between ignorable", "Α", "Σ...", ""},
	{"sigmas and ignorable bytes", "Α", "Σ\xff.", ""},
	{"ignorable and sigma alternate", "", ".Σ", ""},
	{"continuation bytes", "Α", "\x80", "Σ"},
	{"starts of sequences", "Α", "\xf0\x90\x80", "Σ"},
	{"surrogates", "É", "\xed\xa0\x80", ""},
	{"spaces", "", "\u2003", ""},
	{"spaces around", " ", "\x1c", "x "},
	{"quotes", "", "'\"", ""},
	{"not printable", "", "\U0010ffff", ""},
	{"digits", "-", "9", ""},
	{"digits of another script", "", "𝟗", "x"},
	{"digits and underscores", "", "9_", "9"},
}

// TestLinear measures that twice the text takes twice the time.
func TestLinear(t *testing.T) {
	urltest.Megabytes(t)
	var dst []byte // used again, so that no time goes to fresh memory
	functions := map[string]func(s string){
		"Lower":           func(s string) { Lower(s, Release{13, 0}) },
		"Strip":           func(s string) { _ = Strip(s) },
		"AppendRepr":      func(s string) { dst = AppendRepr(dst[:0], s, Release{13, 0}) },
		"AppendBytesRepr": func(s string) { dst = AppendBytesRepr(dst[:0], []byte(s)) },
		"ParseInt":        func(s string) { ParseInt(s, Release{8, 0}) },
		"RuneCount":       func(s string) { RuneCount(s) },
	}
	for _, h := range hostile {
		text := urltest.Many(h.head, h.unit, h.tail, urltest.Size(8<<20))
		for name, f := range functions {
			urltest.Linear(t, name+" of "+h.name, text, f)
		}
	}
}

func BenchmarkLower(b *testing.B) {
	for _, c := range []struct{ name, host string }{
		{"lower ASCII", "www.example.com"},
		{"ASCII", "WWW.Example.COM"},
		{"long ASCII", strings.Repeat("WWW.Example.COM", 100)},
		{"lower Cyrillic", "пример.испытание"},
		{"Cyrillic", "Пример.Испытание"},
		{"Greek", "ΠΑΡΆΔΕΙΓΜΑΣ.ΔΟΚΙΜΉΣ"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.host)))
			b.ReportAllocs()
			for b.Loop() {
				Lower(c.host, Release{13, 0})
			}
		})
	}
}

func BenchmarkAppendRepr(b *testing.B) {
	for _, s := range []string{"http://www.example.com/", "http://пример.испытание/"} {
		b.Run(s, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			var dst []byte
			for b.Loop() {
				dst = AppendRepr(dst[:0], s, Release{13, 0})
			}
		})
	}
}

func BenchmarkStrip(b *testing.B) {
	for b.Loop() {
		Strip(" http://www.example.com/ ")
	}
}
