package ascii_test

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
)

func TestIndexAndAll(t *testing.T) {
	t.Parallel()
	if got := ascii.Index("ab1", ascii.Digit); got != 2 {
		t.Errorf("the digit is at %d, want 2", got)
	}
	if got := ascii.Index([]byte("abc"), ascii.Digit|ascii.Upper); got != -1 {
		t.Errorf("a digit or capital is at %d", got)
	}
	if !ascii.All("", ascii.Digit) || !ascii.All("a1", ascii.Alpha|ascii.Digit) || ascii.All("a-", ascii.Alpha) {
		t.Error("All is wrong")
	}
}

func TestHasPrefixFold(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, s, prefix string
		want            bool
	}{
		{"equal", "url:", "url:", true},
		{"longer", "URL:x", "url:", true},
		{"shorter", "UR", "url:", false},
		{"other text", "urn:x", "url:", false},
		{"no prefix", "", "", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			if got := ascii.HasPrefixFold(row.s, row.prefix); got != row.want {
				t.Errorf("HasPrefixFold(%q, %q) = %t, want %t", row.s, row.prefix, got, row.want)
			}
		})
	}
}

// TestEqualFold puts each byte against each other one.
func TestEqualFold(t *testing.T) {
	t.Parallel()
	fold := func(c int) int {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}
	for c := range 256 {
		for d := range 256 {
			a, b := string([]byte{'x', byte(c)}), string([]byte{'X', byte(d)})
			if got := ascii.EqualFold(a, b); got != (fold(c) == fold(d)) {
				t.Fatalf("EqualFold(%q, %q) = %v", a, b, got)
			}
		}
	}
	if ascii.EqualFold("a", "ab") || !ascii.EqualFold("", "") {
		t.Error("lengths do not count")
	}
}

func TestClassSizes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		class ascii.Class
		size  int
	}{
		{"Alpha", ascii.Alpha, 52}, {"Digit", ascii.Digit, 10}, {"HexDigit", ascii.HexDigit, 22},
		{"SchemeChar", ascii.SchemeChar, 65}, {"Lower", ascii.Lower, 26}, {"Upper", ascii.Upper, 26},
		{"AuthorityEnd", ascii.AuthorityEnd, 3}, {"Bracket", ascii.Bracket, 2},
		{"TabOrNewline", ascii.TabOrNewline, 3},
		{"NonASCII", ascii.NonASCII, 128},
		{"Unreserved", ascii.Unreserved, 66}, {"GenDelim", ascii.GenDelim, 7}, {"SubDelim", ascii.SubDelim, 11},
		{"NameChar", ascii.NameChar, 77}, {"UserinfoChar", ascii.UserinfoChar, 78},
		{"PathChar", ascii.PathChar, 80}, {"QueryChar", ascii.QueryChar, 81},
		{"Char1808", ascii.Char1808, 80}, {"National", ascii.National, 9},
		{"Slash", ascii.Slash, 1}, {"AnySlash", ascii.AnySlash, 2}, {"SpecialEnd", ascii.SpecialEnd, 4},
		{"PercentSign", ascii.PercentSign, 1}, {"C0Set", ascii.C0Set, 161}, {"FragmentSet", ascii.FragmentSet, 166},
		{"QuerySet", ascii.QuerySet, 166}, {"SpecialQuerySet", ascii.SpecialQuerySet, 167}, {"PathSet", ascii.PathSet, 171},
		{"UserinfoSet", ascii.UserinfoSet, 180}, {"ComponentSet", ascii.ComponentSet, 185}, {"FormSet", ascii.FormSet, 190},
		{"ForbiddenHost", ascii.ForbiddenHost, 17}, {"ForbiddenDomain", ascii.ForbiddenDomain, 47},
		{"FormCoded", ascii.FormCoded, 130}, {"FileEncoded", ascii.FileEncoded, 176},
		{"NoPOSIXName", ascii.NoPOSIXName, 2}, {"NoWindowsName", ascii.NoWindowsName, 41},
	} {
		n := 0
		for c := range 256 {
			if ascii.Is(byte(c), test.class) {
				n++
			}
		}
		if n != test.size {
			t.Errorf("%s has %d bytes, want %d", test.name, n, test.size)
		}
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, in  string
		n, length int
	}{
		{"empty", "", 0, 0},
		{"no digit", "a1", 0, 0},
		{"zeros", "0080x", 80, 4},
		{"the maximum", "65535", 65535, 5},
		{"above the maximum", "65536", 6553, 4},
		{"far above the maximum", "99999999999999999999", 9999, 4},
	} {
		if n, length := ascii.Number(row.in, 65535); n != row.n || length != row.length {
			t.Errorf("%s: Number(%q) = %d, %d, want %d, %d", row.name, row.in, n, length, row.n, row.length)
		}
	}
}

