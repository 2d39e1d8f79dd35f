package codecs

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
)

var (
	python38  = Text{Release: str.Release{Minor: 8, Patch: 18}}
	python311 = Text{Release: str.Release{Minor: 11, Patch: 7}}
	python313 = Text{Release: str.Release{Minor: 13}}
	python314 = Text{Release: str.Release{Minor: 14}}
)

// TestEncode has the results and exceptions that a reader looks for; the
// golden digests have all the others.
func TestEncode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                string
		x                   Text
		s, encoding, errors string
		want                string // as outcome writes it
	}{
		{"utf-8", python313, "aé€😀", "utf-8", "strict", "=aé€😀"},
		{"utf-8 has no surrogates", python313, "\xed\xa0\x80\xff", "UTF8", "strict",
			`!UnicodeEncodeError|'utf-8' codec can't encode characters in position 0-1: surrogates not allowed|utf-8|0|2|surrogates not allowed`},
		{"utf-8 mark", python313, "é", "utf-8-sig", "strict", "=\xef\xbb\xbfé"},
		{"utf-8 mark of nothing", python313, "", "utf-8-sig", "strict", "=\xef\xbb\xbf"},
		{"utf-16 mark", python313, "a", "utf-16", "strict", "=\xff\xfea\x00"},
		{"utf-16 mark of nothing", python313, "", "utf-16", "strict", "=\xff\xfe"},
		{"utf-16 big-endian pair", python313, "😀", "utf-16-be", "strict", "=\xd8\x3d\xde\x00"},
		{"utf-16 replaced in its own units", python313, "\xed\xa0\x80", "utf-16-be", "replace", "=\x00?"},
		{"utf-16 takes no odd bytes", python313, "\xff", "utf-16-le", "surrogateescape",
			`!UnicodeEncodeError|'utf-16-le' codec can't encode character '\udcff' in position 0: surrogates not allowed|utf-16-le|0|1|surrogates not allowed`},
		{"utf-32", python313, "a", "u32", "strict", "=\xff\xfe\x00\x00a\x00\x00\x00"},
		{"utf-7", python313, "a+b~é-", "utf-7", "strict", "=a+-b+AH4A6Q--"},
		{"ascii", python313, "aé€b", "us-ascii", "strict",
			`!UnicodeEncodeError|'ascii' codec can't encode characters in position 1-2: ordinal not in range(128)|ascii|1|3|ordinal not in range(128)`},
		{"latin-1", python313, "€", "latin-1", "strict",
			`!UnicodeEncodeError|'latin-1' codec can't encode character '\u20ac' in position 0: ordinal not in range(256)|latin-1|0|1|ordinal not in range(256)`},
		{"table", python313, "é€", "cp1252", "strict", "=\xe9\x80"},
		{"table's fault", python313, "a😀", "cp1252", "strict",
			`!UnicodeEncodeError|'charmap' codec can't encode character '\U0001f600' in position 1: character maps to <undefined>|charmap|1|2|character maps to <undefined>`},
		{"replacement in EBCDIC", python313, "€", "cp037", "xmlcharrefreplace", "=\x50\x7b\xf8\xf3\xf6\xf4\x5e"},
		{"replacement that has no byte", python313, "€", "cp424", "backslashreplace", "=\xe0\xa4\xf2\xf0\x81\x83"},
		{"highest byte of two", python313, " ", "mac-arabic", "strict", "=\xa0"},
		{"ignore", python313, "aé€b", "ascii", "ignore", "=ab"},
		{"replace", python313, "aé€b", "ascii", "replace", "=a??b"},
		{"xmlcharrefreplace", python313, "aé😀", "ascii", "xmlcharrefreplace", "=a&#233;&#128512;"},
		{"backslashreplace", python313, "é€😀", "ascii", "backslashreplace", `=\xe9\u20ac\U0001f600`},
		{"surrogateescape", python313, "a\xff\xed\xb2\x80", "ascii", "surrogateescape", "=a\xff\x80"},
		{"surrogateescape reports the rest", python313, "\xffé", "ascii", "surrogateescape",
			`!UnicodeEncodeError|'ascii' codec can't encode character '\xe9' in position 1: ordinal not in range(128)|ascii|1|2|ordinal not in range(128)`},
		{"surrogateescape of a table reports all", python313, "\xff€", "koi8-r", "surrogateescape",
			`!UnicodeEncodeError|'charmap' codec can't encode characters in position 0-1: character maps to <undefined>|charmap|0|2|character maps to <undefined>`},
		{"surrogatepass", python313, "\xed\xa0\x80", "utf-8", "surrogatepass", "=\xed\xa0\x80"},
		{"unknown handler without a fault", python313, "a", "ascii", "bogus", "=a"},
		{"unknown handler", python313, "é", "ascii", "bogus", "!LookupError|unknown error handler name 'bogus'"},
		{"no handler", python313, "é", "ascii", "", "!LookupError|unknown error handler name ''"},
		{"unknown handler, chained", python311, "中", "CP1252", "bogus",
			"!LookupError|encoding with 'CP1252' codec failed (LookupError: unknown error handler name 'bogus')"},
		{"unknown handler, not chained", python313, "中", "CP1252", "bogus",
			"!LookupError|unknown error handler name 'bogus'"},
		{"unknown handler, codec not registered", python311, "é", "US-ASCII", "bogus",
			"!LookupError|unknown error handler name 'bogus'"},
		{"long handler", python313, "é", "ascii", "x" + strings.Repeat("é", 300),
			"!LookupError|unknown error handler name 'x" + strings.Repeat("é", 199) + "\ufffd'"},
		{"long handler since 3.14", python314, "é", "ascii", "x" + strings.Repeat("é", 300),
			"!LookupError|unknown error handler name 'x" + strings.Repeat("é", 199) + "'"},
		{"unknown codec", python313, "", "bogus", "strict", "!LookupError|unknown encoding: bogus"},
		{"no codec", python313, "a", "", "strict", "!LookupError|unknown encoding: "},
		{"not of text", python313, "", "Hex", "strict",
			"!LookupError|'Hex' is not a text encoding; use codecs.encode() to handle arbitrary codecs"},
		{"Windows only", python313, "a", "mbcs", "strict", "!LookupError|unknown encoding: mbcs"},
		{"NUL", python313, "a", "utf-8\x00", "strict", "!ValueError|embedded null character"},
		{"NUL in the handler", python313, "a", "utf-8", "strict\x00", "!ValueError|embedded null character"},
		{"surrogate in the name", python313, "a", "é\xff", "strict",
			`!UnicodeEncodeError|'utf-8' codec can't encode character '\udcff' in position 1: surrogates not allowed|utf-8|1|2|surrogates not allowed`},
		{"3.8 keeps letters", python38, "a", "cp437é", "strict", "!LookupError|unknown encoding: cp437é"},
		{"3.8 drops symbols", python38, "a", "cp437€", "strict", "=a"},
		{"later drop both", python313, "a", "cp437é", "strict", "=a"},
		{"alias of 3.14", python314, "א", "ISO-8859-8-I", "strict", "=\xe0"},
		{"alias not of 3.13", python313, "א", "ISO-8859-8-I", "strict", "!LookupError|unknown encoding: ISO-8859-8-I"},
		{"codec of 3.8", python38, "Ą", "mac_centeuro", "strict", "=\x84"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := outcome(tt.x.AppendEncode(nil, tt.s, tt.encoding, tt.errors)); string(got) != tt.want {
				t.Errorf("got %+q, want %+q", got, tt.want)
			}
		})
	}
}

