package percent_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

func TestEncodeAllBytes(t *testing.T) {
	t.Parallel()
	table := percent.NewTable(0, "/\xe9")
	table = table.Replace(' ', '+')
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
		var room [4]byte
		if n := table.Put(room[:], byte(c)); string(room[:n]) != want {
			t.Errorf("byte %#02x is put as %q, want %q", c, room[:n], want)
		}
		for _, n := range []int{0, 1, 2, 3, 4, 30, 50, 120, 125, 600, 3000} {
			s, want := strings.Repeat("a", n)+s, strings.Repeat("a", n)+want
			got, seen := percent.EncodeString(s, &table)
			if got != want || seen.NonASCII() != (c >= 0x80) {
				t.Errorf("byte %#02x after %d others is written %q, want %q; seen %#x", c, n, got, want, seen)
			}
		}
	}
}

// TestEncodeString compares EncodeString with AppendEncode where the buffer on
// the stack ends, and elsewhere.
func TestEncodeString(t *testing.T) {
	t.Parallel()
	for _, keep := range []string{"/", "-./", "-./_%"} {
		table := percent.NewTable(0, keep)
		table = table.Replace(' ', '+')
		for _, unit := range []string{" ", "%", "é", "a", "a%", "/é %", "%%%%", "\xff\xff\xffaaa", "0123456789-./:",
			"_/abcdefghijklmno"} {
			for n := range 200 {
				for _, s := range []string{strings.Repeat("a", n) + strings.Repeat(unit, 5), strings.Repeat(unit, n) + "bc",
					strings.Repeat("z", n/16) + unit + strings.Repeat("b", n%16)} {
					want := string(percent.AppendEncode(nil, s, &table))
					text, seen := percent.EncodeString(s, &table)
					octets, seenBytes := percent.EncodeString([]byte(s), &table)
					if nonASCII := ascii.Prefix(s) < len(s); text != want || octets != want || seen.NonASCII() != nonASCII ||
						seenBytes.NonASCII() != nonASCII {
						t.Fatalf("EncodeString(%q) that keeps %q = %q, of bytes %q, want %q; seen %#x and %#x", s, keep, text, octets,
							want, seen, seenBytes)
					}
				}
			}
		}
	}
}

// TestEncodeKept has each byte among bytes that stay, at each offset, where the table
// keeps most of a URL, and where it writes one of those as another or escapes it.
func TestEncodeKept(t *testing.T) {
	t.Parallel()
	kept := percent.NewTable(ascii.Unreserved, "/")
	other := kept
	other.Replace('/', '!')
	for name, table := range map[string]percent.Table{"kept": kept, "replaced": other, "no dot": percent.NewTable(0, "-/"),
		"no hyphen": percent.NewTable(0, "./")} {
		for c := range 256 {
			for at := range 50 {
				s := strings.Repeat("Az09-./qQ", 6)[:50-at/3]
				s = s[:at*len(s)/50] + string([]byte{byte(c)}) + s[at*len(s)/50:]
				var want []byte
				for i := range len(s) {
					var room [4]byte
					want = append(want, room[:table.Put(room[:], s[i])]...)
				}
				if got, seen := percent.EncodeString(s, &table); got != string(want) || seen.NonASCII() != (c >= 0x80) {
					t.Fatalf("%s: EncodeString(%q) = %q, want %q; seen %#x", name, s, got, want, seen)
				}
			}
		}
	}
}

func FuzzDecodeInvertsEncode(f *testing.F) {
	f.Add("a%41+ é\xff", "/")
	f.Add("%", "")
	f.Add("https://example.com/a-path/of/kept.bytes?q=1", "-./")
	f.Add(strings.Repeat("ab c", 700), "% ")
	f.Fuzz(func(t *testing.T, s, keep string) {
		table := percent.NewTable(0, strings.ReplaceAll(keep, "%", ""))
		encoded := percent.AppendEncode([]byte("x"), s, &table)
		text, seen := percent.EncodeString([]byte(s), &table)
		if text != string(encoded[1:]) || seen.NonASCII() != (ascii.Prefix(s) < len(s)) {
			t.Errorf("%q is written %q and %q; beyond ASCII: %v", s, encoded[1:], text, seen.NonASCII())
		}
		got, _ := percent.AppendDecode(nil, string(encoded[1:]), false)
		if string(got) != s {
			t.Errorf("%q comes back as %q", s, got)
		}
		for _, plus := range []bool{false, true} {
			want, wantFound := percent.AppendDecode(nil, s, plus)
			if got, found := percent.DecodeString(s, plus); got != string(want) || !agree(found, wantFound) {
				t.Errorf("DecodeString(%q, %v) = %q, %v, want %q, %v", s, plus, got, found, want, wantFound)
			}
			checkFound(t, s, string(want), wantFound)
		}
	})
}

