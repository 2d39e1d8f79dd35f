package abnf_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/abnf"
)

// sample has everything that grammars of RFCs use.
const sample = `
all     = 1*2"a" [ two ] *3( DIGIT / "-" ) ; a comment
two     = "X" "yz"
        / %x21-23 / %x26
bars    = <"> | "|" | ";" | "\"
none    = 0<two>
escapes = *( "%" 2DIGIT | "a" )
DIGIT   = %x30-39
`

func TestMachines(t *testing.T) {
	t.Parallel()
	g := abnf.New(sample, "DIGIT = \"9\" / %x30-38\n")
	for _, test := range []struct {
		rule         string
		matches, not []string
	}{
		{"all", []string{"a", "AA", "axYZ", "a!", "a&", "a#-1-", "aaxyz999"}, []string{"", "aaa", "a$", "a1111", "xyz",
			"axy"}},
		{"bars", []string{`"`, "|", ";", `\`}, []string{"", "/", `""`}},
		{"none", []string{""}, []string{"xyz", "!"}},
		{"DIGIT", []string{"0", "9"}, []string{"a", "10"}},
	} {
		m := g.Machine(test.rule)
		for _, s := range test.matches {
			if ok, _ := m.Run(s); !ok {
				t.Errorf("%s does not match %q", test.rule, s)
			}
		}
		for _, s := range test.not {
			if ok, _ := m.Run(s); ok {
				t.Errorf("%s matches %q", test.rule, s)
			}
		}
	}
}

func TestOffsets(t *testing.T) {
	t.Parallel()
	m := abnf.New(sample).Machine("escapes")
	for _, test := range []struct {
		name, text  string
		run, decide int
	}{
		{"byte", "ab", 1, 1},
		{"first digit", "a%b", 2, 1},
		{"second digit", "a%1b", 3, 1},
		{"end", "a%1", 3, 1},
		{"behind an escape", "%11b", 3, 3},
		{"valid", "a%11", 4, 4},
	} {
		ok, run := m.Run(test.text)
		also, decide := m.Decide(test.text)
		if run != test.run || decide != test.decide || ok != also || ok != (test.name == "valid") {
			t.Errorf("%s: %q: %v at %d, %v at %d", test.name, test.text, ok, run, also, decide)
		}
	}
}

// TestBadGrammars: texts that no RFC has as a grammar are rejected.
func TestBadGrammars(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a = b\n", "a = \"x\" )\n"} {
		func() {
			defer func() {
				if r, ok := recover().(string); !ok || !strings.Contains(r, "rule") {
					t.Errorf("%q gives %v", text, r)
				}
			}()
			abnf.New(text).Machine("a")
		}()
	}
}
