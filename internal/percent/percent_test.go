package percent_test

import (
	"fmt"
	"strings"
	"testing"

	"earl.example/internal/percent"
)

const letters = "abcdefghijklmnopqrstuvwxyz"

func TestEncodeAllBytes(t *testing.T) {
	t.Parallel()
	table := percent.NewTable(0, letters+"/\xe9")
	table.Replace(' ', '+')
	for c := range 256 {
		want := fmt.Sprintf("%%%02X", c)
		switch {
		case c == ' ':
			want = "+"
		case strings.IndexByte(letters+"/", byte(c)) >= 0:
			want = string(rune(c))
		}
		s := string([]byte{byte(c)})
		if got := string(percent.AppendEncode(nil, s, &table)); got != want {
			t.Errorf("byte %#02x is written %q, want %q", c, got, want)
		}
		if got := percent.EncodedLen(s, &table); got != len(want) {
			t.Errorf("byte %#02x has length %d, want %d", c, got, len(want))
		}
	}
}

func FuzzDecodeInvertsEncode(f *testing.F) {
	f.Add("a%41+ é\xff", letters)
	f.Add(strings.Repeat("ab c", 700), "% ")
	f.Fuzz(func(t *testing.T, s, keep string) {
		table := percent.NewTable(0, strings.ReplaceAll(keep, "%", ""))
		encoded := percent.AppendEncode([]byte("x"), s, &table)
		if len(encoded) != 1+percent.EncodedLen([]byte(s), &table) {
			t.Errorf("%d bytes, foretold were %d", len(encoded)-1, percent.EncodedLen(s, &table))
		}
		got, _ := percent.AppendDecode(nil, string(encoded[1:]), false)
		if string(got) != s {
			t.Errorf("%q comes back as %q", s, got)
		}
	})
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in, want string
		index          int
		allASCII       bool
	}{
		{"empty", "", "", -1, true},
		{"none", "abc", "abc", -1, true},
		{"one", "a%41b", "aAb", 1, true},
		{"lower case", "%c3%a9", "é", 0, false},
		{"once only", "%2541", "%41", 0, true},
		{"end", "a%", "a%", -1, true},
		{"one digit", "a%4", "a%4", -1, true},
		{"no digits", "%zz%4g%g4", "%zz%4g%g4", -1, true},
		{"behind a bad one", "%%41", "%A", 1, true},
		{"raw", "é%41", "éA", 2, true},
		{"full-width digits", "%４１", "%４１", -1, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := percent.Index(test.in); got != test.index {
				t.Errorf("Index(%q) = %d, want %d", test.in, got, test.index)
			}
			got, allASCII := percent.AppendDecode([]byte("+"), test.in, true)
			if string(got) != "+"+test.want || allASCII != test.allASCII {
				t.Errorf("AppendDecode(%q) = %q, %v, want %q, %v", test.in, got, allASCII, "+"+test.want, test.allASCII)
			}
		})
	}
	if got, _ := percent.AppendDecode(nil, "a+%2B+%20+", true); string(got) != "a +   " {
		t.Errorf("with plus: %q", got)
	}
	if got, _ := percent.AppendDecode(nil, "a+%2B", false); string(got) != "a++" {
		t.Errorf("without plus: %q", got)
	}
}