// agree reports whether two ways to decode a text found the same. What one does
// not look at may be anything.
func agree(a, b percent.Found) bool {
	return a.NonASCII() == b.NonASCII() && a.Malformed() == b.Malformed()
}

// checkFound compares the result of AppendDecode for s with a simple search.
func checkFound(t *testing.T, s, decoded string, found percent.Found) {
	t.Helper()
	nonASCII, malformed := false, false
	for i := range len(s) {
		if s[i] == '%' && !percent.HexFollows(s, i) {
			malformed = true
		}
		if percent.IsEscape(s, i) && s[i+1] >= '8' {
			nonASCII = true
		}
	}
	isASCII := strings.IndexFunc(decoded, func(r rune) bool { return r >= 0x80 }) < 0
	if found.NonASCII() != nonASCII || found.Malformed() != malformed || found.ASCII() != isASCII {
		t.Errorf("found in %q: %v, %v, %v, want %v, %v, %v", s, found.NonASCII(), found.Malformed(), found.ASCII(), nonASCII,
			malformed, isASCII)
	}
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
			got, found := percent.AppendDecode([]byte("+"), test.in, true)
			if string(got) != "+"+test.want || found.NonASCII() == test.allASCII {
				t.Errorf("AppendDecode(%q) = %q, %v, want %q, %v", test.in, got, !found.NonASCII(), "+"+test.want, test.allASCII)
			}
			checkFound(t, test.in, test.want, found)
		})
	}
	if got, _ := percent.AppendDecode(nil, "a+%2B+%20+", true); string(got) != "a +   " {
		t.Errorf("with plus: %q", got)
	}
	if got, _ := percent.AppendDecode(nil, "a+%2B", false); string(got) != "a++" {
		t.Errorf("without plus: %q", got)
	}
}

// TestDecodeString compares DecodeString with AppendDecode at all places of
// short and long text.
func TestDecodeString(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"%", "%4", "%41", "%C3%A9", "+", "+%2b", "é", "a", "%zz", "%%41", "%3A%2F%2Fa", "\x00"} {
		for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 100, 120, 125, 300, 765, 770, 3000} {
			for _, s := range []string{
				strings.Repeat("a", n) + unit, strings.Repeat("a", n) + unit + "bc", strings.Repeat(unit, n),
				strings.Repeat(unit, n) + "%4" + unit,
			} {
				for _, plus := range []bool{false, true} {
					want, wantFound := percent.AppendDecode(nil, s, plus)
					got, found := percent.DecodeString(s, plus)
					if got != string(want) || !agree(found, wantFound) || found.ASCII() && !wantFound.ASCII() {
						t.Fatalf("DecodeString(%q, %v) = %q, %v, want %q, %v", s, plus, got, found, want, wantFound)
					}
					checkFound(t, s, string(want), wantFound)
				}
			}
		}
	}
}

func TestEscapes(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"": "", "a%4": "", "%41%%42%zz%c3": "0A 4B 10\xc3", "%2541": "0%"} {
		var got []string
		for i, c := range percent.Escapes(s) {
			got = append(got, strconv.Itoa(i)+string([]byte{c}))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestEncodeMalformed(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "a": "a", "%41": "%41", "%": "%25", "%4": "%254", "%zz": "%25zz", "%%41": "%25%41", "%41%": "%41%25", "100%": "100%25",
		"%4g%ff": "%254g%ff",
	} {
		if got := percent.EncodeMalformed(in); got != want {
			t.Errorf("EncodeMalformed(%q) = %q, want %q", in, got, want)
		}
	}
}
