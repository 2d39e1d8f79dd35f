package str

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
)

// releaseOf has the first release of each Unicode version.
var releaseOf = map[string]Release{
	"12.1": {8, 0}, "13.0": {9, 0}, "14.0": {11, 0}, "15.0": {12, 0}, "15.1": {13, 0}, "16.0": {14, 0}, "17.0": {15, 0},
}

func TestUnicodeVersion(t *testing.T) {
	t.Parallel()
	for version, rel := range releaseOf {
		if got := unicodeVersions[rel.unicodeIndex()]; got != version {
			t.Errorf("%v: got %s, want %s", rel, got, version)
		}
	}
	for rel, want := range map[Release]string{{}: "12.1", {7, 3}: "12.1", {10, 13}: "13.0", {16, 0}: "17.0",
		{255, 255}: "17.0"} {
		if got := unicodeVersions[rel.unicodeIndex()]; got != want {
			t.Errorf("%v: got %s, want %s", rel, got, want)
		}
	}
}

// TestDigests compares every code point in every Unicode version with what
// interpreters answered to unicode.py, through a digest of each property.
func TestDigests(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not with -short: every code point")
	}
	properties := map[string]func(dst []byte, r rune, rel Release) []byte{
		"lower": func(dst []byte, r rune, rel Release) []byte {
			return append(dst, Lower(string(AppendRune(nil, r)), rel)...)
		},
		"sigma": func(dst []byte, r rune, rel Release) []byte {
			c := string(AppendRune(nil, r))
			return append(dst, Lower("A"+c+"Σ"+c+"A"+c+"Σ", rel)...)
		},
		"repr": func(dst []byte, r rune, rel Release) []byte {
			return AppendRepr(dst, "'"+string(AppendRune(nil, r)), rel)
		},
		"strip": func(dst []byte, r rune, _ Release) []byte {
			c := string(AppendRune(nil, r))
			return append(dst, Strip(c+c+"x"+c)...)
		},
		"int": func(dst []byte, r rune, rel Release) []byte {
			if p := unicodeVersionOf(rel).of(r); p&digit != 0 {
				return append(dst, '0'+byte(p.value()))
			}
			return dst
		},
	}
	data, err := os.ReadFile("testdata/unicode.sum")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range bytes.Lines(data) {
		var version, name, want string
		if n, _ := fmt.Sscan(string(line), &version, &name, &want); n < 3 || version == "#" {
			continue
		}
		lines++
		t.Run(version+"/"+name, func(t *testing.T) {
			t.Parallel()
			f, ok := properties[name]
			if !ok {
				t.Fatal("unknown property")
			}
			h := sha256.New()
			var row []byte
			for r := range rune(0x110000) {
				row = append(f(row[:0], r, releaseOf[version]), '\n')
				h.Write(row)
			}
			if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	if want := len(unicodeVersions) * len(properties); lines != want {
		t.Errorf("%d digests, want %d", lines, want)
	}
}

func TestIsPrintable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		r     rune
		minor uint8 // since when
	}{
		{' ', 8}, {'~', 8}, {'é', 8}, {0x10330, 8}, {0x1F90C, 9}, {0x061D, 11}, {0x1FAE8, 12}, {0x31EF, 13}, {0xA7CB, 14},
		{0x20C1, 15},
		{-1, 99}, {0x7F, 99}, {0xA0, 99}, {0xAD, 99}, {0x2028, 99}, {0xD800, 99}, {0xDFFF, 99}, {0xE000, 99}, {0x0378, 99},
		{0x10FFFF, 99}, {0x110000, 99}, {0x7FFFFFFF, 99},
	} {
		for minor := uint8(8); minor <= 15; minor++ {
			if got, want := IsPrintable(c.r, Release{minor, 0}), minor >= c.minor; got != want {
				t.Errorf("U+%04X in 3.%d: got %v, want %v", c.r, minor, got, want)
			}
		}
	}
}