// TestReleases has the last release before a change and the first after it,
// in each branch that got it as a patch.
func TestReleases(t *testing.T) {
	t.Parallel()
	const unknown = "!LookupError|unknown encoding: "
	tests := []struct {
		s, encoding  string
		before, from string
		old, new     string
	}{
		{"\u203a", "palmos", "3.13.5", "3.13.6",
			`!UnicodeEncodeError|'charmap' codec can't encode character '\u203a' in position 0: ` +
				"character maps to <undefined>|charmap|0|1|character maps to <undefined>", "=\x9b"},
		{"\u203a", "palmos", "3.12.15", "3.14.0",
			`!UnicodeEncodeError|'charmap' codec can't encode character '\u203a' in position 0: ` +
				"character maps to <undefined>|charmap|0|1|character maps to <undefined>", "=\x9b"},
		{"€", "CP00858", "3.13.13", "3.13.14", unknown + "CP00858", "=\xd5"},
		{"€", "CP00858", "3.14.5", "3.14.6", unknown + "CP00858", "=\xd5"},
		{"€", "ebcdic-us-37+euro", "3.14.5", "3.14.6", unknown + "ebcdic-us-37+euro", "=\x9f"},
		{"é", "windows-31j", "3.12.15", "3.13.0", unknown + "windows-31j", "=module cp932"},
		{"ก", "windows-874", "3.13.18", "3.14.0", unknown + "windows-874", "=\xa1"},
		{"é", "csEUCKR", "3.13.18", "3.14.0", unknown + "csEUCKR", "=module euc_kr"},
		{"Ą", "mac_centeuro", "3.8.20", "3.9.0", "=\x84", "=\x84"},
		{"é", "csUTF16BE", "3.14.10", "3.15.0", unknown + "csUTF16BE", "=\x00\xe9"},
		{"é", "Mac", "3.14.10", "3.15.0", unknown + "Mac", "=\x8e"},
		{"똠", "korean", "3.14.10", "3.15.0", "=module euc_kr", "=module cp949"},
		{"똠", "ks_c_5601-1987", "3.14.10", "3.15.0", "=module euc_kr", "=module cp949"},
		{"똠", "euckr", "3.14.10", "3.15.0", "=module euc_kr", "=module euc_kr"},
	}
	for _, tt := range tests {
		for _, side := range [][2]string{{tt.before, tt.old}, {tt.from, tt.new}} {
			x := Text{Release: releaseOf(side[0]), Codecs: named{}}
			if got := outcome(x.AppendEncode(nil, tt.s, tt.encoding, "strict")); string(got) != side[1] {
				t.Errorf("%s: %s in %s: got %+q, want %+q", side[0], tt.s, tt.encoding, got, side[1])
			}
		}
	}
	for release, want := range map[string]string{"3.13.5": "=\u009b", "3.13.6": "=\u203a", "3.14.0": "=\u203a"} {
		if got := outcome((Text{Release: releaseOf(release)}).AppendDecode(nil, []byte("\x9b"), "palmos", "strict")); string(got) != want {
			t.Errorf("%s: got %+q, want %+q", release, got, want)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                string
		x                   Text
		b, encoding, errors string
		want                string
	}{
		{"utf-8", python313, "aé€😀", "utf-8", "strict", "=aé€😀"},
		{"start byte", python313, "a\xff", "utf-8", "strict",
			"!UnicodeDecodeError|'utf-8' codec can't decode byte 0xff in position 1: invalid start byte|utf-8|1|2|invalid start byte"},
		{"continuation byte", python313, "\xf0\x9fa", "utf-8", "strict",
			"!UnicodeDecodeError|'utf-8' codec can't decode bytes in position 0-1: invalid continuation byte|utf-8|0|2|invalid continuation byte"},
		{"end", python313, "\xe2\x82", "utf-8", "strict",
			"!UnicodeDecodeError|'utf-8' codec can't decode bytes in position 0-1: unexpected end of data|utf-8|0|2|unexpected end of data"},
		{"one U+FFFD for a maximal subpart", python313, "\xf0\x9f\x98\xed\xa0\x80\xc0", "utf-8", "replace", "=\ufffd\ufffd\ufffd\ufffd\ufffd"},
		{"mark", python313, "\xef\xbb\xbfa", "utf-8-sig", "strict", "=a"},
		{"position after the mark", python313, "\xef\xbb\xbf\xff", "utf-8-sig", "strict",
			"!UnicodeDecodeError|'utf-8' codec can't decode byte 0xff in position 0: invalid start byte|utf-8|0|1|invalid start byte"},
		{"utf-16 little-endian unless marked", python313, "a\x00", "utf-16", "strict", "=a"},
		{"utf-16 marked", python313, "\xfe\xff\x00a", "utf-16", "strict", "=a"},
		{"utf-16 mark is a character", python313, "\xfe\xff\x00a", "utf-16-be", "strict", "=\ufeffa"},
		{"utf-16 low surrogate", python313, "\x00\xdc", "utf-16", "strict",
			"!UnicodeDecodeError|'utf-16-le' codec can't decode bytes in position 0-1: illegal encoding|utf-16-le|0|2|illegal encoding"},
		{"utf-16 high surrogate", python313, "\xd8\x00\x00a", "utf-16-be", "strict",
			"!UnicodeDecodeError|'utf-16-be' codec can't decode bytes in position 0-1: illegal UTF-16 surrogate|utf-16-be|0|2|illegal UTF-16 surrogate"},
		{"utf-16 odd", python313, "a\x00b", "utf-16", "strict",
			"!UnicodeDecodeError|'utf-16-le' codec can't decode byte 0x62 in position 2: truncated data|utf-16-le|2|3|truncated data"},
		{"utf-16 handler out of step", python313, "\x80\xdca\x00", "utf-16-le", "surrogateescape", "=\xed\xb2\x80\xed\xb3\x9ca"},
		{"utf-32 beyond", python313, "\x00\x00\x11\x00", "utf-32-le", "strict",
			"!UnicodeDecodeError|'utf-32-le' codec can't decode bytes in position 0-3: code point not in range(0x110000)|utf-32-le|0|4|code point not in range(0x110000)"},
		{"utf-7", python313, "+AOk-+-x", "utf-7", "strict", "=é+x"},
		{"utf-7 cut", python313, "a+AO", "utf-7", "strict",
			"!UnicodeDecodeError|'utf7' codec can't decode bytes in position 1-3: unterminated shift sequence|utf7|1|4|unterminated shift sequence"},
		{"ascii", python313, "a\xe9", "646", "strict",
			"!UnicodeDecodeError|'ascii' codec can't decode byte 0xe9 in position 1: ordinal not in range(128)|ascii|1|2|ordinal not in range(128)"},
		{"latin-1", python313, "\xe9\x80", "L1", "strict", "=é\u0080"},
		{"table", python313, "\xe9\x80", "windows-1252", "strict", "=é€"},
		{"table's hole", python313, "\x81", "cp1252", "strict",
			"!UnicodeDecodeError|'charmap' codec can't decode byte 0x81 in position 0: character maps to <undefined>|charmap|0|1|character maps to <undefined>"},
		{"C1 controls are characters", python313, "\x80\xa1", "iso8859-2", "strict", "=\u0080Ą"},
		{"backslashreplace", python313, "\xe2\x82a", "utf-8", "backslashreplace", `=\xe2\x82a`},
		{"surrogateescape", python313, "\xe2\x82a", "utf-8", "surrogateescape", "=\xed\xb3\xa2\xed\xb2\x82a"},
		{"surrogatepass", python313, "\xed\xa0\x80", "utf-8", "surrogatepass", "=\xed\xa0\x80"},
		{"surrogatepass elsewhere", python313, "\xed\xa0\x80", "ascii", "surrogatepass",
			"!UnicodeDecodeError|'ascii' codec can't decode byte 0xed in position 0: ordinal not in range(128)|ascii|0|1|ordinal not in range(128)"},
		{"handler for encoding only", python313, "\xff", "utf-8", "xmlcharrefreplace",
			"!TypeError|don't know how to handle UnicodeDecodeError in error callback"},
		{"handler for encoding only, chained", python311, "\x81", "cp1252", "namereplace",
			"!TypeError|decoding with 'cp1252' codec failed (TypeError: don't know how to handle UnicodeDecodeError in error callback)"},
		{"exception of Unicode, not chained", python311, "\x81", "cp1252", "strict",
			"!UnicodeDecodeError|'charmap' codec can't decode byte 0x81 in position 0: character maps to <undefined>|charmap|0|1|character maps to <undefined>"},
		{"nothing needs no codec", python313, "", "bogus", "bogus", "="},
		{"nothing needs a name", python313, "", "\x00", "strict", "!ValueError|embedded null character"},
		{"not of text", python313, "a", "rot13", "strict",
			"!LookupError|'rot13' is not a text encoding; use codecs.decode() to handle arbitrary codecs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := outcome(tt.x.AppendDecode(nil, []byte(tt.b), tt.encoding, tt.errors)); string(got) != tt.want {
				t.Errorf("got %+q, want %+q", got, tt.want)
			}
		})
	}
}

