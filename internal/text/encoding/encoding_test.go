package encoding_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/encoding"
)

// identifiers are from the standard's index files of 2024-09-18. They are the SHA-256 of an index as Python prints
// it as a list.
var identifiers = map[string]string{
	"big5":                 "8dfc771062e7be0810919082c2c06baa2236147909e0ecc235b1cb9ad782ac82",
	"euc-kr":               "1d97134cbf187263585bc8f593ca4196654ed4c7a673f5672eaad4f5d9fdc4ba",
	"gb18030-ranges":       "f963aaa1653f630c523e7b04729fb4e4458f35806c45eb5c179445623138f0c0",
	"gb18030":              "ff1c9a923b5d24f9761b3a2de2c0f07b395f9f6f36519508944de4f0415be81c",
	"ibm866":               "db6fe14a559d1601a7667338d83704773d5708dbc641e1ad3c5e21405770f05e",
	"iso-2022-jp-katakana": "6ffc12c11f6eab1ccb3dada740d9b0db096ef0b0783c3bd5ec951dcb4a44b95e",
	"iso-8859-10":          "02c2b5590d8ccda9931008c471f6ee2c590b2c8fe5e6ccb3b08638115d778507",
	"iso-8859-13":          "40736338e964ab520407cebcb01329f8d450abf6ce12bf88b74b655b60e43300",
	"iso-8859-14":          "2c8651cfc08b1f35b17919ee5379f2fa006af3ec809f11b3b7f470785580542b",
	"iso-8859-15":          "a560aba47bccd7510a6ac77f671fe75dca3800f05cf6d676910c311a8f8ff079",
	"iso-8859-16":          "55676320d2d1b6e6909f5b3d741a7cf0cefc84e920aa4474afc091459111c2e3",
	"iso-8859-2":           "9569c67f22d0b57790e1c407c6eecf227e4562322dc296de43cdab7a0152ec73",
	"iso-8859-3":           "af8f1e12df79b768322b5e83613698cdc619438270a2fc359554331c805054a3",
	"iso-8859-4":           "72f29c92344d351fe9e74a946e7e0468d76d542c6894ff82982cb652ebe0feb7",
	"iso-8859-5":           "fa9b1f3f5242df43e2e7bca80e9b6997c67944f20a4af91ee06bacc4e132d9c9",
	"iso-8859-6":           "85bb7b5c2dc75975afebe5743935ba4ed5a09c1e9e34e9bfb2ff80293f5d8bbc",
	"iso-8859-7":           "f53d8aeba36314ef950eef02ffcf11dff540638ce27dfe7a86b6ccc6875afb24",
	"iso-8859-8":           "7657a9ca3fa875990da960d3f812eea28dcd0ae6ed55a18d5394303c86f5484b",
	"jis0208":              "cbaa91f3deb7d0841faf5c33041fc15a285da0e87e64ab802c4bf04b7c4da861",
	"koi8-r":               "c5497cd9071cb352c0e56b219154e539badf63de40b71578f09e2e11fe7d50ae",
	"koi8-u":               "19a4da2c3f245118bbc8019326f45a07832949938ff903f03d62ac4da1f61f40",
	"macintosh":            "f2c6a4f6406b3e86a50a5dba4d2b7dd48e2e33c0d82aefe764535c934ec11764",
	"windows-1250":         "0669455a7a1c70ba6003ea737991e8ee9adc455125c13cfe6705a361358de5fa",
	"windows-1251":         "7592ef921679ba168b00a9e9afa3b4eebd67bf13dc7e84c4b6e120de856826e0",
	"windows-1252":         "e56d49d9176e9a412283cf29ac9bd613f5620462f2a080a84eceaf974cfa18b7",
	"windows-1253":         "49fdc881a3488904dd1e8dfba9aef3258454249958b611bcded1d4c981ab5561",
	"windows-1254":         "e80a27adf377438be8ba5bd223875ea56d6a4d47f958cce1c957a2c446825caa",
	"windows-1255":         "cd7fb43c97eefa1651084d92d02af53ad668bd848528c18c3b1af5c06b499651",
	"windows-1256":         "161bdb381f16408e8bebcc8f5310c4190af0e359de8d9bbaa3628ce2f0875509",
	"windows-1257":         "cc7256bdd10a5b8dc7fb6f994659f307dfcae60def9aa6c29d811f85e2842c47",
	"windows-1258":         "198bacedfcf24390e219240a7b776b6cec34cff070330b08a601a69c67f7eb24",
	"windows-874":          "b416583ce125e38474381b31b401a98b19ecf2e57e0998e78a1e18b14894905d",
	"x-mac-cyrillic":       "73e8e7642c6fa9de29d42819b47fba55b58666fb1e339faeb4a89a0bd7c24d43",
}

