package idna

import (
	"strings"
	"testing"
)

// longest is a label with Punycode of MaxLabel bytes: two code points
// that take six between them, and ASCII with its delimiter.
func longest(t *testing.T) string {
	t.Helper()
	s := strings.Repeat("a", MaxLabel)
	for n := MaxLabel; n > 0; n-- {
		if got, ok := slowEncode([]rune(s[:n] + "\u00fc")); ok && len(got) == MaxLabel {
			return s[:n] + "\u00fc"
		}
	}
	t.Fatal("no label has Punycode of the greatest length")
	return ""
}

// A ruleTest is a name that breaks a rule.
type ruleTest struct {
	name, in string
	opt      Options
	rule     Rule
	offset   int
}

func ruleTests(long string) []ruleTest {
	longer := strings.Repeat("\u00fc", MaxLabel+1)
	hyphens, std3, dns := Options{CheckHyphens: true}, Options{UseSTD3ASCIIRules: true}, Options{VerifyDNSLength: true}
	return []ruleTest{
		{"Punycode of nothing", "a.xn--", Options{}, P4, 2},
		{"Punycode of ASCII", "xn--abc-", Options{}, P4, 0},
		{"unfinished Punycode", "\u00fc.xn--9", Options{}, P4, 3},
		{"Punycode with a bad digit", "xn--a_b", Options{}, P4, 0},
		{"Punycode of a surrogate", "xn--ib9b", Options{}, P4, 0},
		{"Punycode beyond Unicode", "xn--99999999", Options{}, P4, 0},
		{"Punycode that is not ASCII", "www.xn--\u304c-", Options{}, P4, 4},
		{"not normalized", "a.xn--u-ccb", Options{}, V1, 2},
		{"hyphens", "\u00fc.\u0e01b--c", hyphens, V2, 7},
		{"ASCII hyphens", "r3---sn", hyphens, V2, 2},
		{"leading hyphen", "\u00fc.-a", hyphens, V3, 3},
		{"trailing hyphen", "\u00fca-.b", hyphens, V3, 3},
		{"twice Punycode", "xn--xn---epa", Options{}, V4, 0},
		{"mark", "a.\u0308b", Options{}, V6, 2},
		{"mark behind what is ignored", "\u00ad\u0308b", Options{}, V6, 2},
		{"spacing mark", "\u0903", Options{}, V6, 0},
		{"disallowed", "\u00fc.ab\u0080", Options{}, V7, 5},
		{"unassigned", "\u0378", Options{}, V7, 0},
		{"ill-formed", "ab\xffc", Options{}, V7, 2},
		{"surrogate", "ab\xed\xa0\x80c", Options{}, V7, 2},
		{"decoded and mapped", "a.xn--8i7caa", Options{}, V7, 2},
		{"underscore", "a.\u00fcb_", std3, U1, 5},
		{"ASCII underscore", "ab_c", std3, U1, 2},
		{"mapped to ASCII", "\u3002ab\uff3f", std3, U1, 5},
		{"non-joiner", "a.b\u200cc", Options{}, C1, 3},
		{"non-joiner at the end", "\u0628\u200c", Options{}, C1, 2},
		{"joiner", "\u0628\u200d\u0628", Options{}, C2, 2},
		{"number first", "\u05d0.1", Options{}, B1, 3},
		{"European number first", "1a.\u05d0", Options{}, B1, 0},
		{"left in right", "a.\u05d0bc", Options{}, B2, 4},
		{"hyphen ends right", "\u05d0-\u05b0", Options{}, B3, 2},
		{"two kinds of numbers", "\u05d01\u06612", Options{}, B4, 3},
		{"Arabic number first", "\u05d0\u06612", Options{}, B4, 4},
		{"right in left", "a\u00e9\u05d0", Options{}, B5, 3},
		{"hyphen ends left", "\u05d0.a-\u0308", Options{}, B6, 4},
		{"bidi in Punycode", "a-.xn--4db", Options{}, B6, 1},
		{"too long for Punycode", "a." + long + "a", Options{}, TooLong, 2},
		{"too long Punycode", "a.xn--" + strings.Repeat("a", MaxLabel+1), Options{}, TooLong, 2},
		{"too long when mapped", "a.\uff41" + strings.Repeat("a", MaxLabel), Options{}, TooLong, 2},
		{"much too long when mapped", strings.Repeat("\ufdfa", MaxLabel) + "\u3002a", Options{}, TooLong, 0},
		{"too long for Punycode when normalized", strings.Repeat("\u01d6\u0323", MaxLabel/2), Options{}, TooLong, 0},
		{"nothing", "", dns, A41, 0},
		{"the root alone", ".", dns, A41, 0},
		{"too long", strings.Repeat("a.", 126) + "ab.c", dns, A41, 252},
		{"empty label", "a..b", dns, A42, 2},
		{"root label", "a.", dns, A42, 2},
		{"long label", "\u00fc." + strings.Repeat("a", 64), dns, A42, 3},
		{"the first label counts", "\u0308.xn--9", Options{}, V6, 0},
		{"bidi of the first label", "a-.xn--9.\u05d0", Options{}, B6, 1},
		{"validity before bidi", "a\u0080-.\u05d0", Options{}, V7, 1},
		{"validity before bidi of another label", "a\u0080.1.\u05d0", Options{}, V7, 1},
		{"no bidi name", "1.a\u0080", Options{}, V7, 3},
		{"bidi, then too long", "1." + longer + "\u3002a\u05d0.b\u0080", Options{}, B1, 0},
		{"bidi inside what is too long", "1." + longer + "\u05d0", Options{}, B1, 0},
		{"too long, then bidi", longer + "\u05d0.1.a\u05d0", Options{}, TooLong, 0},
		{"too long, no bidi name", "1." + longer + ".a", Options{}, TooLong, 2},
	}
}

