package idna

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// nfc is NFC of s as the package does it: not at all where the quick check is
// sure.
func nfc(s string) string {
	var label []char
	var check quickCheck
	for at, r := range s {
		c := newChar(r, at)
		check.add(c.props())
		label = append(label, c)
	}
	if check.unsure {
		label = normalize(label)
	}
	return string(appendUTF8(nil, label))
}

// A knuth is the random numbers of unicode.py.
type knuth uint64

func (k *knuth) below(n int) int {
	*k = *k*6364136223846793005 + 1442695040888963407
	return int(uint64(*k) >> 33 % uint64(n))
}

// normalized hashes what unicode.py hashes, by the name of the input.
func normalized(u *slowTable) map[string]hash.Hash {
	var points, marks, moving []rune
	for r := range rune(0x110000) {
		if 0xD800 <= r && r < 0xE000 {
			continue
		}
		points = append(points, r)
		if u.ccc[r] != 0 {
			marks = append(marks, r)
		}
		if u.decomposed[r] != nil || 0xAC00 <= r && r < 0xD7A4 {
			moving = append(moving, r)
		}
	}
	moving = append(append(moving, marks...), []rune("aeo<=>")...)
	for r := rune(0x1100); r < 0x1200; r++ {
		moving = append(moving, r)
	}
	sums := map[string]hash.Hash{}
	add := func(name, s string) {
		if sums[name] == nil {
			sums[name] = sha256.New()
		}
		sums[name].Write([]byte(nfc(s) + "\n"))
	}
	for _, r := range points {
		add("alone", string(r))
		add("marked", "e"+string(r)+"\u0316"+string(r)+"\u0301\u0338")
	}
	for _, a := range marks {
		for i := 0; i < len(marks); i += 7 {
			add("marks", "a\u0315"+string(a)+string(marks[i]))
		}
	}
	firsts := map[rune]bool{}
	for pair := range u.composed {
		firsts[pair[0]] = true
	}
	for _, a := range slices.Sorted(maps.Keys(firsts)) {
		for _, b := range points {
			if u.decomposed[b] != nil {
				add("pairs", string(a)+string(b))
			}
		}
	}
	k := knuth(17)
	for range 200000 {
		rs := make([]rune, k.below(12))
		for i := range rs {
			rs[i] = moving[k.below(len(moving))]
		}
		add("mixed", string(rs))
	}
	return sums
}

// TestNormalizationOfCPython holds NFC against what CPython's unicodedata gave.
func TestNormalizationOfCPython(t *testing.T) {
	t.Parallel()
	urltest.Exhaustive(t) // millions of strings
	f, err := os.Open("testdata/nfc.sum")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sums := normalized(slow(t))
	counted := 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		name, want, _ := strings.Cut(sc.Text(), " ")
		if name == "#" {
			continue
		}
		counted++
		if sums[name] == nil {
			t.Fatalf("nothing known of %q", name)
		}
		if got := hex.EncodeToString(sums[name].Sum(nil)); got != want {
			t.Errorf("%s: NFC has SHA-256 %s, want %s", name, got, want)
		}
	}
	if counted != len(sums) {
		t.Errorf("%d kinds of input tested, want %d", counted, len(sums))
	}
}

// FuzzNormalizeEqualsSlow: NFC is the twin's, offsets included, with marks
// few or many.
func FuzzNormalizeEqualsSlow(f *testing.F) {
	f.Add("a\u0308\u0323\u0301\uac00\u11a8\u1100\u1161")
	f.Add(strings.Repeat("\u0301\u0316\u0345\u0338", smallLabel))
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1024 {
			t.Skip("the twin is slow")
		}
		var label []char
		var plain []slowChar
		for at, r := range s {
			label = append(label, newChar(r, at))
			plain = append(plain, slowChar{r, at})
		}
		var got []slowChar
		for _, c := range normalize(label) {
			got = append(got, slowChar{c.code(), c.at()})
		}
		if want := slow(t).nfc(plain); !slices.Equal(got, want) {
			t.Errorf("NFC of %+q:\n got %v\nwant %v", s, got, want)
		}
	})
}

// TestTables holds the tables against the text they were made of.
func TestTables(t *testing.T) {
	t.Parallel()
	if testing.Short() || urltest.RaceDetector {
		t.Skip("every code point, in one goroutine: not with -short or the race detector")
	}
	u := slow(t)
	joins := map[string]props{"": joinNone, "D": joinDual, "L": joinLeft, "R": joinRight, "T": joinTransparent}
	classes := map[string]props{
		"L": bidiL, "R": bidiR, "AL": bidiAL, "AN": bidiAN, "EN": bidiEN, "ES": bidiES,
		"CS": bidiCS, "ET": bidiET, "ON": bidiON, "BN": bidiBN, "NSM": bidiNSM,
	}
	second := map[rune]bool{}
	for pair := range u.composed {
		second[pair[1]] = true
	}
	for r := range rune(0x110000) {
		p := newChar(r, 0).props()
		bidi := classes[u.bidiOf(r)]
		if bidi == 0 {
			bidi = bidiOther
		}
		status := u.statusOf(r)
		hangul := 0xAC00 <= r && r < 0xD7A4
		jamo := 0x1161 <= r && r <= 0x1175 || 0x11A8 <= r && r <= 0x11C2
		alone := slow(t).nfc([]slowChar{{r, 0}})
		checks := []struct {
			name      string
			got, want bool
		}{
			{"Bidi_Class", p&anyBidi == bidi, true},
			{"mapped", p&mapped != 0, status == 'M' || status == 'I'},
			{"disallowed", p&disallowed != 0, status == 'X'},
			{"deviation", p&deviation != 0, status == 'D'},
			{"mark", p&mark != 0, u.mark[r]},
			{"combining class", int(p.ccc()) == u.ccc[r], true},
			{"Joining_Type", p.join() == joins[u.joining[r]], true},
			{"decomposes", p&decomposes != 0, u.decomposed[r] != nil || hangul},
			{"NFC_Quick_Check=No", p&nfcNo != 0, len(alone) != 1 || alone[0].r != r},
			{"NFC_Quick_Check=Maybe", p&nfcMaybe != 0, len(alone) == 1 && alone[0].r == r &&
				(second[u.decompose(slowChar{r, 0})[0].r] || jamo)},
		}
		for _, check := range checks {
			if check.got != check.want {
				t.Errorf("%U: %s is %v", r, check.name, check.got)
			}
		}
		if p&(mapped|deviation) != 0 && mappingOf(r) != string(u.mapping[r]) {
			t.Errorf("%U is mapped to %+q, want %+q", r, mappingOf(r), string(u.mapping[r]))
		}
	}
}