// TestIndexFrom compares IndexFrom, Skip and ClassesOf with a search byte by byte.
func TestIndexFrom(t *testing.T) {
	t.Parallel()
	const text = "ab/c?d\\e%f\xffG h"
	for from := range len(text) + 1 {
		for _, class := range []ascii.Class{ascii.Slash, ascii.SpecialEnd, ascii.NonASCII | ascii.Upper, ascii.Digit,
			ascii.Alpha} {
			want, all := from, ascii.Class(0)
			for want < len(text) && !ascii.Is(text[want], class) {
				all |= ascii.Table[text[want]]
				want++
			}
			if got := ascii.IndexFrom(text, from, class); got != want {
				t.Errorf("IndexFrom(%q, %d, %#x) = %d, want %d", text, from, class, got, want)
			}
			skipped := from
			for skipped < len(text) && ascii.Is(text[skipped], class) {
				skipped++
			}
			if got := ascii.Skip(text, from, class); got != skipped {
				t.Errorf("Skip(%q, %d, %#x) = %d, want %d", text, from, class, got, skipped)
			}
			if got := ascii.ClassesOf(text[from:want]); got != all {
				t.Errorf("ClassesOf(%q) = %#x, want %#x", text[from:want], got, all)
			}
		}
	}
}

// TestPrefix puts a byte at each place of texts of different lengths.
func TestPrefix(t *testing.T) {
	t.Parallel()
	for n := range 30 {
		for at := range n + 1 {
			for _, row := range []struct {
				name  string
				tail  string
				ascii int
			}{{"ASCII", "\x7f", n + 1}, {"lowest byte beyond ASCII", "\x80", at}, {"highest byte", "\xff", at}} {
				s := strings.Repeat("a", at) + row.tail + strings.Repeat("b", n-at)
				if got := ascii.Prefix(s); got != row.ascii {
					t.Errorf("%s: Prefix(%q) = %d, want %d", row.name, s, got, row.ascii)
				}
			}
		}
	}
	if got := ascii.Prefix(""); got != 0 {
		t.Errorf("Prefix(%q) = %d, want 0", "", got)
	}
}

// TestIndexAny3 puts each of the three bytes, and their neighbours, at each place of texts of different lengths.
func TestIndexAny3(t *testing.T) {
	t.Parallel()
	for n := range 30 {
		for at := range n {
			for _, tail := range []string{"#", "/", "?", "#/?", "?/#", "\x00", ">", "\xa3", "\xbf"} {
				s := strings.Repeat("a", at) + tail + strings.Repeat("b", n-at)
				for from := range min(len(s), 10) {
					want := len(s)
					if i := strings.IndexAny(s[from:], "#/?"); i >= 0 {
						want = from + i
					}
					if got := ascii.IndexAny3(s, from, '#', '/', '?'); got != want {
						t.Errorf("IndexAny3(%q, %d) = %d, want %d", s, from, got, want)
					}
				}
			}
		}
	}
}

func TestSchemeLen(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, in string
		want     int
	}{
		{"empty", "", 0},
		{"a letter", "a", 1},
		{"a colon after it", "http:", 4},
		{"all characters", "A+1-b.Z/", 7},
		{"a digit first", "1a", 0},
		{"a plus sign first", "+a", 0},
		{"another character first", "-a", 0},
		{"only a colon", ":", 0},
		{"a letter beyond ASCII", "a\u00e9", 1},
	} {
		if got := ascii.SchemeLen(row.in); got != row.want {
			t.Errorf("%s: SchemeLen(%q) = %d, want %d", row.name, row.in, got, row.want)
		}
	}
}

func TestUnhex(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		want := byte(255)
		switch {
		case c >= '0' && c <= '9':
			want = byte(c - '0')
		case c >= 'a' && c <= 'f':
			want = byte(c - 'a' + 10)
		case c >= 'A' && c <= 'F':
			want = byte(c - 'A' + 10)
		}
		if ascii.Unhex[c] != want {
			t.Errorf("Unhex[%#02x] = %d, want %d", c, ascii.Unhex[c], want)
		}
	}
}

