package codecs

import (
	"errors"
	"os"
	"strings"
	"testing"

	"earl.example/urlerr"
	"earl.example/urllib"
)

// TestAllNames: every name that 3.11 has for a text codec finds one. CPython
// lists 313 aliases, and its own lookup cannot find one of those: csHPRoman8,
// for its capitals.
func TestAllNames(t *testing.T) {
	t.Parallel()
	recorded, err := os.ReadFile("../../internal/python/codecs/codecs.txt")
	if err != nil {
		t.Fatal(err)
	}
	py := urllib.Python{Version: urllib.MustParseVersion("3.11"), Codecs: All{}}
	aliases, text := 0, map[string]bool{}
	for line := range strings.Lines(string(recorded)) {
		f := strings.Fields(line)
		switch {
		case f[0] == "module" && f[2] == "text" && len(f) == 3:
			text[f[1]] = true
		case f[0] == "alias" && text[f[2]] && (len(f) == 3 || f[3] == "3.9.0"):
			aliases++
		default:
			continue
		}
		_, err = py.EncodeText("a", f[1], "strict")
		if undefined := f[1] == "undefined"; undefined != (err != nil) {
			t.Errorf("%s: %v, want an error for undefined alone", f[1], err)
		}
	}
	if aliases != 312 {
		t.Errorf("%d aliases, want 312", aliases)
	}
}

// TestNames: names are from a release, and errors are Python's.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, version, octets, err string }{
		{"Shift-JIS", "3.13", "\x8a\xbf", ""},
		{"MS Kanji", "3.11", "\x8a\xbf", ""},
		{"u8", "3.8", "\xe6\xbc\xa2", ""},
		{"IDNA", "3.11", "xn--hex", ""},
		{"windows-31j", "3.12", "", "LookupError: unknown encoding: windows-31j"},
		{"windows-31j", "3.13", "\x8a\xbf", ""},
		{"mbcs", "3.13", "", "LookupError: unknown encoding: mbcs"},
		{"oem", "3.13", "", "LookupError: unknown encoding: oem"},
		{"rot13", "3.13", "", "LookupError: 'rot13' is not a text encoding; use codecs.encode() to handle arbitrary codecs"},
		{"a\x00", "3.13", "", "ValueError: embedded null character"},
	} {
		t.Run(tt.name+" "+tt.version, func(t *testing.T) {
			t.Parallel()
			py := urllib.Python{Version: urllib.MustParseVersion(tt.version), Codecs: All{}}
			b, err := py.EncodeText("漢", tt.name, "strict")
			got := ""
			if e, ok := errors.AsType[*urllib.Error](err); ok {
				got = e.Exception + ": " + e.Text
			}
			if string(b) != tt.octets || got != tt.err {
				t.Errorf("got %q, %s", b, got)
			}
		})
	}
}

// TestEncoding: both directions, and where their errors are.
func TestEncoding(t *testing.T) {
	t.Parallel()
	py := urllib.Python{Codecs: All{}}
	if b, err := py.EncodeText("汉字", "gbk", "strict"); string(b) != "\xba\xba\xd7\xd6" || err != nil {
		t.Errorf("EncodeText = %q, %v, want the octets of gbk", b, err)
	}
	if s, err := py.DecodeText([]byte("\xba\xba\xd7"), "gbk", "replace"); s != "汉\ufffd" || err != nil {
		t.Errorf("DecodeText = %q, %v, want U+FFFD at the end", s, err)
	}
	_, err := py.EncodeText("汉字\u0e01", "gbk", "strict")
	if shape, ok := errors.AsType[*urlerr.Error](err); !ok || shape.Offset != 6 {
		t.Errorf("%v, want an error at byte 6", err)
	}
	_, err = py.DecodeText([]byte("a\xff"), "gbk", "nonsense")
	if e, ok := errors.AsType[*urllib.Error](err); !ok || e.Text != "unknown error handler name 'nonsense'" {
		t.Errorf("%v, want an unknown error handler", err)
	}
}