// TestNotLinked checks that what Python has and this program has not is
// Python's exception with a cause of ours.
func TestNotLinked(t *testing.T) {
	t.Parallel()
	for _, m := range registered().modules {
		if m.codec != nil || m.notText {
			continue
		}
		_, err := python313.AppendEncode(nil, "a", m.name, "strict")
		var notLinked *NotLinkedError
		if !errors.As(err, &notLinked) || !strings.Contains(notLinked.Error(), m.name) || !strings.Contains(notLinked.Error(), "urllib/codecs") {
			t.Errorf("%s: %v, cause %v", m.name, err, notLinked)
		}
		if want := "LookupError: unknown encoding: " + m.name; err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
	_, err := python311.AppendEncode(nil, "€", "koi8-r", "namereplace")
	var notLinked *NotLinkedError
	if !errors.As(err, &notLinked) {
		t.Errorf("namereplace: %v has no cause", err)
	}
	if _, err := python313.AppendEncode(nil, "a", "bogus", "strict"); errors.As(err, &notLinked) {
		t.Errorf("%v has a cause", err)
	}
}

// TestAppends checks that results follow what dst holds, in each codec and
// with a fault, and that an error comes with nothing.
func TestAppends(t *testing.T) {
	t.Parallel()
	for _, name := range coreModules(python38.Release) {
		for _, s := range []string{"a€", "\xed\xa0\x80a", "é\U0010ffff"} {
			for _, handler := range []string{"strict", "replace", "surrogatepass", "backslashreplace"} {
				alone, err := python38.AppendEncode(nil, s, name, handler)
				after, errAfter := python38.AppendEncode([]byte("before"), s, name, handler)
				if (err == nil) != (errAfter == nil) || err == nil && string(after) != "before"+string(alone) || err != nil && after != nil {
					t.Errorf("%+q.encode(%s, %s): %q, %v; after some bytes %q, %v", s, name, handler, alone, err, after, errAfter)
				}
				b := []byte(s)
				alone, err = python38.AppendDecode(nil, b, name, handler)
				after, errAfter = python38.AppendDecode([]byte("before"), b, name, handler)
				if (err == nil) != (errAfter == nil) || err == nil && string(after) != "before"+string(alone) || err != nil && after != nil {
					t.Errorf("%q.decode(%s, %s): %q, %v; after some bytes %q, %v", b, name, handler, alone, err, after, errAfter)
				}
			}
		}
	}
}

// someNames is a source of a few names, the same in all releases.
type someNames struct{ named }

func (someNames) RuneName(r rune, _ str.Release) string {
	switch r {
	case 'é':
		return "LATIN SMALL LETTER E WITH ACUTE"
	case '€':
		return "EURO SIGN"
	case '中':
		return "CJK UNIFIED IDEOGRAPH-4E2D"
	case '😀':
		return "GRINNING FACE"
	}
	return ""
}

var nameReplaceTexts = []string{"é", "a€b😀", "中\u0378\xed\xa0\x80\x80\U0010fffe", "x\xff", ""}

func TestNameReplace(t *testing.T) {
	t.Parallel()
	x := Text{Release: python313.Release, Codecs: someNames{}}
	got, err := x.AppendEncode(nil, nameReplaceTexts[2], "ascii", "namereplace")
	if want := `\N{CJK UNIFIED IDEOGRAPH-4E2D}\u0378\ud800\udc80\U0010fffe`; string(got) != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestArgumentsAgreeWithCPython compares calls that the digests do not reach:
// strange arguments, and namereplace.
func TestArgumentsAgreeWithCPython(t *testing.T) {
	long := strings.Repeat("é", 300)
	arguments := []string{
		"strict", "", "bogus", "x", "utf-8", "UTF-16", "u8", "cp1252", "hex", "\x00", "a\x00", "\xed\xa0\x80", "é\xff\x00", "é",
		"hex" + long, "hex-" + long, long, "x" + long, "xx" + long + "\x00", strings.Repeat("😀", 101), "abc" + strings.Repeat("😀", 101),
		"hex" + strings.Repeat("-", 396) + "\u20ac", "hex" + strings.Repeat("-", 397), "hex" + strings.Repeat("-", 398), "STRICT", "strict ", "Replace",
	}
	suite := suite()
	var questions []oracle.Question
	for _, encoding := range arguments {
		for _, errors := range arguments {
			for _, s := range []string{"", "a", "aé€\xff"} {
				questions = append(questions, oracle.Call("encode", encoding, errors, s),
					oracle.Call("decode", encoding, errors, s))
			}
		}
	}
	for _, module := range coreModules(str.Release{Minor: 8}) {
		for _, s := range nameReplaceTexts {
			questions = append(questions, oracle.Call("encode", module, "namereplace", s))
		}
	}
	suite.Compare(t, suite.Servers(t), questions...)
}

// TestCanonical: bytes that are not UTF-8 are surrogates, in all arguments.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"a", "é\xff\x00", "\xed\xa0\x80\xff", "\xf0\x9f", "x\xc3"} {
		for _, encoding := range []string{"utf-8", "utf-16", "ascii", "cp1252", s} {
			for _, errors := range append(oracle.Handlers(), s) {
				if errors == "namereplace" {
					continue
				}
				got := outcome(python313.AppendEncode(nil, s, encoding, errors))
				want := outcome(python313.AppendEncode(nil, str.Canonical(s), str.Canonical(encoding), str.Canonical(errors)))
				if got != want {
					t.Errorf("%q.encode(%q, %q) = %q, want %q", s, encoding, errors, got, want)
				}
			}
		}
	}
}
