package idna

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/urltest"
)

// optionsOf makes options of the bits of b.
func optionsOf(b uint8) Options {
	return Options{
		CheckHyphens: b&1 != 0, SkipBidi: b&2 != 0, SkipJoiners: b&4 != 0, UseSTD3ASCIIRules: b&8 != 0,
		VerifyDNSLength: b&32 != 0, Lenient: b&128 != 0,
	}
}

// outcome takes an error apart.
func outcome(t testing.TB, err error) (Rule, int) {
	t.Helper()
	if err == nil {
		return 0, 0
	}
	var e *Error
	if !errors.As(err, &e) || e.Rule == 0 || e.Rule >= endRules {
		t.Fatalf("not an error of this package: %v", err)
	}
	return e.Rule, e.Offset
}

// excerpt quotes s, or its beginning.
func excerpt(s string) string {
	if len(s) > 200 {
		return fmt.Sprintf("%+q and %d bytes more", s[:200], len(s)-200)
	}
	return strconv.QuoteToASCII(s)
}

// checkTwin holds both directions against the slow twin.
func checkTwin(t testing.TB, domain string, opt Options) {
	t.Helper()
	u := slow(t)
	got, err := AppendToASCII([]byte("+"), domain, opt)
	rule, at := outcome(t, err)
	want, wantRule, wantAt := u.toASCII(domain, opt)
	if string(got) != "+"+want || rule != wantRule || at != wantAt {
		t.Errorf("ToASCII(%s, %+v):\n got %s, %v at %d\nwant %s, %v at %d", excerpt(domain), opt, excerpt(string(got)), rule,
			at, excerpt("+"+want), wantRule, wantAt)
	}
	got, err = AppendToUnicode([]byte("+"), domain, opt)
	rule, at = outcome(t, err)
	want, wantRule, wantAt = u.toUnicode(domain, opt)
	if string(got) != "+"+want || rule != wantRule || at != wantAt {
		t.Errorf("ToUnicode(%s, %+v):\n got %s, %v at %d\nwant %s, %v at %d", excerpt(domain), opt, excerpt(string(got)),
			rule, at, excerpt("+"+want), wantRule, wantAt)
	}
}

var fuzzSeeds = []string{
	"", ".", "a", "example.COM", "Bücher.example", "例え。テスト", "пример.рф.", "xn--bcher-kva.Example", "xn--a", "xn--",
	"xn--abc-",
	"xn--u-ccb", "a\u2135b", "xn--ab-vld", "xn--\u304c-", "\u0e40--", "a\u0308\u0323\u0301", "\u00e1\u0323",
	"ß\u1e9e\u03c2", "\u1100\u1161\u11a8.\uac00\u11a8",
	"a\u094d\u200db", "\u0628\u064e\u200c\u0651\u062a", "\u05d0.1", "\u05d01\u0661", "a.\u05d0-", "a\u00ad.b\u200b",
	"\U0002F868", "=\u0338<", "\xff\xed\xa0\x80",
	"xn--xn---epa", "xn--8i7caa", "\uff38\uff4e\uff0d\uff0d\uff42\uff43her-kva", "-a.a-.ab--c", "_",
	strings.Repeat("\u00fc", 70), strings.Repeat("a.", 130),
	"xn--" + strings.Repeat("a", 70), "\u0f73\u0f75", "\u0344\u0958", strings.Repeat("\u0301\u0316", 20),
}

func FuzzFastEqualsSlow(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed, uint8(0))
		f.Add(seed, uint8(41))
	}
	f.Fuzz(func(t *testing.T, domain string, options uint8) {
		// The twin takes quadratic time, and a fuzzer kills what takes a second.
		// 400 bytes can become more code points than a label may have.
		if len(domain) > 400 {
			t.Skip("the twin is slow")
		}
		checkTwin(t, domain, optionsOf(options))
	})
}