// TestRules breaks each rule, in more than one way where there is one.
func TestRules(t *testing.T) {
	t.Parallel()
	long := longest(t)
	broken := map[Rule]bool{}
	for _, test := range ruleTests(long) {
		broken[test.rule] = true
		t.Run(test.name, func(t *testing.T) {
			got, err := AppendToASCII([]byte("+"), test.in, test.opt)
			if rule, at := outcome(t, err); rule != test.rule || at != test.offset || string(got) != "+" {
				t.Errorf("ToASCII(%s) = %+q, %v at %d, want %v at %d", excerpt(test.in), got, rule, at, test.rule, test.offset)
			}
			if test.rule < A41 && !strings.HasPrefix(test.name, "too long for") {
				_, err = AppendToUnicode(nil, test.in, test.opt)
				if rule, at := outcome(t, err); rule != test.rule || at != test.offset {
					t.Errorf("ToUnicode(%s) fails with %v at %d, want %v at %d", excerpt(test.in), rule, at, test.rule, test.offset)
				}
			}
			checkTwin(t, test.in, test.opt)
		})
	}
	for rule := P4; rule < endRules; rule++ {
		if !broken[rule] {
			t.Errorf("no name breaks %v", rule)
		}
		if cells := rule.cells(); len(cells) != 3 || cells[1] == "" || cells[2] == "" {
			t.Errorf("%v has no text", rule)
		}
	}
	ascii, err := AppendToASCII(nil, long, Options{})
	if err != nil || len(ascii) != MaxLabel+len("xn--") {
		t.Errorf("a label of the greatest length has %d bytes, %v", len(ascii), err)
	}
	if back, err := AppendToUnicode(nil, string(ascii), Options{}); err != nil || string(back) != long {
		t.Errorf("a label of the greatest length comes back as %s, %v", excerpt(string(back)), err)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	dns := Options{VerifyDNSLength: true}
	tests := []struct {
		name, in, ascii, unicode string
		opt                      Options
	}{
		{"plain", "Example.COM.", "example.com.", "example.com.", Options{}},
		{"strict", "Example.COM", "example.com", "example.com", Strict()},
		{"German", "M\u00fcnchen-Ost.DE", "xn--mnchen-ost-9db.de", "m\u00fcnchen-ost.de", Strict()},
		{"decomposed", "Mu\u0308nchen", "xn--mnchen-3ya", "m\u00fcnchen", Strict()},
		{"Punycode in capitals", "XN--MNCHEN-3YA", "xn--mnchen-3ya", "m\u00fcnchen", Strict()},
		{"wide Punycode", "\uff58\uff4e\uff0d\uff0dmnchen-3ya", "xn--mnchen-3ya", "m\u00fcnchen", Options{}},
		{"wide stops", "\u4f8b\u3048\u3002\u30c6\u30b9\u30c8\uff0e\uff61", "xn--r8jz45g.xn--zckzah..",
			"\u4f8b\u3048.\u30c6\u30b9\u30c8..", Options{}},
		{"deviations", "stra\u00dfe.\u03c3\u03c2", "xn--strae-oqa.xn--3xab", "stra\u00dfe.\u03c3\u03c2", Options{}},
		{"ignored", "a\u00adb\u200b.\u2060", "ab.", "ab.", Options{}},
		{"empty labels", "..\u00fc", "..xn--tda", "..\u00fc", Options{}},
		{"forbidden in URLs", "a<b c\u00fc", "xn--a<b c-ova", "a<b c\u00fc", Options{}},
		{"NR-LDH labels", "r3---sn-apo3qvuoxuxbt-j5pe.\u00fc", "r3---sn-apo3qvuoxuxbt-j5pe.xn--tda",
			"r3---sn-apo3qvuoxuxbt-j5pe.\u00fc", Options{}},
		{"order of marks", "\u00e1\u0323", "xn--lsa752l", "\u1ea1\u0301", Options{}},
		{"Hangul", "\u1112\u1161\u11ab", "xn--6q8b", "\ud55c", Options{}},
		{"letters join", "\u0628\u064e\u200c\u0651\u062a", "xn--ngbe1im8404a", "\u0628\u064e\u200c\u0651\u062a", Options{}},
		{"no bidi", "a-.\u05d0", "a-.xn--4db", "a-.\u05d0", Options{SkipBidi: true}},
		{"no joiners", "a\u200cb", "xn--ab-j1t", "a\u200cb", Options{SkipJoiners: true}},
		{"253 bytes", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 126) + "b", dns},
		{"63 bytes", strings.Repeat("a", 63), strings.Repeat("a", 63), strings.Repeat("a", 63), dns},
		{"new in Unicode 18", "\u0558", "xn--49a", "\u0567", Options{}},
		{"new in Unicode 17", "\ua7ce", "xn--078a", "\ua7cf", Options{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := AppendToASCII([]byte("+"), test.in, test.opt)
			if err != nil || string(got) != "+"+test.ascii {
				t.Errorf("ToASCII(%+q) = %+q, %v, want %q", test.in, got, err, test.ascii)
			}
			got, err = AppendToUnicode([]byte("+"), test.in, test.opt)
			if err != nil || string(got) != "+"+test.unicode {
				t.Errorf("ToUnicode(%+q) = %+q, %v, want %+q", test.in, got, err, test.unicode)
			}
			checkTwin(t, test.in, test.opt)
		})
	}
}

