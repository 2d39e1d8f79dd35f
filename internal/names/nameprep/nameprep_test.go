package nameprep

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

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
	for range 50_000 {
		var b strings.Builder
		for range random.IntN(8) {
			b.WriteString([]string{"a", "B", ".", "\u3002", "xn--", "-", "1", "\u3300"}[random.IntN(8)])
			key := mappingKeys[random.IntN(len(mappingKeys))]
			b.WriteRune([]rune{rune(key >> codeShift), rune(0xA0 + random.IntN(0x700)), 0x300 + rune(random.IntN(0x50)),
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
		{"lower case", "\u00c9A", "\u00e9a", nil},
		{"letters of a syllable", "\u1100\u1161\u11a8", "\uac01", nil},
		{"letters of the last syllable", "\u1112\u1175\u11c2", "\ud7a3", nil},
		{"syllable and accent", "\uac01\u0301", "\uac01\u0301", nil},
		{"accents in another order", "a\u0307\u0323", "\u1ea1\u0307", nil},
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
