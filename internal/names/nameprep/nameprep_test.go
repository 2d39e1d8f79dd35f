package nameprep

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/testing/urltest"
)

func TestAppendToASCII(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in, want string
		bad            bool
	}{
		{"empty", "", "", false},
		{"ASCII keeps its case", "Example.COM", "Example.COM", false},
		{"dot at the end", "a.", "a.", false},
		{"empty label", "a..b", "", true},
		{"empty label first", ".b", "", true},
		{"63 bytes", strings.Repeat("a", 63), strings.Repeat("a", 63), false},
		{"64 bytes", strings.Repeat("a", 64), "", true},
		{"umlaut", "B\u00fccher.example", "xn--bcher-kva.example", false},
		{"sharp s is two", "fa\u00df.de", "fass.de", false},
		{"final sigma", "\u03c3\u03af\u03c2", "xn--kxa3bb", false},
		{"ideographic dot", "\u00fc\u3002de", "xn--tda.de", false},
		{"ideographic dot at the end", "\u00fc\u3002", "xn--tda.", false},
		{"two dots beyond ASCII", "\u00fc\uff0e\uff61de", "", true},
		{"full width", "\uff45\uff58", "ex", false},
		{"mapped to nothing", "\u00ad", "", true},
		{"a soft hyphen in it", "a\u00adb", "ab", false},
		{"composed", "u\u0308", "xn--tda", false},
		{"no-break space is a space", "a\u00a0b", "a b", false},
		{"private use", "\ue000", "", true},
		{"right to left", "\u05d0\u05d1", "xn--4dbc", false},
		{"both directions", "a\u05d0", "", true},
		{"digit at the end", "\u05d01", "", true},
		{"ACE prefix", "xn--\u00fc", "", true},
		{"ACE prefix in upper case", "XN--\u00fc", "", true},
		{"new ideograph", "\ufa70", "xn--ei6c", false},
		{"composed since 3.14", "\U000105d2\u0307", "xn--rsa5163k", false},
		{"too long", strings.Repeat("\u00fc", 60), "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := AppendToASCII([]byte("x"), tt.in)
			if string(got) != "x"+tt.want || ok == tt.bad {
				t.Errorf("%q, %v; want %q", got[1:], ok, tt.want)
			}
		})
	}
}

// oracleScript answers for each line, a JSON string, with the codec's result.
const oracleScript = `
import json, sys
if "%d.%d" % sys.version_info[:2] != "3.13": sys.exit("another release")
for line in sys.stdin:
    try: print(json.dumps(json.loads(line).encode("idna").decode()))
    except UnicodeError: print("null")
`

