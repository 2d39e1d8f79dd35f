package idna

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/urltest"
)

// TestIDNA2008 compares each code point in several labels with the Python package idna. testdata/idna2008.py computes
// the digests.
func TestIDNA2008(t *testing.T) {
	if testing.Short() {
		t.Skip("every code point: not with -short")
	}
	t.Parallel()
	for _, tt := range []struct {
		mapped bool
		digest string
	}{{false, "427bf89dd6be9718"}, {true, "c0599362e832e899"}} {
		h := sha256.New()
		changed := []rune{0x1B3A, 0x1B3C, 0x1B42, 0x1171E} // Bidi_Class after Unicode 14
		for r := rune(0); r <= 0x10FFFF; r++ {
			if slices.Contains(changed, r) || !str.IsPrintable(r, str.Release{Minor: 11}) && (r < 0x2000 || r >= 0x2060) && r != 0xAD &&
				r != 0x3000 {
				continue
			}
			for _, form := range []string{"%s", "a%s", "l%sl.b", "\u05d0%s", "\u0628%s\u0628", "\u30a2%s", "%s\u0663",
				"\u0915\u094d%s"} {
				answer, ok := AppendIDNA2008(nil, strings.Replace(form, "%s", string(r), 1), tt.mapped)
				if !ok {
					answer = []byte("!")
				}
				h.Write(append(answer, '\n'))
			}
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != tt.digest {
			t.Errorf("mapped %v: digest %s, want %s", tt.mapped, got, tt.digest)
		}
	}
}

func TestIDNA2008Names(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 63)
	for _, tt := range []struct {
		name, domain, want string // "" if it is rejected
		mapped             bool
	}{
		{"sharp s", "faß.de", "xn--fa-hia.de", false},
		{"upper case", "Faß", "", false},
		{"upper case, mapped", "FAß", "xn--fa-hia", true},
		{"dot at the end", "é.", "xn--9ca.", false},
		{"ideographic full stop", "é。a", "", false},
		{"ideographic full stop, mapped", "é。a", "xn--9ca.a", true},
		{"empty", "", "", false},
		{"root", ".", "", false},
		{"empty label", "é..a", "", false},
		{"two dots at the end", "é..", "", false},
		{"underscore", "a_b.é", "", true},
		{"hyphen", "-é", "", false},
		{"hyphens", "ab--é", "", false},
		{"A-label", "xn--9ca.é", "xn--9ca.xn--9ca", false},
		{"A-label in upper case", "XN--9CA.é", "XN--9CA.xn--9ca", false},
		{"not an A-label", "xn--a.é", "", false},
		{"middle dot between l", "l\u00b7l", "xn--ll-0ea", false},
		{"middle dot after another letter", "a\u00b7l", "", false},
		{"middle dot before another letter", "l\u00b7a", "", false},
		{"middle dot at the start", "\u00b7l", "", false},
		{"middle dot at the end", "l\u00b7", "", false},
		{"Greek numeral sign", "\u0375\u03b1", "xn--wva4j", false},
		{"Greek numeral sign before a Latin letter", "\u0375a", "", false},
		{"Greek numeral sign at the end", "\u03b1\u0375", "", false},
		{"geresh", "\u05d0\u05f3", "xn--4db4e", false},
		{"geresh after a Latin letter", "a\u05f3", "", false},
		{"geresh alone", "\u05f3", "", false},
		{"gershayim", "\u05d0\u05f4", "xn--4db6e", false},
		{"gershayim after a Latin letter", "a\u05f4", "", false},
		{"Katakana middle dot and Katakana", "\u30fb\u30a2", "xn--cckyj", false},
		{"Katakana middle dot and Hiragana", "\u3042\u30fb", "xn--l8j4u", false},
		{"Katakana middle dot and Han", "\u4e00\u30fb", "xn--vek768f", false},
		{"Katakana middle dot and Latin", "\u30fba", "", false},
		{"Katakana middle dots", "\u30fb\u30fb", "", false},
		{"Arabic-Indic digits", "\u0628\u0660\u0669", "xn--ngb6i1a", false},
		{"extended Arabic-Indic digits", "\u0628\u06f0\u06f9", "xn--ngb41b1a", false},
		{"last and first of both kinds of digits", "\u0628\u0669\u06f0", "", false},
		{"first and last of both kinds of digits", "\u0628\u06f9\u0660", "", false},
		{"digit of another script", "\u0967", "xn--e4b", false},
		{"symbol", "\u00e9\u2603", "", false},
		{"unassigned", "\u00e9\u0378", "", false},
		{"not composed", "e\u0301", "", false},
		{"mark at the start", "\u0301e", "", false},
		{"right to left", "\u05d01", "xn--1-zhc", false},
		{"digit before right to left", "1\u0628", "", false},
		{"both directions", "a\u05d1", "", false},
		{"both kinds of numbers", "\u05d0\u06601", "", false},
		{"joiner after a virama", "\u0915\u094d\u200d\u0937", "xn--11b2ezcw70k", false},
		{"joiner at the start", "\u200da", "", false},
		{"non-joiner after Latin", "a\u200c", "", false},
		{"hyphen at the end", "\u00e9-", "", false},
		{"A-label of nothing", "xn--", "", false},
		{"A-label with a hyphen at the end", "xn--9ca-", "", false},
		{"A-label of controls", "xn--abc", "", false},
		{"label of 63 bytes", long + ".é", long + ".xn--9ca", false},
		{"label of 64 bytes", long + "a.é", "", false},
		{"name of 254 bytes", strings.Repeat(long+".", 3) + strings.Repeat("a", 54) + ".é", "", false},
	} {
		got, ok := AppendIDNA2008(nil, tt.domain, tt.mapped)
		if string(got) != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestIDNA2008IsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"é", "é.", "a", "a.", "\u30fb", "l\u00b7l", "xn--9ca.", "xn--", "\u0300", "\u200c"} {
		for _, mapped := range []bool{false, true} {
			urltest.Linear(t, unit, urltest.Many("é.", unit, "", 1<<18), func(s string) {
				AppendIDNA2008(nil, s, mapped)
			})
		}
	}
}