// TestIndexes: index.txt has the indexes of the standard, all but jis0212, which only a decoder uses.
func TestIndexes(t *testing.T) {
	t.Parallel()
	std := readStandard(t)
	std.indexes["iso-2022-jp-katakana"] = []rune(katakana)
	for name, want := range identifiers {
		var items []string
		for _, r := range std.indexes[name] {
			item := "None"
			if r != 0 {
				item = fmt.Sprint(r)
			}
			items = append(items, item)
		}
		if name == "gb18030-ranges" {
			for _, entry := range std.ranges {
				items = append(items, fmt.Sprintf("[%d, %d]", entry[0], entry[1]))
			}
		}
		sum := sha256.Sum256([]byte("[" + strings.Join(items, ", ") + "]"))
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("index %s with %d pointers has the identifier %s, want %s", name, len(items), got, want)
		}
	}
	if len(std.indexes) != len(identifiers) {
		t.Errorf("there are %d indexes, want %d", len(std.indexes), len(identifiers))
	}
}

// TestLabels: labels.txt and golang.org/x/text have the same labels, and Lookup finds them.
func TestLabels(t *testing.T) {
	t.Parallel()
	std := readStandard(t)
	if n, names := len(std.labels), len(encodings(std)); n != 228 || names != 40 {
		t.Errorf("%d labels of %d encodings, want 228 of 40", n, names)
	}
	for label, name := range std.labels {
		e, err := htmlindex.Get(label)
		if err != nil {
			t.Error(err)
			continue
		}
		if other, _ := htmlindex.Name(e); other != name && label != "replacement" {
			t.Errorf("%s is a label of %s, and of %s to golang.org/x/text", label, name, other)
		}
		want := lookup(t, name)
		for _, variant := range []string{label, strings.ToUpper(label), "\t\n\f\r " + label + " \r\f\n\t"} {
			if got := lookup(t, variant); got != want {
				t.Errorf("%q is encoding %d, want %d", variant, got, want)
			}
		}
	}
	for _, label := range []string{"", " ", "\v", "utf", "utf-8\x00", "utf-8\v", "\u00a0utf-8", "utf-9", "~", "!", "utf-7",
		"windows-1252x", "\u212aoi8-r", strings.Repeat("x", 1<<20), strings.Repeat(" ", 1<<20)} {
		if e, ok := encoding.Lookup(label); ok || e != encoding.UTF8 {
			t.Errorf("%.20q is a label of encoding %d", label, e)
		}
	}
}

// encodings returns the names of the encodings in order.
func encodings(std *standard) []string {
	return slices.Compact(slices.Sorted(maps.Values(std.labels)))
}

func lookup(tb testing.TB, label string) encoding.Encoding {
	tb.Helper()
	e, ok := encoding.Lookup(label)
	if !ok {
		tb.Fatalf("no encoding has the label %q", label)
	}
	return e
}

// encodeAll is the product's side of standard.encodeAll.
func encodeAll(e encoding.Encoding, text string) []byte {
	enc := e.NewEncoder()
	var out []byte
	for _, r := range text {
		var lacking rune
		if out, lacking = enc.Append(out, r); lacking != encoding.None {
			out = fmt.Appendf(out, "&#%d;", lacking)
		}
	}
	return enc.AppendEnd(out)
}

// TestEveryCharacter encodes all scalar values in all encodings, and in each state of ISO-2022-JP. Unless the run is
// exhaustive, it leaves out most of those beyond the basic plane, and with -short more.
func TestEveryCharacter(t *testing.T) {
	t.Parallel()
	std := readStandard(t)
	for _, name := range encodings(std) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := lookup(t, name)
			for r := rune(0); r <= utf8.MaxRune; r++ {
				switch {
				case r > 0xFFFF && !urltest.IsExhaustive():
					r += 100
				case r > 0x3000 && testing.Short():
					r += 30
				}
				if !utf8.ValidRune(r) {
					continue
				}
				if name == "iso-2022-jp" {
					for _, before := range []string{"", "¥", "あ"} {
						checkAll(t, std, name, before+string(r)+"\\")
					}
					continue
				}
				enc := e.NewEncoder()
				var room [8]byte
				got, lacking := enc.Append(room[:0], r)
				want, ok := std.encode(name, r)
				if string(got) != string(want) || ok != (lacking == encoding.None) || !ok && lacking != r {
					t.Errorf("U+%04X is %x, lacking %x, want %x, %t", r, got, lacking, want, ok)
				}
				if end := enc.AppendEnd(nil); end != nil {
					t.Errorf("after U+%04X the text ends with %x", r, end)
				}
			}
		})
	}
}

func checkAll(tb testing.TB, std *standard, name, text string) {
	tb.Helper()
	if got, want := encodeAll(lookup(tb, name), text), std.encodeAll(name, text); string(got) != string(want) {
		tb.Errorf("%q in %s is %q, want %q", text, name, got, want)
	}
}

