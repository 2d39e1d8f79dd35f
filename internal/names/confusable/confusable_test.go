package confusable

import (
	"math/bits"
	"os"
	"strings"
	"testing"
	"unicode"

	"earl.example/internal/testing/urltest"
)

func TestMixed(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"": "", "abc-1": "", "пример": "", "пример-1": "", "аpple": "Cyrillic Latin", "appleа": "Latin Cyrillic", "日本語": "",
		"日本語カタかな": "", "中文abc": "",
		"한국語abc": "", "ㄅ中abc": "", "ㄅ中か": "Bopomofo Hiragana", "한か": "Hangul Hiragana", "αbc": "Greek Latin", "ελλάδα": "",
		"عربي": "", "עברית": "",
		"हिन्दी": "", "aか一": "", "zа": "Latin Cyrillic", "Zа": "Latin Cyrillic", "Aа": "Latin Cyrillic",
		"aか一α": "Latin Greek", "aㄅか": "Bopomofo Hiragana", "かㄅ": "Hiragana Bopomofo", "bücher": "", "naïve": "", "1а": "",
		"日а": "Han Cyrillic", "1aа": "Latin Cyrillic", "、aꀀ": "Latin Yi",
		// Each two of the characters share a script, but not all three.
		"\u00b7\u02bc\u0964": "Avestan Gunjala Gondi",
	} {
		a, b, mixed := Mixed(label)
		got := strings.TrimSpace(a + " " + b)
		if mixed != (want != "") || got != want {
			t.Errorf("%s: %s, %v, want %q", label, got, mixed, want)
		}
	}
}

// TestMixedWithGreek: two equal characters share a script. A character is not mixed with a Greek letter if it can be
// Greek or is used with all scripts. If it has one script, Mixed returns the name that package unicode has for it.
func TestMixedWithGreek(t *testing.T) {
	t.Parallel()
	for _, e := range characters().ranges {
		one := string(e.lo)
		if a, b, mixed := Mixed(one + one); mixed {
			t.Errorf("Mixed(%q) = %s, %s, want one script", one+one, a, b)
		}
		s := e.scripts
		name, _, mixed := Mixed(one + "α")
		if want := s.and(scriptsOf('α')) == (set{}) && s.and(characters().everywhere) == (set{}); mixed != want {
			t.Errorf("Mixed(%q) = %v, want %v", one+"α", mixed, want)
		}
		if bits.OnesCount64(s[0])+bits.OnesCount64(s[1])+bits.OnesCount64(s[2]) > 1 || !mixed {
			continue
		}
		for want, table := range unicode.Scripts {
			want = strings.ReplaceAll(want, "_", " ")
			if unicode.Is(table, e.lo) && want != "Common" && want != "Inherited" && name != want {
				t.Errorf("Mixed(%q) = %q, want %q", one+"α", name, want)
			}
		}
	}
}

func TestLooksLike(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"": "", "apple": "", "аррӏе": "appie", "sсоре": "scope", "пример": "", "оо7": "oo7", "bücher": "", "ıo": "io",
		"日本": "", "æ": "", "læs": "", "ɢoogle": "google", "ᴀʙᴄᴅᴇꜰ": "abcdef", "a∕b": "", "ʔ": "", "×": "x",
	} {
		got, ok := LooksLike(label)
		if ok != (want != "") || got != want && ok {
			t.Errorf("%s: %q, %v, want %q", label, got, ok, want)
		}
	}
}

func TestDelimiter(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"": "", "abc": "", "com⁄path": "/", "com∕a": "/", "⧵a": `\`, "com꞉80": ":", "comː80": ":", "ː": "", "comʔq": "?",
		"comǃ": "!", "comノa": "/", "ノa": "", "カノa": "", "日本ノ店": "",
		"दुः": "", "٠١": "", "co٠m": ".", "⧶": "/", "❤": "", "‰": "", "ü": "", "×": "", "\xff": "", "üノ": "",
	} {
		if got, ok := Delimiter(label); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", label, got, ok, want)
		}
	}
}

// TestSign: emoji and punctuation are signs; letters, marks and digits of any
// script are not, nor are the exceptions of RFC 5892, in their place.
func TestSign(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]rune{
		"": 0, "a-1_": 0, "bücher": 0, "दुः": 0, "٠": 0, "〇": 0, "་": 0, "۽۾": 0, "ßς": 0, "日本ー": 0, "a\u200cb\u200d": 0,
		"i❤": '❤', "🔒": '🔒', "com∕a": '∕', "a•": '•', "®": '®', "Ⅷ": 0,
		"col·legi": 0, "col·egi": '·', "co·legi": '·', "·": '·', "α͵β": 0, "1͵β": 0, "α͵1": '͵', "͵a": '͵', "a͵": '͵',
		"א׳": 0, "׳א": '׳', "א״א": 0, "a״": '״', "日・本": 0, "・カ": 0, "a・b": '・', "・・": '・', "ꛫ": 'ꛫ',
		"\xff": 0, "\xf0\x9f": 0,
	} {
		if got, ok := Sign(label); got != want || ok != (want != 0) {
			t.Errorf("%q: %q, %v, want %q", label, got, ok, want)
		}
	}
}

// TestTables: the tables are what unicode.txt says, in order.
func TestTables(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("unicode.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			n++
		}
	}
	if n != len(characters().ranges) {
		t.Errorf("%d lines, %d ranges", n, len(characters().ranges))
	}
	last := rune(0)
	for _, e := range characters().ranges {
		if e.lo <= last || e.hi < e.lo {
			t.Errorf("%x-%x after %x", e.lo, e.hi, last)
		}
		last = e.hi
		if none := &characters().other; find(e.lo) == none || find(e.hi) == none {
			t.Errorf("%x-%x is not found", e.lo, e.hi)
		}
	}
}

// TestSignIsLinear: signs that are allowed because of one letter at the end take linear time.
func TestSignIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	const n = 1 << 17
	input, small := strings.Repeat("・", n)+"カ", strings.Repeat("・", n/8)+"カ"
	urltest.LinearTexts(t, "Sign", input, small, func(s string) { Sign(s) })
}