// TestIDNAPositions: an error since 3.13 has the offset of its character in the whole name. The answers are CPython's.
func TestIDNAPositions(t *testing.T) {
	t.Parallel()
	py := urllib.Python{Version: urllib.MustParseVersion("3.13"), Codecs: All{}}
	for name, want := range map[string]string{
		"ab.é\u05d0a.c": `'idna' codec can't encode character '\xe9' in position 3: Violation of BIDI requirement 2`,
		"é.\ue000":      `'idna' codec can't encode character '\ue000' in position 2: Invalid character '\ue000'`,
	} {
		_, err := py.EncodeText(name, "idna", "strict")
		if e, ok := errors.AsType[*urllib.Error](err); !ok || e.Text != want {
			t.Errorf("EncodeText(%q) = %v, want %s", name, err, want)
		}
	}
	for name, want := range map[string]string{
		"ab.xn--ls8h=.c": `'idna' codec can't decode byte 0x3d in position 11: Invalid extended code point '61'`,
		"xn--9ca.\xe9.c": `'idna' codec can't decode byte 0xe9 in position 8: ordinal not in range(128)`,
	} {
		_, err := py.DecodeText([]byte(name), "idna", "strict")
		if e, ok := errors.AsType[*urllib.Error](err); !ok || e.Text != want {
			t.Errorf("DecodeText(%q) = %v, want %s", name, err, want)
		}
	}
	for name, want := range map[string]string{"a.xn--9ca.": "a.é.", "a..xn--9ca": "a..é", "xn--9ca..": "é.."} {
		if got, err := py.DecodeText([]byte(name), "idna", "strict"); got != want || err != nil {
			t.Errorf("DecodeText(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
}

// TestPunycodeLimit: numbers have a limit where the answer depends on all of
// their digits, and none where it does not.
func TestPunycodeLimit(t *testing.T) {
	t.Parallel()
	below, above := []byte(strings.Repeat("9", maxPunyDigits-1)+"a"), []byte(strings.Repeat("9", maxPunyDigits)+"a")
	const limit = "OverflowError: a number in punycode has more than 4096 digits"
	for _, tt := range []struct {
		name, version, handler string
		in                     []byte
		want                   string
	}{
		{"62 bits", "3.12", "strict", []byte("d4049608857257578a"), "UnicodeError: Invalid character U+400000000000007f"},
		{"63 bits", "3.12", "strict", []byte("e4049608857257578a"), "UnicodeError: Invalid character U+4000000000000080"},
		{"most 63 bits", "3.12", "strict", []byte("hz767205604493046e"),
			"UnicodeError: Invalid character U+800000000000007f"},
		{"old, strict, below", "3.12", "strict", below, "UnicodeError: Invalid character U+"},
		{"old, strict", "3.12", "strict", above, limit},
		{"old, replace", "3.12", "replace", above, limit},
		{"new, strict, below", "3.13", "strict", below, "OverflowError: Python int too large to convert to C ssize_t"},
		{"new, strict", "3.13", "strict", above, "OverflowError: Python int too large to convert to C ssize_t"},
		{"new, ignore", "3.13", "ignore", above, limit},
		{"no end", "3.13", "strict", above[:maxPunyDigits],
			"UnicodeDecodeError: 'punycode' codec can't decode bytes in position 4096-4096: incomplete punycode string"},
		{"no end, ignored", "3.13", "ignore", above[:maxPunyDigits], ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			py := urllib.Python{Version: urllib.MustParseVersion(tt.version), Codecs: All{}}
			_, err := py.DecodeText(tt.in, "punycode", tt.handler)
			got := ""
			if e, ok := errors.AsType[*urllib.Error](err); ok {
				got = e.Exception + ": " + e.Text
			}
			if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %.100s, want %s", got, tt.want)
			}
		})
	}
}

// TestPunycodeOfLongText: the longer a text, the greater are the numbers of its
// characters.
func TestPunycodeOfLongText(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not with -short: megabytes of text")
	}
	py := urllib.Python{Codecs: All{}}
	for _, tt := range []struct{ name, text, tail string }{
		{"first", "\U0010ffff" + strings.Repeat("a", 4<<20), "-4q515203529a"},
		{"last", strings.Repeat("a", 4<<20) + "\U0010ffff", "-eo939503529a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, err := py.EncodeText(tt.text, "punycode", "strict")
			if tail := b[max(0, len(b)-len(tt.tail)):]; string(tail) != tt.tail || err != nil {
				t.Fatalf("ends in %q, %v", tail, err)
			}
			if back, err := py.DecodeText(b, "punycode", "strict"); back != tt.text || err != nil {
				t.Errorf("decodes to another text, %v", err)
			}
		})
	}
}

// TestGreekOfISO2022 compares the second set of iso2022_jp_2 with ISO 8859-7, which has three more characters since 2003.
func TestGreekOfISO2022(t *testing.T) {
	t.Parallel()
	py := urllib.Python{Codecs: All{}}
	for c := range 0x100 {
		want, err := py.DecodeText([]byte{byte(c) | 0x80}, "iso8859_7", "replace")
		switch {
		case err != nil:
			t.Fatal(err)
		case c >= 0x80: // CPython drops the high bit
			want = string(rune(c & 0x7F))
		case strings.Contains("€₯ͺ", want):
			want = "\ufffd"
		}
		in := "\x1b.F\x1bN" + string([]byte{byte(c)})
		if got, err := py.DecodeText([]byte(in), "iso2022_jp_2", "replace"); got != want || err != nil {
			t.Errorf("DecodeText(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
}

// TestLongEscape: an escape sequence of more than 16 bytes is a bad ESC and text. The answers are CPython's.
func TestLongEscape(t *testing.T) {
	t.Parallel()
	py := urllib.Python{Codecs: All{}}
	for zeros, want := range map[int]string{
		13: "\ufffdx",
		14: "\ufffd(00000000000000Bx",
		15: "\ufffd(000000000000000Bx",
	} {
		in := "\x1b(" + strings.Repeat("0", zeros) + "Bx"
		if got, err := py.DecodeText([]byte(in), "iso2022_jp", "replace"); got != want || err != nil {
			t.Errorf("DecodeText(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
}