// TestToUnicodeTooLong: ToUnicode does not change a label that is too long, and processes the others.
func TestToUnicodeTooLong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, before, after, want string }{
		{"alone", "", "", ""},
		{"before another label", "", ".A", ".a"},
		{"after another label", "A\u3002", "", ""},
		{"before an ideographic dot", "", "\u3002\u00dc", ".\u00fc"},
	} {
		long := strings.Repeat("\u00dc", MaxLabel+1)
		got, err := AppendToUnicode(nil, tt.before+long+tt.after, Options{})
		want := strings.ReplaceAll(strings.ToLower(tt.before), "\u3002", ".") + long + tt.want
		if e, ok := err.(*Error); string(got) != want || !ok || e.Rule != TooLong || e.Offset != len(tt.before) {
			t.Errorf("%s: ToUnicode = %.20q and %d bytes more, %v, want %.20q", tt.name, got, len(got), err, want)
		}
	}
}

// TestIsIgnored: its result for a code point agrees with names that have it.
func TestIsIgnored(t *testing.T) {
	t.Parallel()
	n := 0
	for r := rune(0x80); r <= 0x10FFFF+1; r++ {
		if testing.Short() && r == 0x20000 {
			r = 0xE0000
		}
		got, err := AppendToASCII(nil, "a"+string(r)+"a", Options{SkipJoiners: true})
		want := err == nil && string(got) == "aa"
		if IsIgnored(r) != want {
			t.Errorf("IsIgnored(%U) = %v, want the opposite", r, !want)
		}
		if want {
			n++
		}
	}
	if n == 0 || IsIgnored('a') || IsIgnored(-1) {
		t.Errorf("%d are ignored", n)
	}
}