// TestEightAtATime compares the lowest mark of each function with a search byte by byte.
func TestEightAtATime(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	first := func(s string, is func(byte) bool) int {
		for i := range 8 {
			if is(s[i]) {
				return i
			}
		}
		return 8
	}
	for range 100_000 {
		b := make([]byte, 10)
		for i := range b {
			b[i] = "a#$?\x00\x7f\x80\xff\"\x1f"[r.IntN(10)]
		}
		s := string(b)
		x := ascii.Load8(s, 1)
		n := byte(1 + r.IntN(0x80))
		if got, want := bits.TrailingZeros64(ascii.Below8(x, n))/8, first(s[1:], func(c byte) bool {
			return c < n
		}); got != want {
			t.Fatalf("Below8(%q, %d) marks %d, want %d", s[1:9], n, got, want)
		}
		odd := func(c byte) bool { return !ascii.Is(c, ascii.Alpha) && (c < ',' || c > ';') }
		if got, want := bits.TrailingZeros64(ascii.Uncommon8(x))/8, first(s[1:], odd); got != want {
			t.Fatalf("Uncommon8(%q) marks %d, want %d", s[1:9], got, want)
		}
		c := s[r.IntN(10)]
		if got, want := bits.TrailingZeros64(ascii.Equal8(x, c))/8, first(s[1:], func(d byte) bool {
			return c == d
		}); got != want {
			t.Fatalf("Equal8(%q, %q) marks %d, want %d", s[1:9], c, got, want)
		}
	}
}

func TestLoadPadded(t *testing.T) {
	t.Parallel()
	const text = "\x01bcdefgh\x80\xffklmnopq"
	for n := range len(text) {
		s := text[:n]
		for i := range n + 1 {
			want := ascii.Load8(s[i:]+"\x00\x00\x00\x00\x00\x00\x00\x00", 0)
			if got := ascii.Load8Padded(s, i); got != want {
				t.Errorf("Load8Padded(%q, %d) = %#x, want %#x", s, i, got, want)
			}
		}
	}
}

// TestUncommon8 puts each byte next to each other one.
func TestUncommon8(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for d := range 256 {
			b := []byte{byte(c), byte(d), byte(c), byte(c), byte(d), byte(d), byte(c), byte(d)}
			beside := func(from, to byte) (marks uint64) {
				for i, c := range b {
					if !ascii.Is(c, ascii.Alpha) && (c < from || c > to) {
						marks |= 0x80 << (8 * i)
					}
				}
				return marks
			}
			x := ascii.Load8(string(b), 0)
			if got, want := ascii.Uncommon8(x), beside(',', ';'); got != want {
				t.Fatalf("Uncommon8(%q) = %#x, want %#x", b, got, want)
			}
		}
	}
}

// TestAtLeast8AndUnequal8 puts each ASCII byte next to each other one.
func TestAtLeast8AndUnequal8(t *testing.T) {
	t.Parallel()
	for c := range byte(0x80) {
		for d := range byte(0x80) {
			x := ascii.Load8(string([]byte{c, d, d, c, 0, 0x7f, d, c}), 0)
			for n := byte(1); n <= 0x80; n += 0x1f {
				marks := ascii.AtLeast8(x, n) & ascii.Highs
				if marks&0x80 != 0 != (c >= n) || marks>>8&0x80 != 0 != (d >= n) || marks>>32&0x80 != 0 ||
					marks>>40&0x80 != 0 != (n < 0x80) {
					t.Fatalf("AtLeast8(%#x, %#x) marks %#x", x, n, marks)
				}
			}
			if marks := ascii.Unequal8(x, c) & ascii.Highs; marks&0x80 != 0 || marks>>8&0x80 != 0 != (c != d) ||
				marks>>32&0x80 != 0 != (c != 0) {
				t.Fatalf("Unequal8(%#x, %#x) marks %#x", x, c, marks)
			}
		}
	}
}

// TestEqualEach8 puts each byte at each place among equal bytes.
func TestEqualEach8(t *testing.T) {
	t.Parallel()
	for _, c := range []byte{0, 1, '&', 0x7f, 0x80, 0xff} {
		for d := range 256 {
			for i := range 8 {
				x := uint64(c) * ascii.Ones
				x ^= uint64(c^byte(d)) << (8 * i)
				want := uint64(ascii.Highs)
				if byte(d) != c {
					want &^= 0x80 << (8 * i)
				}
				if got := ascii.EqualEach8(x, c); got != want {
					t.Fatalf("EqualEach8(%x, %x) = %x, want %x", x, c, got, want)
				}
			}
		}
	}
}

