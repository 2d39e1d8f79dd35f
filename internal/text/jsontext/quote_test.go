package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendQuote(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"empty", "", `""`},
		{"plain", "http://h/?a=b&c=<d>", `"http://h/?a=b&c=<d>"`},
		{"quote and backslash", `a"b\c`, `"a\"b\\c"`},
		{"quote in a long run", "0123456789abcdef\"0123456789", `"0123456789abcdef\"0123456789"`},
		{"controls", "\x00\b\t\n\v\f\r\x1f\x7f", `"\u0000\b\t\n\u000b\f\r\u001f\u007f"`},
		{"delete in a long run", "0123456\x7f89abcdef", `"0123456\u007f89abcdef"`},
		{"before delete", "~~~~~~~~~", `"~~~~~~~~~"`},
		{"well-formed", "é😀", `"é😀"`},
		{"C1 controls", "\u0080\u0085\u009b\u009f\u00a0", "\"\\u0080\\u0085\\u009b\\u009f\u00a0\""},
		{"line ends", "\u2027\u2028\u2029", "\"\u2027\\u2028\\u2029\""},
		{"embeddings and overrides", "\u202a\u202e\u202f", "\"\\u202a\\u202e\u202f\""},
		{"isolates", "\u2065\u2066\u2069\u206a", "\"\u2065\\u2066\\u2069\u206a\""},
		{"direction marks", "\u061b\u061c\u200d\u200e\u200f\u2010", "\"\u061b\\u061c\u200d\\u200e\\u200f\u2010\""},
		{"odd byte", "a\xffb\x80", `"a\udcffb\udc80"`},
		{"cut sequence", "\xe2\x82", `"\udce2\udc82"`},
		{"overlong", "\xc0\x80", `"\udcc0\udc80"`},
		{"high surrogate", "\xed\xa0\x80", `"\ud800"`},
		{"low surrogate", "\xed\xbf\xbf", `"\udfff"`},
		{"low then high", "\xed\xb0\x80\xed\xa0\x80", `"\udc00\ud800"`},
		{"high then letter", "\xed\xa0\x80a", `"\ud800a"`},
		{"high then low", "\xed\xa0\xbd\xed\xb8\x80", `"\udced\udca0\udcbd\ude00"`},
		{"high then odd byte", "\xed\xa0\xbd\xff", `"\udced\udca0\udcbd\udcff"`},
		{"high then high", "\xed\xa0\x80\xed\xa0\x81", `"\ud800\ud801"`},
		{"high, high, letter", "\xed\xa0\x80\xed\xa0\x81a", `"\ud800\ud801a"`},
		{"high, high, low", "\xed\xa0\x80\xed\xa0\x81\xed\xb0\x80", `"\udced\udca0\udc80\udced\udca0\udc81\udc00"`},
		{"high, high, odd byte", "\xed\xa0\x80\xed\xa0\x81\xff", `"\udced\udca0\udc80\udced\udca0\udc81\udcff"`},
		{"five highs", strings.Repeat("\xed\xa0\x80", 5), `"\udced\udca0\udc80` + strings.Repeat(`\ud800`, 4) + `"`},
		{"replacement character", "\ufffd", "\"\ufffd\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := string(AppendQuote(nil, tt.in)); got != tt.want {
				t.Errorf("AppendQuote(%q) = %s, want %s", tt.in, got, tt.want)
			}
		})
	}
}

func TestAppendUnquote(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, want string }{
		{"plain", "abc", "abc"},
		{"short escapes", `\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t"},
		{"letter", `\u0041\u00e9\u20AC`, "Aé€"},
		{"pair", `\ud83d\ude00`, "😀"},
		{"lone high", `\ud83d`, "\xed\xa0\xbd"},
		{"lone low", `\ude00x`, "\xed\xb8\x80x"},
		{"two highs", `\ud83d\ud83d\ude00`, "\xed\xa0\xbd😀"},
		{"high then letter", `\ud83d\u0041`, "\xed\xa0\xbdA"},
		{"high then other escape", `\ud83d\n`, "\xed\xa0\xbd\n"},
		{"odd bytes stay", "\xff", "\xff"},
		{"NUL", `\u0000`, "\x00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if end, _, err := String(`"`+tt.raw+`"`, 0); err != nil || end != len(tt.raw)+2 {
				t.Fatalf("String(%q) = %d, %v", tt.raw, end, err)
			}
			if got := string(AppendUnquote(nil, tt.raw)); got != tt.want {
				t.Errorf("AppendUnquote(%q) = %q, want %q", tt.raw, got, tt.want)
			}
		})
	}
}

// fsBytes is what both spellings of a byte stand for: each U+DC80 to U+DCFF
// in its three-byte form is replaced by the byte.
func fsBytes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if surrogateAt(s, i) && s[i+1] >= 0xB2 && s[i+1] <= 0xB3 {
			b.WriteByte(s[i+1]<<6 | s[i+2]&0x3F)
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// FuzzQuoteRoundTrip: what is written is valid JSON in UTF-8 without a line
// feed, reads back as the same string but for the two spellings of a byte,
// does so exactly on the second round, and does not depend on the pieces in
// which it is written.
func FuzzQuoteRoundTrip(f *testing.F) {
	for _, s := range []string{
		"", "http://h/", "\x00\"\\", "é😀", "\x7f\u0085\u2028\u202e", "\xff\xfe", "\xed\xa0\x80", "\xed\xa0\xbd\xed\xb8\x80",
		"\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80\x80", "\xe2\x82", "0123456\xed", strings.Repeat("a\n", 40),
		strings.Repeat("\xed\xa0\x80", 70), strings.Repeat("\xed\xa0\x80", 70) + "\xed\xb0\x80",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quoted := string(AppendQuote(nil, s))
		if !json.Valid([]byte(quoted)) || !utf8.ValidString(quoted) || strings.ContainsAny(quoted, "\n\x7f\u0085\u009b\u2028\u2029\u202e") {
			t.Fatalf("AppendQuote(%q) = %q", s, quoted)
		}
		end, _, err := String(quoted, 0)
		if err != nil || end != len(quoted) {
			t.Fatalf("String(%q) = %d, %v", quoted, end, err)
		}
		back := string(AppendUnquote(nil, quoted[1:len(quoted)-1]))
		if fsBytes(back) != fsBytes(s) {
			t.Fatalf("%q came back as %q by %s", s, back, quoted)
		}
		if utf8.ValidString(s) && back != s {
			t.Fatalf("%q came back as %q", s, back)
		}
		if again := string(AppendQuote(nil, back)); again != quoted {
			t.Fatalf("%q: first %s, then %s", s, quoted, again)
		}
	})
}

func TestAppendUTF8(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"{\"\xff\": [\"\xed\xa0\x80é\u2028\x7f\", \"\\n\"]}", `{"\udcff": ["\ud800é\u2028\u007f", "\n"]}`} {
		const want = `{"\udcff": ["\ud800é\u2028\u007f", "\n"]}`
		if got := string(AppendUTF8(nil, in)); got != want {
			t.Errorf("AppendUTF8(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestQuoteAllocatesNothing(t *testing.T) {
	s := "http://user@example.com/é?\xff\xed\xa0\x80\n"
	buf := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(100, func() { buf = AppendQuote(buf[:0], s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAppendQuote(b *testing.B) {
	const s = "http://www.example.com/some/path/page.html?id=17"
	buf := make([]byte, 0, 256)
	for b.Loop() {
		buf = AppendQuote(buf[:0], s)
	}
}