// TestAgainstCPython asks a live interpreter about every character and about
// mixtures of them.
func TestAgainstCPython(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	python, err := exec.LookPath("python3.13")
	if err != nil {
		t.Skip("there is no python3.13 to ask")
	}
	if urltest.RaceDetector {
		t.Skip("takes long")
	}
	var names []string
	for r := rune(0x80); r < 0x20000; r++ {
		if r < 0xD800 || r >= 0xE000 {
			names = append(names, "a"+string(r), string(r)+"b\u0301."+string(r)+"\u05d0")
		}
	}
	random := rand.New(rand.NewPCG(3490, 3491))
	mapped := slices.Sorted(maps.Keys(data().loose))
	for range 50_000 {
		var b strings.Builder
		for range random.IntN(8) {
			b.WriteString([]string{"a", "B", ".", "\u3002", "xn--", "-", "1", "\u3300"}[random.IntN(8)])
			b.WriteRune([]rune{mapped[random.IntN(len(mapped))], rune(0xA0 + random.IntN(0x700)), 0x300 + rune(random.IntN(0x50)),
				0xAC00 + rune(random.IntN(0x2BA4))}[random.IntN(4)])
		}
		names = append(names, b.String())
	}
	var in strings.Builder
	for _, name := range names {
		line, _ := json.Marshal(name)
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(python, "-c", oracleScript)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("%v", err)
	}
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(answers) != len(names) {
		t.Fatalf("%d answers to %d names", len(answers), len(names))
	}
	bad := 0
	for i, name := range names {
		var want *string
		if err := json.Unmarshal([]byte(answers[i]), &want); err != nil {
			t.Fatal(err)
		}
		got, ok := AppendToASCII(nil, name)
		if ok != (want != nil) || ok && string(got) != *want {
			if bad++; bad < 20 {
				t.Errorf("%+q: %q, %v; want %s", name, got, ok, answers[i])
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d differ", bad, len(names))
	}
}

// FuzzResultIsASCII: a result is ASCII, each label of it fits, and encoding it
// again leaves it alone.
func FuzzResultIsASCII(f *testing.F) {
	for _, s := range []string{"", "a.b.", "\u00fc.de", "\u3002", "xn--\u00fc", "\u05d0\u0660", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out, ok := AppendToASCII(nil, s)
		if !ok {
			return
		}
		if !IsASCII(string(out)) {
			t.Fatalf("%q, want ASCII", out)
		}
		if again, ok := AppendToASCII(nil, string(out)); !ok || string(again) != string(out) {
			t.Fatalf("%q again is %q, %v", out, again, ok)
		}
	})
}

// TestNameprep: what CPython 3.13.0's encodings.idna.nameprep gives, and where
// it fails.
func TestNameprep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in, want string
		fault          *Fault
	}{
		{"lower case", "\u00c9AZ@[", "\u00e9az@[", nil},
		{"accents at the start", "\u0301\u0323b", "\u0323\u0301b", nil},
		{"letters of a syllable", "\u1100\u1161\u11a8", "\uac01", nil},
		{"letters of the last syllable", "\u1112\u1175\u11c2", "\ud7a3", nil},
		{"syllable and accent", "\uac01\u0301", "\uac01\u0301", nil},
		{"accents in another order", "a\u0307\u0323", "\u1ea1\u0307", nil},
		{"accent after another of its class", "a\u0305\u0301", "a\u0305\u0301", nil},
		{"compatibility", "\u2163", "iv", nil},
		{"mapped to nothing", "\u00ad\u200d", "", nil},
		{"space", "a\u00a0", "a ", nil},
		{"digit between", "\u05d0\u0660\u05d0", "\u05d0\u0660\u05d0", nil},
		{"both directions", "\u05d0a", "\u05d0a", &Fault{"Violation of BIDI requirement 2", 1, 2}},
		{"digit last", "\u05d01", "\u05d01", &Fault{"Violation of BIDI requirement 3", 1, 2}},
		{"digit first", "1\u05d0", "1\u05d0", &Fault{"Violation of BIDI requirement 3", 0, 1}},
		{"private use", "a\ue000", "a\ue000", &Fault{`Invalid character '\ue000'`, 1, 2}},
		{"surrogate", "\xed\xa0\x80", "\xed\xa0\x80", &Fault{`Invalid character '\ud800'`, 0, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, fault := prepare(tt.in, str.Release{Minor: 13}, math.MaxInt)
			if got != tt.want || (fault == nil) != (tt.fault == nil) || fault != nil && *fault != *tt.fault {
				t.Errorf("Nameprep of %+q = %+q, %+v, want %+q, %+v", tt.in, got, fault, tt.want, tt.fault)
			}
		})
	}
}

// TestReleases checks the first releases of a mapping, of a combining class and of a composition.
func TestReleases(t *testing.T) {
	t.Parallel()
	const loose, strict = "\u2c65", "\u023a"
	for _, tt := range []struct {
		name, in     string
		minor, patch uint8
		want         string
	}{
		{"lower case after Unicode 3.2", "\u023a", 8, 0, loose},
		{"the same, last 3.10", "\u023a", 10, 21, loose},
		{"the same, 3.10 of gh-155292", "\u023a", 10, 22, strict},
		{"the same, last 3.11", "\u023a", 11, 16, loose},
		{"the same, 3.11 of gh-155292", "\u023a", 11, 17, strict},
		{"the same, last 3.12", "\u023a", 12, 14, loose},
		{"the same, 3.12 of gh-155292", "\u023a", 12, 15, strict},
		{"the same, last 3.13", "\u023a", 13, 15, loose},
		{"the same, 3.13 of gh-155292", "\u023a", 13, 16, strict},
		{"the same, last 3.14", "\u023a", 14, 7, loose},
		{"the same, 3.14 of gh-155292", "\u023a", 14, 8, strict},
		{"the same, 3.15", "\u023a", 15, 0, strict},
		{"lower case of Unicode 13", "\ua7c7", 8, 0, "\ua7c7"},
		{"the same, 3.9", "\ua7c7", 9, 0, "\ua7c8"},
		{"lower case of Unicode 14", "\u2c2f", 10, 0, "\u2c2f"},
		{"the same, 3.11", "\u2c2f", 11, 0, "\u2c5f"},
		{"combining class of Unicode 16", "b\u0897\u0323", 13, 0, "b\u0897\u0323"},
		{"the same, 3.14", "b\u0897\u0323", 14, 0, "\u1e05\u0897"},
		{"composition of Unicode 13", "\U00011935\U00011930", 8, 0, "\U00011935\U00011930"},
		{"the same, 3.9", "\U00011935\U00011930", 9, 0, "\U00011938"},
		{"first combining class", "b\u0300\u0323", 13, 0, "\u1e05\u0300"},
		{"a letter after all compositions", "\U0003134a\u0301", 13, 0, "\U0003134a\u0301"},
	} {
		if got, _ := prepare(tt.in, str.Release{Minor: tt.minor, Patch: tt.patch}, math.MaxInt); got != tt.want {
			t.Errorf("%s: Nameprep of %+q in 3.%d.%d = %+q, want %+q", tt.name, tt.in, tt.minor, tt.patch, got, tt.want)
		}
	}
}

func TestToASCIIFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in, want string
		fault          Fault
	}{
		{"empty", "", "", Fault{"label empty", 0, 1}},
		{"mapped to nothing", "\u00ad", "", Fault{"label empty", 0, 1}},
		{"ACE prefix", "xn--\u00fc", "", Fault{"Label starts with ACE prefix", 0, 4}},
		{"63 bytes", strings.Repeat("a", 63), strings.Repeat("a", 63), Fault{}},
		{"64 bytes", strings.Repeat("a", 64), "", Fault{TooLong, 0, 64}},
		{"longest in Punycode", strings.Repeat("a", 55) + "\u00fc", "xn--" + strings.Repeat("a", 55) + "-8yf", Fault{}},
		{"too long in Punycode", strings.Repeat("a", 56) + "\u00fc", "", Fault{TooLong, 0, 57}},
		{"too many characters", strings.Repeat("\u00fc", 60), "", Fault{TooLong, 0, 60}},
		{"private use", "ab\ue000", "", Fault{`Invalid character '\ue000'`, 2, 3}},
	} {
		got, fault := ToASCII([]byte("x"), tt.in, str.Release{Minor: 13}, idna.AppendPunycode)
		if fault == nil {
			fault = new(Fault)
		}
		if string(got) != "x"+tt.want || *fault != tt.fault {
			t.Errorf("%s: ToASCII(%+q) = %q, %+v, want %q, %+v", tt.name, tt.in, got[1:], fault, tt.want, tt.fault)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in    string
		plain       bool
		label, rest string
		found       bool
	}{
		{"no dot", "ab", true, "ab", "", false},
		{"no dot beyond ASCII", "\u00fc", false, "\u00fc", "", false},
		{"dot", "a.b", true, "a", "b", true},
		{"dot after another character", "\u00fc.b", false, "\u00fc", "b", true},
		{"ideographic dot", "\u00fc\u3002b", false, "\u00fc", "b", true},
		{"ideographic dot, not a dot", "a\u3002b.c", true, "a\u3002b", "c", true},
		{"full-width dot first", "\uff0eb", false, "", "b", true},
		{"half-width dot", "a\uff61.", false, "a", ".", true},
	} {
		if label, rest, found := Cut(tt.in, tt.plain); label != tt.label || rest != tt.rest || found != tt.found {
			t.Errorf("%s: Cut(%q, %v) = %q, %q, %v, want %q, %q, %v", tt.name, tt.in, tt.plain, label, rest, found, tt.label,
				tt.rest, tt.found)
		}
	}
}

// TestIsAssigned tries code points of RFC 3454, table A.1, and their neighbours.
func TestIsAssigned(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]bool{
		0: true, 'a': true, 0x220: true, 0x221: false, 0x222: true, 0x233: true, 0x234: false, 0x24F: false, 0x250: true,
		0xE007F: true, 0xE0080: false, 0xEFFFD: false, 0xEFFFE: true,
	} {
		if got := IsAssigned(r); got != want {
			t.Errorf("IsAssigned(%U) = %v, want %v", r, got, want)
		}
	}
}