// TestUpper8 puts each ASCII byte next to each other one.
func TestUpper8(t *testing.T) {
	t.Parallel()
	for c := range 128 {
		for d := range 128 {
			b := []byte{byte(c), byte(d), byte(c), byte(c), byte(d), byte(d), byte(c), byte(d)}
			var want uint64
			for i, c := range b {
				if ascii.Is(c, ascii.Upper) {
					want |= 0x80 << (8 * i)
				}
			}
			if got := ascii.Upper8(ascii.Load8(string(b), 0)); got != want {
				t.Fatalf("Upper8(%q) = %#x, want %#x", b, got, want)
			}
		}
	}
}

// TestLower lowers the capitals of ASCII, and no other byte.
func TestLower(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"nothing to do", "a@[`{z", "a@[`{z"},
		{"capitals", "@AZ[", "@az["},
		{"beyond ASCII", "\xc1Ä\x00Q", "\xc1Ä\x00q"},
	} {
		if got := ascii.ToLower(row.in); got != row.want {
			t.Errorf("%s: ToLower gives %q, want %v", row.name, got, row.want)
		}
		if got := string(ascii.AppendLower([]byte("A"), row.in)); got != "A"+row.want {
			t.Errorf("%s: AppendLower gives %q", row.name, got)
		}
	}
}

// TestLowerBytes tries each byte at each place, alone and among others.
func TestLowerBytes(t *testing.T) {
	t.Parallel()
	for n := range 20 {
		for at := range n {
			for c := range 256 {
				for _, other := range []string{"a", "Z", "\x80", "@", "["} {
					b := []byte(strings.Repeat(other, n))
					b[at] = byte(c)
					want := make([]byte, n)
					for i, c := range b {
						if want[i] = c; 'A' <= c && c <= 'Z' {
							want[i] += 'a' - 'A'
						}
					}
					text := string(b)
					if ascii.LowerBytes(b); string(b) != string(want) || ascii.ToLower(text) != string(want) {
						t.Fatalf("%q becomes %q, want %q", text, b, want)
					}
				}
			}
		}
	}
}

// TestConcat: the text, and that it is copied once, or not at all if one operand is empty.
func TestConcat(t *testing.T) {
	text := strings.Repeat("abcdefghijk", 400)
	for _, n := range []int{0, 1, 7, 8, 100, 1023, 1024, 1025, 3000} {
		for _, m := range []int{0, 1, 9, 24, 300} {
			var got string
			copies := testing.AllocsPerRun(10, func() { got = ascii.Concat(text[:n], text[n:n+m]) })
			if got != text[:n+m] || !urltest.RaceDetector && copies != float64(min(n*m, 1)) {
				t.Errorf("%d and %d bytes: %q, %v copies", n, m, got, copies)
			}
		}
	}
}

// TestWithoutNewlines compares with strings.Replacer at all places of short and longer text.
func TestWithoutNewlines(t *testing.T) {
	t.Parallel()
	replacer := strings.NewReplacer("\t", "", "\n", "", "\r", "")
	for _, unit := range []string{"\t", "\n", "\r", "a\n", "\r\n", "-", "\v", "\x00", "é\t", "aaaaaaa\n",
		"\t\n\r\n\taaaaaaaaaaaaaaaa"} {
		for n := range 40 {
			for _, s := range []string{strings.Repeat(unit, n), strings.Repeat("a", n) + unit + "bc", strings.Repeat(unit, n) +
				"0123456789"} {
				got, want := ascii.WithoutNewlines(s), replacer.Replace(s)
				if got != want {
					t.Fatalf("%q becomes %q, want %q", s, got, want)
				}
				if got == s && unsafe.StringData(got) != unsafe.StringData(s) {
					t.Fatalf("WithoutNewlines(%q) copies the text", s)
				}
			}
		}
	}
}

// TestDrive: IsDrive and HasDrive.
func TestDrive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		s       string
		is, has bool
	}{
		{"", false, false}, {"C", false, false}, {"C:", true, true}, {"z|", true, true}, {"1:", false, false}, {"C;", false, false},
		{":C", false, false}, {"C:/", false, true}, {`C:\`, false, true}, {"C|?", false, true}, {"C|#", false, true},
		{"C:a", false, false}, {"C:/a", false, true}, {"/C:", false, false}, {"C:|", false, false},
	} {
		if is, has := ascii.IsDrive(tt.s), ascii.HasDrive(tt.s); is != tt.is || has != tt.has {
			t.Errorf("IsDrive and HasDrive of %q = %t, %t, want %t, %t", tt.s, is, has, tt.is, tt.has)
		}
	}
}