// FuzzResultIsStable: the result of either direction goes in again
// unchanged, and both directions lead to the same name.
func FuzzResultIsStable(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed, uint8(0))
	}
	f.Fuzz(func(t *testing.T, domain string, options uint8) {
		if len(domain) > 20_000 {
			t.Skip("a fuzzer kills what takes a second")
		}
		opt := optionsOf(options &^ 128) // lenient is not
		a, errA := AppendToASCII(nil, domain, opt)
		u, errU := AppendToUnicode(nil, domain, opt)
		if errA == nil && errU != nil {
			t.Fatalf("%+q: only ToUnicode fails: %v", domain, errU)
		}
		if !utf8.Valid(u) {
			t.Errorf("%+q becomes %+q, which is not UTF-8", domain, u)
		}
		if errA != nil {
			return
		}
		for _, s := range []string{string(a), string(u)} {
			again, err := AppendToASCII(nil, s, opt)
			if err != nil || string(again) != string(a) {
				t.Errorf("ToASCII(%+q) = %q, but of %+q it is %q, %v", domain, a, s, again, err)
			}
			again, err = AppendToUnicode(nil, s, opt)
			if err != nil || string(again) != string(u) {
				t.Errorf("ToUnicode(%+q) = %+q, but of %+q it is %+q, %v", domain, u, s, again, err)
			}
		}
	})
}

// TestGeneratedNames holds made-up names against the twin: pieces that have
// to do with each other are more likely to meet than under the fuzzer.
func TestGeneratedNames(t *testing.T) {
	t.Parallel()
	n := 60000
	if testing.Short() || urltest.RaceDetector {
		n = 5000
	}
	g := newGenerator(t)
	for range n {
		set, unset := g.Uint32(), g.Uint32()
		checkTwin(t, g.name(), optionsOf(uint8(set&^unset)))
	}
}

// A generator makes up names that have much to process.
type generator struct {
	*rand.Rand
	kinds [][]rune
}

func newGenerator(t testing.TB) *generator {
	u := slow(t)
	g := &generator{Rand: rand.New(rand.NewPCG(46, 17))}
	by := map[string][]rune{}
	for r := range rune(0x110000) {
		if u.status[r] == 0 || 0xD800 <= r && r < 0xE000 {
			continue
		}
		add := func(kind string) { by[kind] = append(by[kind], r) }
		if u.bidi[r] != "L" && u.status[r] == 'V' {
			add(u.bidi[r])
		}
		if u.joining[r] != "" {
			add("j" + u.joining[r])
		}
		if u.ccc[r] != 0 {
			add("marks")
		}
		if u.ccc[r] == 9 {
			add("viramas")
		}
		if u.decomposed[r] != nil {
			add("decomposes")
		}
		if u.status[r] != 'V' {
			add(string(u.status[r]))
		}
	}
	second := map[rune]bool{}
	for pair := range u.composed {
		second[pair[1]] = true
		by["first"] = append(by["first"], pair[0])
		by["second"] = append(by["second"], pair[1])
	}
	for r := range u.decomposed {
		if second[u.decompose(slowChar{r, 0})[0].r] {
			by["restarts"] = append(by["restarts"], r)
		}
	}
	by["digits"] = []rune("0123456789\u0661\u06f1")
	by["ascii"] = []rune("abcxnXN--._<>=\u0338")
	by["joiners"] = []rune{0x200C, 0x200D}
	by["dots"] = []rune{'.', 0x3002, 0xFF0E, 0xFF61}
	by["jamo"] = []rune{0x1100, 0x1112, 0x1161, 0x1175, 0x11A7, 0x11A8, 0x11C2, 0xAC00, 0xAC01, 0xD7A3}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[name])
		g.kinds = append(g.kinds, by[name])
	}
	return g
}

func (g *generator) name() string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		switch g.IntN(4) {
		case 0:
			b.WriteString("xn--" + g.punycode())
		case 1:
			b.WriteString("label")
		default:
			for _, r := range g.label() {
				b.WriteRune(r)
			}
		}
		if g.IntN(8) > 0 {
			b.WriteByte('.')
		}
	}
	return b.String()
}

func (g *generator) label() (rs []rune) {
	// Few kinds in a label make it more likely to be valid.
	a, b := g.kinds[g.IntN(len(g.kinds))], g.kinds[g.IntN(len(g.kinds))]
	for range g.IntN(9) {
		kind := a
		if g.IntN(3) == 0 {
			kind = b
		}
		rs = append(rs, kind[g.IntN(len(kind))])
	}
	return rs
}

// punycode returns Punycode, or nearly Punycode.
func (g *generator) punycode() string {
	s, _ := slowEncode(g.label())
	b := []byte(s)
	if len(b) > 0 && g.IntN(4) == 0 {
		b[g.IntN(len(b))] = "abz09-"[g.IntN(6)]
	}
	return string(b)
}