// TestExamples has characters that encoders elsewhere treat otherwise.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, label, text, want string }{
		{"JIS X 0212", "euc-jp", "\u02d8\u4e02", "&#728;&#19970;"},
		{"minus sign", "euc-jp", "\u2212\uff0d", "\xa1\xdd\xa1\xdd"},
		{"yen sign and overline", "euc-jp", "¥‾", "\\~"},
		{"half width", "euc-jp", "\uff71", "\x8e\xb1"},
		{"extension of IBM", "euc-jp", "\u7e8a", "\xf9\xa1"},
		{"extension of IBM", "shift_jis", "\u7e8a", "\xfa\x5c"},
		{"extension of NEC before that of IBM", "shift_jis", "\u2252\u222a", "\x81\xe0\x81\xbe"},
		{"C1 control", "shift_jis", "\u0080\u0081", "\x80&#129;"},
		{"private use", "shift_jis", "\ue000", "&#57344;"},
		{"HKSCS", "big5", "\u43f0\U00020021", "&#17392;&#131105;"},
		{"last pointer", "big5", "═十", "\xf9\xf9\xa4\x51"},
		{"2022", "gb18030", "\ufe10\u9fb4\ue78d\ue81e", "\xa6\xd9\xfe\x59\xa6\xd9\xfe\x59"},
		{"2022", "gbk", "\ufe10\u9fb4\ue78d\ue81e", "\xa6\xd9\xfe\x59\xa6\xd9\xfe\x59"},
		{"2005", "gb18030", "\u1e3f\ue7c7", "\xa8\xbc\x81\x35\xf4\x37"},
		{"no bytes", "gb18030", "\ue5e5", "&#58853;"},
		{"user-defined", "gbk", "\ue000\ue765", "\xaa\xa1\xa7\xa0"},
		{"euro sign", "gbk", "€", "\x80"},
		{"euro sign", "gb18030", "€", "\xa2\xe3"},
		{"four bytes", "gb18030", "\u0080\ufffd\uffff\U00010000\U0010ffff",
			"\x810\x810\x841\xa47\x841\xa49\x900\x810\xe32\x9a5"},
		{"four bytes", "gbk", "\u0080\U00010000", "&#128;&#65536;"},
		{"C1 controls", "iso-8859-2", "\u0080\u009f\u00a1", "\x80\x9f&#161;"},
		{"C1 controls", "windows-1252", "\u0081\u0080€", "\x81&#128;\x80"},
		{"C1 controls", "windows-874", "\u0081\u0e3f\u0e3c", "\x81\xdf&#3644;"},
		{"half of a bitmap", "euc-kr", "가갂", "\xb0\xa1\x81\x41"},
		{"private use", "x-user-defined", "\uf780\uf7ff\uf77f\u0080", "\x80\xff&#63359;&#128;"},
		{"visual and logical", "iso-8859-8-i", "א", "\xe0"},
		{"output encoding", "utf-16", "é", "é"},
		{"output encoding", "replacement", "é", "é"},
		{"sets", "iso-2022-jp", "aあ¥b~\\c", "a\x1b$B$\"\x1b(J\\b\x1b(B~\\c"},
		{"lacking within a set", "iso-2022-jp", "あ€¥€", "\x1b$B$\"\x1b(B&#8364;\x1b(J\\&#8364;\x1b(B"},
		{"controls", "iso-2022-jp", "あ\x1b¥\x0f", "\x1b$B$\"\x1b(B&#65533;\x1b(J\\&#65533;\x1b(B"},
		{"half width", "iso-2022-jp", "\uff71\uff9e\u2212", "\x1b$B%\"!+!]\x1b(B"},
	} {
		t.Run(test.label+" "+test.name, func(t *testing.T) {
			if got := encodeAll(lookup(t, test.label), test.text); string(got) != test.want {
				t.Errorf("%q is %q, want %q", test.text, got, test.want)
			}
		})
	}
}

// FuzzEncoderIsLiteral compares the encoders with the standard's steps.
func FuzzEncoderIsLiteral(f *testing.F) {
	std := readStandard(f)
	names := encodings(std)
	for i := range names {
		f.Add(i, "aé¥あ€\\~\x1b\uff71\ue5e5\U0010ffff")
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		checkAll(t, std, names[uint(i)%uint(len(names))], text)
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, test := range []struct{ label, text string }{
		{"windows-1252", "é"}, {"gbk", "中"}, {"gb18030", "é"}, {"big5", "中"}, {"euc-jp", "あ"}, {"iso-2022-jp", "あ"},
		{"euc-kr", "한"},
	} {
		b.Run(test.label, func(b *testing.B) {
			text := strings.Repeat(test.text, 1000)
			out := make([]byte, 0, 8*len(text))
			for b.Loop() {
				enc := lookup(b, test.label).NewEncoder()
				out = out[:0]
				for _, r := range text {
					out, _ = enc.Append(out, r)
				}
			}
		})
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		encoding.Lookup("windows-1252")
	}
}
