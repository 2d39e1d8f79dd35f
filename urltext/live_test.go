package urltext

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/names/linkprop"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

// scripts are the scripts of generated texts.
var scripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Hebrew, unicode.Arabic, unicode.Syriac,
	unicode.Thaana, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao,
	unicode.Tibetan, unicode.Myanmar, unicode.Georgian, unicode.Hangul, unicode.Ethiopic, unicode.Khmer,
	unicode.Mongolian, unicode.Hiragana, unicode.Katakana, unicode.Han, unicode.Adlam,
}

// A linkText generates texts.
type linkText struct {
	rng    *rand.Rand
	common []rune // characters of all scripts with a special effect on links
}

func newLinkText(seed uint64) *linkText {
	g := &linkText{rng: rand.New(rand.NewPCG(seed, 58))}
	for r := range rune(utf8.MaxRune) {
		if term := linkprop.TermOf(r); term == linkprop.Soft || term == linkprop.Open || term == linkprop.Close {
			g.common = append(g.common, r)
		}
	}
	return g
}

func (g *linkText) letter(script *unicode.RangeTable) rune {
	if n := len(script.R16); g.rng.IntN(n+len(script.R32)) < n {
		r := script.R16[g.rng.IntN(n)]
		return rune(r.Lo) + rune(r.Stride)*rune(g.rng.IntN(int(r.Hi-r.Lo)/int(r.Stride)+1))
	}
	r := script.R32[g.rng.IntN(len(script.R32))]
	return rune(r.Lo) + rune(r.Stride)*rune(g.rng.IntN(int(r.Hi-r.Lo)/int(r.Stride)+1))
}

// text returns up to 24 pieces of text in one script: letters, punctuation, brackets and delimiters of URLs.
func (g *linkText) text() string {
	const ascii = "()[]{}<>.,;:!?'\"/?#=&-_~%@ab1"
	var b strings.Builder
	script := scripts[g.rng.IntN(len(scripts))]
	var open []rune
	for range 1 + g.rng.IntN(24) {
		switch g.rng.IntN(16) {
		case 0, 1, 2, 3, 4:
			b.WriteRune(g.letter(script))
		case 5, 6, 7, 8:
			b.WriteByte(ascii[g.rng.IntN(len(ascii))])
		case 9, 10:
			r := g.common[g.rng.IntN(len(g.common))]
			if opener := linkprop.Opener(r); opener != 0 && g.rng.IntN(4) > 0 {
				b.WriteRune(opener)
				open = append(open, r)
				continue
			}
			b.WriteRune(r)
		case 11, 12:
			if len(open) > 0 {
				b.WriteRune(open[len(open)-1])
				open = open[:len(open)-1]
			}
		case 13:
			b.WriteString([...]string{":~:", "%41", "://", "..", "(a)", "mailto:"}[g.rng.IntN(6)])
		case 14:
			b.WriteByte("/?#=&"[g.rng.IntN(5)])
		default:
			if g.rng.IntN(8) == 0 {
				if r := rune(g.rng.IntN(0x20000)); utf8.ValidRune(r) {
					b.WriteRune(r)
				}
			}
		}
	}
	return b.String()
}

// icu starts ICU4J. EARL_ICU4J names the archive.
func icu(t *testing.T) []*oracle.Server {
	urltest.Live(t)
	archive := os.Getenv("EARL_ICU4J")
	if archive == "" {
		t.Skip("EARL_ICU4J does not name icu4j-79.1.jar, to compare with")
	}
	p := oracle.Program{Name: "ICU4J", Variable: "EARL_JAVAS", Command: "java",
		Args: []string{"-cp", archive, "testdata/Oracle.java"}}
	return p.Start(t, func(release string) bool { return release == "79.1" })
}

// TestLiveICU compares the ends of links, and the starts of e-mail addresses, with ICU for texts in 32 scripts.
func TestLiveICU(t *testing.T) {
	for _, server := range icu(t) {
		g := newLinkText(uint64(urltest.Number(t, "EARL_SEED", 1)))
		n := urltest.Number(t, "EARL_CALLS", 20_000)
		questions := make([]oracle.Question, 0, n)
		for i := range n {
			q := oracle.Question{HasBase: true, Base: "end", URL: "/?#"[i%3:i%3+1] + g.text()}
			if i%10 == 9 {
				q = oracle.Question{HasBase: true, Base: "mail", URL: g.text() + "@"}
			}
			questions = append(questions, q)
		}
		for depth := range 200 {
			text := "/" + strings.Repeat("(", depth) + "a" + strings.Repeat(")", depth) + ")"
			questions = append(questions, oracle.Question{HasBase: true, Base: "end", URL: text})
		}
		different := 0
		server.Ask(t, questions, func(q oracle.Question, answer string) {
			start := startOfLocalPart(q.URL, 0, len(q.URL)-1)
			want := len(utf16.Encode([]rune(q.URL[:start])))
			if q.Base == "end" {
				end, _ := linkEnd(q.URL, 0, nil)
				want = utf8.RuneCountInString(q.URL[:end]) // ICU4J 79.1 counts code points here
			}
			if answer != strconv.Itoa(want) {
				if different++; different <= 20 {
					t.Errorf("%s of %+q: ICU %s, want %d", q.Base, q.URL, answer, want)
				}
			}
		})
		t.Logf("%d questions to ICU4J %s, %s: %d different", len(questions), server.Release, server.About, different)
	}
}