func TestStrip(t *testing.T) {
	t.Parallel()
	const space = "\t\n\v\f\r\x1c\x1d\x1e\x1f " +
		"\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"nothing to do", "a b", "a b"},
		{"every space", space + "a" + space + "b" + space, "a" + space + "b"},
		{"only spaces", space, ""},
		{"not spaces", "\u180ea\u200b", "\u180ea\u200b"},
		{"stray bytes", "\x85a\xc2", "\x85a\xc2"},
		{"stray bytes by a space", "\xc2\u00a0a\u00a0\xa0", "\xc2\u00a0a\u00a0\xa0"},
		{"half a space", "a\xe2\x80", "a\xe2\x80"},
		{"lone surrogates", "\u2003\xed\xa0\x80\u2003", "\xed\xa0\x80"},
	} {
		if got := Strip(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLower(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in, want string
		minor          uint8
	}{
		{"empty", "", "", 13},
		{"lower already", "a.example", "a.example", 13},
		{"ASCII", "WWW.Example.COM:80[`{@", "www.example.com:80[`{@", 13},
		{"chunks", strings.Repeat("aB", 100), strings.Repeat("ab", 100), 13},
		{"chunks and more", strings.Repeat("aB", 32) + "Éé" + strings.Repeat("C", 99), strings.Repeat("ab", 32) + "éé" +
			strings.Repeat("c", 99), 13},
		{"nothing to do", "aé\xff日本", "aé\xff日本", 13},
		{"Latin", "ÀÞ×ß", "àþ×ß", 13},
		{"lower case before the capital", "ŸẞΩ", "ÿßω", 13},
		{"dotted I", "İI", "i̇i", 13},
		{"Kelvin", "K", "k", 13},
		{"longer in UTF-8", "ȺȾ", "ⱥⱦ", 13},
		{"Cherokee", "Ꭰ", "ꭰ", 13},
		{"title case", "ǅ", "ǆ", 13},
		{"Deseret", "𐐀", "𐐨", 13},

		{"sigma alone", "Σ", "σ", 13},
		{"final sigma", "ΑΣ", "ας", 13},
		{"sigma before a letter", "ΑΣΑ", "ασα", 13},
		{"sigma before a space", "ΑΣ Α", "ας α", 13},
		{"sigma after a digit", "1Σ", "1σ", 13},
		{"sigmas", "ΣΣΣ", "σσς", 13},
		{"ignorable around", "Α.'Σ.:", "α.'ς.:", 13},
		{"ignorable, then a letter", "ΑΣ.Α", "ασ.α", 13},
		{"ignorable, then a digit", "ΑΣ.1", "ας.1", 13},
		{"only ignorable before", "..Σ", "..σ", 13},
		{"cased and ignorable", "ʰΣ ΑΣʰ", "ʰσ αςʰ", 13},
		{"between lone surrogates", "\xffΣ\xed\xa0\x80Α\xffΣΑΣ\xff", "\xffσ\xed\xa0\x80α\xffσας\xff", 13},

		{"Garay in 3.13", "\U00010D50", "\U00010D50", 13},
		{"Garay in 3.14", "\U00010D50", "\U00010D70", 14},
		{"sigma before U+1734 in 3.10", "ΑΣ\u1734Α", "ασ\u1734α", 10},
		{"sigma before U+1734 in 3.11", "ΑΣ\u1734Α", "ας\u1734α", 11},
		{"sigma after U+0295 in 3.14", "\u0295Σ", "\u0295ς", 14},
		{"sigma after U+0295 in 3.15", "\u0295Σ", "\u0295σ", 15},
	} {
		if got := Lower(c.in, Release{c.minor, 0}); got != c.want {
			t.Errorf("%s: %q: got %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestLowerAllocates(t *testing.T) {
	for _, c := range []struct {
		in   string
		want float64
	}{
		{"", 0},
		{"www.example.com", 0},
		{strings.Repeat("www.例え.テスト", 20), 0},
		{"WWW.Example.COM", 1},
		{strings.Repeat("Www.ΈΞΆΜΠΛΣ.", 20), 1},
		{"\xffÀ", 1},
	} {
		if got := testing.AllocsPerRun(100, func() { Lower(c.in, Release{13, 0}) }); got != c.want {
			t.Errorf("%q: %v allocations, want %v", c.in, got, c.want)
		}
	}
}

func TestAppendRepr(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", `''`},
		{"plain", "a b", `'a b'`},
		{"single quote", `a'b`, `"a'b"`},
		{"double quote", `a"b`, `'a"b'`},
		{"both quotes", `'"`, `'\'"'`},
		{"backslash", `\n`, `'\\n'`},
		{"controls", "\x00\t\n\v\r\x1f\x7f", `'\x00\t\n\x0b\r\x1f\x7f'`},
		{"Latin-1", "é\u0080\u00a0\u00ad", `'é\x80\xa0\xad'`},
		{"not printable", "\u0378\u2028\ue000\U000e0001\U0010ffff", `'\u0378\u2028\ue000\U000e0001\U0010ffff'`},
		{"lone surrogates", "\xed\xa0\x80\xff\x80", `'\ud800\udcff\udc80'`},
		{"others", "日本\U0001f600", "'日本\U0001f600'"},
	} {
		if got := string(AppendRepr([]byte("="), c.in, Release{13, 0})); got != "="+c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	const newer = "\U0001fae8" // Unicode 15.0
	if got := string(AppendRepr(nil, newer, Release{11, 7})); got != `'\U0001fae8'` {
		t.Errorf("3.11: got %s", got)
	}
	if got := string(AppendRepr(nil, newer, Release{12, 0})); got != "'"+newer+"'" {
		t.Errorf("3.12: got %s", got)
	}
}

func TestAppendBytesRepr(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                     `b''`,
		"a b~":                 `b'a b~'`,
		"a'b":                  `b"a'b"`,
		`a"b`:                  `b'a"b'`,
		`'"`:                   `b'\'"'`,
		`"'`:                   `b'"\''`,
		"'":                    `b"'"`,
		"\x00\t\n\r\\\x7f\xff": `b'\x00\t\n\r\\\x7f\xff'`,
	} {
		if got := string(AppendBytesRepr([]byte("="), []byte(in))); got != "="+want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}
